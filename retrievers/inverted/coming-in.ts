import type { ListCursor } from './list-cursor.ts';
import type { TopK } from './top-k.ts';

/*
 * The questions that a search which stops early asks of a card: whether it can still be among the best, and whether it was
 * met before. Ranks are sums without rounding, so no answer has an error to allow for.
 */

/** Whether a card of this rank would be kept. */
export function comesIn(card: number, rank: number, { leastRank, leastCard }: TopK): boolean {
  return rank > leastRank || (rank === leastRank && card < leastCard);
}

/** Whether one of the first `count` lists holds a card. */
export function isInOneOf(lists: readonly { readonly cursor: ListCursor }[], count: number, card: number): boolean {
  for (let j = 0; j < count; j++) if (lists[j]!.cursor.holds(card)) return true;
  return false;
}

/**
 * Drops the cards of a block that cannot come in even with all that the lists not yet asked can add.
 *
 * @param cards the block, and `ranks` what its cards have so far; the first `count` of both are valid.
 * @param rest what the lists not yet asked add at most.
 * @returns how many cards are left, at the beginning of both.
 */
export function dropBelow(
  cards: Uint32Array,
  ranks: Float64Array,
  count: number,
  rest: number,
  { leastRank, leastCard }: TopK,
): number {
  let kept = 0;
  for (let c = 0; c < count; c++) {
    const most = ranks[c]! + rest;
    if (most < leastRank || (most === leastRank && cards[c]! > leastCard)) continue;
    cards[kept] = cards[c]!;
    ranks[kept++] = ranks[c]!;
  }
  return kept;
}
