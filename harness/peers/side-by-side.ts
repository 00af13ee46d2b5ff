import { syntheticCards } from '../../datasets/synthetic/index.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { BuildOptions, Retriever } from '../../retrievers/retriever.ts';
import { checkIndex } from '../answer-check.ts';
import { type LatencyMeasurement, measureLatency } from '../latency/latency.ts';
import type { LatencySubject } from '../latency/round.ts';
import { processorMs } from '../latency/timer.ts';
import { explained } from '../retriever-code.ts';
import { CardStream } from '../scale/card-stream.ts';
import type { SizePlan } from './size.ts';

/** Retrievers that are timed beside each other, in one process. */
export interface SideBySidePlan extends SizePlan {
  readonly retrievers: readonly {
    readonly name: string;
    /** What it answered in a process of its own: a timed search that finds anything else fails. */
    readonly answers: readonly (readonly Hit[])[];
  }[];
  /** In how many milliseconds the slowest should be done; sets the queries of a round. */
  readonly slowestMs: number;
}

/** What was timed, without the single samples. */
export type SideBySideLatency = Omit<LatencyMeasurement, 'samplesUs'>;

/** What the process tells: an index is there; a round is done; all is timed; or a retriever failed. */
export type SideBySideMessage =
  | { readonly built: string }
  | { readonly round: number }
  | { readonly latency: SideBySideLatency }
  | { readonly failed: string };

/** The outside world, passed in. */
export interface SideBySideTools {
  readonly load: (name: string) => Promise<Retriever>;
  readonly options: BuildOptions;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  readonly collectGarbage: () => void;
}

/** The retriever that all others are compared with. */
const REFERENCE = 'ssr';

/** Builds every index in this process, then times searches in rounds whose order changes, one sample a query. */
export async function runSideBySide(
  plan: SideBySidePlan,
  { collectGarbage, load, now, options }: SideBySideTools,
  tell: (message: SideBySideMessage) => void,
): Promise<void> {
  const { cards, k, queries, retrievers, seed, slowestMs } = plan;
  try {
    const subjects: LatencySubject[] = [];
    for (const { answers: expected, name } of retrievers) {
      const stream = new CardStream(syntheticCards(seed, cards), now, () => {});
      const retriever = await load(name);
      const index = await explained(name, 'build', () => retriever.build(stream, options));
      checkIndex(name, index, cards);
      subjects.push({ name, index, expected, oracle: name === REFERENCE ? undefined : REFERENCE });
      tell({ built: name });
    }
    // What the builds left behind would else be collected in the time of some search.
    collectGarbage();
    const { samplesUs: _, ...latency } = await measureLatency({
      subjects,
      queries,
      k,
      seed,
      now,
      processorMs,
      // The parent ends this process where it is interrupted.
      signal: new AbortController().signal,
      onRound: (round) => tell({ round }),
      limits: { slowestMs },
    });
    tell({ latency });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
}
