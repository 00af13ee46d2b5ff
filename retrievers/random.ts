import seedrandom from 'seedrandom';
import { numberCards } from './inverted/card-ids.ts';
import type { Hit } from './ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from './retriever.ts';

/**
 * Cards in random order, drawn from the seed and the query's text: the floor that a retriever has to be above. Every
 * card is a candidate of every query, so this is the one retriever whose pools are never empty.
 */
export const random: Retriever = { name: 'random', oracle: undefined, build };

async function build(cards: Cards, { seed = '' }: BuildOptions): Promise<SearchIndex> {
  const arrived: string[] = [];
  for await (const card of cards) arrived.push(card.id);
  // Numbered by id, so that the draw does not depend on the order in which the cards came.
  const { bytes, ids } = numberCards(arrived);
  return {
    cards: ids.length,
    search: (query, k) => draw(ids, k, seedrandom(JSON.stringify([seed, 'random', query]))),
    countCandidates: () => ids.length,
    indexBytes: () => bytes,
  };
}

/**
 * The first `k` places of a Fisher-Yates shuffle, so that a longer draw begins with a shorter one. Only the places that
 * were exchanged are remembered. The score counts down from the number of cards; it means nothing but the order.
 */
function draw(ids: readonly string[], k: number, random: () => number): Hit[] {
  const moved = new Map<number, number>();
  const hits: Hit[] = [];
  for (let i = 0; i < Math.min(k, ids.length); i++) {
    const j = i + Math.floor(random() * (ids.length - i));
    const chosen = moved.get(j) ?? j;
    moved.set(j, moved.get(i) ?? i);
    hits.push({ id: ids[chosen]!, score: ids.length - i, matched: undefined });
  }
  return hits;
}
