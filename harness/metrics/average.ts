import { mean } from '../statistics.ts';
import type { Measure } from './measure.ts';

/** A query's right cards beside what was found for it. */
export interface Answer {
  /** As in a query: empty where nothing is right, undefined where nobody has judged. */
  readonly relevant: ReadonlyMap<string, number> | undefined;
  /** Ids, best first, cut to the run's K. Empty or undefined: unanswered. */
  readonly ranking: readonly string[] | undefined;
}

/** A query is judged if it has at least one right card. */
export function isJudged(relevant: ReadonlyMap<string, number> | undefined): relevant is ReadonlyMap<string, number> {
  return relevant !== undefined && relevant.size > 0;
}

/**
 * The mean of a measure over every judged query, as trec_eval takes it with `-c`: a query without an answer counts 0
 * and stays in the denominator; a query without a right card is in neither.
 *
 * @returns a number from 0 to 1; undefined where no query is judged.
 * @throws RangeError as the measure does.
 */
export function averageOverJudged(measure: Measure, answers: Iterable<Answer>): number | undefined {
  const values: number[] = [];
  for (const { relevant, ranking } of answers) {
    if (isJudged(relevant)) values.push(measure(ranking ?? [], relevant));
  }
  return mean(values);
}
