import { grown } from './dictionary.ts';

const CHUNK_BITS = 20;
const CHUNK = 1 << CHUNK_BITS;
const WITHIN_CHUNK = CHUNK - 1;

/**
 * What the cards hold, card by card in the order of arrival, in about two bytes a term: words by number, and bigrams as
 * two places in the card's own list of words. It grows by whole chunks, so it is never copied. A valued log keeps a number
 * beside each word and bigram, such as how often the card has it, as a code: few of them differ.
 */
export class CardLog {
  readonly isValued: boolean;
  /** By code: the value, in the order in which they came. */
  readonly values: number[] = [];
  readonly #codeOf = new Map<number, number>();
  readonly #chunks: Uint8Array[] = [new Uint8Array(CHUNK)];
  /** Bytes used of the last chunk. */
  #used = 0;
  /** Where each card begins: its chunk, then its place there. */
  #starts = new Uint32Array(1024);
  #cards = 0;
  /** The card being written. */
  #record = new Uint8Array(256);
  #length = 0;

  constructor({ valued = false }: { readonly valued?: boolean } = {}) {
    this.isValued = valued;
  }

  get cards(): number {
    return this.#cards;
  }

  /**
   * Adds a card.
   *
   * @param words the first `wordCount` are its words, each once.
   * @param pairs the first `pairCount` are its bigrams: first place * `base` + second place.
   * @param wordValues beside `words`, for a valued log, as `pairValues` beside `pairs`.
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
    this.#length = 0;
    this.#write(wordCount);
    for (let i = 0; i < wordCount; i++) {
      this.#write(words[i]!);
      if (this.isValued) this.#write(this.#code(wordValues![i]!));
    }
    this.#write(pairCount);
    for (let i = 0; i < pairCount; i++) {
      const first = Math.floor(pairs[i]! / base);
      this.#write(first);
      this.#write(pairs[i]! - first * base);
      if (this.isValued) this.#write(this.#code(pairValues![i]!));
    }
    this.#appendRecord();
  }

  /** A reader of its own place. */
  reader(): CardLogReader {
    return new CardLogReader(this.#chunks, this.#starts, this.isValued);
  }

  #code(value: number): number {
    const known = this.#codeOf.get(value);
    if (known !== undefined) return known;
    this.#codeOf.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** Writes a number in as few groups of 7 bits as it needs, the lowest first; the top bit says that more follow. */
  #write(value: number): void {
    if (this.#length + 5 > this.#record.length) this.#record = grown(this.#record, this.#length + 5, Uint8Array);
    let rest = value;
    while (rest > 127) {
      this.#record[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#record[this.#length++] = rest;
  }

  #appendRecord(): void {
    // A card lies in one chunk, so that reading it never has to look for the next one.
    if (this.#used + this.#length > this.#chunks[this.#chunks.length - 1]!.length) {
      if (this.#chunks.length === 2 ** (32 - CHUNK_BITS)) throw new RangeError('all terms of all cards pass 4 GB');
      this.#chunks.push(new Uint8Array(Math.max(CHUNK, this.#length)));
      this.#used = 0;
    }
    this.#starts = grown(this.#starts, this.#cards + 1, Uint32Array);
    this.#starts[this.#cards++] = ((this.#chunks.length - 1) << CHUNK_BITS) | this.#used;
    this.#chunks[this.#chunks.length - 1]!.set(this.#record.subarray(0, this.#length), this.#used);
    this.#used += this.#length;
  }
}

/** Reads the cards of a log, in any order. */
class CardLogReader {
  /** The words of the card read last; the first `wordCount` are valid. */
  words = new Uint32Array(64);
  wordCount = 0;
  /** The words at the two places of each bigram of that card; the first `pairCount` are valid. */
  firsts = new Uint32Array(64);
  seconds = new Uint32Array(64);
  pairCount = 0;
  /** Of a valued log: the codes of the words, and of the bigrams; else zeros. */
  wordCodes = new Uint32Array(64);
  pairCodes = new Uint32Array(64);
  readonly #chunks: readonly Uint8Array[];
  readonly #starts: Uint32Array;
  #chunk: Uint8Array;
  #at = 0;
  readonly #valued: boolean;

  constructor(chunks: readonly Uint8Array[], starts: Uint32Array, valued: boolean) {
    this.#chunks = chunks;
    this.#starts = starts;
    this.#valued = valued;
    this.#chunk = chunks[0]!;
  }

  /** @param card in the order of arrival, from 0. */
  readWords(card: number): void {
    const start = this.#starts[card]!;
    this.#chunk = this.#chunks[start >>> CHUNK_BITS]!;
    this.#at = start & WITHIN_CHUNK;
    this.wordCount = this.#next();
    this.words = grown(this.words, this.wordCount, Uint32Array);
    this.wordCodes = grown(this.wordCodes, this.wordCount, Uint32Array);
    for (let i = 0; i < this.wordCount; i++) {
      this.words[i] = this.#next();
      if (this.#valued) this.wordCodes[i] = this.#next();
    }
  }

  /** Words and bigrams. */
  read(card: number): void {
    this.readWords(card);
    this.pairCount = this.#next();
    this.firsts = grown(this.firsts, this.pairCount, Uint32Array);
    this.seconds = grown(this.seconds, this.pairCount, Uint32Array);
    this.pairCodes = grown(this.pairCodes, this.pairCount, Uint32Array);
    for (let i = 0; i < this.pairCount; i++) {
      this.firsts[i] = this.words[this.#next()]!;
      this.seconds[i] = this.words[this.#next()]!;
      if (this.#valued) this.pairCodes[i] = this.#next();
    }
  }

  #next(): number {
    let byte = this.#chunk[this.#at++]!;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; ; shift += 7) {
      byte = this.#chunk[this.#at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
}
