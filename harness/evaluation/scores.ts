import type { Query } from '../../datasets/dataset.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { RunMeasure } from '../metrics/index.ts';
import { isJudged } from '../metrics/measure.ts';
import { mean } from './statistics.ts';
import { type Band, tieBands } from './tie-bands.ts';

/** How well one retriever answered one judged query: all that later stages need of a full ranking. */
export interface QueryScores {
  readonly retriever: string;
  readonly query_id: string;
  readonly kind: string | undefined;
  /** Right cards that the query has. */
  readonly right: number;
  /** Ranks of those that the full ranking holds, from 1, ascending. */
  readonly ranks: readonly number[];
  /** One for each measure of the run, in their order. */
  readonly values: readonly number[];
  /** One for each measure; undefined where no order of ties changes any of them. */
  readonly bands: readonly Band[] | undefined;
}

/**
 * Measures one answer.
 *
 * @param pool the first K of the ranking.
 * @param full the full ranking.
 * @returns undefined for a query without a right card: it is not judged, and in no mean.
 */
export function scoreQuery(
  retriever: string,
  query: Query,
  pool: readonly Hit[],
  full: readonly Hit[],
  k: number,
  measures: readonly RunMeasure[],
): QueryScores | undefined {
  const { relevant } = query;
  if (!isJudged(relevant)) return undefined;
  const ranking = pool.map((hit) => hit.id);
  const ranks: number[] = [];
  for (const [i, hit] of full.entries()) if (relevant.has(hit.id)) ranks.push(i + 1);
  return {
    retriever,
    query_id: query.id,
    kind: query.kind,
    right: relevant.size,
    ranks,
    values: measures.map(({ measure }) => measure(ranking, relevant)),
    bands: tieBands(full, k, relevant, measures),
  };
}

/**
 * The mean of each measure over every judged query, as trec_eval takes it with `-c`: a query without an answer counts 0
 * and stays in the denominator; a query without a right card is in neither.
 *
 * @returns one number for each measure, from 0 to 1; undefined where no query is judged.
 */
export function meanScores(scores: readonly QueryScores[], measures: readonly RunMeasure[]): (number | undefined)[] {
  return measures.map((_, i) => mean(scores.map(({ values }) => values[i] as number)));
}
