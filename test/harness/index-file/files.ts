import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { InputError } from '../../../datasets/input-error.ts';
import { CardsHash } from '../../../harness/index-file/cards-hash.ts';
import { MAGIC, PREAMBLE_BYTES } from '../../../harness/index-file/format.ts';
import { IndexFile } from '../../../harness/index-file/read.ts';
import { writeIndex } from '../../../harness/index-file/write.ts';
import { NewFile } from '../../../harness/new-file.ts';
import type { BuildOptions, Retriever, SavedIndex, SearchIndex } from '../../../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';

export const OPTIONS: BuildOptions = { stopwords: STOPWORDS_V1 };
const QUIET = { pause: () => undefined, onProgress: () => {} };

export function hashOf(cards: Iterable<Card>): CardsHash {
  const hash = new CardsHash();
  for (const card of cards) hash.add(card);
  return hash;
}

/** Writes what an index saved into a file. */
export async function write(path: string, retriever: string, saved: SavedIndex, cards: readonly Card[]): Promise<void> {
  const file = await NewFile.begin('out', path);
  await writeIndex(file, saved, { retriever, cardsSha256: hashOf(cards).digest() }, QUIET);
  await file.finish();
}

/** Builds an index, and writes it into a file. */
export async function built(
  path: string,
  retriever: Retriever,
  cards: readonly Card[],
  options: BuildOptions = OPTIONS,
): Promise<SearchIndex> {
  const index = await retriever.build(cards, options);
  await write(path, retriever.name, index.save!(), cards);
  return index;
}

/** Reads an index from a file. */
export async function loaded(
  path: string,
  retriever: Retriever,
  options: BuildOptions = OPTIONS,
): Promise<SearchIndex> {
  return (await IndexFile.open(path)).load(retriever, options, () => undefined);
}

/** Expects a file to be refused in one line that names it; returns what comes after the name. */
export async function refusalOf(path: string, retriever: Retriever, options?: BuildOptions): Promise<string> {
  const error = await loaded(path, retriever, options).then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  const start = `--index ${path}: `;
  expect(message.slice(0, start.length)).toBe(start);
  expect(message).not.toMatch(/[\r\n]/);
  return message.slice(start.length);
}

/** Changes what the header of a file says as one would who knows the format: its length and checksum fit. */
export async function editHeader(path: string, edit: (header: Record<string, unknown>) => unknown): Promise<void> {
  const bytes = await readFile(path);
  const start = PREAMBLE_BYTES + bytes.readUInt32LE(MAGIC.length + 4);
  const header = Buffer.from(JSON.stringify(edit(JSON.parse(bytes.toString('utf8', PREAMBLE_BYTES, start)))));
  const preamble = Buffer.from(bytes.subarray(0, PREAMBLE_BYTES));
  preamble.writeUInt32LE(header.length, MAGIC.length + 4);
  createHash('sha256')
    .update(header)
    .digest()
    .copy(preamble, MAGIC.length + 8);
  await writeFile(path, Buffer.concat([preamble, header, bytes.subarray(start)]));
}
