import type { RanksOf } from './adding-search.ts';
import { CardSet } from './card-set.ts';
import { comesIn, dropBelow } from './coming-in.ts';
import type { ListCursor } from './list-cursor.ts';
import type { TopK } from './top-k.ts';

/** A posting list of a query that does not add the same to each of its cards. */
export interface BoundedList {
  readonly cursor: ListCursor;
  /** What it adds to none of them more than, as `rankOf` gives it: a sum of these is exact. */
  readonly rank: number;
  readonly ranksOf: RanksOf;
}

/** Cards that are read before a search first asks whether it can stop, and at most between two such questions. */
const FIRST_BLOCK = 32;
const BLOCK = 256;

/**
 * The best cards of a query without reading all of its postings, where a list adds more to one card than to another. It is
 * the search of PrunedSearch with bounds in the place of ranks, and exact for the same reasons: a card that is in none of
 * the lists before `i` has a rank of at most the sum of the bounds from `i` on, bounds are on the grid of the ranks, so that
 * their sums have no rounding, and every question is "at most this rank: can it come in?".
 */
export class BoundedSearch {
  /** Cards that the last search met, those met again counted again. */
  visited = 0;
  /** The block: cards, ascending, and their ranks so far. */
  readonly #cards = new Uint32Array(BLOCK);
  readonly #ranks = new Float64Array(BLOCK);
  readonly #hits = new Uint32Array(BLOCK);
  /** Of those that a list holds: the cards, the places of their postings and what these add. */
  readonly #held = new Uint32Array(BLOCK);
  readonly #places = new Uint32Array(BLOCK);
  readonly #added = new Float64Array(BLOCK);
  /** What the lists from each on can add. */
  readonly #rest = new Float64Array(257);
  readonly #offered = new CardSet();

  /** What grows with the cards that come in is not counted. */
  get bytes(): number {
    return BLOCK * 32 + this.#rest.byteLength;
  }

  /**
   * @param lists at their beginning; at most 255; the shorter ones first, for speed alone.
   * @param count how many of them.
   * @param best where the cards are kept.
   */
  run(lists: readonly BoundedList[], count: number, best: TopK): void {
    this.visited = 0;
    this.#rest[count] = 0;
    for (let i = count - 1; i >= 0; i--) this.#rest[i] = this.#rest[i + 1]! + lists[i]!.rank;
    for (let i = 0; i < count && this.#walk(lists, i, count, best); i++);
    this.#offered.clear();
  }

  /** Walks list `i`. Returns false where neither it nor any after it can bring a card that comes in. */
  #walk(lists: readonly BoundedList[], i: number, count: number, best: TopK): boolean {
    const { cursor, ranksOf } = lists[i]!;
    const cards = this.#cards;
    const ranks = this.#ranks;
    const places = this.#places;
    if (!comesIn(0, this.#rest[i]!, best)) return false;
    for (let j = i + 1; j < count; j++) lists[j]!.cursor.rewindFinding();
    for (let size = FIRST_BLOCK; ; size = Math.min(2 * size, BLOCK)) {
      const place = cursor.place;
      const met = cursor.read(cards, size, Infinity);
      if (met === 0) return true;
      if (!comesIn(cards[0]!, this.#rest[i]!, best)) return false;
      this.visited += met;
      for (let c = 0; c < met; c++) places[c] = place + c;
      ranksOf(cards, places, met, ranks);
      let left = dropBelow(this.#cards, this.#ranks, met, this.#rest[i + 1]!, best);
      for (let j = i + 1; j < count && left > 0; j++) {
        this.#lookUp(lists[j]!, left);
        left = dropBelow(this.#cards, this.#ranks, left, this.#rest[j + 1]!, best);
      }
      for (let c = 0; c < left; c++) {
        if (comesIn(cards[c]!, ranks[c]!, best) && this.#offered.add(cards[c]!)) best.offer(cards[c]!, ranks[c]!);
      }
      if (met < size) return true;
    }
  }

  /** Adds what a list adds to the cards of the block that it holds. */
  #lookUp({ cursor, ranksOf }: BoundedList, left: number): void {
    const hits = this.#hits;
    const held = this.#held;
    const found = cursor.find(this.#cards, left, hits, this.#places);
    for (let h = 0; h < found; h++) held[h] = this.#cards[hits[h]!]!;
    ranksOf(held, this.#places, found, this.#added);
    for (let h = 0; h < found; h++) this.#ranks[hits[h]!] = this.#ranks[hits[h]!]! + this.#added[h]!;
  }
}
