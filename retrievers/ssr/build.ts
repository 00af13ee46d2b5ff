import { availableParallelism } from 'node:os';
import type { Forms } from '../inverted/lists.ts';
import { IdPacker, type PackedIds } from '../inverted/packed-ids.ts';
import type { Turn } from '../inverted/registry-log.ts';
import { type RegistryTerms, SORTED_AT_A_TIME, termsOf } from '../inverted/registry-terms.ts';
import { TextBatch } from '../inverted/text-batch.ts';
import type { ReadCards } from '../inverted/word-numbers.ts';
import { wordDictionary } from '../inverted/word-reader.ts';
import type { BuildOptions, Cards } from '../retriever.ts';
import type { Stopwords } from '../stopwords.ts';
import { BuildThreads } from './build-threads.ts';
import { SignalReader } from './signal-reader.ts';

/** What changes how long a build takes, and never what is built. */
export interface Threading {
  /** Cards that are read at a time, and handed to one thread. */
  readonly batchCards: number;
  /** So many cards are read before threads are started, which takes longer than reading some thousands. */
  readonly unthreadedCards: number;
  /** Bigrams of cards that are sorted at a time, by all threads together: at 8 bytes each. */
  readonly sortedAtATime: number;
}

export const DEFAULT_THREADING: Threading = {
  batchCards: 2048,
  unthreadedCards: 2 ** 17,
  sortedAtATime: SORTED_AT_A_TIME,
};

/** More threads are not worth their memory: the one that gives out the texts cannot keep them busy. */
const MOST_THREADS = 4;

/** What an index is made of. */
export interface Built {
  readonly ids: PackedIds;
  readonly terms: RegistryTerms;
}

/**
 * Reads the cards of a registry, and builds what is searched. The first cards are read by the calling thread; from a large
 * registry it fetches the next ones then, while `workers` other threads read them; these sort the bigrams too. What is left
 * to the calling thread bounds the gain: two threads took about a third of its processor time off it, with 400,000 passages
 * from memory as with 600,000 from the generator, which itself takes longer than reading them.
 *
 * @throws Error where two cards have one id, or where a thread failed. No thread goes on, however the build ends.
 */
export async function build(
  cards: Cards,
  { stopwords, workers = Math.min(MOST_THREADS, availableParallelism()) }: BuildOptions,
  forms: Forms,
  { batchCards, sortedAtATime, unthreadedCards }: Threading,
): Promise<Built> {
  const reading = new Reading(stopwords, workers, batchCards, unthreadedCards);
  try {
    const packer = new IdPacker();
    for await (const card of cards) {
      packer.add(card.id);
      reading.batch.add(card);
      if (reading.batch.isFull) await reading.readBatch();
    }
    const readers = await reading.end();
    const { arrival, ids } = packer.finish();
    const stopwordCount = wordDictionary(stopwords).size;
    const { threads, turns } = reading;
    return { ids, terms: await termsOf(readers, turns, stopwordCount, arrival, forms, threads, sortedAtATime) };
  } finally {
    await reading.threads?.stop();
  }
}

/** Who reads which cards. */
class Reading {
  /** The cards that are read next. */
  batch: TextBatch;
  /** Who read the first cards, the next ones and so on: 0 is the calling thread. */
  readonly turns: Turn[] = [];
  threads: BuildThreads | undefined;
  /** The reader of the calling thread. */
  #own: SignalReader | undefined;
  #cards = 0;
  readonly #stopwords: Stopwords;
  readonly #workers: number;
  readonly #unthreadedCards: number;

  constructor(stopwords: Stopwords, workers: number, batchCards: number, unthreadedCards: number) {
    this.batch = new TextBatch(new Uint32Array(batchCards));
    this.#own = new SignalReader(stopwords, { shared: workers > 1 });
    this.#stopwords = stopwords;
    this.#workers = workers;
    this.#unthreadedCards = unthreadedCards;
  }

  /** Has the batch read, and begins the next one. */
  async readBatch(): Promise<void> {
    const { count, ends } = this.batch;
    if (this.#workers > 1 && this.#cards >= this.#unthreadedCards) {
      this.threads ??= new BuildThreads(this.#workers, this.#stopwords, ends.length);
    }
    this.#cards += count;
    if (this.threads === undefined) {
      this.#own!.read(this.batch);
      this.batch.clear();
      this.turns.push({ reader: 0, cards: count });
    } else {
      this.turns.push({ reader: 1 + (await this.threads.read(this.batch)), cards: count });
      this.batch = this.threads.emptyBatch();
    }
  }

  /** Has the last cards read. Returns by reader what it read, and keeps nothing of it. */
  async end(): Promise<ReadCards[]> {
    if (this.batch.count > 0) await this.readBatch();
    const own = this.#own!.finish();
    this.#own = undefined;
    const others = (await this.threads?.endReading()) ?? [];
    return [own, ...others];
  }
}
