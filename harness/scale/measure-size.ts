import type { Card } from '../../datasets/card.ts';
import { mean } from '../evaluation/statistics.ts';
import { trustedPercentiles } from '../latency/rows.ts';
import { timerResolution } from '../latency/timer.ts';
import { queriesToCheck } from '../sample.ts';
import { CardStream, type OnProgress } from './card-stream.ts';
import { checkQueries, type OracleAnswer } from './check.ts';
import type { ScaleRow, Shape } from './records.ts';
import type { ScaleIndex } from './scale-index.ts';
import { cardsOf, queriesOf } from './shapes.ts';
import { meanOfMedians, ROUNDS, timeWays } from './timing.ts';
import { searching, streaming } from './ways.ts';

/** One size to measure. */
export interface SizePlan {
  readonly shape: Shape;
  readonly seed: string;
  readonly cards: number;
  readonly queries: number;
  /** Queries that are compared with the oracle; all of them where there are no more. */
  readonly check: number;
  readonly k: number;
}

/** What a measurement is made with: the retriever, its oracle, and the outside world. */
export interface Instruments {
  readonly build: (cards: AsyncIterable<Card>) => Promise<ScaleIndex>;
  /** Answers queries in memory that does not grow with the cards, which it may read several times. */
  readonly oracle: (
    cards: () => AsyncIterable<Card>,
    queries: readonly string[],
    k: number,
  ) => Promise<readonly OracleAnswer[]>;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** The most memory that the process has held so far, in bytes. */
  readonly peakMemory: () => number;
  readonly collectGarbage: () => void;
  readonly onProgress: OnProgress;
}

/** A size, measured; where it differs from the oracle, on which query and how. */
export interface MeasuredSize {
  readonly row: ScaleRow;
  readonly divergence: string | undefined;
}

/**
 * Measures one size. Meant for a process of its own, which is what makes its memory that of this size. In this order:
 *
 * 1. The index is built from a stream of cards, timed. Then the peak of memory is read: nothing that is only for measuring is
 *    there yet.
 * 2. The work of every query is counted, and its posting lists are taken out into plain arrays.
 * 3. Three ways are timed on every query: the search, the search that adds up all postings, and reading those arrays.
 * 4. A sample of the queries is compared with the oracle, which reads the cards twice.
 *
 * @throws Error where a timed search does not find what it found before; whatever build and oracle throw.
 */
export async function measureSize(plan: SizePlan, instruments: Instruments): Promise<MeasuredSize> {
  const { cards, k, seed, shape } = plan;
  const { now, onProgress, peakMemory } = instruments;
  const stream = (stage: string) =>
    new CardStream(cardsOf(shape, seed, cards), now, (done) => onProgress(stage, done, cards));

  const start_bytes = peakMemory();
  const building = stream('building');
  const start = now();
  const index = await instruments.build(building);
  const build_s = (now() - start) / 1000;
  const peak_bytes = peakMemory();

  onProgress('counting', 0, 0);
  const queries = queriesOf(shape, seed, cards, plan.queries);
  const works = queries.map((query) => index.work(query, k));
  const postings = index.countPostings();
  const index_bytes = index.indexBytes();
  const times = await timeSearches(index, queries, k, instruments);

  const checked = queriesToCheck(plan.check, queries.length, cards, seed).map((place) => queries[place]!);
  let reading = 0;
  const read = () => stream(`checking, reading ${++reading}`);
  const answers = await instruments.oracle(read, checked, k);
  const { compared, divergence, divergent } = await checkQueries(index, checked, answers, k);

  const row: ScaleRow = {
    shape,
    seed,
    cards,
    queries: queries.length,
    k,
    build_s,
    generate_s: building.generatedMs / 1000,
    start_bytes,
    peak_bytes,
    index_bytes,
    postings,
    bytes_per_posting: postings > 0 ? index_bytes / postings : undefined,
    postings_mean: mean(works.map((work) => work.postings))!,
    visited_mean: mean(works.map((work) => work.visited))!,
    ...times,
    compared,
    divergent,
  };
  return { row, divergence };
}

/** A time of fewer steps of the clock than this is mostly the clock's: nothing is divided by it. */
const STEPS_FOR_A_RATIO = 10;

type SearchTimes = Pick<
  ScaleRow,
  | 'samples'
  | 'mean_us'
  | 'p50_us'
  | 'p95_us'
  | 'p99_us'
  | 'term_at_a_time_mean_us'
  | 'stream_mean_us'
  | 'mean_to_term_at_a_time'
  | 'mean_to_stream'
>;

async function timeSearches(
  index: ScaleIndex,
  queries: readonly string[],
  k: number,
  { collectGarbage, now, onProgress }: Instruments,
): Promise<SearchTimes> {
  const expected = queries.map((query) => index.search(query, k));
  const lists = index.plainLists(queries);
  // What the build left behind would else be collected in the time of some query.
  collectGarbage();
  const samples = await timeWays(
    [
      searching('search', queries, expected, (query) => index.search(query, k)),
      searching('search by adding up', queries, expected, (query) => index.searchAddingUp(query, k)),
      streaming(lists),
    ],
    queries.length,
    now,
    (done) => onProgress('timing, rounds', done, ROUNDS),
  );
  const [search, addingUp, reading] = samples;
  const mean_us = meanOfMedians(search, queries.length);
  const term_at_a_time_mean_us = meanOfMedians(addingUp, queries.length);
  const stream_mean_us = meanOfMedians(reading, queries.length);
  const least = STEPS_FOR_A_RATIO * (timerResolution(now) ?? 0);
  const [p50_us, p95_us, p99_us] = trustedPercentiles(search, [50, 95, 99]);
  return {
    samples: search.length,
    mean_us,
    p50_us,
    p95_us,
    p99_us,
    term_at_a_time_mean_us,
    stream_mean_us,
    mean_to_term_at_a_time: quotient(mean_us, term_at_a_time_mean_us, least),
    mean_to_stream: quotient(mean_us, stream_mean_us, least),
  };
}

function quotient(of: number, to: number, least: number): number | undefined {
  return to > 0 && to >= least ? of / to : undefined;
}
