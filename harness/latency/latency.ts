import { setImmediate as nextTurn } from 'node:timers/promises';
import { median } from '../evaluation/statistics.ts';
import { drawSample } from '../sample.ts';
import { type LatencySubject, runRound, type SearchConditions, type TimedQuery, warmUp } from './round.ts';
import { type LatencyStatistics, summarise } from './rows.ts';
import { timerResolution } from './timer.ts';

/** How long to measure. None of it changes what a sample is. */
interface LatencyLimits {
  /** Warm-up of each retriever: until one of the two is reached, and never without a search. */
  readonly warmUpMs: number;
  readonly warmUpSearches: number;
  /** In how many milliseconds the slowest retriever should finish the 20 rounds; sets the queries of a round. */
  readonly slowestMs: number;
  /** Further rounds start until this long after the first one began, */
  readonly furtherMs: number;
  /** and until there are this many. */
  readonly maxRounds: number;
}

const DEFAULT_LIMITS: LatencyLimits = {
  warmUpMs: 200,
  warmUpSearches: 5000,
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
}

export interface LatencyMeasurement {
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

/** Rounds that always run. */
const ROUNDS = 20;

/**
 * Times every retriever on the same queries, in turn, round after round. One sample is one search; making the signals of
 * the query is part of it, building the index is not. An asynchronous search is awaited within its sample. Every search,
 * warm-up included, must return what the checked run returned, which also keeps the optimiser from deleting any.
 *
 * @throws RetrieverError where a search throws, rejects, or returns other hits than the checked one.
 * @throws RangeError where there is nothing to time, or the checked hits do not fit the queries.
 * @throws the signal's reason, where it is aborted before 20 rounds are done; checked between rounds.
 */
export async function measureLatency(plan: LatencyPlan): Promise<LatencyMeasurement> {
  checkPlan(plan);
  const { subjects, now, signal } = plan;
  const limits = { ...DEFAULT_LIMITS, ...plan.limits };
  const timerResolutionUs = timerResolution(now);
  const shuffled = shuffleQueries(plan);

  const asynchronous = new Set<string>();
  let slowestSearchMs = 0;
  for (const subject of subjects) {
    await nextTurn();
    signal.throwIfAborted();
    const warm = await warmUp(subject, shuffled, plan, limits);
    if (warm.isAsync) asynchronous.add(subject.name);
    slowestSearchMs = Math.max(slowestSearchMs, warm.meanMs);
  }
  const affordable = Math.floor(limits.slowestMs / (ROUNDS * slowestSearchMs));
  const queries = shuffled.slice(0, Math.max(1, affordable));

  const rounds: Map<string, Float64Array>[] = [];
  const start = now();
  while (rounds.length < ROUNDS || (rounds.length < limits.maxRounds && now() - start < limits.furtherMs)) {
    await nextTurn();
    if (signal.aborted && rounds.length >= ROUNDS) break;
    signal.throwIfAborted();
    rounds.push(await runRound(orderOfRound(subjects, rounds.length), asynchronous, queries, plan));
    plan.onRound?.(rounds.length);
  }

  const timings = subjects.map(({ name, oracle }) => {
    const samples = rounds.map((round) => round.get(name) as Float64Array);
    return {
      retriever: name,
      oracle,
      samplesUs: concatenate(samples),
      roundMediansUs: samples.map((round) => median(round) as number),
    };
  });
  return {
    rounds: rounds.length,
    queriesPerRound: queries.length,
    timerResolutionUs,
    rows: summarise(timings, plan.seed),
    samplesUs: new Map(timings.map(({ retriever, samplesUs }) => [retriever, samplesUs])),
  };
}

/**
 * ABC, BCA, CAB, then the same backwards: drift, and the state in which one retriever leaves caches and memory to the
 * next, hit all alike. Two retrievers go AB BA BA AB.
 */
function orderOfRound<T>(subjects: readonly T[], round: number): T[] {
  const first = round % subjects.length;
  const order = [...subjects.slice(first), ...subjects.slice(0, first)];
  return Math.floor(round / subjects.length) % 2 === 0 ? order : order.reverse();
}

/** Every query once, in an order drawn from the seed alone, so that the first n are a fair sample. */
function shuffleQueries({ queries, seed }: LatencyPlan): TimedQuery[] {
  const list = queries.map(({ id, text }, place) => ({ id, text, place }));
  return drawSample(list, list.length, `${seed}/latency-queries`);
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
