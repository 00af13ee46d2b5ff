import type { Card } from '../../datasets/card.ts';
import type { Dataset, Query } from '../../datasets/dataset.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { Retriever, SearchIndex } from '../../retrievers/retriever.ts';
import { type MissCause, missCause } from '../outcomes.ts';

/** A right card that was not in the pool. */
export interface Miss {
  readonly query: Query;
  readonly card: Card;
  readonly cause: MissCause;
  /** Its place in the full ranking; undefined where it has none. */
  readonly hit: Hit | undefined;
  readonly rank: number | undefined;
  readonly pool: readonly Hit[];
}

/** How often a card was wanted, and what became of it. */
export interface Tally {
  wanted: number;
  found: number;
  first: number;
  readonly misses: Miss[];
  /** The queries that want it, in order. */
  readonly queries: Query[];
}

/** A retriever's index over a registry, and how many hits make its pool. */
export interface Diagnosed {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly index: SearchIndex;
  readonly cards: readonly Card[];
  readonly k: number;
}

/** Collects what became of each right card, one query after the other. Holds pools, and no full ranking. */
export class Collector {
  readonly of: Diagnosed;
  /** By card id; cards that no query wanted are not in it. */
  readonly tallies = new Map<string, Tally>();
  /** In the order of the queries. */
  readonly misses: Miss[] = [];
  readonly cardById: ReadonlyMap<string, Card>;

  constructor(of: Diagnosed, cardById: ReadonlyMap<string, Card> = new Map(of.cards.map((card) => [card.id, card]))) {
    this.of = of;
    this.cardById = cardById;
  }

  /**
   * Adds a query. One without right cards adds nothing, and so does a right card that is not in the registry.
   *
   * @param full its full ranking; `pool` the first k hits of it.
   */
  add(query: Query, full: readonly Hit[], pool: readonly Hit[]): void {
    const { relevant } = query;
    if (relevant === undefined) return;
    for (const [id, grade] of relevant) {
      const card = this.cardById.get(id);
      if (card === undefined) continue;
      const tally = this.#tallyOf(id);
      tally.wanted++;
      tally.queries.push(query);
      if (pool.some((hit) => hit.id === id)) {
        tally.found++;
        if (pool[0]?.id === id) tally.first++;
        continue;
      }
      const place = full.findIndex((hit) => hit.id === id);
      const alone = new Map([[id, grade]]);
      const miss: Miss = {
        query,
        card,
        cause: missCause(query, alone, full, pool, this.of.index, this.cardById),
        hit: full[place],
        rank: place < 0 ? undefined : place + 1,
        pool,
      };
      tally.misses.push(miss);
      this.misses.push(miss);
    }
  }

  #tallyOf(id: string): Tally {
    const tally = this.tallies.get(id) ?? { wanted: 0, found: 0, first: 0, misses: [], queries: [] };
    this.tallies.set(id, tally);
    return tally;
  }
}

/**
 * The collectors of a run, by retriever; none where no query has a right card. The oracle of another retriever of the
 * run has none: that its rows would be the same is what the comparison shows.
 */
export function collectorsOf(
  { cards, queries }: Dataset,
  seed: string | undefined,
  k: number,
  subjects: readonly { readonly retriever: Retriever; readonly index: SearchIndex }[],
  cardById: ReadonlyMap<string, Card>,
): ReadonlyMap<string, Collector> {
  if (!queries.some(({ relevant }) => (relevant?.size ?? 0) > 0)) return new Map();
  const oracles = new Set(subjects.map(({ retriever }) => retriever.oracle));
  return new Map(
    subjects
      .filter(({ retriever }) => !oracles.has(retriever.name))
      .map(({ index, retriever: { name } }) => [
        name,
        new Collector({ seed, retriever: name, index, cards, k }, cardById),
      ]),
  );
}
