import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathProblem } from '../../datasets/loaders/bytes.ts';
import { fingerprint } from '../manifest.ts';
import type { FileChange } from './finished-run.ts';
import { readManifest } from './manifest-file.ts';

/**
 * Holds every file that the manifest of a run lists against its sha256 there, and the fingerprint against what it is made
 * of. Files are read as streams: they may be larger than memory.
 *
 * @returns what is not as the run wrote it, in the order of the manifest; the fingerprint last.
 * @throws InputError where there is no manifest, or none as a run writes it.
 */
export async function changedFiles(folder: string, signal: AbortSignal): Promise<readonly FileChange[]> {
  const manifest = await readManifest(folder);
  const changes: FileChange[] = [];
  for (const [name, wanted] of Object.entries(manifest.files)) {
    signal.throwIfAborted();
    const got = await sha256Of(folder, name, signal);
    if (got !== wanted) changes.push({ name, wanted, got });
  }
  const { result } = manifest.verdict;
  // A run that was broken off has none: it has not the files that it would stand for.
  if (result === 'interrupted' && manifest.fingerprint === undefined) return changes;
  const own = fingerprint(new Map(Object.entries(manifest.files)), manifest.rawExperiment);
  if (manifest.fingerprint !== own) {
    changes.push({ name: 'fingerprint in manifest.json', wanted: own, got: manifest.fingerprint ?? 'none' });
  }
  return changes;
}

/** sha256 (hex) of a file as it lies in the folder; else why there is none, in words. */
async function sha256Of(folder: string, name: string, signal: AbortSignal): Promise<string> {
  // A manifest is not trusted: what it names lies in its folder or is not read.
  if (name === '' || /[/\\\0]/.test(name)) return 'no name of a file in this folder';
  const path = join(folder, name);
  try {
    if (!(await stat(path)).isFile()) return 'not a file';
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { signal })) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    signal.throwIfAborted();
    return pathProblem(error);
  }
}
