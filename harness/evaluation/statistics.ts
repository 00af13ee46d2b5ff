/**
 * Percentiles by nearest rank: the smallest value that at least p % of all values do not exceed. Always one of the
 * values, never something in between.
 *
 * @param values finite numbers, in any order; not changed.
 * @param percents each above 0, up to 100 (100 is the maximum).
 * @returns one number for each percent, in the same order; undefined for each where there are no values.
 * @throws RangeError where a value is not finite or a percent is out of range.
 */
export function percentiles(values: ArrayLike<number>, percents: readonly number[]): (number | undefined)[] {
  const sorted = sortedCopy(values);
  return percents.map((percent) => sorted[nearestRank(sorted.length, percent) - 1]);
}

/**
 * The rank, counted from 1, of a percentile among `count` sorted values: ceil(percent / 100 * count).
 * The multiplication comes first, which keeps whole percents exact: 0.07 * 100 would be above 7.
 *
 * @throws RangeError where the percent is not above 0 and at most 100.
 */
export function nearestRank(count: number, percent: number): number {
  if (!(percent > 0 && percent <= 100)) throw new RangeError(`expected a percent in (0, 100], received ${percent}`);
  return Math.ceil((percent * count) / 100);
}

/**
 * The middle value; of an even number of values the mean of the two in the middle.
 *
 * @param values finite numbers, in any order; not changed.
 * @returns undefined where there are no values.
 * @throws RangeError where a value is not finite.
 */
export function median(values: ArrayLike<number>): number | undefined {
  const sorted = sortedCopy(values);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return lower === undefined || upper === undefined ? undefined : lower + (upper - lower) / 2;
}

/**
 * The arithmetic mean, added up in the order given.
 *
 * @returns undefined where there are no values.
 * @throws RangeError where a value is not finite.
 */
export function mean(values: ArrayLike<number>): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += finite(values[i]);
  return sum / values.length;
}

/**
 * The standard deviation of a sample: squares divided by n - 1.
 *
 * @returns undefined for fewer than two values, about whose spread nothing is known. Never 0 in its place.
 * @throws RangeError where a value is not finite.
 */
export function standardDeviation(values: ArrayLike<number>): number | undefined {
  const center = mean(values);
  if (center === undefined || values.length < 2) return undefined;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (finite(values[i]) - center) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Where the ranks of a 95 % interval fall on whole numbers: the 50th and the 1950th of 1999, as many below as above.
 */
const RESAMPLES = 1999;

/**
 * A 95 % interval for the median of all values together, where they come in groups whose values have something in common:
 * the rounds of one process, say. By the percentile bootstrap of two levels (Davison and Hinkley 1997, section 3.8): draw
 * groups with replacement, and of each as many values as it has, again with replacement; take the median of all that was
 * drawn, 1999 times; the interval holds the middle 95 % of those medians. It covers what differs between groups; from one
 * group it knows nothing of that. Drawn are one group fewer than there are, without which intervals from few groups are too
 * narrow (McCarthy and Snowden 1985).
 *
 * @param groups finite numbers, in any order; groups without any are passed over.
 * @param random a generator of numbers in [0, 1): one is asked for each group that is drawn, then one for each of its
 *   values. The same values and numbers give the same interval.
 * @returns undefined where there are no values. From a single value both ends are that value.
 * @throws RangeError where a value is not finite.
 */
export function medianInterval(
  groups: readonly ArrayLike<number>[],
  random: () => number,
): { readonly low: number; readonly high: number } | undefined {
  const filled = groups.filter((group) => group.length > 0);
  const draws = Math.max(1, filled.length - 1);
  const longest = filled.reduce((most, { length }) => Math.max(most, length), 0);
  const drawn = new Float64Array(draws * longest);
  const medians = new Float64Array(RESAMPLES);
  for (let i = 0; i < RESAMPLES; i++) {
    let size = 0;
    for (let j = 0; j < draws; j++) {
      const group = filled[Math.floor(random() * filled.length)] ?? [];
      for (let n = 0; n < group.length; n++) drawn[size++] = finite(group[Math.floor(random() * group.length)]);
    }
    const middle = median(drawn.subarray(0, size));
    if (middle === undefined) return undefined;
    medians[i] = middle;
  }
  const [low, high] = percentiles(medians, [2.5, 97.5]);
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** A typed array sorts by number (an array of [9, 10, 100] by text) and takes any length that fits in memory. */
function sortedCopy(values: ArrayLike<number>): Float64Array {
  const copy = Float64Array.from(values);
  for (const value of copy) finite(value);
  return copy.sort();
}

function finite(value: number | undefined): number {
  if (!Number.isFinite(value)) throw new RangeError(`expected finite numbers, received ${value}`);
  return value as number;
}
