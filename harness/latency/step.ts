import type { ExperimentResult, Surroundings } from '../experiment.ts';
import type { LatencyRow } from '../records.ts';
import { measureLatency } from './latency.ts';
import type { TimingProcesses } from './processes.ts';
import { processorMs } from './timer.ts';

/** The latency of one experiment. */
export interface ExperimentLatency {
  readonly rows: readonly LatencyRow[];
  readonly processes: number;
  readonly rounds: number;
  readonly queriesPerRound: number;
  readonly timerResolutionUs: number | undefined;
  /** Every sample in microseconds, by retriever. Their order means nothing. */
  readonly samplesUs: ReadonlyMap<string, Float64Array>;
}

/**
 * Times what was checked, on the same queries and the same k, in the order of the command line: its indexes themselves, or
 * such as find the same in processes of their own.
 *
 * @param processes undefined: in this process.
 * @throws RetrieverError where a search throws, or returns other hits than the checked run, and where a process dies; the
 *   signal's reason on an interrupt.
 */
export async function timeExperiment(
  { dataset, indexBytes, rankings, seed, subjects }: ExperimentResult,
  { k, sampleSeed }: { readonly k: number; readonly sampleSeed: string },
  world: Surroundings,
  processes?: TimingProcesses,
): Promise<ExperimentLatency> {
  const measured = await measureLatency({
    subjects: subjects.map(({ index, retriever }) => ({
      name: retriever.name,
      index,
      oracle: retriever.oracle,
      expected: rankings.filter((ranking) => ranking.retriever === retriever.name).map((ranking) => ranking.hits),
    })),
    queries: dataset.queries,
    k,
    seed: seed ?? sampleSeed,
    now: world.now,
    processorMs,
    signal: world.signal,
    processes,
    // Twenty rounds always run; further ones only while there is time.
    onRound: (rounds) => world.onProgress('latency, rounds', rounds, Math.max(20, rounds)),
  });
  return {
    ...measured,
    rows: measured.rows.map((row, i) => ({
      seed,
      ...row,
      build_ms: subjects[i]?.buildMs,
      load_ms: subjects[i]?.loadMs,
      index_bytes: indexBytes.get(row.retriever),
    })),
  };
}
