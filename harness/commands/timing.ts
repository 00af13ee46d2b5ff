import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import type { BenchConfig } from '../config/bench.ts';
import { processesFor } from '../latency/how-many.ts';
import { TimingProcesses } from '../latency/processes.ts';
import type { Loaded } from './inputs.ts';
import type { BenchPlan } from './run.ts';

/** What each process runs. */
const TIMING_MODULE = new URL('./timing-process.ts', import.meta.url);

/**
 * The processes that the searches of a dataset are timed in. They have not started yet; whoever has them ends them.
 *
 * @returns undefined where nothing is timed, and where it is timed in this process.
 */
export function timingProcesses(
  { dataset, folds, seed }: Loaded,
  { k, options: { stopwords }, sampleSeed }: BenchPlan,
  { indexes, latency, latencyProcesses, retrievers }: BenchConfig,
  signal: AbortSignal,
): TimingProcesses | undefined {
  if (!latency) return undefined;
  // Latency is that of the first fold.
  const { cards, queries } = folds?.[0] ?? dataset;
  const size = { cards, queries: queries.length, retrievers: retrievers.length, k };
  const count = latencyProcesses ?? processesFor(size);
  if (count === 1) return undefined;
  const input = {
    cards,
    retrievers,
    indexes,
    stopwords: stopwords === STOPWORDS_V1 ? undefined : { name: stopwords.name, words: [...stopwords.words] },
    seed: seed ?? sampleSeed,
  };
  return new TimingProcesses({ count, module: TIMING_MODULE, input, signal });
}
