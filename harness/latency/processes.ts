import { setTimeout as wait } from 'node:timers/promises';
import type { Card } from '../../datasets/card.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import { runChild } from '../child-process.ts';
import { RetrieverError } from '../ranking-check.ts';
import type { TimedQuery } from './round.ts';
import type { LatencyLimits } from './sitting.ts';

/** What a process makes its indexes of. */
export interface RebuildInput {
  readonly cards: readonly Card[];
  /** Names, as on the command line. */
  readonly retrievers: readonly string[];
  /** Files with indexes that are read and not built. */
  readonly indexes: readonly string[];
  /** Undefined: the default table. */
  readonly stopwords: { readonly name: string; readonly words: readonly string[] } | undefined;
  /** For retrievers that draw at random. */
  readonly seed: string;
}

/** What a process times, once it is its turn. */
export interface TimingTask {
  readonly subjects: readonly {
    readonly name: string;
    readonly oracle: string | undefined;
    readonly expected: readonly (readonly Hit[])[];
  }[];
  readonly queries: readonly TimedQuery[];
  readonly k: number;
  readonly limits: LatencyLimits;
  readonly processes: number;
  readonly roundsBefore: number;
  readonly queriesPerRound: number | undefined;
}

/** What a process tells: its indexes are there; the samples of a round; how many queries a round had; or a failure. */
export type TimingMessage =
  | { readonly ready: true }
  | { readonly samplesUs: ReadonlyMap<string, Float64Array> }
  | { readonly queriesPerRound: number }
  | { readonly failed: string };

interface ProcessesPlan {
  readonly count: number;
  /** What each process runs: it serves a `RebuildInput`, and more: a `TimingTask`. */
  readonly module: URL;
  readonly input: RebuildInput;
  readonly signal: AbortSignal;
}

/** A process that has its indexes, or is about to. */
interface Child {
  /** Kept where the indexes are there, and where the process has ended without them. */
  readonly ready: Promise<void>;
  /** As `runChild` returns. */
  readonly ended: Promise<string | undefined>;
  readonly give: (task: TimingTask) => void;
  onMessage: (message: TimingMessage) => void;
}

/** Old space of a process, beyond what a registry that is built again can need. */
const HEAP_MIB = 4096;

/** A process that waits for its turn, or for a search that takes long, is silent. */
const SILENCE_MS = 24 * 3_600_000;

/** An interrupt from a terminal reaches a process and its parent at once; the parent may hear of the death first. */
const INTERRUPT_MS = 50;

/**
 * Fresh processes, each with indexes of its own over the same cards, to time the same searches in one after the other:
 * what the compiler makes of the code, and where memory lies, differs from process to process by more than from round to
 * round.
 */
export class TimingProcesses {
  readonly count: number;
  readonly #plan: ProcessesPlan;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waited: Promise<void>;
  #markWaited: () => void = () => {};
  #children: readonly Child[] = [];

  constructor(plan: ProcessesPlan) {
    this.count = plan.count;
    this.#plan = plan;
    this.#signal = AbortSignal.any([plan.signal, this.#end.signal]);
    this.#waited = new Promise((resolve) => {
      this.#markWaited = resolve;
    });
  }

  /** Lets them make their indexes, one after the other, while the parent does something else. */
  start(): void {
    if (this.#children.length > 0) return;
    const children: Child[] = [];
    const readyAt = (place: number) => children[place]?.ready ?? Promise.resolve();
    for (let i = 0; i < this.count; i++) {
      children.push(this.#launch(Promise.race([readyAt(i - 1), this.#waited.then(() => readyAt(i - 2))])));
    }
    this.#children = children;
  }

  /**
   * Waits until every index of every process is there, two being made at once: from then on none works but the one that
   * times.
   *
   * @throws as `time` does.
   */
  async ready(): Promise<void> {
    this.start();
    this.#markWaited();
    for (const [place, child] of this.#children.entries()) {
      const ended = await awaited(Promise.race([child.ready.then(() => false), child.ended.then(() => true)]));
      if (ended) await this.#endOf(child, place);
    }
  }

  /**
   * Lets one process time its share, and waits for its end.
   *
   * @param place from 0; each has one turn.
   * @returns how many queries a round had.
   * @throws RetrieverError where a retriever fails or the process dies; the signal's reason on an interrupt.
   */
  async time(
    place: number,
    task: TimingTask,
    onRound: (samplesUs: ReadonlyMap<string, Float64Array>) => void,
  ): Promise<number> {
    const child = this.#children[place];
    if (child === undefined) throw new Error(`expected the place of one of ${this.count} processes, received ${place}`);
    let queriesPerRound: number | undefined;
    child.onMessage = (message) => {
      if ('samplesUs' in message) onRound(message.samplesUs);
      if ('queriesPerRound' in message) queriesPerRound = message.queriesPerRound;
    };
    child.give(task);
    await this.#endOf(child, place);
    if (queriesPerRound === undefined) throw this.#failure(place, 'ended without a result');
    return queriesPerRound;
  }

  /** Ends all that still run. */
  end(): void {
    this.#end.abort();
  }

  #launch(after: Promise<void>): Child {
    const { input, module } = this.#plan;
    let markReady: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      markReady = resolve;
    });
    let give: Child['give'] = () => {};
    const more = new Promise<TimingTask>((resolve) => {
      give = resolve;
    });
    const run = async () => {
      await after;
      return runChild<TimingMessage>({
        module,
        input,
        more,
        heapMiB: HEAP_MIB,
        silenceMs: SILENCE_MS,
        // A retriever that never answers the parent would else not be noticed: these wait for its turn.
        background: true,
        signal: this.#signal,
        onMessage: (message) => {
          if ('failed' in message) throw new RetrieverError(message.failed);
          if ('ready' in message) markReady();
          else child.onMessage(message);
        },
      });
    };
    const ended = run();
    // Whoever waits for its indexes, or for its turn, is told of a failure then.
    ended.then(markReady, markReady);
    const child: Child = { ready, ended, give, onMessage: () => {} };
    return child;
  }

  /** Waits for the end of a process. @throws where it did not do its work. */
  async #endOf(child: Child, place: number): Promise<void> {
    const problem = await awaited(child.ended);
    if (problem === undefined) return;
    await wait(INTERRUPT_MS);
    this.#signal.throwIfAborted();
    throw this.#failure(place, problem);
  }

  #failure(place: number, what: string): RetrieverError {
    return new RetrieverError(`latency, process ${place + 1} of ${this.count}: ${what}`);
  }
}

/** Waits for a process of the background: what waits keeps the program from its end, as the process does not. */
async function awaited<T>(promise: Promise<T>): Promise<T> {
  const hold = setInterval(() => {}, 60_000);
  try {
    return await promise;
  } finally {
    clearInterval(hold);
  }
}
