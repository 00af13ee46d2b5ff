import type { Dataset } from '../datasets/dataset.ts';
import type { Plan } from './experiment.ts';
import { queriesToCheck } from './sample.ts';

/** What is decided over a whole experiment, and is the same in each of its parts. */
export interface Scope {
  /** Ids of the queries that are compared with the oracle. */
  readonly checked: ReadonlySet<string>;
  /** Whether these are not all queries. The oracle then serves them alone, and has no rows. */
  readonly sampled: boolean;
  /** Whether it is said of each card what became of it. */
  readonly diagnosed: boolean;
}

/** @param dataset every query of the experiment. */
export function scopeOf(
  { cards, queries }: Dataset,
  { check, sampleSeed }: Pick<Plan, 'check' | 'sampleSeed'>,
  diagnosed = true,
): Scope {
  const places = queriesToCheck(check, queries.length, cards.length, sampleSeed);
  const checked = new Set(places.flatMap((place) => queries[place]?.id ?? []));
  return { checked, sampled: places.length < queries.length, diagnosed };
}
