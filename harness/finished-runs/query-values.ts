import { mean } from '../evaluation/statistics.ts';
import { measureProblem, measuresOf, type RunMeasure } from '../metrics/index.ts';
import { OUTCOMES, type Outcome } from '../outcomes.ts';
import type { Divergence, FinishedQuery, RunSubject } from './finished-run.ts';

/** The measure that a column holds the mean of; undefined for other columns, and for cutoffs that the pool does not reach. */
export function measureOfColumn(column: string, k: number): RunMeasure | undefined {
  const named = measureProblem(column, k) === undefined ? [column] : [];
  return measuresOf(k, named).find(({ name }) => name === column);
}

/** A measure of each judged query, by query id, from the pool and the right cards. */
export function measuredQueries({ pools, right }: RunSubject, { measure }: RunMeasure): Map<string, number> {
  return new Map([...right].map(([id, relevant]) => [id, measure(pools.get(id) ?? [], relevant)]));
}

/** The mean of a measure over the judged queries. */
export function measured(subject: RunSubject, measure: RunMeasure): number | undefined {
  return mean([...measuredQueries(subject, measure).values()]);
}

/**
 * What each query adds to a column of the summary: the value that the column is a mean, a sum or a percentile of.
 *
 * @returns by query id; undefined where no single query has a part in the column, such as the bytes of an index.
 */
export function queryValues(
  subject: RunSubject,
  column: string,
  divergences: readonly Divergence[],
): ReadonlyMap<string, number> | undefined {
  const measure = measureOfColumn(column, subject.k);
  if (measure !== undefined) return measuredQueries(subject, measure);
  const each = (valueIn: (query: FinishedQuery, id: string) => number | undefined) => {
    const values = [...subject.queries].map(([id, query]) => [id, valueIn(query, id)] as const);
    return new Map(values.filter((entry): entry is readonly [string, number] => entry[1] !== undefined));
  };
  if (isOutcome(column)) {
    return each(({ outcome }) => (outcome === undefined ? undefined : Number(outcome === column)));
  }
  switch (column) {
    case 'candidates_mean':
    case 'candidates_p50':
    case 'candidates_p95':
    case 'candidates_max':
    case 'candidates_share':
      return each(({ candidates }) => candidates);
    case 'pool_mean':
      return each(({ pool }) => pool);
    case 'success_rate':
      return each(({ success }) => succeeded(success));
    case 'success_answerable':
      return each(({ success }, id) => (subject.right.has(id) ? succeeded(success) : undefined));
    case 'success_unanswerable':
      return each(({ success }, id) => (subject.right.has(id) ? undefined : succeeded(success)));
    case 'divergent': {
      const own = divergences.filter(({ retriever, seed }) => retriever === subject.retriever && seed === subject.seed);
      const ids = new Set(own.map(({ query_id }) => query_id));
      return each((_, id) => Number(ids.has(id)));
    }
    default:
      return undefined;
  }
}

function succeeded(success: boolean | undefined): number | undefined {
  return success === undefined ? undefined : Number(success);
}

function isOutcome(column: string): column is Outcome {
  return (OUTCOMES as readonly string[]).includes(column);
}
