import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { z } from 'zod';
import type { SavedArray } from '../../retrievers/retriever.ts';

/*
 * A saved index is one file, little endian:
 *
 *   16 bytes   the magic line
 *    4 bytes   version of this format
 *    4 bytes   bytes of the header
 *   32 bytes   sha256 of the header
 *   header     JSON in UTF-8: what the index is, and its arrays in order, each with its kind, length and sha256
 *   arrays     one after the other, without gaps, to the end of the file
 *
 * Every byte is checked: one that is changed makes another magic line, version, length or checksum.
 */

export const MAGIC = Buffer.from('shortlist index\n', 'latin1');

/** Grows with every change of the layout, of what the arrays mean, or of how texts become words. */
export const FORMAT_VERSION = 2;

/** Bytes before the header. */
export const PREAMBLE_BYTES = MAGIC.length + 4 + 4 + 32;

/** A header says little: one that claims more than this is none, and is not read. */
export const MOST_HEADER_BYTES = 2 ** 20;

/** Bytes that are read or written at a time: so few that they are still in the cache when their checksum is computed. */
export const CHUNK_BYTES = 2 ** 20;

type ArrayKind = 'u8' | 'u16' | 'u32' | 'f64';

const KINDS: Readonly<Record<ArrayKind, { new (length: number): SavedArray; readonly BYTES_PER_ELEMENT: number }>> = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f64: Float64Array,
};

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();

const arrayEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(['u8', 'u16', 'u32', 'f64']),
  length: size,
  sha256: sha256Text,
});

/** What a header says. */
export const headerSchema = z.strictObject({
  /** Version of Shortlist that built the index. */
  shortlist: z.string(),
  retriever: z.string(),
  cards: size,
  /** As `CardsHash` gives it, of the cards that it was built over. */
  cards_sha256: sha256Text,
  /** Of the stopwords that it was built without. */
  stopwords_sha256: sha256Text,
  settings: z.record(z.string(), z.number()),
  arrays: z.array(arrayEntry),
});
export type Header = z.infer<typeof headerSchema>;
export type ArrayEntry = Header['arrays'][number];

/** The kind of an array, by name. */
export function kindOf(array: SavedArray): ArrayKind {
  if (array instanceof Uint8Array) return 'u8';
  if (array instanceof Uint16Array) return 'u16';
  return array instanceof Uint32Array ? 'u32' : 'f64';
}

/** Zeros, as many as an entry says. */
export function makeArray({ kind, length }: ArrayEntry): SavedArray {
  return new KINDS[kind](length);
}

export function bytesOf({ kind, length }: ArrayEntry): number {
  return KINDS[kind].BYTES_PER_ELEMENT * length;
}

/** The bytes of an array in pieces of at most `CHUNK_BYTES`: views, not copies. */
export function* piecesOf(array: SavedArray): Generator<Uint8Array> {
  for (let at = 0; at < array.byteLength; at += CHUNK_BYTES) {
    yield new Uint8Array(array.buffer, array.byteOffset + at, Math.min(CHUNK_BYTES, array.byteLength - at));
  }
}

/** What stands before the header. */
export function preambleOf(header: Uint8Array): Buffer {
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  MAGIC.copy(preamble);
  preamble.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
  preamble.writeUInt32LE(header.length, MAGIC.length + 4);
  createHash('sha256')
    .update(header)
    .digest()
    .copy(preamble, MAGIC.length + 8);
  return preamble;
}

/** Why this machine cannot read or write the file as it stands in memory; undefined where it can. */
export function machineProblem(): string | undefined {
  return endianness() === 'LE' ? undefined : 'expected a little-endian machine, received a big-endian one';
}
