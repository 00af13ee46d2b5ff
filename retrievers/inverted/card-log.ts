import { grown } from './dictionary.ts';

/** A place in a log: the chunk above these bits, the byte of it below. */
export const WITHIN_BITS = 25;
export const LARGEST_CHUNK = 2 ** WITHIN_BITS;
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
  readonly #isShared: boolean;
  readonly #values: number[] = [];
  readonly #codeOf = new Map<number, number>();
  readonly #chunks: Uint8Array[] = [];
  #chunk: Uint8Array = new Uint8Array(0);
  /** Bytes used of the last chunk. */
  #used = 0;
  #starts = new Uint32Array(1024);
  #holders = new Uint32Array(1024);
  #cards = 0;

  /** @param options `shared`: whether several threads are to read it once it is written. */
  constructor({ valued = false, shared = false }: { readonly valued?: boolean; readonly shared?: boolean } = {}) {
    this.#isValued = valued;
    this.#isShared = shared;
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
    const size = Math.max(wanted, least);
    this.#chunk = new Uint8Array(this.#isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
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

/** @throws RangeError where there are too many chunks: all terms of all cards pass 4 GB. */
export function placeOf(chunk: number, within: number): number {
  if (chunk >= 2 ** (32 - WITHIN_BITS)) throw new RangeError('all terms of all cards pass 4 GB');
  return ((chunk << WITHIN_BITS) | within) >>> 0;
}
