import { createHash } from 'node:crypto';
import { InputError } from '../../datasets/input-error.ts';
import { readBytes, shownPath } from '../../datasets/loaders/bytes.ts';
import { loadQrels } from '../../datasets/loaders/qrels.ts';
import { visible } from '../../datasets/visible.ts';

/** How a run names its files of right cards and writes ids into them. */
export interface QrelsFiles {
  /** @param several whether the run has several seeds. */
  readonly nameOf: (seed: string | undefined, several: boolean) => string;
  /** The id that a word of the file stands for. */
  readonly idOf: (word: string) => string;
}

/**
 * Reads the right cards that a run has written, by query id.
 *
 * @returns the cards of grade >= 1 of each query that has one, and sha256 (hex) of the file.
 * @throws InputError with file and line for what is no judgment.
 */
export async function readRight(
  path: string,
  { idOf }: QrelsFiles,
): Promise<{ readonly right: ReadonlyMap<string, ReadonlyMap<string, number>>; readonly sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of readBytes(path)) hash.update(chunk);
  const { grades } = await loadQrels(path);
  const id = (word: string): string => {
    try {
      return idOf(word);
    } catch {
      throw new InputError(`${shownPath(path)}: expected an id as a run writes it, received "${visible(word, 60)}"`);
    }
  };
  const right = new Map<string, ReadonlyMap<string, number>>();
  for (const [query, cards] of grades) {
    const own = [...cards].filter(([, grade]) => grade >= 1).map(([card, grade]) => [id(card), grade] as const);
    if (own.length > 0) right.set(id(query), new Map(own));
  }
  return { right, sha256: hash.digest('hex') };
}
