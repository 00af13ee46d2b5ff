import type { Codes } from './lists.ts';

/**
 * The bigrams of a registry, by their two words. Keyed exactly: no hash could take one for another. They are filed under
 * the rarer word, the one of the higher number, where there are fewer to look through.
 */
export interface Pairs {
  /** The bigrams filed under word `w` stand at `starts[w]` up to, not including, `starts[w + 1]`. */
  readonly starts: Uint32Array;
  /** For each of them 2 * the other word, + 1 where that comes first; ascending for each word that they are filed under. */
  readonly others: Uint32Array;
  /** What the bigram leads to: 2 * a list, or 2 * a card + 1 where it is the only one that holds the bigram. */
  readonly targets: Uint32Array;
  /** Of a valued log: what stands beside the posting of a bigram that only one card holds. Else empty. */
  readonly codes: Codes;
}

export function pairsBytes({ starts, others, targets, codes }: Pairs): number {
  return starts.byteLength + others.byteLength + targets.byteLength + codes.byteLength;
}

/** Where a bigram stands in `others` and `targets`, or -1. */
export function findPair({ starts, others }: Pairs, first: number, second: number): number {
  const word = Math.max(first, second);
  const other = otherOf(first, second);
  const end = starts[word + 1]!;
  let from = starts[word]!;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (others[middle]! < other) from = middle + 1;
    else to = middle;
  }
  return from < end && others[from] === other ? from : -1;
}

/** What a bigram is among those that are filed under its rarer word. */
export function otherOf(first: number, second: number): number {
  return first < second ? first * 2 + 1 : second * 2;
}
