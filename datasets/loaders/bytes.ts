import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';

/** How a path is shown in messages. */
export function shownPath(path: string): string {
  return path === '' ? '""' : visible(path, 200);
}

/** `path:line`, as every message about a place in a file begins. */
export function place(path: string, line: number): string {
  return `${shownPath(path)}:${line}`;
}

/** What is wrong with a path, from the error of a file system call, in a few words. */
export function pathProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file or folder';
    case 'EISDIR':
      return 'is a folder, a file is expected';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    case 'ELOOP':
      return 'links to itself';
    case 'ENAMETOOLONG':
      return 'no such file or folder (the name is too long)';
    case 'ERR_INVALID_ARG_VALUE':
      return 'is not a path';
    default:
      return `cannot be read${code === '' ? '' : ` (${visible(code, 40)})`}`;
  }
}

/** The error of a file system call about `path` as an InputError. */
export function pathError(path: string, error: unknown): InputError {
  return new InputError(`${shownPath(path)}: ${pathProblem(error)}`);
}

/**
 * A file's bytes in chunks.
 *
 * @param options.start offset of the first byte; default 0.
 * @param options.chunkBytes size of a chunk at most; default 64 KiB.
 * @throws {InputError} where the file is missing, a folder or unreadable.
 */
export async function* readBytes(
  path: string,
  options: { readonly start?: number; readonly chunkBytes?: number } = {},
): AsyncGenerator<Uint8Array> {
  const { start = 0, chunkBytes = 65_536 } = options;
  try {
    yield* createReadStream(path, { start, highWaterMark: chunkBytes });
  } catch (error) {
    throw error instanceof InputError ? error : pathError(path, error);
  }
}

/**
 * The first bytes of a file.
 *
 * @returns `bytes`, at most `max` of them, and whether they are the whole file.
 * @throws {InputError} where the file is missing, a folder or unreadable.
 */
export async function readPrefix(path: string, max: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
  try {
    const file = await open(path, 'r');
    try {
      // One byte more than asked for tells a file of exactly `max` bytes from a longer one.
      const buffer = new Uint8Array(max + 1);
      let filled = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
        filled += bytesRead;
        if (bytesRead === 0 || filled === buffer.length) break;
      }
      return { bytes: buffer.subarray(0, Math.min(filled, max)), whole: filled <= max };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw pathError(path, error);
  }
}
