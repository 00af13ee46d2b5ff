import { TopK } from './top-k.ts';

/**
 * Sums by card number for one search at a time. It remembers which cards it has met, so that clearing costs as much as
 * the search did, and not as much as the registry is large.
 */
export class Accumulator {
  readonly #scores: Float64Array;
  readonly #additions: Uint32Array;
  /** The cards met so far, in that order; the first `#found` count. */
  readonly #visited: Uint32Array;
  #found = 0;
  readonly #ranksByAdditions: boolean;

  /**
   * @param cards number of cards.
   * @param options `ranksByAdditions`: whether, of equal sums, the one of more additions ranks first, as it does where
   * an addition is a matched signal.
   */
  constructor(cards: number, options: { readonly ranksByAdditions: boolean }) {
    this.#ranksByAdditions = options.ranksByAdditions;
    this.#scores = new Float64Array(cards);
    this.#additions = new Uint32Array(cards);
    this.#visited = new Uint32Array(cards);
  }

  get bytes(): number {
    return this.#scores.byteLength + this.#additions.byteLength + this.#visited.byteLength;
  }

  /** Adds to the sum of a card; `amount` above 0. */
  add(card: number, amount: number): void {
    const additions = this.#additions[card]!;
    if (additions === 0) this.#visited[this.#found++] = card;
    this.#additions[card] = additions + 1;
    this.#scores[card] = this.#scores[card]! + amount;
  }

  /**
   * Ends a search: the best `k` of the cards met, and all sums are zero again.
   *
   * @param each makes a result of a card; `additions` is how often something was added to it, 0 where that does not rank.
   * @returns the results, best first: sum descending, additions descending where they rank, card number ascending.
   */
  takeBest<Result>(k: number, each: (card: number, score: number, additions: number) => Result): Result[] {
    const best = new TopK(Math.min(k, this.#found));
    for (let i = 0; i < this.#found; i++) {
      const card = this.#visited[i]!;
      best.offer(card, this.#scores[card]!, this.#ranksByAdditions ? this.#additions[card]! : 0);
    }
    this.clear();
    return best.take(each);
  }

  /**
   * Ends a search without a ranking: all sums are zero again.
   *
   * @returns how many cards were met.
   */
  clear(): number {
    const found = this.#found;
    for (let i = 0; i < found; i++) {
      const card = this.#visited[i]!;
      this.#scores[card] = 0;
      this.#additions[card] = 0;
    }
    this.#found = 0;
    return found;
  }
}
