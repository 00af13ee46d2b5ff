import type { CurveRow, TargetRow } from '../records.ts';
import type { QueryScores } from './scores.ts';
import { mean } from './statistics.ts';

/** The sizes of a pool that are looked at. */
const CURVE_KS = [1, 2, 5, 10, 20, 50, 100, 'all'] as const;

type Of = Pick<CurveRow, 'seed' | 'retriever'>;
type Found = Pick<QueryScores, 'ranks' | 'right'>;

/**
 * How recall grows with the pool, from full rankings.
 *
 * @param queries one retriever's scores of every judged query.
 */
export function curveRows(of: Of, queries: readonly Found[]): CurveRow[] {
  return CURVE_KS.map((k) => {
    const deepest = k === 'all' ? Number.POSITIVE_INFINITY : k;
    return {
      ...of,
      k,
      queries: queries.length,
      recall: recallAt(queries, deepest),
      complete: mean(queries.map((query) => (foundWithin(query, deepest) === query.right ? 1 : 0))),
    };
  });
}

/** The smallest pool that reaches a recall, and what recall it and the pool of all candidates have. */
export function targetRow(of: Of, queries: readonly Found[], target: number): TargetRow {
  const k = smallestK(queries, target);
  return {
    ...of,
    target_recall: target,
    queries: queries.length,
    smallest_k: k,
    recall_at_smallest_k: k === undefined ? undefined : recallAt(queries, k),
    recall_of_all: recallAt(queries, Number.POSITIVE_INFINITY),
  };
}

/** A target has at most this many decimals. */
const DECIMALS = 1_000_000;

/**
 * The smallest K whose mean recall is at least the target. Over every K, and in whole numbers: three thirds are one,
 * which a sum of float64s would miss.
 *
 * @param target above 0, up to 1, of at most six decimals.
 * @returns undefined where no K reaches it, or no query is judged.
 */
export function smallestK(queries: readonly Found[], target: number): number | undefined {
  const unit = [...new Set(queries.map(({ right }) => BigInt(right)))].reduce(leastCommonMultiple, 1n);
  // With `unit` as the worth of one query, mean recall >= target is: gained * DECIMALS >= target * DECIMALS * queries.
  const wanted = BigInt(Math.round(target * DECIMALS)) * BigInt(queries.length) * unit;
  const gains = queries
    .flatMap(({ ranks, right }) => ranks.map((rank) => ({ rank, gain: unit / BigInt(right) })))
    .sort((a, b) => a.rank - b.rank);
  let gained = 0n;
  for (const { gain, rank } of gains) {
    gained += gain;
    if (gained * BigInt(DECIMALS) >= wanted) return rank;
  }
  return undefined;
}

function recallAt(queries: readonly Found[], k: number): number | undefined {
  return mean(queries.map((query) => foundWithin(query, k) / query.right));
}

function foundWithin({ ranks }: Found, k: number): number {
  let found = 0;
  while (found < ranks.length && (ranks[found] as number) <= k) found++;
  return found;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
