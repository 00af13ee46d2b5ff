import { createHash } from 'node:crypto';
import type { SavedIndex } from '../../retrievers/retriever.ts';
import type { NewFile } from '../new-file.ts';
import { VERSION } from '../version.ts';
import { type ArrayEntry, type Header, kindOf, piecesOf, preambleOf } from './format.ts';

/** Whose index it is, and over which cards. */
export interface Identity {
  readonly retriever: string;
  /** As `CardsHash` gives it. */
  readonly cardsSha256: string;
}

interface Surroundings {
  /** Asked between two pieces: throws on an interrupt. */
  readonly pause: () => Promise<void> | undefined;
  readonly onProgress: (stage: string, done: number, total: number) => void;
}

/**
 * Writes an index into a file that has just begun. It is never copied: its arrays go to the disk as they are.
 *
 * @throws InputError where the disk refuses; what `pause` throws.
 */
export async function writeIndex(
  file: NewFile,
  saved: SavedIndex,
  { cardsSha256, retriever }: Identity,
  { onProgress, pause }: Surroundings,
): Promise<void> {
  const total = [...saved.arrays.values()].reduce((sum, array) => sum + array.byteLength, 0);
  const inMegabytes = (stage: string, bytes: number) =>
    onProgress(`${stage}, megabytes`, Math.round(bytes / 1e6), Math.ceil(total / 1e6));

  let hashed = 0;
  const arrays: ArrayEntry[] = [];
  for (const [name, array] of saved.arrays) {
    const hash = createHash('sha256');
    for (const piece of piecesOf(array)) {
      await pause();
      hash.update(piece);
      hashed += piece.length;
      inMegabytes('checksums', hashed);
    }
    arrays.push({ name, kind: kindOf(array), length: array.length, sha256: hash.digest('hex') });
  }

  const header: Header = {
    shortlist: VERSION,
    retriever,
    cards: saved.cards,
    cards_sha256: cardsSha256,
    stopwords_sha256: saved.stopwords,
    settings: saved.settings,
    arrays,
  };
  const headerBytes = Buffer.from(JSON.stringify(header), 'utf8');
  await file.write(preambleOf(headerBytes));
  await file.write(headerBytes);
  for (const array of saved.arrays.values()) {
    for (const piece of piecesOf(array)) {
      await pause();
      await file.write(piece);
      inMegabytes('writing', file.size);
    }
  }
}
