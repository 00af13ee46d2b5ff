import type { ListCursor } from './list-cursor.ts';
import type { TopK } from './top-k.ts';

/** A posting list of a query, and what it adds to the ranks of its cards. */
export interface AddedList {
  readonly cursor: ListCursor;
  /** What it adds to each, as `rankOf` gives it: a sum of these is exact. */
  readonly rank: number;
  /** For a list that does not add the same to each: what it does add. */
  readonly ranksOf?: RanksOf;
}

/**
 * Tells what a list adds to some of its cards.
 *
 * @param cards the first `count`, all in the list.
 * @param places beside the cards: the places of their postings.
 * @param into where to write, beside the cards, what it adds.
 */
export type RanksOf = (cards: Uint32Array, places: Uint32Array, count: number, into: Float64Array) => void;

/** Cards that are added up at a time: a multiple of 2^16, so that every list can stop there. */
const WINDOW = 2 ** 16;
const BLOCK = 256;

/**
 * The best cards of a query by reading all of its postings, the plain way: for each card what its lists add to its rank. It is the faster way for short lists, and where nearly all cards are wanted. It goes through the registry in
 * windows, so its memory does not depend on the number of cards.
 */
export class AddingSearch {
  readonly #cards: number;
  /** The ranks so far of the cards of the window; 0 for a card that was not met. */
  readonly #ranks: Float64Array;
  /** The cards of the window that were met, in that order, and room for one that is not counted. */
  readonly #met: Uint32Array;
  readonly #block = new Uint32Array(BLOCK);
  readonly #places = new Uint32Array(BLOCK);
  readonly #added = new Float64Array(BLOCK);

  /** @param cards in the registry. */
  constructor(cards: number) {
    const size = Math.min(cards, WINDOW);
    this.#cards = cards;
    this.#ranks = new Float64Array(size);
    this.#met = new Uint32Array(size + 1);
  }

  get bytes(): number {
    return this.#ranks.byteLength + this.#met.byteLength + BLOCK * 16;
  }

  /**
   * @param lists at their beginning, in any order; at most 255.
   * @param count how many of them.
   * @param best where the cards are kept; undefined only counts them.
   * @returns how many cards are in at least one list.
   */
  run(lists: readonly AddedList[], count: number, best: TopK | undefined): number {
    let found = 0;
    for (let start = 0; start < this.#cards; start += WINDOW) found += this.#addWindow(lists, count, start, best);
    return found;
  }

  #addWindow(lists: readonly AddedList[], count: number, start: number, best: TopK | undefined): number {
    const ranks = this.#ranks;
    const met = this.#met;
    const block = this.#block;
    const limit = Math.min(start + WINDOW, this.#cards);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const { cursor, rank, ranksOf } = lists[i]!;
      if (ranksOf !== undefined) {
        found = this.#addVarying(cursor, ranksOf, start, limit, found);
        continue;
      }
      for (let read = BLOCK; read === BLOCK; ) {
        read = cursor.read(block, BLOCK, limit);
        for (let c = 0; c < read; c++) {
          const card = block[c]! - start;
          const soFar = ranks[card]!;
          // Written always, and counted where it is new: nobody can foretell which cards are.
          met[found] = card;
          found += +(soFar === 0);
          ranks[card] = soFar + rank;
        }
      }
    }
    for (let i = 0; i < found; i++) {
      const card = met[i]!;
      if (best !== undefined && ranks[card]! >= best.leastRank) best.offer(start + card, ranks[card]!);
      ranks[card] = 0;
    }
    return found;
  }

  /**
   * Adds a list that does not add the same to each of its cards.
   *
   * @returns how many cards of the window have been met by then; `before` is how many had been.
   */
  #addVarying(cursor: ListCursor, ranksOf: RanksOf, start: number, limit: number, before: number): number {
    const ranks = this.#ranks;
    const met = this.#met;
    const block = this.#block;
    const places = this.#places;
    const added = this.#added;
    let found = before;
    for (let read = BLOCK; read === BLOCK; ) {
      const place = cursor.place;
      read = cursor.read(block, BLOCK, limit);
      for (let c = 0; c < read; c++) places[c] = place + c;
      ranksOf(block, places, read, added);
      for (let c = 0; c < read; c++) {
        const card = block[c]! - start;
        const soFar = ranks[card]!;
        if (soFar === 0) met[found++] = card;
        ranks[card] = soFar + added[c]!;
      }
    }
    return found;
  }
}
