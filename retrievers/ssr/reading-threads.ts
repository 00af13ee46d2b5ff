import { Worker } from 'node:worker_threads';
import { Dictionary } from '../inverted/dictionary.ts';
import { TextBatch } from '../inverted/text-batch.ts';
import type { ReadCards } from '../inverted/word-numbers.ts';
import type { Stopwords } from '../stopwords.ts';
import type { FromThread, ThreadResult, ThreadStart, ToThread } from './reading-thread.ts';

/** Batches that a thread has at most: one that it reads, and one so that it need not wait. */
const QUEUE = 2;

interface Thread {
  readonly worker: Worker;
  /** Batches that it has not sent back yet. */
  unread: number;
  result: ThreadResult | undefined;
  isFinished: boolean;
}

/** Threads that read the texts of cards, each for itself. */
export class ReadingThreads {
  readonly #threads: Thread[];
  readonly #batchCards: number;
  /** Batches to be filled again. */
  readonly #free: TextBatch[] = [];
  #failure: Error | undefined;
  /** Goes on where something is waited for. */
  #wake = () => {};

  /** @param batchCards how many cards a batch holds. */
  constructor(count: number, stopwords: Stopwords, batchCards: number) {
    this.#batchCards = batchCards;
    this.#threads = Array.from({ length: count }, () => this.#start({ stopwords }));
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
    thread.worker.postMessage({ units, ends, count } satisfies ToThread, [units.buffer, ends.buffer]);
    return number;
  }

  /**
   * Ends the threads.
   *
   * @returns by thread, what it read.
   * @throws Error where a thread failed.
   */
  async finish(): Promise<ReadCards[]> {
    for (const { worker } of this.#threads) worker.postMessage('end' satisfies ToThread);
    await this.#until(() => this.#threads.every(({ isFinished }) => isFinished));
    return this.#threads.map((thread) => {
      const { characters, log, starts } = thread.result!;
      // Half of the index's memory; the thread itself may live a little longer.
      thread.result = undefined;
      return { dictionary: Dictionary.of(characters, starts), log };
    });
  }

  /** Stops the threads, whatever they are doing. */
  async stop(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(workerData: ThreadStart): Thread {
    // Started without options of this process: they are not meant for it, and some it would refuse.
    const worker = new Worker(new URL('./reading-thread.mjs', import.meta.url), { workerData, execArgv: [] });
    const thread: Thread = { worker, unread: 0, result: undefined, isFinished: false };
    worker.on('message', (answer: FromThread) => {
      if ('log' in answer) {
        thread.result = answer;
        thread.isFinished = true;
      } else {
        thread.unread--;
        this.#free.push(new TextBatch(answer.ends, answer.units));
      }
      this.#wake();
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('exit', (code) => {
      if (thread.result === undefined)
        this.#fail(new Error(`a reading thread ended before its time, with code ${code}`));
    });
    return thread;
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
