import { median } from '../evaluation/statistics.ts';
import { drawSample } from '../sample.ts';
import type { TimingProcesses, TimingTask } from './processes.ts';
import type { LatencySubject, SearchConditions, TimedQuery } from './round.ts';
import { type LatencyStatistics, summarise } from './rows.ts';
import { type LatencyLimits, type Sitting, sit } from './sitting.ts';
import { timerResolution } from './timer.ts';

const DEFAULT_LIMITS: LatencyLimits = {
  warmUpMs: 100,
  warmUpSearches: 20_000,
  slowestMs: 10_000,
  furtherMs: 2000,
  maxRounds: 200,
};

export interface LatencyPlan extends SearchConditions {
  readonly subjects: readonly LatencySubject[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  /** Text; draws the queries of a round and the bootstrap. */
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Told after each round how many are done. */
  readonly onRound?: (rounds: number) => void;
  readonly limits?: Partial<LatencyLimits>;
  /** Where to time; undefined: in this process, with the indexes of the subjects. */
  readonly processes?: TimingProcesses | undefined;
}

export interface LatencyMeasurement {
  /** In how many processes, one after the other. */
  readonly processes: number;
  /** Of all processes. */
  readonly rounds: number;
  /** The same queries in every round and for every retriever, each searched once. */
  readonly queriesPerRound: number;
  /** The smallest step of the clock in microseconds; undefined where none was seen. */
  readonly timerResolutionUs: number | undefined;
  /** In the order of the subjects. */
  readonly rows: readonly LatencyStatistics[];
  /** Every sample in microseconds, by name. Their order means nothing: they cannot be told apart by query. */
  readonly samplesUs: ReadonlyMap<string, Float64Array>;
}

/**
 * Times every retriever on the same queries, in turn, round after round. One sample is one search; making the signals of
 * the query is part of it, building the index is not. An asynchronous search is awaited within its sample. Every search,
 * warm-up included, must return what the checked run returned, which also keeps the optimiser from deleting any.
 *
 * @throws RetrieverError where a search throws, rejects, or returns other hits than the checked one, and where a process
 *   that times dies.
 * @throws RangeError where there is nothing to time, or the checked hits do not fit the queries.
 * @throws the signal's reason, where it is aborted before 20 rounds are done; checked between rounds.
 */
export async function measureLatency(plan: LatencyPlan): Promise<LatencyMeasurement> {
  checkPlan(plan);
  const { now, processes, processorMs, signal, subjects } = plan;
  const timerResolutionUs = timerResolution(now);
  const shared = {
    subjects,
    queries: shuffleQueries(plan),
    k: plan.k,
    limits: { ...DEFAULT_LIMITS, ...plan.limits },
    processes: processes?.count ?? 1,
  };

  // Round by round, process by process.
  const measured: ReadonlyMap<string, Float64Array>[][] = [];
  const rounds = () => measured.reduce((sum, { length }) => sum + length, 0);
  let queriesPerRound: number | undefined;
  await processes?.ready();
  for (let place = 0; place < shared.processes; place++) {
    signal.throwIfAborted();
    const share = { ...shared, roundsBefore: rounds(), queriesPerRound };
    const ofProcess: ReadonlyMap<string, Float64Array>[] = [];
    measured.push(ofProcess);
    const onRound: Sitting['onRound'] = (samplesUs) => {
      ofProcess.push(samplesUs);
      plan.onRound?.(rounds());
    };
    queriesPerRound =
      processes === undefined
        ? await sit({ ...share, now, processorMs, signal, onRound })
        : await processes.time(place, withoutIndexes(share), onRound);
  }

  const timings = subjects.map(({ name, oracle }) => {
    const samples = measured.map((ofProcess) => ofProcess.map((round) => round.get(name) as Float64Array));
    return {
      retriever: name,
      oracle,
      samplesUs: concatenate(samples.flat()),
      roundMediansUs: samples.map((ofProcess) => ofProcess.map((round) => median(round) as number)),
    };
  });
  return {
    processes: shared.processes,
    rounds: rounds(),
    queriesPerRound: queriesPerRound ?? 0,
    timerResolutionUs,
    rows: summarise(timings, plan.seed),
    samplesUs: new Map(timings.map(({ retriever, samplesUs }) => [retriever, samplesUs])),
  };
}

/** Every query once, in an order drawn from the seed alone, so that the first n are a fair sample. */
function shuffleQueries({ queries, seed }: LatencyPlan): TimedQuery[] {
  const list = queries.map(({ id, text }, place) => ({ id, text, place }));
  return drawSample(list, list.length, `${seed}/latency-queries`);
}

/** An index stays in its process; another has its own. */
function withoutIndexes<Share extends TimingTask>(share: Share): TimingTask {
  const subjects = share.subjects.map(({ expected, name, oracle }) => ({ expected, name, oracle }));
  return { ...share, subjects };
}

function checkPlan({ subjects, queries }: LatencyPlan): void {
  if (queries.length === 0) throw new RangeError('latency: expected at least one query, received none');
  if (subjects.length === 0) throw new RangeError('latency: expected at least one retriever, received none');
  for (const [i, { expected, name }] of subjects.entries()) {
    if (subjects.findIndex((other) => other.name === name) !== i) {
      throw new RangeError(`latency: expected distinct names, received "${name}" twice`);
    }
    if (expected.length !== queries.length) {
      throw new RangeError(
        `latency: expected hits for ${queries.length} queries of ${name}, received ${expected.length}`,
      );
    }
  }
}

function concatenate(chunks: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
