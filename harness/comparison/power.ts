import { standardDeviation } from '../evaluation/statistics.ts';

/** Quantiles of the standard normal distribution at 1 - 0.05 / 2 and at 0.8. */
const Z_TWO_SIDED_5_PERCENT = 1.959963984540054;
const Z_POWER_80_PERCENT = 0.8416212335729143;

/**
 * The smallest true difference that a two-sided test at the 5 % level would find in 80 % of all samples of this size:
 * (z(0.975) + z(0.8)) * s / sqrt(n), with s the standard deviation (n - 1) of the paired differences. The normal
 * approximation; for one test, before any adjustment for several.
 *
 * @param differences one a query.
 * @returns undefined where nothing is known about the spread: fewer than two differences, or all of them equal.
 */
export function smallestDetectable(differences: ArrayLike<number>): number | undefined {
  const deviation = standardDeviation(differences);
  // Asked of the values: rounding leaves equal ones a deviation of 1e-17.
  const alike = Array.from(differences).every((difference) => difference === differences[0]);
  if (deviation === undefined || alike) return undefined;
  return ((Z_TWO_SIDED_5_PERCENT + Z_POWER_80_PERCENT) * deviation) / Math.sqrt(differences.length);
}
