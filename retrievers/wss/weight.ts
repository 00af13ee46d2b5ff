/*
 * Weights lie on a grid of 2^-32 and below ln(1 + 2N), which is 16 for four million cards: a sum of fewer than 2^17 of them
 * needs at most 53 bits, so it is exact in a float64 and every order of addition gives the same bits.
 */
const GRID = 2 ** 32;

/** How much a pair counts beside a word. */
const PAIR = 0.3;
/** How fast further occurrences stop counting. */
const K1 = 2;
/** How much a long card is held back: 0 not at all, 1 in full proportion to its length. */
const B = 0.9;

/** The numbers that weights are made with, by name. */
export const SETTINGS: Readonly<Record<string, number>> = { pair: PAIR, k1: K1, b: B };

/** The nearest multiple of 2^-32. */
function onGrid(x: number): number {
  return Math.floor(x * GRID + 0.5) / GRID;
}

/**
 * `ln(1 + (N - df + 0.5) / (df + 0.5))` on the grid: a last-bit difference of the logarithm is gone before a weight is
 * rounded.
 *
 * @param cards N, the cards in the registry.
 * @param df how many of them hold the signal.
 */
export function idf(cards: number, df: number): number {
  return onGrid(Math.log(1 + (cards - df + 0.5) / (df + 0.5)));
}

/** What an idf counts for a word, and for a pair. */
export function gain(ofIdf: number, isPair: boolean): number {
  return isPair ? ofIdf * PAIR : ofIdf;
}

/** How far the occurrences of a signal in a card have saturated, from 0 to 1: `tf / (tf + norm)`. */
export function saturation(tf: number, norm: number): number {
  return tf / (tf + norm);
}

/**
 * What a signal adds to the score of a card that holds it: at least one step of the grid. It never falls where the
 * saturation rises: that of the highest saturation is the highest.
 *
 * @param gained as `gain` gives it.
 */
export function weight(gained: number, saturated: number): number {
  return Math.max(1 / GRID, onGrid(gained * saturated));
}

/** A card's norm from its length and the mean length of all cards; what `tf` is half saturated at. */
export type Norm = (length: number, mean: number) => number;

/** The norm of `wss`: in proportion to the length, nearly. */
export const linearNorm: Norm = (length, mean) => K1 * (1 - B + B * (length / mean));

/** The norm of `wss-sqrt`: long cards are held back less, and stuffed ones too. */
export const rootNorm: Norm = (length, mean) => K1 * Math.sqrt(length / mean);
