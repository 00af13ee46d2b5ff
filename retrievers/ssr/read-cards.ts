import { availableParallelism } from 'node:os';
import type { Turn } from '../inverted/card-log.ts';
import { IdPacker, type PackedIds } from '../inverted/packed-ids.ts';
import { TextBatch } from '../inverted/text-batch.ts';
import type { ReadCards } from '../inverted/word-numbers.ts';
import type { BuildOptions, Cards } from '../retriever.ts';
import { ReadingThreads } from './reading-threads.ts';
import { SignalReader } from './signal-reader.ts';

/** What changes how long reading takes, and never what is read. */
export interface Reading {
  /** Cards that are read at a time, and handed to one thread. */
  readonly batchCards: number;
  /** So many cards are read before threads are started, which takes longer than reading a few thousand. */
  readonly unthreadedCards: number;
}

export const DEFAULT_READING: Reading = { batchCards: 2048, unthreadedCards: 2 ** 17 };

/** More threads than this are not worth their memory: one that gives out texts cannot keep them busy. */
const MOST_THREADS = 4;

/** The cards of a registry, read. */
interface ReadRegistry {
  readonly ids: PackedIds;
  /** By card number: which card it was in the order of arrival, from 0. */
  readonly arrival: Uint32Array;
  readonly readers: ReadCards[];
  /** Which reader read the first cards, the next ones and so on. */
  readonly turns: readonly Turn[];
}

/**
 * Reads all cards of a registry: the first ones here, those of a large registry on threads, while here the next ones are
 * fetched.
 *
 * @throws Error where two cards have one id, or where a thread failed. No thread goes on, however it ends.
 */
export async function readCards(
  cards: Cards,
  { stopwords, workers = defaultWorkers() }: BuildOptions,
  { batchCards, unthreadedCards }: Reading,
): Promise<ReadRegistry> {
  const packer = new IdPacker();
  const turns: Turn[] = [];
  const own = new SignalReader(stopwords);
  let threads: ReadingThreads | undefined;
  let batch = new TextBatch(new Uint32Array(batchCards));
  let read = 0;

  async function readBatch(): Promise<void> {
    if (workers > 1 && read >= unthreadedCards) threads ??= new ReadingThreads(workers, stopwords, batchCards);
    const { count } = batch;
    read += count;
    if (threads === undefined) {
      own.read(batch);
      batch.clear();
      turns.push({ reader: 0, cards: count });
    } else {
      turns.push({ reader: 1 + (await threads.read(batch)), cards: count });
      batch = threads.emptyBatch();
    }
  }

  try {
    for await (const card of cards) {
      packer.add(card.id);
      batch.add(card);
      if (batch.isFull) await readBatch();
    }
    if (batch.count > 0) await readBatch();
    const others = (await threads?.finish()) ?? [];
    return { ...packer.finish(), readers: [own.finish(), ...others], turns };
  } finally {
    await threads?.stop();
  }
}

function defaultWorkers(): number {
  return Math.min(MOST_THREADS, availableParallelism());
}
