import { Bench } from 'tinybench';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { RetrieverError } from '../ranking-check.ts';
import { microsecondsOf } from './timer.ts';

/** A retriever to time. */
export interface LatencySubject {
  /** Distinct among the subjects. */
  readonly name: string;
  /** The very index that gave `expected`. */
  readonly index: SearchIndex;
  /** The name of its oracle. Its ratio is given where the oracle is timed too. */
  readonly oracle: string | undefined;
  /** The hits of the checked run at the same k: a list for each query, in the order of the queries. */
  readonly expected: readonly (readonly Hit[])[];
}

/** A query of a round, and where its expected hits stand. */
export interface TimedQuery {
  readonly id: string;
  readonly text: string;
  readonly place: number;
}

/** What every search of a measurement has in common. */
export interface SearchConditions {
  readonly k: number;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** Milliseconds of processor time, from any start; undefined: as good as `now`. */
  readonly processorMs?: (() => number) | undefined;
}

/** How long the warm-up of one retriever lasts: until one of the two is reached, and never without a search. */
export interface WarmUpLimits {
  /** Of searching, and of the processor's time: on a busy machine up to four times as long. */
  readonly warmUpMs: number;
  readonly warmUpSearches: number;
}

/** How much longer a warm-up may take where the processor is busy with other things, or a search waits for something. */
const LONGEST_WAIT = 4;

/** What a warm-up learns. */
export interface Warm {
  /** Names of those that answer with a promise. */
  readonly asynchronous: ReadonlySet<string>;
  /** Mean milliseconds of a search of the slowest, once the code is warm. */
  readonly slowestMs: number;
}

/**
 * Turns of a warm-up. Retrievers share code, and the compiler gives up what it made for the first where the last calls the
 * same functions with other things: it has to see all of them in turn, as the rounds will show them.
 */
const TURNS = 8;

/**
 * Searches without keeping the times: long enough for the compiler to have done its work, and to learn what a search
 * costs and whether it answers with a promise. That cannot be read off the function: one that is not declared `async`
 * may return a promise all the same, and its time would then be that of a search begun.
 *
 * @param pause awaited before each retriever's turn; what it throws ends the warm-up.
 */
export async function warmUp(
  subjects: readonly LatencySubject[],
  queries: readonly TimedQuery[],
  { k, now, processorMs = now }: SearchConditions,
  { warmUpMs, warmUpSearches }: WarmUpLimits,
  pause: () => Promise<void>,
): Promise<Warm> {
  const asynchronous = new Set<string>();
  const spent = subjects.map((subject) => ({
    ...{ subject, ms: 0, workMs: 0, searches: 0 },
    ...{ coldMs: 0, coldSearches: 0 },
  }));
  for (let turn = 1; turn <= TURNS; turn++) {
    const [untilMs, untilSearches] = [(warmUpMs * turn) / TURNS, (warmUpSearches * turn) / TURNS];
    for (const each of spent) {
      await pause();
      const goesOn = () =>
        each.searches < untilSearches &&
        (each.ms < untilMs || (each.workMs < untilMs && each.ms < LONGEST_WAIT * untilMs));
      while (each.searches === 0 || goesOn()) {
        const query = queries[each.searches % queries.length] as TimedQuery;
        const startWork = processorMs();
        const start = now();
        let hits: readonly Hit[];
        try {
          const returned = each.subject.index.search(query.text, k);
          if (isPromise(returned)) asynchronous.add(each.subject.name);
          hits = isPromise(returned) ? await returned : returned;
        } catch (error) {
          throw failure(each.subject, query, error);
        }
        each.ms += now() - start;
        each.workMs += processorMs() - startWork;
        checkHits(hits, each.subject, query);
        each.searches++;
      }
      if (turn <= TURNS / 2) Object.assign(each, { coldMs: each.ms, coldSearches: each.searches });
    }
  }
  const means = spent.map(({ coldMs, coldSearches, ms, searches }) =>
    searches > coldSearches ? (ms - coldMs) / (searches - coldSearches) : ms / searches,
  );
  return { asynchronous, slowestMs: Math.max(...means) };
}

