import { TopK } from './top-k.ts';

/**
 * Sums by card number for one search at a time. It remembers which cards it has met, so that clearing costs as much as
 * the search did, and not as much as the registry is large.
 */
export class Accumulator {
  readonly #sums: Float64Array;
  /** The cards met so far, in that order; the first `#found` count. */
  readonly #met: Uint32Array;
  #found = 0;

  /** @param cards number of cards. */
  constructor(cards: number) {
    this.#sums = new Float64Array(cards);
    this.#met = new Uint32Array(cards);
  }

  get bytes(): number {
    return this.#sums.byteLength + this.#met.byteLength;
  }

  /** Adds to the sum of a card; `amount` above 0. */
  add(card: number, amount: number): void {
    const sum = this.#sums[card]!;
    if (sum === 0) this.#met[this.#found++] = card;
    this.#sums[card] = sum + amount;
  }

  /**
   * Ends a search: the best `k` of the cards met, and all sums are zero again.
   *
   * @param each makes a result of a card.
   * @returns the results, best first: sum descending, card number ascending.
   */
  takeBest<Result>(k: number, each: (card: number, sum: number) => Result): Result[] {
    const best = new TopK(Math.min(k, this.#found));
    for (let i = 0; i < this.#found; i++) best.offer(this.#met[i]!, this.#sums[this.#met[i]!]!);
    this.clear();
    return best.take((card) => card, each);
  }

  /**
   * Ends a search without a ranking: all sums are zero again.
   *
   * @returns how many cards were met.
   */
  clear(): number {
    const found = this.#found;
    for (let i = 0; i < found; i++) this.#sums[this.#met[i]!] = 0;
    this.#found = 0;
    return found;
  }
}
