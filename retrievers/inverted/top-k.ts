/** So many cards are kept in order, best first: to make room among few is less work than to keep a heap. */
const KEPT_IN_ORDER = 64;

/**
 * The best `k` cards of those offered: rank descending, of equal ranks card number ascending. Few are kept in that order,
 * many in a heap with the worst one on top: either way a card that comes is compared with the worst one first.
 */
export class TopK {
  /**
   * The rank and the card of the worst one kept once `k` are kept; before that a rank of 0, which every card beats. A card
   * comes in where its rank is higher, or the same and its number lower.
   */
  leastRank = 0;
  leastCard = 0;
  #ranks: Float64Array;
  #cards: Uint32Array;
  #size = 0;
  #most = 0;

  /** @param k how many to keep; memory is taken for that many at once. */
  constructor(k: number) {
    this.#ranks = new Float64Array(k);
    this.#cards = new Uint32Array(k);
    this.#most = k;
  }

  /** How many it keeps. */
  get most(): number {
    return this.#most;
  }

  /** Forgets the cards kept, for the best `k` of others. It keeps its memory where that is enough. */
  reset(k: number): void {
    if (k > this.#cards.length) {
      this.#ranks = new Float64Array(k);
      this.#cards = new Uint32Array(k);
    }
    this.#most = k;
    this.#empty();
  }

  /** Keeps the card if it is among the best `k` so far. Offer each card once, in any order; `rank` above 0. */
  offer(card: number, rank: number): void {
    const full = this.#size === this.#most;
    if (full && (rank < this.leastRank || (rank === this.leastRank && card > this.leastCard))) return;
    if (!full) this.#size++;
    const last = this.#size - 1;
    const inOrder = this.#most <= KEPT_IN_ORDER;
    if (inOrder) this.#insert(last, card, rank);
    else if (full) this.#sink(0, card, rank);
    else this.#rise(last, card, rank);
    if (this.#size < this.#most) return;
    this.leastRank = this.#ranks[inOrder ? last : 0]!;
    this.leastCard = this.#cards[inOrder ? last : 0]!;
  }

  /**
   * Takes the kept cards out; none is left.
   *
   * @param idOf what a card is called in the results.
   * @param make makes a result.
   * @returns the results, best first.
   */
  take<Id, Result>(idOf: (card: number) => Id, make: (id: Id, rank: number) => Result): Result[] {
    const count = this.#size;
    if (this.#most > KEPT_IN_ORDER) this.#sort();
    // First all ids, and nothing else: they lie far apart in memory, and while one is waited for others are on their way.
    const ids = new Array<Id>(count);
    for (let i = 0; i < count; i++) ids[i] = idOf(this.#cards[i]!);
    const results = new Array<Result>(count);
    for (let i = 0; i < count; i++) results[i] = make(ids[i]!, this.#ranks[i]!);
    this.#empty();
    return results;
  }

  /** Brings the heap into order, best first. It is no heap then. */
  #sort(): void {
    const cards = this.#cards;
    const ranks = this.#ranks;
    while (this.#size > 1) {
      // The worst that is left goes to the end, and the last entry of the heap takes its place.
      const last = --this.#size;
      const card = cards[last]!;
      const rank = ranks[last]!;
      cards[last] = cards[0]!;
      ranks[last] = ranks[0]!;
      this.#sink(0, card, rank);
    }
  }

  #empty(): void {
    this.#size = 0;
    // Where none is to be kept, none comes in.
    this.leastRank = this.#most > 0 ? 0 : Infinity;
    this.leastCard = 0;
  }

  /** Puts an entry at `place` or before it: those that are worse move on by one. What stood at `place` is lost. */
  #insert(place: number, card: number, rank: number): void {
    const cards = this.#cards;
    const ranks = this.#ranks;
    while (place > 0) {
      const before = place - 1;
      if (ranks[before]! > rank || (ranks[before] === rank && cards[before]! < card)) break;
      ranks[place] = ranks[before]!;
      cards[place] = cards[before]!;
      place = before;
    }
    ranks[place] = rank;
    cards[place] = card;
  }

  /** In a heap: puts an entry at `place`, or above it where those above are better. */
  #rise(place: number, card: number, rank: number): void {
    const cards = this.#cards;
    const ranks = this.#ranks;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (ranks[parent]! < rank || (ranks[parent] === rank && cards[parent]! > card)) break;
      ranks[place] = ranks[parent]!;
      cards[place] = cards[parent]!;
      place = parent;
    }
    ranks[place] = rank;
    cards[place] = card;
  }

  /** In a heap: puts an entry at `place`, or below it where those below are worse. */
  #sink(place: number, card: number, rank: number): void {
    const cards = this.#cards;
    const ranks = this.#ranks;
    const size = this.#size;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      const other = child + 1;
      if (
        other < size &&
        (ranks[other]! < ranks[child]! || (ranks[other] === ranks[child] && cards[other]! > cards[child]!))
      ) {
        child = other;
      }
      if (rank < ranks[child]! || (rank === ranks[child] && card > cards[child]!)) break;
      ranks[place] = ranks[child]!;
      cards[place] = cards[child]!;
      place = child;
    }
    ranks[place] = rank;
    cards[place] = card;
  }
}
