import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathError, pathProblem } from './bytes.ts';

/** What a folder holds. Paths are below the folder, with forward slashes, in code point order. */
export interface FolderListing {
  /** Files that are JSON by their name, packed or not. */
  readonly json: readonly string[];
  /** How many other files there are. */
  readonly others: number;
  /** How many symbolic links there are: none is followed, for one may lead out of the folder or round in a circle. */
  readonly links: number;
  /** Folders that could not be read, and why. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Folders of tools, never of cards. Other hidden folders are read: `.well-known` is where cards live. */
const LEFT_OUT = new Set(['node_modules', '.git']);

/**
 * Lists a folder and what is below it.
 *
 * @throws {InputError} if the folder itself cannot be read.
 */
export async function listFolder(root: string): Promise<FolderListing> {
  const json: string[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  let others = 0;
  let links = 0;
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let entries: Awaited<ReturnType<typeof readEntries>>;
    try {
      entries = await readEntries(join(root, folder));
    } catch (error) {
      if (folder === '') throw pathError(root, error);
      unreadable.push({ path: folder, reason: pathProblem(error) });
      continue;
    }
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) links++;
      else if (entry.isDirectory()) {
        if (!LEFT_OUT.has(entry.name)) waiting.push(path);
      } else if (entry.isFile() && /\.(json|jsonl|ndjson)(\.gz)?$/i.test(entry.name)) json.push(path);
      else others++;
    }
  }
  return { json: inOrder(json), others, links, unreadable };
}

function readEntries(path: string) {
  return readdir(path, { withFileTypes: true });
}

/** Sorted by code point, which is the order of the UTF-8 bytes. */
function inOrder(paths: readonly string[]): string[] {
  const keyed = paths.map((path) => ({ path, bytes: Buffer.from(path) }));
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ path }) => path);
}

/** The first of `names` that is a file in a folder, or undefined. */
export async function firstFile(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const isFile = await stat(join(folder, name)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (isFile) return name;
  }
  return undefined;
}
