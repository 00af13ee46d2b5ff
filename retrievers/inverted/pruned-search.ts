import { CardSet } from './card-set.ts';
import { comesIn, dropBelow } from './coming-in.ts';
import type { ListCursor } from './list-cursor.ts';
import type { TopK } from './top-k.ts';

/** A posting list of a query, which adds the same to the rank of each of its cards. */
export interface RankedList {
  readonly cursor: ListCursor;
  /** What it adds, as `rankOf` gives it: a sum of these is exact. */
  rank: number;
  /** Other lists of the query that hold every card that this one holds, as those of a bigram's words do. */
  impliedFirst: RankedList | undefined;
  impliedSecond: RankedList | undefined;
}

/** Postings that are read before a search first asks whether it can stop, and at most between two such questions. */
const FIRST_BLOCK = 32;
const BLOCK = 256;

/**
 * The best cards of a query without reading all of its postings.
 *
 * Lists are walked from the shortest, which weighs most, to the longest. A card met on the way is looked up in the lists
 * after the one it was met in, as long as it can still come in. The search stops at the first list that can bring none.
 * Where the first of these later lists adds more than all others together, the cards in it are met first: once there are
 * enough of them, nobody asks for the rest.
 *
 * Why that is exact. Let the lists be 0 .. n - 1, adding r[0] .. r[n - 1] to the rank of their cards, and let all cards of
 * the lists before `i` be dealt with. A card not among them is in none of those lists, so its rank is at most
 * `R = r[i] + ... + r[n - 1]`. R is a sum without rounding, as every rank is: comparing the two has no error to allow for.
 * - Where R is below the rank of the K-th card kept, no such card can come in.
 * - Where they are equal, only a card of rank R with a lower number than the K-th can. Cards are met in ascending order
 *   within a list, so from the first one with a higher number on, none of the list can.
 * - Later lists have a lower R, because r is above 0. So where a list can bring none, none after it can.
 * Once the cards of list `i` that a later list `j` holds as well are dealt with, the same holds for its others without r[j].
 * The same argument, with what is known of one card in the place of "at most", drops single cards. The K-th card kept
 * only ever gets better, so what was dropped rightly once was dropped rightly for good. Ranks order score and matched
 * count, and card numbers order ids: these are all ties there are.
 *
 * A card that was met before is met again with the ranks of lists not yet dealt with alone, which is less than it has. If it did not
 * come in the first time, with all it has, it does not come in with less. If it did, it was offered then; so cards that were
 * offered are remembered, and none is offered twice.
 */
export class PrunedSearch {
  /** Cards that the last search met while reading lists, those met in several lists counted again. */
  visited = 0;
  /** The block: cards, ascending; their ranks so far, where they differ; places in the block of those a list holds. */
  readonly #cards = new Uint32Array(BLOCK);
  readonly #ranks = new Float64Array(BLOCK);
  readonly #hits = new Uint32Array(BLOCK);
  readonly #postings = new Uint32Array(BLOCK);
  /** The lists that the cards of a walk are looked up in, and what those from each on can add. */
  readonly #asked: RankedList[] = [];
  readonly #rest = new Float64Array(257);
  readonly #offered = new CardSet();

  /** What grows with the cards that come in is not counted. */
  get bytes(): number {
    return BLOCK * 20 + this.#rest.byteLength;
  }

  /**
   * @param lists ascending by length, a list before those that it implies; at their beginning; at most 255.
   * @param count how many of them.
   * @param best where the cards are kept.
   */
  run(lists: readonly RankedList[], count: number, best: TopK): void {
    this.visited = 0;
    for (let i = 0; i < count && this.#walk(lists, i, count, best); i++);
    this.#offered.clear();
  }

  /** Walks list `i`. Returns false where neither it nor any after it can bring a card that comes in. */
  #walk(lists: readonly RankedList[], i: number, count: number, best: TopK): boolean {
    const { cursor, rank, impliedFirst, impliedSecond } = lists[i]!;
    const asked = this.#asked;
    const rest = this.#rest;
    let certain = rank;
    let questions = 0;
    for (let j = i + 1; j < count; j++) {
      const list = lists[j]!;
      if (list === impliedFirst || list === impliedSecond) certain += list.rank;
      else asked[questions++] = list;
    }
    rest[questions] = 0;
    for (let q = questions - 1; q >= 0; q--) {
      asked[q]!.cursor.rewindFinding();
      rest[q] = rest[q + 1]! + asked[q]!.rank;
    }

    // Not even the lowest card there can be: the list need not be touched.
    if (!comesIn(0, certain + rest[0]!, best)) return false;
    if (questions === 0 || asked[0]!.rank <= rest[1]! || !cursor.canReadShared(asked[0]!.cursor)) {
      this.visited += this.#walkAll(cursor, certain, 0, questions, best);
      return true;
    }
    const read = this.#walkShared(cursor, certain, 0, questions, best);
    let readAgain = 0;
    if (comesIn(0, certain + rest[1]!, best)) {
      cursor.rewind();
      for (let q = 1; q < questions; q++) asked[q]!.cursor.rewindFinding();
      readAgain = this.#walkAll(cursor, certain, 1, questions, best);
    }
    this.visited += Math.max(read, readAgain);
    return true;
  }

