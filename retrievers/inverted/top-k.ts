/**
 * The best `k` cards of those offered, in the one order of rankings: score descending, matched signals descending, card
 * number ascending. A heap with the worst kept card on top: a card that comes is compared with that one first.
 */
export class TopK {
  readonly #cards: Uint32Array;
  readonly #scores: Float64Array;
  readonly #matched: Uint32Array;
  #size = 0;

  /** @param k how many to keep; memory is taken for that many at once. */
  constructor(k: number) {
    this.#cards = new Uint32Array(k);
    this.#scores = new Float64Array(k);
    this.#matched = new Uint32Array(k);
  }

  /** Keeps the card if it is among the best `k` so far. Offer each card once, in any order. */
  offer(card: number, score: number, matched: number): void {
    if (this.#size < this.#cards.length) {
      this.#put(this.#size, card, score, matched);
      this.#rise(this.#size++);
    } else if (this.#isAfter(0, card, score, matched)) {
      this.#put(0, card, score, matched);
      this.#sink(this.#size);
    }
  }

  /**
   * Empties the heap.
   *
   * @param each makes a result of a kept card.
   * @returns the results, best first.
   */
  take<Result>(each: (card: number, score: number, matched: number) => Result): Result[] {
    const size = this.#size;
    // Heap sort: the worst that is left goes to the end of what is left.
    for (let end = size - 1; end > 0; end--) {
      this.#swap(0, end);
      this.#sink(end);
    }
    this.#size = 0;
    const results = new Array<Result>(size);
    for (let i = 0; i < size; i++) results[i] = each(this.#cards[i]!, this.#scores[i]!, this.#matched[i]!);
    return results;
  }

  /** Whether the entry at `i` comes after the given card in the order of rankings. */
  #isAfter(i: number, card: number, score: number, matched: number): boolean {
    if (this.#scores[i] !== score) return this.#scores[i]! < score;
    if (this.#matched[i] !== matched) return this.#matched[i]! < matched;
    return this.#cards[i]! > card;
  }

  #entryIsAfter(i: number, j: number): boolean {
    return this.#isAfter(i, this.#cards[j]!, this.#scores[j]!, this.#matched[j]!);
  }

  #put(i: number, card: number, score: number, matched: number): void {
    this.#cards[i] = card;
    this.#scores[i] = score;
    this.#matched[i] = matched;
  }

  #swap(i: number, j: number): void {
    const card = this.#cards[i]!;
    const score = this.#scores[i]!;
    const matched = this.#matched[i]!;
    this.#put(i, this.#cards[j]!, this.#scores[j]!, this.#matched[j]!);
    this.#put(j, card, score, matched);
  }

  #rise(i: number): void {
    let child = i;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#entryIsAfter(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Lets the entry on top sink to its place among the first `size`. */
  #sink(size: number): void {
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= size) return;
      if (child + 1 < size && this.#entryIsAfter(child + 1, child)) child++;
      if (!this.#entryIsAfter(child, parent)) return;
      this.#swap(child, parent);
      parent = child;
    }
  }
}
