import type { TopK } from './top-k.ts';

/*
 * The question that a search which stops early asks of a card: whether it can still be among the best. Ranks are sums
 * without rounding, so no answer has an error to allow for.
 */

/** Whether a card of this rank would be kept. */
export function comesIn(card: number, rank: number, { leastRank, leastCard }: TopK): boolean {
  return rank > leastRank || (rank === leastRank && card < leastCard);
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
    const card = cards[c]!;
    const rank = ranks[c]!;
    const most = rank + rest;
    cards[kept] = card;
    ranks[kept] = rank;
    // As `comesIn`, by adding up truths: which cards stay nobody can foretell, and a wrong guess costs more than all of it.
    kept += +(most > leastRank) | (+(most === leastRank) & +(card < leastCard));
  }
  return kept;
}
