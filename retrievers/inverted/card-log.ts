import { grown } from './dictionary.ts';

/** A place in a log: the chunk above, the byte of it below. */
const WITHIN_BITS = 25;
const LARGEST_CHUNK = 2 ** WITHIN_BITS;
const SMALLEST_CHUNK = 2 ** 16;

/** What the cards hold that one reader has read. Plain data: it can be sent to another thread. */
export interface Logged {
  /** Number of cards, in the order in which they were read. */
  readonly cards: number;
  readonly chunks: readonly Uint8Array[];
  /** By card: where it begins. */
  readonly starts: Uint32Array;
  /** By word: how many of the cards hold it. */
  readonly holders: Uint32Array;
  /** By code: the value beside a posting. Empty where the log is not valued. */
  readonly values: readonly number[];
  readonly isValued: boolean;
}

/**
 * Writes down what cards hold, card by card in the order of arrival, in less than two bytes a term: words by number, and
 * bigrams as two places in the card's own list of words. It grows by whole chunks, so it is never copied. A valued log
 * keeps a number beside each word and bigram, such as how often the card has it, as a code: few of them differ.
 */
export class CardLog {
  readonly #isValued: boolean;
  readonly #values: number[] = [];
  readonly #codeOf = new Map<number, number>();
  readonly #chunks: Uint8Array[] = [];
  #chunk = new Uint8Array(0);
  /** Bytes used of the last chunk. */
  #used = 0;
  #starts = new Uint32Array(1024);
  #holders = new Uint32Array(1024);
  #cards = 0;

  constructor({ valued = false }: { readonly valued?: boolean } = {}) {
    this.#isValued = valued;
  }

  /**
   * Adds a card.
   *
   * @param words the first `wordCount` are its words, each once.
   * @param pairs the first `pairCount` are its bigrams: first place * `base` + second place.
   * @param wordValues beside `words`, for a valued log, as `pairValues` beside `pairs`.
   * @throws RangeError where all terms of all cards pass 4 GB.
   */
  add(
    words: Uint32Array,
    wordCount: number,
    pairs: Uint16Array | Float64Array,
    pairCount: number,
    base: number,
    wordValues?: Uint32Array,
    pairValues?: Uint32Array,
  ): void {
    this.#startCard(10 + 10 * wordCount + 15 * pairCount);
    this.#write(wordCount);
    for (let i = 0; i < wordCount; i++) {
      const word = words[i]!;
      this.#write(word);
      if (word >= this.#holders.length) this.#holders = grown(this.#holders, word + 1, Uint32Array);
      this.#holders[word] = this.#holders[word]! + 1;
      if (this.#isValued) this.#write(this.#code(wordValues![i]!));
    }
    this.#write(pairCount);
    let before = 0;
    for (let i = 0; i < pairCount; i++) {
      const first = Math.floor(pairs[i]! / base);
      const second = pairs[i]! - first * base;
      // In a text the first word of a bigram is the second one of the bigram before.
      this.#write(first === before ? second * 2 : second * 2 + 1);
      if (first !== before) this.#write(first);
      before = second;
      if (this.#isValued) this.#write(this.#code(pairValues![i]!));
    }
  }

  /** What has been written, which is no longer added to. */
  finish(): Logged {
    return {
      cards: this.#cards,
      chunks: this.#chunks,
      starts: this.#starts,
      holders: this.#holders,
      values: this.#values,
      isValued: this.#isValued,
    };
  }

  /** @param most how many bytes it may take. A card lies in one chunk, so that reading it never looks for the next one. */
  #startCard(most: number): void {
    if (this.#used + most > this.#chunk.length) this.#addChunk(most);
    if (this.#cards === this.#starts.length) this.#starts = grown(this.#starts, this.#cards + 1, Uint32Array);
    this.#starts[this.#cards++] = placeOf(this.#chunks.length - 1, this.#used);
  }

  #addChunk(least: number): void {
    const wanted = Math.min(LARGEST_CHUNK, Math.max(SMALLEST_CHUNK, this.#chunk.length * 8));
    this.#chunk = new Uint8Array(Math.max(wanted, least));
    this.#chunks.push(this.#chunk);
    this.#used = 0;
  }

  #code(value: number): number {
    const known = this.#codeOf.get(value);
    if (known !== undefined) return known;
    this.#codeOf.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }

  /** Writes a number below 2^32 in as few groups of 7 bits as it needs, the lowest first; the top bit says that more follow. */
  #write(value: number): void {
    const chunk = this.#chunk;
    let used = this.#used;
    let rest = value;
    while (rest > 127) {
      chunk[used++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    chunk[used++] = rest;
    this.#used = used;
  }
}

function placeOf(chunk: number, within: number): number {
  if (chunk >= 2 ** (32 - WITHIN_BITS)) throw new RangeError('all terms of all cards pass 4 GB');
  return ((chunk << WITHIN_BITS) | within) >>> 0;
}

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
