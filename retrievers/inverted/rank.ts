/**
 * Score and matched count of a card in one number, its rank: `score + matched * 2^-40`. Scores are multiples of 2^-32, so
 * with at most 255 matches ranks compare as scores do, and equal scores as their matched counts do. A score below 2^12
 * makes 52 bits, so that a float64 holds a rank without rounding, and adds up ranks in any order without rounding.
 */
export const MATCH = 2 ** -40;

/** What holding a signal of this weight adds to the rank of a card. */
export function rankOf(weight: number): number {
  return weight + MATCH;
}

export function scoreOf(rank: number): number {
  return Math.floor(rank * 2 ** 32) / 2 ** 32;
}

export function matchedOf(rank: number): number {
  // Whole already: `| 0` only lets it be kept as an integer.
  return ((rank - scoreOf(rank)) / MATCH) | 0;
}
