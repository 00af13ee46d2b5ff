import type { Hit } from '../../retrievers/ranking.ts';
import { type Answer, ask, type Cut, compareAnswers, cutsOf, describeDivergence } from '../agreement.ts';
import type { ScaleIndex } from './scale-index.ts';

/** What the oracle in constant memory says of a query: its best k, and how many cards it found in all. */
export interface OracleAnswer {
  readonly hits: readonly Hit[];
  readonly candidates: number;
}

/** How an index stood beside the oracle. */
export interface ScaleCheck {
  readonly compared: number;
  readonly divergent: number;
  /** The first query that differs, and how; undefined where none does. */
  readonly divergence: string | undefined;
}

/**
 * Compares an index with what the oracle said: hits of K = 1 and of k by ids, order, `===` scores and matched counts, and the
 * number of candidates. All hits where k is at least the number of cards.
 *
 * @param answers beside the queries, for the same k.
 */
export async function checkQueries(
  index: ScaleIndex,
  queries: readonly string[],
  answers: readonly OracleAnswer[],
  k: number,
): Promise<ScaleCheck> {
  if (answers.length !== queries.length) throw new Error(`${answers.length} answers to ${queries.length} queries`);
  // Without the cut at everything: of millions of candidates the oracle has kept k.
  const cuts: readonly Cut[] = cutsOf(k, index.cards).filter(({ label }) => label !== 'all');
  let divergent = 0;
  let divergence: string | undefined;
  for (const [q, query] of queries.entries()) {
    const { candidates, hits } = answers[q]!;
    const wanted: Answer = { rankings: cuts.map((cut) => hits.slice(0, cut.k)), candidates };
    const found = await ask(index, query, cuts);
    if (compareAnswers(found, wanted, cuts).every(({ equal }) => equal)) continue;
    divergent++;
    divergence ??= `query ${JSON.stringify(query)}: ${describeDivergence(found, wanted, cuts)}`;
  }
  return { compared: queries.length, divergent, divergence };
}
