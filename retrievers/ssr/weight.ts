/**
 * The weight of a signal: `idf = ln((N + 1) / (df + 1)) + 1`, always positive, rounded to the nearest multiple of 2^-32.
 * On that grid a sum of up to 64 weights is exact in a float64, whatever the order of the additions.
 *
 * @param cards N, the cards in the registry.
 * @param df how many of them hold the signal.
 */
export function weight(cards: number, df: number): number {
  const idf = Math.log((cards + 1) / (df + 1)) + 1;
  return Math.floor(idf * 2 ** 32 + 0.5) / 2 ** 32;
}