  /**
   * Walks a list, until it can bring no card that comes in.
   *
   * @param certain the rank that all of its cards have.
   * @param from the first of the lists to ask.
   * @returns how many cards it met.
   */
  #walkAll(cursor: ListCursor, certain: number, from: number, questions: number, best: TopK): number {
    const rest = this.#rest;
    const cards = this.#cards;
    const most = certain + rest[from]!;
    const canShare = from < questions && cursor.canReadShared(this.#asked[from]!.cursor);
    let read = 0;
    for (let size = FIRST_BLOCK; ; size = Math.min(2 * size, BLOCK)) {
      if (canShare && !comesIn(cursor.floor, certain + rest[from + 1]!, best)) {
        return read + this.#walkShared(cursor, certain, from, questions, best);
      }
      const met = cursor.read(cards, size, Infinity);
      if (met === 0 || !comesIn(cards[0]!, most, best)) return read;
      read += met;
      this.#offer(this.#lookUp(met, certain, from, questions, best), best);
      if (met < size) return read;
    }
  }

  /** As `#walkAll`, for those cards alone that the first of the lists to ask holds: the others are not even put into a block. */
  #walkShared(cursor: ListCursor, certain: number, from: number, questions: number, best: TopK): number {
    const cards = this.#cards;
    const most = certain + this.#rest[from]!;
    const { cursor: first, rank } = this.#asked[from]!;
    const start = cursor.place;
    for (let size = FIRST_BLOCK; comesIn(cursor.floor, most, best); size = Math.min(2 * size, BLOCK)) {
      const place = cursor.place;
      const shared = cursor.readShared(first, cards, size);
      if (shared > 0) this.#offer(this.#lookUp(shared, certain + rank, from + 1, questions, best), best);
      if (cursor.place - place < size) break;
    }
    return cursor.place - start;
  }

  /**
   * Looks the cards of the block up in the lists that are asked, and drops those that cannot come in.
   *
   * @param count how many cards the block has.
   * @param certain the rank that all of them have so far.
   * @param from the first of the lists to ask.
   * @returns how many cards are left in the block, with their ranks.
   */
  #lookUp(count: number, certain: number, from: number, questions: number, best: TopK): number {
    const cards = this.#cards;
    const ranks = this.#ranks;
    const hits = this.#hits;
    let left = count;
    let same = certain;
    let q = from;
    // As long as a card comes in only if the list holds it, all cards that are left have the same rank. The first of them
    // has the lowest number: where it needs the list, they all do.
    for (; q < questions && !comesIn(cards[0]!, same + this.#rest[q + 1]!, best); q++) {
      left = this.#asked[q]!.cursor.find(cards, left, hits, this.#postings);
      if (left === 0) return 0;
      for (let h = 0; h < left; h++) cards[h] = cards[hits[h]!]!;
      same += this.#asked[q]!.rank;
    }
    for (let c = 0; c < left; c++) ranks[c] = same;
    for (; q < questions && left > 0; q++) {
      const { cursor, rank } = this.#asked[q]!;
      const found = cursor.find(cards, left, hits, this.#postings);
      for (let h = 0; h < found; h++) ranks[hits[h]!] = ranks[hits[h]!]! + rank;
      // Where even the first one, held by no list since, could come in, hardly any can be dropped.
      if (comesIn(cards[0]!, same + this.#rest[q + 1]!, best)) continue;
      left = dropBelow(cards, ranks, left, this.#rest[q + 1]!, best);
    }
    return left;
  }

  /** Offers the first `left` cards of the block, each that comes in and was not offered before. */
  #offer(left: number, best: TopK): void {
    const cards = this.#cards;
    const ranks = this.#ranks;
    const offered = this.#offered;
    for (let c = 0; c < left; c++) {
      const card = cards[c]!;
      const rank = ranks[c]!;
      if (comesIn(card, rank, best) && offered.add(card)) best.offer(card, rank);
    }
  }
}
