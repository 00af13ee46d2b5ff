import seedrandom from 'seedrandom';
import { meanIntervals } from '../comparison/bootstrap.ts';
import { mean } from '../evaluation/statistics.ts';
import { isJudged } from '../metrics/measure.ts';
import { recallAt } from '../metrics/recall.ts';
import type { PlantedRow } from '../records.ts';
import type { Pool } from './pools.ts';

/** The columns of `planted.csv` that follow from pools. */
type Gained = Pick<
  PlantedRow,
  | 'queries'
  | 'pools'
  | 'pools_planted'
  | 'pools_share'
  | 'places'
  | 'places_planted'
  | 'places_share'
  | 'firsts_planted'
  | 'firsts_share'
  | 'judged'
  | 'recall_honest'
  | 'recall_planted'
  | 'recall_lost'
  | 'recall_lost_low'
  | 'recall_lost_high'
  | 'queries_lost'
  | 'queries_gained'
>;

/**
 * What planted cards took, and what right cards lost by it.
 *
 * @param pools of every query, with planted cards in the registry; `honest` those of the same queries without.
 * @param planted ids of the planted cards.
 * @param random names the generator of the interval.
 * @throws Error where the two are not about the same queries in the same order.
 */
export function gained(
  pools: readonly Pool[],
  honest: readonly Pool[],
  planted: ReadonlySet<string>,
  k: number,
  random: string,
): Gained {
  if (pools.length !== honest.length || pools.some(({ query }, i) => query.id !== honest[i]?.query.id)) {
    throw new Error('pools with and without planted cards are not of the same queries');
  }
  const filled = pools.filter(({ hits }) => hits.length > 0);
  const taken = pools.map(({ hits }) => hits.filter(({ id }) => planted.has(id)).length);
  const places = sum(pools.map(({ hits }) => hits.length));
  const poolsPlanted = taken.filter((count) => count > 0).length;
  const firsts = filled.filter(({ hits: [first] }) => first !== undefined && planted.has(first.id)).length;

  const [before, after] = [recalls(honest, k), recalls(pools, k)];
  const lost = before.map((value, i) => value - (after[i] as number));
  const [interval] = meanIntervals([lost], seedrandom.alea(random));
  return {
    queries: pools.length,
    pools: filled.length,
    pools_planted: poolsPlanted,
    pools_share: share(poolsPlanted, filled.length),
    places,
    places_planted: sum(taken),
    places_share: share(sum(taken), places),
    firsts_planted: firsts,
    firsts_share: share(firsts, filled.length),
    judged: before.length,
    recall_honest: mean(before),
    recall_planted: mean(after),
    recall_lost: mean(lost),
    recall_lost_low: interval?.low,
    recall_lost_high: interval?.high,
    queries_lost: lost.filter((difference) => difference > 0).length,
    queries_gained: lost.filter((difference) => difference < 0).length,
  };
}

/** Recall of each judged query, in their order. */
function recalls(pools: readonly Pool[], k: number): number[] {
  const recall = recallAt(k);
  return pools.flatMap(({ hits, query: { relevant } }) =>
    isJudged(relevant)
      ? [
          recall(
            hits.map(({ id }) => id),
            relevant,
          ),
        ]
      : [],
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}
