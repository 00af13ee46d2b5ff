import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../datasets/input-error.ts';
import { visible } from '../datasets/visible.ts';
import { claimFolder, holderOf, isClaim, reclaimFolder } from './folder-claim.ts';
import { JOURNAL } from './orchestrators/journal.ts';
import { isSystemError, writeProblem } from './write-problem.ts';

/**
 * A folder that a command fills. A file appears in it whole or not at all: it is written beside its place, synced and
 * then renamed.
 */
export class RunFolder {
  #path: string;
  readonly #names: string[] = [];

  /** The folders that the claim made, the outermost first, so that giving up may remove them. */
  readonly #made: readonly string[];

  /** Name of the file that says the folder is in use; gone from a folder that is finished. */
  readonly #claim: string;

  private constructor(path: string, made: readonly string[], claim: string) {
    this.#path = path;
    this.#made = made;
    this.#claim = basename(claim);
  }

  /**
   * Claims a folder, which is made if it is absent. One in which a process that is gone has left nothing but its claim
   * and files half written is taken over.
   *
   * @param err is told, in a line, of a folder that is taken over.
   * @throws InputError where it holds anything else, is no folder, is in use, or cannot be written.
   */
  static async claim(path: string, err: (text: string) => void = () => {}): Promise<RunFolder> {
    const made: string[] = [];
    const refuse = (reason: string) => new InputError(`--out ${visible(path)}: ${reason}`);
    let claim: string;
    try {
      await makeFolder(path, made);
      const names = await readdir(path);
      const [first] = names;
      if (first === undefined) {
        // Of two processes that found it empty, one gets this file.
        claim = await claimFolder(path);
      } else {
        const holder = await holderOf(path);
        if (holder.state === 'held') throw refuse(`is in use by ${holder.owner}`);
        const kept = names.find((name) => !isRemains(name)) ?? (holder.state === 'nobody' ? first : undefined);
        if (kept !== undefined) throw refuse(notEmpty(names, kept, holder.state === 'gone', path));
        claim = await takeOver(path, refuse);
        err(`note: ${visible(path)} is taken over from a process that is gone and left no file\n`);
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      // Every folder above it is made, where folders can be made.
      const nowhere = isSystemError(error) && error.code === 'ENOENT';
      throw refuse(nowhere ? 'no folder can be made there' : writeProblem(error));
    }
    return new RunFolder(path, made, claim);
  }

  /**
   * Claims the folder of a run that was broken off, to go on in it. What stands in it and is to be written again is removed:
   * the files that its manifest lists, and what was half written.
   *
   * @param journal a file that the folder must hold: without it there is nothing to go on with.
   * @throws InputError where the folder has none, or another process is using it.
   */
  static async resume(path: string, journal: string): Promise<RunFolder> {
    const refuse = (reason: string) => new InputError(`--resume ${visible(path)}: ${reason}`);
    try {
      if (!(await exists(join(path, journal)))) {
        throw refuse(`expected the folder of a run with a ${journal} in it; there is none`);
      }
      const ended = await reclaimFolder(path);
      if ('owner' in ended) throw refuse(`is in use by ${ended.owner}`);
      const old = await namesInManifest(join(path, 'manifest.json'));
      for (const name of await readdir(path)) {
        if (old.has(name) || isUnfinished(name)) await rm(join(path, name), { force: true });
      }
      return new RunFolder(path, [], ended.claim);
    } catch (error) {
      throw error instanceof InputError ? error : refuse(writeProblem(error));
    }
  }

  get path(): string {
    return this.#path;
  }

  /** Names of the files written so far, in order. */
  get names(): readonly string[] {
    return this.#names;
  }

  /**
   * Writes a file.
   *
   * @param pieces its text, in order; taken one at a time, so that a large file never is one string.
   * @returns sha256 (hex) of its bytes.
   * @throws InputError where the disk refuses (full, gone); the file is then not there.
   */
  async write(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<string> {
    const hash = createHash('sha256');
    const unfinished = join(this.#path, `.${name}.unfinished`);
    try {
      const file = await open(unfinished, 'wx');
      try {
        for await (const piece of pieces) {
          const bytes = Buffer.from(piece, 'utf8');
          hash.update(bytes);
          await file.writeFile(bytes);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(this.#path, name));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      if (isSystemError(error))
        throw new InputError(`${visible(join(this.#path, name))}: cannot be written: ${writeProblem(error)}`);
      throw error;
    }
    this.#names.push(name);
    return hash.digest('hex');
  }

  /** Gives the folder up as finished, and its last name: where that is taken, `-2`, `-3` ... is put behind it. */
  async finish(finalPath: string = this.#path): Promise<string> {
    await rm(join(this.#path, this.#claim), { force: true });
    if (finalPath === this.#path) return this.#path;
    for (let n = 1; ; n++) {
      const target = n === 1 ? finalPath : `${finalPath}-${n}`;
      if (await exists(target)) continue;
      await rename(this.#path, target);
      this.#path = target;
      return target;
    }
  }

  /** Ends a folder whose work was broken off: what is finished stays, under a name that says so. */
  async interrupt(): Promise<string> {
    const path = join(dirname(this.#path), `${basename(this.#path)}-interrupted`);
    return this.finish(path);
  }

  /** Ends a folder whose work failed: what the claim made goes again, unless it holds anything. */
  async abandon(): Promise<void> {
    await rm(join(this.#path, this.#claim), { force: true });
    for (const path of this.#made.toReversed()) {
      // Not empty, or in use by somebody else: it stays.
      await rmdir(path).catch(() => undefined);
    }
  }
}

/** What a process that was killed leaves besides whole files: claims, and what it was writing. */
export function isRemains(name: string): boolean {
  return isClaim(name) || isUnfinished(name);
}

function isUnfinished(name: string): boolean {
  return /^\..*\.unfinished$/.test(name);
}

/** Why a folder that holds something is refused, and what can be done. */
function notEmpty(names: readonly string[], kept: string, killed: boolean, path: string): string {
  const holds = `expected an absent or empty folder; it holds "${visible(kept)}"`;
  if (!killed) return holds;
  const left = `${holds}, left by a process that is gone`;
  return names.includes(JOURNAL)
    ? `${left}; --resume ${visible(path)} goes on with it`
    : `${left}; remove the folder, or name another`;
}

/** Claims a folder in which nothing but remains was seen, and removes them. */
async function takeOver(path: string, refuse: (reason: string) => InputError): Promise<string> {
  const taken = await reclaimFolder(path);
  if ('owner' in taken) throw refuse(`is in use by ${taken.owner}`);
  const names = await readdir(path);
  // Another process may have taken it over before, and be done by now.
  const kept = names.find((name) => !isRemains(name));
  if (kept !== undefined) {
    await rm(taken.claim, { force: true });
    throw refuse(notEmpty(names, kept, false, path));
  }
  for (const name of names) if (isUnfinished(name)) await rm(join(path, name), { force: true });
  return taken.claim;
}

/** The files that a manifest lists, itself included; none where it is missing or unreadable. */
async function namesInManifest(path: string): Promise<ReadonlySet<string>> {
  try {
    const { files } = JSON.parse(await readFile(path, 'utf8'));
    return new Set([...Object.keys(files), basename(path)]);
  } catch {
    return new Set();
  }
}

/**
 * Makes a folder and those above it. Not `mkdir` with `recursive`, which never returns where a parent is there but takes
 * no folder (Node 20, below /proc for one).
 *
 * @param made is added what was not there before.
 */
async function makeFolder(path: string, made: string[]): Promise<void> {
  try {
    await mkdir(path);
    made.push(path);
  } catch (error) {
    const code = isSystemError(error) ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || (await exists(dirname(path)))) throw error;
    await makeFolder(dirname(path), made);
    await makeFolder(path, made);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
