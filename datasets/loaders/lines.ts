import { InputError } from '../input-error.ts';
import { place, readBytes } from './bytes.ts';

/** The longest line, document or array element that is read: 16 MiB of bytes. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** A line of a text file, without its line break. */
export interface Line {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Bounds of a reader. */
export interface LineOptions {
  /** Bytes of the longest line that is read; default `MAX_TEXT_BYTES`. */
  readonly maxBytes?: number;
  /** Bytes read at a time; default 64 KiB. */
  readonly chunkBytes?: number;
}

/**
 * Reads a text file line by line; memory holds one line and one chunk.
 * LF and CRLF end a line, a lone CR is text; a byte order mark at the start is dropped; the last line needs no break.
 *
 * @throws {InputError} naming file and line where a line is too long or not UTF-8; naming the file where it cannot be read.
 */
export async function* readLines(path: string, options: LineOptions = {}): AsyncGenerator<Line> {
  yield* splitLines(readBytes(path, options), path, options);
}

/** The same for any source of bytes, such as an unpacked one. `name` stands for the file in messages. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  options: LineOptions = {},
): AsyncGenerator<Line> {
  const { maxBytes = MAX_TEXT_BYTES } = options;
  const LF = 0x0a;
  let line = 1;
  let pieces: Uint8Array[] = [];
  let size = 0;

  const take = (piece: Uint8Array): void => {
    if (piece.length === 0) return;
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) throw new InputError(`${place(name, line)}: longer than ${maxBytes} bytes`);
  };
  const finish = (broken: boolean): Line => {
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    const text = decodeUtf8(bytes, name, line);
    pieces = [];
    size = 0;
    const from = line === 1 && text.startsWith('\ufeff') ? 1 : 0;
    const to = broken && text.endsWith('\r') ? text.length - 1 : text.length;
    return { line: line++, text: text.slice(from, to) };
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      take(chunk.subarray(start, end));
      yield finish(true);
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (size > 0) yield finish(false);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Strict UTF-8, a byte order mark left in place.
 *
 * @throws {InputError} naming the place where the bytes are anything else.
 */
export function decodeUtf8(bytes: Uint8Array, name: string, line: number): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InputError(`${place(name, line)}: not UTF-8`);
  }
}
