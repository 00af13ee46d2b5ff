import { InputError } from '../input-error.ts';
import { place, readBytes, readPrefix, shownPath } from './bytes.ts';
import { parseJson } from './json.ts';
import { ArraySplitter } from './json-elements.ts';
import { findLayout, type Layout, namesJsonLines } from './layout.ts';
import { decodeUtf8, MAX_TEXT_BYTES, readLines } from './lines.ts';
import type { Problems } from './problems.ts';

/** One JSON value of a file. */
export interface JsonRecord {
  /** The line its text starts on, from 1. */
  readonly line: number;
  readonly value: unknown;
}

/** Bytes of a file that are looked at to find its layout. */
const PREFIX_BYTES = 65_536;

/** Bounds of a reader. */
export interface RecordOptions {
  /** Keys of a top-level object that may carry the records, such as `cards`. */
  readonly listKeys: readonly string[];
  /** Bytes read at a time; default 64 KiB. */
  readonly chunkBytes?: number;
  /** Called with what stands around a list under one of `listKeys`, the list itself replaced by 0, after the last record. */
  readonly onFrame?: (frame: unknown) => void;
}

/** A file of records, opened. */
export interface OpenedRecords {
  /** The first record, to tell the format by; undefined where there is none. */
  readonly first: JsonRecord | undefined;
  /** Whether the file is a list: by its form, even if it lists one record or none. */
  readonly several: boolean;
  /** The key whose list the records are, if it is one. */
  readonly listKey: string | undefined;
  /** Whether it is JSON Lines. */
  readonly lines: boolean;
  /** All records, the first included. To be read once. */
  readonly records: AsyncGenerator<JsonRecord>;
  /** Closes a file whose records are not read to their end. */
  readonly close: () => Promise<void>;
}

/**
 * Finds out how a file is laid out, and streams its JSON values: one a line (JSON Lines), the elements of an array, the
 * elements of an array under one of `listKeys`, or the file as one value. Blank lines are skipped. What is not JSON becomes
 * a problem.
 *
 * @throws {InputError} here or while the records are read: where the file cannot be read or goes beyond the bounds, or
 * too many problems came together.
 */
export async function openRecords(path: string, problems: Problems, options: RecordOptions): Promise<OpenedRecords> {
  const prefix = await readPrefix(path, PREFIX_BYTES);
  const layout = findLayout(Buffer.from(prefix.bytes).toString('latin1'), {
    whole: prefix.whole,
    jsonl: namesJsonLines(path),
    listKeys: options.listKeys,
  });
  const rest = recordsIn(layout, path, problems, options, prefix.bytes);
  const first = await rest.next();
  const second = first.done ? first : await rest.next();
  const taken = [first, second].flatMap((step) => (step.done ? [] : [step.value]));
  const list = layout.kind === 'array' || layout.kind === 'list' || namesJsonLines(path);
  return {
    first: taken[0],
    several: list || taken.length > 1,
    listKey: layout.kind === 'list' ? layout.key : undefined,
    lines: layout.kind === 'lines',
    records: again(taken, rest),
    close: async () => {
      await rest.return(undefined);
    },
  };
}

/** Records that were taken off a stream to look at them, and the rest of the stream. */
async function* again(taken: readonly JsonRecord[], rest: AsyncIterable<JsonRecord>): AsyncGenerator<JsonRecord> {
  yield* taken;
  yield* rest;
}

function recordsIn(
  layout: Layout,
  path: string,
  problems: Problems,
  options: RecordOptions,
  prefix: Uint8Array,
): AsyncGenerator<JsonRecord> {
  switch (layout.kind) {
    case 'empty':
      return nothing();
    case 'lines':
      return recordsOfLines(path, problems, options);
    case 'document':
      return recordOfDocument(path, problems);
    default:
      return recordsOfArray(path, problems, options, layout, prefix);
  }
}

async function* nothing(): AsyncGenerator<JsonRecord> {}

async function* recordsOfLines(path: string, problems: Problems, options: RecordOptions): AsyncGenerator<JsonRecord> {
  for await (const { line, text } of readLines(path, options)) {
    if (/^[ \t\r]*$/.test(text)) continue;
    const parsed = parseJson(text);
    if (parsed.ok) yield { line, value: parsed.value };
    else problems.add(place(path, line), parsed.problem);
  }
}

async function* recordOfDocument(path: string, problems: Problems): AsyncGenerator<JsonRecord> {
  const text = await readDocument(path);
  const parsed = parseJson(text);
  const line = /^\s*/.exec(text)![0].split('\n').length;
  if (parsed.ok) yield { line, value: parsed.value };
  else problems.add(place(path, 1 + parsed.linesDown), parsed.problem);
}

/** A whole file as text, without its byte order mark. */
async function readDocument(path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBytes(path)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_TEXT_BYTES) throw new InputError(`${shownPath(path)}: longer than ${MAX_TEXT_BYTES} bytes`);
  }
  return decodeUtf8(Buffer.concat(chunks), path, 1).replace(/^\ufeff/, '');
}

async function* recordsOfArray(
  path: string,
  problems: Problems,
  options: RecordOptions,
  layout: Extract<Layout, { start: number }>,
  prefix: Uint8Array,
): AsyncGenerator<JsonRecord> {
  const splitter = new ArraySplitter(path, { line: layout.line });
  const tail: Uint8Array[] = [];
  let tailBytes = 0;
  for await (const chunk of readBytes(path, { ...options, start: layout.start })) {
    const after = tail.length > 0 ? { elements: [], tail: chunk } : splitter.push(chunk);
    for (const { line, text } of after.elements) {
      const parsed = parseJson(text);
      if (parsed.ok) {
        yield { line, value: parsed.value };
      } else {
        // A broken element may have swallowed its neighbours: what follows would be noise.
        problems.add(place(path, line + parsed.linesDown), parsed.problem);
        problems.throwIfAny();
      }
    }
    if (after.tail !== undefined) {
      tail.push(after.tail);
      tailBytes += after.tail.length;
      if (tailBytes > MAX_TEXT_BYTES) {
        throw new InputError(`${place(path, splitter.line)}: more than ${MAX_TEXT_BYTES} bytes after the array`);
      }
    }
  }
  splitter.end();
  // What stands around the array must make one JSON text with it.
  const before = layout.kind === 'list' ? decodeUtf8(prefix.subarray(0, layout.start), path, 1) : '';
  const frame = parseJson(`${before.replace(/^\ufeff/, '')}0${decodeUtf8(Buffer.concat(tail), path, splitter.line)}`);
  if (!frame.ok) problems.add(place(path, splitter.line), `${frame.problem} (after the array)`);
  else if (layout.kind === 'list') options.onFrame?.(frame.value);
}
