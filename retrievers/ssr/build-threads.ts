import { Worker } from 'node:worker_threads';
import { Dictionary } from '../inverted/dictionary.ts';
import type { PairJob, Round, SortedRound } from '../inverted/pair-rounds.ts';
import { TextBatch } from '../inverted/text-batch.ts';
import type { ReadCards } from '../inverted/word-numbers.ts';
import type { Stopwords } from '../stopwords.ts';
import type { FromThread, ReadByThread, ThreadStart, ToThread } from './build-thread.ts';

/** Batches that a thread has at most: one that it reads, and one so that it need not wait. */
const QUEUE = 2;

interface Thread {
  readonly worker: Worker;
  /** Batches that it has not sent back yet. */
  unread: number;
  read: ReadByThread | undefined;
  /** The rounds that it has sorted, in the order that it was given them. */
  readonly sorted: SortedRound[];
}

/** Threads that build an index together: they read the texts of cards, each for itself, and then sort bigrams. */
export class BuildThreads {
  readonly #threads: Thread[];
  readonly #batchCards: number;
  /** Batches to be filled again. */
  readonly #free: TextBatch[] = [];
  #failure: Error | undefined;
  #isStopped = false;
  /** Goes on where something is waited for. */
  #wake = () => {};

  /** @param batchCards how many cards a batch holds. */
  constructor(count: number, stopwords: Stopwords, batchCards: number) {
    this.#batchCards = batchCards;
    this.#threads = Array.from({ length: count }, () => this.#start({ stopwords }));
  }

  /** How many there are. */
  get count(): number {
    return this.#threads.length;
  }

  /** A batch to fill. */
  emptyBatch(): TextBatch {
    return this.#free.pop() ?? new TextBatch(new Uint32Array(this.#batchCards));
  }

  /**
   * Hands a batch over, which is no longer to be touched, to the thread that has least to do. Waits while all have enough.
   *
   * @returns the number of that thread, from 0.
   * @throws Error where a thread failed.
   */
  async read({ count, ends, units }: TextBatch): Promise<number> {
    await this.#until(() => this.#threads.some(({ unread }) => unread < QUEUE));
    const least = Math.min(...this.#threads.map(({ unread }) => unread));
    const number = this.#threads.findIndex(({ unread }) => unread === least);
    const thread = this.#threads[number]!;
    thread.unread++;
    send(thread, { is: 'texts', texts: { units, ends, count } }, [units.buffer, ends.buffer]);
    return number;
  }

  /**
   * Tells the threads that there are no more texts.
   *
   * @returns by thread, what it read.
   * @throws Error where a thread failed.
   */
  async endReading(): Promise<ReadCards[]> {
    for (const thread of this.#threads) send(thread, { is: 'end of texts' });
    await this.#until(() => this.#threads.every(({ read }) => read !== undefined));
    return this.#threads.map((thread) => {
      const { characters, log, starts } = thread.read!;
      // It weighs too much to be kept until the threads are gone.
      thread.read = undefined;
      return { dictionary: Dictionary.of(characters, starts), log };
    });
  }

  /**
   * Sorts rounds of bigrams, each thread some of them. The threads end with it.
   *
   * @throws Error where a thread failed.
   */
  async sort(job: PairJob, rounds: readonly Round[]): Promise<SortedRound[]> {
    const { length } = this.#threads;
    const shared = {
      ...job,
      log: { ...job.log, starts: share(job.log.starts) },
      wordNumbers: job.wordNumbers.map(share),
      cardNumbers: share(job.cardNumbers),
    };
    for (const [number, thread] of this.#threads.entries()) {
      send(thread, { is: 'rounds', job: shared, rounds: rounds.filter((_, round) => round % length === number) });
    }
    const sorted = () => this.#threads.reduce((sum, thread) => sum + thread.sorted.length, 0);
    await this.#until(() => sorted() === rounds.length);
    await this.stop();
    return rounds.map((_, round) => this.#threads[round % length]!.sorted.shift()!);
  }

  /** Stops the threads, whatever they are doing. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(workerData: ThreadStart): Thread {
    // Started without options of this process: they are not meant for it, and some it would refuse.
    const worker = new Worker(new URL('./build-thread.mjs', import.meta.url), { workerData, execArgv: [] });
    const thread: Thread = { worker, unread: 0, read: undefined, sorted: [] };
    worker.on('message', (answer: FromThread) => {
      this.#take(thread, answer);
      this.#wake();
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('exit', (code) => {
      if (!this.#isStopped) this.#fail(new Error(`a thread of the build ended before its time, with code ${code}`));
    });
    return thread;
  }

  #take(thread: Thread, answer: FromThread): void {
    if (answer.is === 'free arrays') {
      thread.unread--;
      const batch = new TextBatch(answer.ends, answer.units);
      batch.clear();
      this.#free.push(batch);
    } else if (answer.is === 'read') {
      thread.read = answer.read;
    } else {
      thread.sorted.push(answer.sorted);
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  async #until(condition: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      if (condition()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function send({ worker }: Thread, message: ToThread, given: ArrayBuffer[] = []): void {
  worker.postMessage(message, given);
}

/** A copy that several threads have in common, and none writes to. */
function share(array: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(array.byteLength));
  shared.set(array);
  return shared;
}
