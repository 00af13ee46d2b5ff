import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../datasets/input-error.ts';
import { visible } from '../datasets/visible.ts';
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
  /** Bytes written so far. */
  #size = 0;

  private constructor(option: string, path: string, unfinished: string, file: FileHandle) {
    this.path = path;
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
    const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.unfinished`);
    try {
      if (await isThere(path)) throw nameTaken(option, path);
      return new NewFile(option, path, unfinished, await open(unfinished, 'wx'));
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
