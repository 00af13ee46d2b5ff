import { percentiles } from '../evaluation/statistics.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Where the ranks of a 95 % interval fall on whole numbers: the 50th and the 1950th of 1999, as many below as above.
 */
const RESAMPLES = 1999;

/**
 * 95 % intervals for the means of several columns over the same queries, by the percentile bootstrap (Efron 1979):
 * draw as many queries with replacement, take the mean, 1999 times; the interval holds the middle 95 % of those means.
 * The columns share the draws, which a column more or less does not change.
 *
 * @param columns of equal length, finite numbers.
 * @param random a generator of numbers in [0, 1). The same columns and numbers give the same intervals.
 * @returns an interval for each column; undefined for each where there are fewer than two queries, whose spread nobody
 *   knows.
 */
export function meanIntervals(
  columns: readonly ArrayLike<number>[],
  random: () => number,
): readonly (Interval | undefined)[] {
  const queries = columns[0]?.length ?? 0;
  const width = columns.length;
  if (queries < 2) return columns.map(() => undefined);

  // Query by query, so that one draw reads one place.
  const values = new Float64Array(queries * width);
  for (const [c, column] of columns.entries()) {
    for (let i = 0; i < queries; i++) values[i * width + c] = column[i] as number;
  }
  const means = columns.map(() => new Float64Array(RESAMPLES));
  const sums = new Float64Array(width);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    sums.fill(0);
    for (let draw = 0; draw < queries; draw++) {
      const at = Math.floor(random() * queries) * width;
      for (let c = 0; c < width; c++) sums[c]! += values[at + c]!;
    }
    for (const [c, ofColumn] of means.entries()) ofColumn[resample] = sums[c]! / queries;
  }
  return means.map((ofColumn) => {
    const [low, high] = percentiles(ofColumn, [2.5, 97.5]);
    return low === undefined || high === undefined ? undefined : { low, high };
  });
}
