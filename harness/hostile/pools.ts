import type { Card } from '../../datasets/card.ts';
import type { Dataset, Query } from '../../datasets/dataset.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { BuildOptions, Retriever } from '../../retrievers/retriever.ts';
import { checkIndex } from '../answer-check.ts';
import { makePause } from '../pause.ts';
import { checkRanking } from '../ranking-check.ts';
import { explained } from '../retriever-code.ts';
import { pausing } from '../subjects.ts';

/** The first k hits of one query. */
export interface Pool {
  readonly query: Query;
  readonly hits: readonly Hit[];
}

/**
 * The pools of every query of an experiment, in their order.
 *
 * @param parts of the experiment; their cards are the honest ones.
 * @param added cards that are put behind those of each part.
 * @throws RetrieverError where the retriever fails or breaks its contract; the signal's reason on an interrupt.
 */
export async function poolsWith(
  added: readonly Card[],
  parts: readonly Dataset[],
  retriever: Retriever,
  k: number,
  options: BuildOptions,
  signal: AbortSignal,
): Promise<Pool[]> {
  const { name } = retriever;
  const pause = makePause(signal);
  const pools: Pool[] = [];
  for (const part of parts) {
    const cards = [...part.cards, ...added];
    const index = await explained(name, 'build', () => retriever.build(pausing(cards, pause), options));
    checkIndex(name, index, cards.length);
    const known = new Set(cards.map(({ id }) => id));
    for (const query of part.queries) {
      await pause();
      const hits = await explained(name, `query ${query.id}`, async () => index.search(query.text, k));
      checkRanking(hits, k, known, retriever.oracle !== undefined, { retriever: name, queryId: query.id });
      pools.push({ query, hits });
    }
  }
  return pools;
}
