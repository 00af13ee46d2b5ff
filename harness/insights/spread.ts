import type { LatencySpread } from './records.ts';

/** Bins from one power of ten to the next. */
const BINS_A_DECADE = 20;
/** What a coarse clock gives for a search that is faster than its step. */
const LEAST_US = 0.001;

/**
 * Counts samples in bins that are equally wide in the logarithm, so that fast and slow retrievers fit one axis.
 *
 * @param samplesUs microseconds, none negative.
 */
export function spreadOf(samplesUs: Float64Array): LatencySpread['bins'] {
  const counts = new Map<number, number>();
  for (const sample of samplesUs) {
    const bin = Math.floor(Math.log10(Math.max(sample, LEAST_US)) * BINS_A_DECADE);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([bin, samples]) => ({
      from_us: 10 ** (bin / BINS_A_DECADE),
      to_us: 10 ** ((bin + 1) / BINS_A_DECADE),
      samples,
    }));
}
