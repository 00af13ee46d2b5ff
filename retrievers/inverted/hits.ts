import type { Hit } from '../ranking.ts';
import type { PackedIds } from './packed-ids.ts';
import { matchedOf, scoreOf } from './rank.ts';
import type { TopK } from './top-k.ts';

/** The hits of a search, best first; no card is left in `best`. */
export function takeHits(best: TopK, ids: PackedIds): Hit[] {
  return best.take(
    (card) => ids.id(card),
    (id, rank) => ({ id, score: scoreOf(rank), matched: matchedOf(rank) }),
  );
}
