/** One line of a ranking. */
export interface Hit {
  /** The card's id. */
  readonly id: string;
  /** Always above 0 in a ranking: a card without a positive score is no hit. */
  readonly score: number;
  /** How many distinct signals query and card share; undefined for a retriever that has no signals. */
  readonly matched: number | undefined;
}

/**
 * Compares two strings by code point. JavaScript's own `<` compares UTF-16 units, which puts U+10000 and above before
 * U+E000..U+FFFF. A lone surrogate counts as its own number (U+D800..U+DFFF).
 *
 * @returns negative, zero or positive, for `Array.prototype.sort`.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    // On the second half of a pair this reads that half alone, which is harmless: the whole pairs were equal.
    const x = a.codePointAt(i)!;
    const y = b.codePointAt(i)!;
    if (x !== y) return x - y;
  }
  return a.length - b.length;
}

/**
 * The one order of rankings: score descending, matched signals descending, id ascending by code point.
 * Hits without a matched count compare by score and id alone.
 */
export function compareHits(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score;
  const matched = (b.matched ?? 0) - (a.matched ?? 0);
  return matched !== 0 ? matched : compareCodePoints(a.id, b.id);
}
