import { LARGEST_CHUNK, type Logged, placeOf, WITHIN_BITS } from './card-log.ts';
import { grown } from './dictionary.ts';

/** What all cards of a registry hold, whoever read them. Plain data: it can be sent to another thread. */
export interface RegistryLog {
  readonly cards: number;
  readonly chunks: readonly Uint8Array[];
  /** By chunk: which reader wrote it. */
  readonly readerOf: readonly number[];
  /** By card in the order of arrival: where it begins. */
  readonly starts: Uint32Array;
  readonly isValued: boolean;
}

/** So many cards in a row, in the order of arrival, read by one reader. */
export interface Turn {
  readonly reader: number;
  readonly cards: number;
}

/**
 * Brings what several readers wrote into the order of arrival.
 *
 * @param logs by reader; they are valued all or none, and by the same codes.
 * @param turns who read the first cards, the next ones and so on.
 * @throws RangeError where all terms of all cards pass 4 GB.
 */
export function joinLogs(logs: readonly Logged[], turns: readonly Turn[]): RegistryLog {
  const chunks: Uint8Array[] = [];
  const readerOf: number[] = [];
  const firstChunk = logs.map(({ chunks: own }, reader) => {
    readerOf.push(...own.map(() => reader));
    return chunks.push(...own) - own.length;
  });
  const cards = turns.reduce((sum, turn) => sum + turn.cards, 0);
  const starts = new Uint32Array(cards);
  const next = logs.map(() => 0);
  let card = 0;
  for (const turn of turns) {
    const log = logs[turn.reader]!;
    for (const end = card + turn.cards; card < end; card++) {
      const own = log.starts[next[turn.reader]!++]!;
      starts[card] = placeOf((own >>> WITHIN_BITS) + firstChunk[turn.reader]!, own % LARGEST_CHUNK);
    }
  }
  return { cards, chunks, readerOf, starts, isValued: logs.some((log) => log.isValued) };
}

/** Reads the cards of a log, in any order. */
export class LogReader {
  /** The words of the card read last, by their final numbers; the first `wordCount` are valid. */
  words = new Uint32Array(64);
  wordCount = 0;
  /** The words at the two places of each bigram of that card; the first `pairCount` are valid. */
  firsts = new Uint32Array(64);
  seconds = new Uint32Array(64);
  pairCount = 0;
  /** Of a valued log: the codes of the words, and of the bigrams; else zeros. */
  wordCodes = new Uint32Array(64);
  pairCodes = new Uint32Array(64);
  readonly #log: RegistryLog;
  readonly #numbers: readonly Uint32Array[];
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;

  /** @param numbers by reader, by its number of a word: the final number of that word. */
  constructor(log: RegistryLog, numbers: readonly Uint32Array[]) {
    this.#log = log;
    this.#numbers = numbers;
  }

  /** @param card in the order of arrival, from 0. */
  readWords(card: number): void {
    const log = this.#log;
    const start = log.starts[card]!;
    const chunk = start >>> WITHIN_BITS;
    this.#chunk = log.chunks[chunk]!;
    this.#at = start % LARGEST_CHUNK;
    const numbers = this.#numbers[log.readerOf[chunk]!]!;
    const count = this.#next();
    this.wordCount = count;
    if (count > this.words.length) {
      this.words = grown(this.words, count, Uint32Array);
      this.wordCodes = grown(this.wordCodes, count, Uint32Array);
    }
    for (let i = 0; i < count; i++) {
      this.words[i] = numbers[this.#next()]!;
      if (log.isValued) this.wordCodes[i] = this.#next();
    }
  }

  /** Words and bigrams. */
  read(card: number): void {
    this.readWords(card);
    const { isValued } = this.#log;
    const count = this.#next();
    this.pairCount = count;
    if (count > this.firsts.length) {
      this.firsts = grown(this.firsts, count, Uint32Array);
      this.seconds = grown(this.seconds, count, Uint32Array);
      this.pairCodes = grown(this.pairCodes, count, Uint32Array);
    }
    let before = 0;
    for (let i = 0; i < count; i++) {
      const second = this.#next();
      const first = second % 2 === 0 ? before : this.#next();
      before = second >>> 1;
      this.firsts[i] = this.words[first]!;
      this.seconds[i] = this.words[before]!;
      if (isValued) this.pairCodes[i] = this.#next();
    }
  }

  #next(): number {
    const chunk = this.#chunk;
    let at = this.#at;
    let value = chunk[at++]!;
    if (value > 127) {
      value &= 127;
      for (let shift = 7; ; shift += 7) {
        const byte = chunk[at++]!;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      value >>>= 0;
    }
    this.#at = at;
    return value;
  }
}
