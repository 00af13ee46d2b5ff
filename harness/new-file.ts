import { createHash } from 'node:crypto';
import { type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../datasets/input-error.ts';
import { visible } from '../datasets/visible.ts';
import { isAlive } from './folder-claim.ts';
import { isSystemError, writeProblem } from './write-problem.ts';

/**
 * A file that an option names and that a long job writes. It appears whole or not at all, and in nobody's place: it is written
 * beside, synced, and then gets its name.
 */
export class NewFile {
  readonly path: string;
  readonly #option: string;
  readonly #unfinished: string;
  readonly #file: FileHandle;
  /** What processes that were killed had begun under the same name, and that is removed: names of files. */
  readonly removed: readonly string[];
  /** Bytes written so far. */
  #size = 0;

  private constructor(option: string, path: string, unfinished: string, file: FileHandle, removed: readonly string[]) {
    this.path = path;
    this.removed = removed;
    this.#option = option;
    this.#unfinished = unfinished;
    this.#file = file;
  }

  /**
   * Begins the file, so that a place where none can be written is found before the job.
   *
   * @throws InputError that names the option where there is something already, or no file can be made.
   */
  static async begin(option: string, path: string): Promise<NewFile> {
    const unfinished = join(dirname(path), `.${basename(path)}.${HOST}-${process.pid}.unfinished`);
    try {
      if (await isThere(path)) throw nameTaken(option, path);
      const removed = await removeLeft(path);
      return new NewFile(option, path, unfinished, await open(unfinished, 'wx'), removed);
    } catch (error) {
      throw refusal(option, path, error);
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Writes bytes behind those before them. @throws InputError where the disk refuses (full, gone). */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#size);
        done += bytesWritten;
        this.#size += bytesWritten;
      }
    } catch (error) {
      throw refusal(this.#option, this.path, error);
    }
  }

  /** Gives the file its name. @throws InputError where the disk refuses, or something has come to stand there since. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
      await this.#file.close();
      await this.#takeName();
    } catch (error) {
      throw refusal(this.#option, this.path, error);
    }
  }

  /** Leaves nothing of the file; without effect on one that is finished. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#unfinished, { force: true });
  }

  /** A link is refused where the name is taken, as a renaming is not; but not every file system has links. */
  async #takeName(): Promise<void> {
    try {
      await link(this.#unfinished, this.path);
    } catch (error) {
      if (await isThere(this.path)) throw nameTaken(this.#option, this.path);
      if (!isSystemError(error)) throw error;
      await rename(this.#unfinished, this.path);
    }
    await rm(this.#unfinished, { force: true });
  }
}

/** Tells the machines apart that share a disk: a process of another cannot be asked after. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Removes what processes of this machine that are gone had begun under a name. @returns the names of those files. */
async function removeLeft(path: string): Promise<string[]> {
  const begin = `.${basename(path)}.${HOST}-`;
  const left = (await readdir(dirname(path))).filter((name) => {
    if (!name.startsWith(begin)) return false;
    const pid = /^([0-9]+)\.unfinished$/.exec(name.slice(begin.length))?.[1];
    return pid !== undefined && Number(pid) !== process.pid && !isAlive(Number(pid));
  });
  for (const name of left) await rm(join(dirname(path), name), { force: true });
  return left;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function nameTaken(option: string, path: string): InputError {
  return new InputError(
    `--${option} ${visible(path, 200)}: expected a name that is free, received one that is taken; remove what is there, or name another file`,
  );
}

function refusal(option: string, path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return new InputError(`--${option} ${visible(path, 200)}: cannot be written: ${writeProblem(error)}`);
}