/**
 * Times one round with tinybench, a task a retriever. tinybench hands samples over sorted and without a name, so hits are
 * compared in its hooks, between samples, and no sample is ever joined to a query.
 *
 * @returns the samples of each retriever in microseconds, as many as queries.
 */
export async function runRound(
  order: readonly LatencySubject[],
  asynchronous: ReadonlySet<string>,
  queries: readonly TimedQuery[],
  { k, now }: SearchConditions,
): Promise<Map<string, Float64Array>> {
  // `time: 0` stops after exactly `iterations` samples. Without `throws` a failed task would look like a fast one.
  const bench = new Bench({
    now,
    iterations: queries.length,
    time: 0,
    warmup: false,
    throws: true,
    retainSamples: true,
  });
  let running: { readonly subject: LatencySubject; readonly query: TimedQuery } | undefined;
  for (const subject of order) {
    const { index, name } = subject;
    const isAsync = asynchronous.has(name);
    let next = 0;
    let query = queries[0] as TimedQuery;
    let text = '';
    let returned: ReturnType<SearchIndex['search']> | typeof NOTHING = NOTHING;
    const search = () => {
      returned = index.search(text, k);
    };
    const searchAsync = () => {
      returned = index.search(text, k);
      return returned;
    };
    bench.add(name, isAsync ? searchAsync : search, {
      // Said, not left to tinybench: it would call the function once more to find out, and the hits would be one off.
      async: isAsync,
      beforeEach: () => {
        query = queries[next++] as TimedQuery;
        text = query.text;
        returned = NOTHING;
        running = { subject, query };
      },
      afterEach: async () => {
        if (returned === NOTHING) return; // The search threw. An error from here would hide the one from there.
        const hits = await returned;
        if (isPromise(returned) && !isAsync) {
          throw failure(subject, query, 'returned a promise, after hits at once in the warm-up');
        }
        checkHits(hits, subject, query);
      },
    });
  }

  try {
    await bench.run();
  } catch (error) {
    throw running === undefined ? error : failure(running.subject, running.query, error);
  }
  return new Map(bench.tasks.map((task) => [task.name, microseconds(task.result, queries.length, task.name)]));
}

/** In place of what a search returned, until it has. */
const NOTHING = Symbol('nothing returned yet');

function microseconds(result: Bench['results'][number], expected: number, name: string): Float64Array {
  const samples = result.state === 'completed' ? result.latency.samples : undefined;
  if (samples?.length !== expected) {
    throw new Error(`${name}: expected ${expected} samples, received ${samples?.length ?? 0} (${result.state})`);
  }
  return Float64Array.from(samples, microsecondsOf);
}

/** What was timed must be what was checked: same ids, same scores to the last bit, same counts, same order. */
function checkHits(hits: readonly Hit[], subject: LatencySubject, query: TimedQuery): void {
  const expected = subject.expected[query.place] as readonly Hit[];
  if (!Array.isArray(hits)) throw failure(subject, query, `expected a list of hits, received ${typeof hits}`);
  const length = Math.max(hits.length, expected.length);
  for (let i = 0; i < length; i++) {
    const a = hits[i];
    const b = expected[i];
    if (a === undefined || b === undefined || a.id !== b.id || a.score !== b.score || a.matched !== b.matched) {
      const difference = `expected ${JSON.stringify(b) ?? 'no hit'}, received ${JSON.stringify(a) ?? 'no hit'}`;
      throw failure(subject, query, `the timed search is not the checked one: at rank ${i + 1} ${difference}`);
    }
  }
}

function failure(subject: LatencySubject, query: TimedQuery, what: unknown): RetrieverError {
  if (what instanceof RetrieverError) return what;
  const message = what instanceof Error ? what.message : String(what);
  return new RetrieverError(`${subject.name}, query ${query.id}: ${message}`, { cause: what });
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as Promise<T> | undefined)?.then === 'function';
}
