import type { ListCursor } from './list-cursor.ts';
import type { TopK } from './top-k.ts';

/** A posting list of a query, which adds the same to the rank of each of its cards. */
export interface RankedList {
  readonly cursor: ListCursor;
  /** What it adds, as `rankOf` gives it: a sum of these is exact. */
  rank: number;
  /** Lists that hold every card that this one holds, as a bigram's words do. They are never shorter. */
  readonly implied: RankedList[];
}

/** Cards looked at before a search first asks whether it can stop, and at most between two such questions. */
const FIRST_BLOCK = 32;
const BLOCK = 1024;

/**
 * The best cards of a query without reading all of its postings.
 *
 * Lists are walked from the shortest, which weighs most, to the longest. A card met on the way is looked up in the lists
 * after the one it was met in, as long as it can still come in. The search stops at the first list that can bring none.
 *
 * Why that is exact. Let the lists be 0 .. n - 1, adding r[0] .. r[n - 1] to the rank of their cards, and let all cards of
 * the lists before `i` be dealt with. A card not among them is in none of those lists, so its rank is at most
 * `R = r[i] + ... + r[n - 1]`. R is a sum without rounding, as every rank is: comparing the two has no error to allow for.
 * - Where R is below the rank of the K-th card kept, no such card can come in.
 * - Where they are equal, only a card of rank R with a lower number than the K-th can. Cards are met in ascending order
 *   within a list, so from the first one with a higher number on, none of the list can.
 * - Later lists have a lower R, because r is above 0. So where a list can bring none, none after it can.
 * The same argument, with what is known of one card in the place of "at most", drops single cards. The K-th card kept
 * only ever gets better, so what was dropped rightly once was dropped rightly for good. Ranks order score and matched
 * count, and card numbers order ids: these are all ties there are.
 *
 * A card that was met before is met again with the ranks of the later lists alone, which is less than it has. It is not
 * recognised until it would come in; then it is looked up in the earlier lists, where it is found.
 */
export class PrunedSearch {
  /** Cards that the last search met, those met again counted again. */
  visited = 0;
  /** The block: cards, their ranks so far, and what a look-up found. */
  readonly #cards = new Uint32Array(BLOCK);
  readonly #ranks = new Float64Array(BLOCK);
  readonly #found = new Uint32Array(BLOCK);
  /** The lists that the cards of a walk are looked up in, and what those from each on can add. */
  readonly #asked: RankedList[] = [];
  readonly #rest = new Float64Array(257);

  get bytes(): number {
    return this.#cards.byteLength + this.#ranks.byteLength + this.#found.byteLength + this.#rest.byteLength;
  }

  /**
   * @param lists ascending by length, a list before those that it implies; at their beginning; at most 255.
   * @param count how many of them.
   * @param best where the cards are kept.
   */
  run(lists: readonly RankedList[], count: number, best: TopK): void {
    this.visited = 0;
    for (let i = 0; i < count; i++) if (!this.#walk(lists, i, count, best)) return;
  }

  /** Walks list `i`. Returns false where neither it nor any after it can bring a card that comes in. */
  #walk(lists: readonly RankedList[], i: number, count: number, best: TopK): boolean {
    const { cursor, rank, implied } = lists[i]!;
    const cards = this.#cards;
    const ranks = this.#ranks;
    const asked = this.#asked;
    const rest = this.#rest;
    let certain = rank;
    let questions = 0;
    for (let j = i + 1; j < count; j++) {
      const list = lists[j]!;
      if (implied.includes(list)) certain += list.rank;
      else asked[questions++] = list;
    }
    rest[questions] = 0;
    for (let q = questions - 1; q >= 0; q--) {
      asked[q]!.cursor.rewindFinding();
      rest[q] = rest[q + 1]! + asked[q]!.rank;
    }

    for (let size = FIRST_BLOCK; ; size = Math.min(2 * size, BLOCK)) {
      let met = cursor.read(cards, size, Infinity);
      if (met === 0) return true;
      if (!comesIn(cards[0]!, certain + rest[0]!, best)) return false;
      this.visited += met;
      ranks.fill(certain, 0, met);
      for (let q = 0; q < questions && met > 0; q++) {
        asked[q]!.cursor.find(cards, met, this.#found);
        met = this.#sift(met, asked[q]!.rank, rest[q + 1]!, best);
      }
      for (let c = 0; c < met; c++) {
        if (comesIn(cards[c]!, ranks[c]!, best) && !isInOneOf(lists, i, cards[c]!)) best.offer(cards[c]!, ranks[c]!);
      }
    }
  }

  /**
   * Adds to the ranks of the cards that were found, and drops those that can no longer come in.
   *
   * @param rest what the lists not yet asked can add.
   * @returns how many cards are left in the block.
   */
  #sift(met: number, rank: number, rest: number, { leastRank, leastCard }: TopK): number {
    const cards = this.#cards;
    const ranks = this.#ranks;
    const found = this.#found;
    let kept = 0;
    for (let c = 0; c < met; c++) {
      const soFar = found[c] === 0 ? ranks[c]! : ranks[c]! + rank;
      const most = soFar + rest;
      if (most < leastRank || (most === leastRank && cards[c]! > leastCard)) continue;
      cards[kept] = cards[c]!;
      ranks[kept++] = soFar;
    }
    return kept;
  }
}

/** Whether a card of this rank would be kept. */
function comesIn(card: number, rank: number, { leastRank, leastCard }: TopK): boolean {
  return rank > leastRank || (rank === leastRank && card < leastCard);
}

/** Whether one of the first `count` lists holds a card. */
function isInOneOf(lists: readonly RankedList[], count: number, card: number): boolean {
  for (let j = 0; j < count; j++) if (lists[j]!.cursor.holds(card)) return true;
  return false;
}
