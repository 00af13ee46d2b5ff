import type { PackedIds } from '../inverted/packed-ids.ts';
import { MATCH } from '../inverted/rank.ts';
import { compareHits, type Hit } from '../ranking.ts';
import type { WeightedList } from './weights.ts';

/**
 * The best cards of a query of any number of lists, for those too many to be ranked by one number: score and matched count
 * are added up apart. Slow, and as exact.
 *
 * @param lists at their beginning.
 */
export function searchLong(lists: readonly WeightedList[], ids: PackedIds, k: number): Hit[] {
  const scores = new Map<number, { score: number; matched: number }>();
  for (const { cursor, ranksOf } of lists) {
    const cards = new Uint32Array(cursor.length);
    const places = Uint32Array.from(cards, (_, i) => cursor.place + i);
    const ranks = new Float64Array(cursor.length);
    cursor.read(cards, cursor.length, Infinity);
    ranksOf(cards, places, cards.length, ranks);
    for (let i = 0; i < cards.length; i++) {
      const { score, matched } = scores.get(cards[i]!) ?? { score: 0, matched: 0 };
      scores.set(cards[i]!, { score: score + (ranks[i]! - MATCH), matched: matched + 1 });
    }
  }
  return [...scores]
    .map(([card, sum]) => ({ id: ids.id(card), ...sum }))
    .sort(compareHits)
    .slice(0, k);
}
