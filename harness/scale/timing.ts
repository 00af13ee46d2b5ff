import { setImmediate as nextTurn } from 'node:timers/promises';
import { mean, median } from '../evaluation/statistics.ts';
import { microsecondsOf } from '../latency/timer.ts';

/** A way to answer queries, to be timed beside others on the same ones. */
export interface Way<Result = unknown> {
  /** Answers a query, by its place among the queries. Nothing but this is timed. */
  run(query: number): Result;
  /** Throws where a result is not what it has to be. Called after every run, so that no result goes unused. */
  check(query: number, result: Result): void;
}

/** Each way stands in each place of a round equally often, and before each other one as often as after it. */
const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
  [0, 2, 1],
  [1, 0, 2],
] as const;

/** How often every query is timed with every way. */
export const ROUNDS = ORDERS.length;

/** Before the first round each way answers all queries, again until that took this long. */
export const WARM_UP_MS = 200;

/**
 * Times three ways in rounds: one after the other, each with all queries, in an order that changes from round to round.
 *
 * @param queries how many there are.
 * @param now milliseconds, from any start.
 * @returns the samples of each way in microseconds, one a query and round.
 */
export async function timeWays(
  ways: readonly [Way, Way, Way],
  queries: number,
  now: () => number,
  onRound: (done: number) => void,
): Promise<[Float64Array, Float64Array, Float64Array]> {
  for (const way of ways) {
    const start = now();
    do for (let query = 0; query < queries; query++) way.check(query, way.run(query));
    while (now() - start < WARM_UP_MS);
  }
  const samples = () => new Float64Array(ROUNDS * queries);
  const all: [Float64Array, Float64Array, Float64Array] = [samples(), samples(), samples()];
  for (const [round, order] of ORDERS.entries()) {
    onRound(round);
    await nextTurn();
    for (const place of order) timeRound(ways[place], all[place].subarray(round * queries, (round + 1) * queries), now);
  }
  return all;
}

/**
 * What a query takes, the mean over the queries of each one's median over the rounds: a search that the machine interrupted
 * counts as that of the other rounds, and a slow query as slow as it is.
 *
 * @param samples of one way, as `timeWays` gives them: round after round, each with every query in the same order.
 * @param queries how many there are, at least one.
 * @returns in the unit of the samples.
 */
export function meanOfMedians(samples: Float64Array, queries: number): number {
  const rounds = samples.length / queries;
  const medians = Array.from(
    { length: queries },
    (_, query) => median(Float64Array.from({ length: rounds }, (_, round) => samples[round * queries + query]!))!,
  );
  return mean(medians)!;
}

function timeRound(way: Way, into: Float64Array, now: () => number): void {
  for (let query = 0; query < into.length; query++) {
    const start = now();
    const result = way.run(query);
    into[query] = microsecondsOf(now() - start);
    way.check(query, result);
  }
}
