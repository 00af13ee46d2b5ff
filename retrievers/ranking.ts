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
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    // Where the equal unit before is a high surrogate, the units that differ may be second halves: look at the wholes.
    const start = i > 0 && isHighSurrogate(a.charCodeAt(i - 1)) ? i - 1 : i;
    return a.codePointAt(start)! - b.codePointAt(start)! || a.codePointAt(i)! - b.codePointAt(i)!;
  }
  return a.length - b.length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
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
