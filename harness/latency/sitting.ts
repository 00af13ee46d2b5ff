import { setImmediate as nextTurn } from 'node:timers/promises';
import { type LatencySubject, runRound, type SearchConditions, type TimedQuery, warmUp } from './round.ts';

/** How long to measure. None of it changes what a sample is. */
export interface LatencyLimits {
  /** Warm-up of each retriever in each process: until one of the two is reached, and never without a search. */
  readonly warmUpMs: number;
  readonly warmUpSearches: number;
  /** In how many milliseconds the slowest retriever should finish the 20 rounds; sets the queries of a round. */
  readonly slowestMs: number;
  /** Further rounds start until the rounds have taken this long, over all processes, */
  readonly furtherMs: number;
  /** and until there are this many. */
  readonly maxRounds: number;
}

/** Rounds that always run, over all processes. */
const ROUNDS = 20;

/** The part of a measurement that runs in one process. */
export interface Sitting extends SearchConditions {
  readonly subjects: readonly LatencySubject[];
  /** In an order drawn from the seed alone, so that the first n are a fair sample. */
  readonly queries: readonly TimedQuery[];
  readonly limits: LatencyLimits;
  /** How many processes share rounds and time. */
  readonly processes: number;
  /** Rounds that ran in the processes before. */
  readonly roundsBefore: number;
  /** As the first process found it; undefined in that one. */
  readonly queriesPerRound: number | undefined;
  readonly signal: AbortSignal;
  /** Given the samples of each round by retriever, in microseconds. */
  readonly onRound: (samplesUs: ReadonlyMap<string, Float64Array>) => void;
}

/**
 * Warms up, then runs this process's share of the rounds.
 *
 * @returns how many queries a round had.
 * @throws RetrieverError where a search throws, rejects, or returns other hits than the checked one; the signal's reason,
 *   where it is aborted before the share is done: it is looked at between rounds.
 */
export async function sit(sitting: Sitting): Promise<number> {
  const { limits, now, processes, queries, signal, subjects } = sitting;
  const pause = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
  const { asynchronous, slowestMs } = await warmUp(subjects, queries, sitting, limits, pause);
  const affordable = Math.floor(limits.slowestMs / (ROUNDS * slowestMs));
  const ofRound = queries.slice(0, sitting.queriesPerRound ?? Math.max(1, affordable));

  const share = Math.ceil(ROUNDS / processes);
  const [furtherMs, maxRounds] = [limits.furtherMs / processes, limits.maxRounds / processes];
  const start = now();
  for (let rounds = 0; rounds < share || (rounds < maxRounds && now() - start < furtherMs); rounds++) {
    await nextTurn();
    if (signal.aborted && rounds >= share) break;
    signal.throwIfAborted();
    const order = orderOfRound(subjects, sitting.roundsBefore + rounds);
    sitting.onRound(await runRound(order, asynchronous, ofRound, sitting));
  }
  return ofRound.length;
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
