import seedrandom from 'seedrandom';
import { mean, median, medianInterval, nearestRank, percentiles } from '../evaluation/statistics.ts';
import type { LatencyRow } from '../records.ts';

/** What was timed of one retriever. */
export interface Timings {
  readonly retriever: string;
  readonly oracle: string | undefined;
  /** Microseconds, all rounds together. Their order means nothing. */
  readonly samplesUs: Float64Array;
  /** The median of each round in microseconds, process by process: each ran beside that of all others in its place. */
  readonly roundMediansUs: readonly (readonly number[])[];
}

/** A row of latency.csv, without what the timing does not know. */
export type LatencyStatistics = Omit<LatencyRow, 'seed' | 'build_ms' | 'load_ms' | 'index_bytes'>;

/** A percentile with fewer samples than this beyond it says more about single samples than about the retriever. */
const SAMPLES_BEYOND = 10;

/**
 * Sums up timings, a row a retriever.
 *
 * @param seed text, for the bootstrap. A retriever more or less does not change the draws of another.
 * @throws RangeError where a retriever has no sample: there is nothing to sum up, and Infinity would look like speed.
 */
export function summarise(timings: readonly Timings[], seed: string): LatencyStatistics[] {
  return timings.map((timing) => {
    const { retriever, samplesUs } = timing;
    const meanUs = mean(samplesUs);
    const [maxUs] = percentiles(samplesUs, [100]);
    if (meanUs === undefined || maxUs === undefined) throw new RangeError(`${retriever}: no sample was timed`);
    const [p50, p75, p95, p99] = trustedPercentiles(samplesUs, [50, 75, 95, 99]);
    const oracle = timings.find((other) => other.retriever === timing.oracle);
    const ratio = ratioToOracle(timing, oracle, seedrandom(`${seed}/latency-bootstrap/${retriever}`));
    return {
      retriever,
      samples: samplesUs.length,
      mean_us: meanUs,
      p50_us: p50,
      p75_us: p75,
      p95_us: p95,
      p99_us: p99,
      max_us: maxUs,
      queries_per_s: meanUs > 0 ? 1e6 / meanUs : undefined,
      ratio_to_oracle: ratio?.middle,
      ratio_low: ratio?.low,
      ratio_high: ratio?.high,
      processes: timing.roundMediansUs.length,
    };
  });
}

/** Percentiles by nearest rank; undefined where fewer than 10 samples lie beyond: p99 wants 1,000 samples. */
export function trustedPercentiles(samples: Float64Array, percents: readonly number[]): (number | undefined)[] {
  const values = percentiles(samples, percents);
  return percents.map((percent, i) => {
    const beyond = samples.length - nearestRank(samples.length, percent);
    return beyond >= SAMPLES_BEYOND ? values[i] : undefined;
  });
}

/**
 * The median over rounds of the oracle's median over the retriever's, with its 95 % interval. Rounds are the unit, because
 * the samples of one round share its weather, and so do the rounds of one process.
 *
 * @returns undefined without an oracle among the timed, and where a clock too coarse for the search gave a median of 0.
 */
function ratioToOracle(
  timing: Timings,
  oracle: Timings | undefined,
  random: () => number,
): { readonly middle: number; readonly low: number; readonly high: number } | undefined {
  if (oracle === undefined) return undefined;
  const medians = timing.roundMediansUs;
  const oracleMedians = oracle.roundMediansUs;
  if (![...medians, ...oracleMedians].flat().every((value) => value > 0)) return undefined;
  const ratios = oracleMedians.map((rounds, process) =>
    rounds.map((oracleMedian, round) => oracleMedian / (medians[process]?.[round] as number)),
  );
  const middle = median(ratios.flat());
  const interval = medianInterval(ratios, random);
  return middle === undefined || interval === undefined ? undefined : { middle, ...interval };
}
