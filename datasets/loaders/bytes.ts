import { createReadStream, type ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';

/** How every gzip file begins; no UTF-8 text does. */
const GZIP = [0x1f, 0x8b];
/** Text packs three to twenty times smaller; what unpacks to more than this many times its size is made to fill memory. */
const MOST_UNPACKED = 200;
/** Bytes up to which the ratio does not matter: 16 MiB. */
const UNBOUNDED_BYTES = 16 * 1024 * 1024;

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
    case 'Z_BUF_ERROR':
      return 'the gzip data ends too early';
    case 'Z_DATA_ERROR':
      return 'the gzip data is broken';
    default:
      return `cannot be read${code === '' ? '' : ` (${visible(code, 40)})`}`;
  }
}

/** The error of a file system call about `path` as an InputError. */
export function pathError(path: string, error: unknown): InputError {
  return new InputError(`${shownPath(path)}: ${pathProblem(error)}`);
}

/** Where to read from, and how much at a time. */
export interface ByteOptions {
  /** Offset of the first byte; default 0. In a gzip file, an offset in what it holds. */
  readonly start?: number;
  /** Size of a chunk at most; default 64 KiB. */
  readonly chunkBytes?: number;
}

/**
 * A file's bytes in chunks; those of a gzip file unpacked. Whether it is one shows in its first bytes, not in its name:
 * no text begins with them.
 *
 * @throws {InputError} where the file is missing, a folder, unreadable, or gzip that is broken or unpacks beyond reason.
 */
export async function* readBytes(path: string, options: ByteOptions = {}): AsyncGenerator<Uint8Array> {
  const { start = 0, chunkBytes = 65_536 } = options;
  let stream: ReadStream | undefined;
  try {
    stream = createReadStream(path, { highWaterMark: chunkBytes });
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
    // The file may be a pipe, which cannot be read twice: its first bytes are looked at on their way.
    let head: Uint8Array = new Uint8Array();
    while (head.length < GZIP.length) {
      const step = await chunks.next();
      if (step.done) break;
      head = Buffer.concat([head, step.value]);
    }
    const packed = GZIP.every((byte, i) => head[i] === byte);
    const all = again(head, chunks);
    let skipped = 0;
    for await (const chunk of packed ? unpacked(all, path, chunkBytes) : all) {
      const from = Math.min(start - skipped, chunk.length);
      skipped += from;
      if (from < chunk.length) yield chunk.subarray(from);
    }
  } catch (error) {
    throw error instanceof InputError ? error : pathError(path, error);
  } finally {
    stream?.destroy();
  }
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}

/**
 * The first bytes of a file, unpacked as `readBytes` does.
 *
 * @returns `bytes`, at most `max` of them, and whether they are the whole file.
 * @throws {InputError} as `readBytes` does.
 */
export async function readPrefix(path: string, max: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBytes(path)) {
    chunks.push(chunk);
    size += chunk.length;
    // One byte more than asked for tells a file of exactly `max` bytes from a longer one.
    if (size > max) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, max), whole: size <= max };
}

/** What gzip bytes hold. `name` stands for the file in messages. */
async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  chunkBytes: number,
): AsyncGenerator<Uint8Array> {
  let packedSize = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packedSize += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip({ chunkSize: Math.max(chunkBytes, 64) });
  const source = Readable.from(counted(), { objectMode: false });
  // A failure of the file is one of what comes out of it.
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let size = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > UNBOUNDED_BYTES && size > packedSize * MOST_UNPACKED) {
        throw new InputError(`${shownPath(name)}: unpacks to more than ${MOST_UNPACKED} times its size`);
      }
      yield chunk;
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
