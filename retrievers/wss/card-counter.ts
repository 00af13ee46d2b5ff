import type { Card } from '../../datasets/card.ts';
import { type Dictionary, grown } from '../inverted/dictionary.ts';
import { FIELDS } from './analysis.ts';
import type { TextReader } from './text-reader.ts';

/**
 * Counts the words and pairs of a card, in half units, which are whole numbers whatever the fields. For one card after
 * another; what it counted is valid until the next.
 */
export class CardCounter {
  /** The different words, by number, and what their occurrences add up to; the first `wordCount` are valid. */
  words = new Uint32Array(256);
  wordValues = new Uint32Array(256);
  wordCount = 0;
  /**
   * The different pairs, as two places in `words`: first * `base` + second, the first in code point order before the
   * second; the first `pairCount` are valid.
   */
  pairs = new Float64Array(256);
  pairValues = new Uint32Array(256);
  pairCount = 0;
  /** The length of the card, in half units. */
  length = 0;
  readonly #reader: TextReader;
  readonly #dictionary: Dictionary;
  /** By word: the card that had it last, counted from 1, and its place in `words` there. */
  #lastCard = new Uint32Array(1024);
  #place = new Uint32Array(1024);
  #card = 0;
  /** The occurrences of pairs: pair and half units in one number. */
  #occurrences = new Float64Array(256);
  #occurrenceCount = 0;

  /** @param dictionary the one that the reader adds words to. */
  constructor(reader: TextReader, dictionary: Dictionary) {
    this.#reader = reader;
    this.#dictionary = dictionary;
  }

  /** What a place is multiplied by in `pairs`: above every place there can be. */
  static readonly base = 2 ** 24;

  /** @throws RangeError for a card of more than 2^24 different words. */
  count(card: Card): void {
    this.#card++;
    this.wordCount = 0;
    this.#occurrenceCount = 0;
    this.length = 0;
    for (const [field, multiplier] of FIELDS) {
      const texts = card[field];
      if (typeof texts === 'string') this.#countText(texts, multiplier * 2);
      else for (const text of texts) this.#countText(text, multiplier * 2);
    }
    this.#addUpPairs();
  }

  #countText(text: string, halves: number): void {
    const reader = this.#reader;
    reader.read(text);
    this.length += (reader.sequenceCount + reader.joinedCount) * halves;
    const { joined, sequence } = reader;
    for (let i = 0; i < reader.joinedCount; i++) this.#countWord(joined[i]!, halves);
    for (let i = 0; i < reader.sequenceCount; i++) {
      this.#countWord(sequence[i]!, halves);
      if (i > 0 && sequence[i] !== sequence[i - 1]) this.#notePair(sequence[i - 1]!, sequence[i]!, halves);
    }
  }

  #countWord(word: number, halves: number): void {
    if (word >= this.#lastCard.length) {
      this.#lastCard = grown(this.#lastCard, word + 1, Uint32Array);
      this.#place = grown(this.#place, word + 1, Uint32Array);
    }
    if (this.#lastCard[word] !== this.#card) {
      if (this.wordCount === CardCounter.base) throw new RangeError('a card holds at most 2^24 different words');
      this.#lastCard[word] = this.#card;
      this.#place[word] = this.wordCount;
      this.words = grown(this.words, this.wordCount + 1, Uint32Array);
      this.wordValues = grown(this.wordValues, this.wordCount + 1, Uint32Array);
      this.words[this.wordCount] = word;
      this.wordValues[this.wordCount++] = 0;
    }
    const place = this.#place[word]!;
    this.wordValues[place] = this.wordValues[place]! + halves;
  }

  #notePair(a: number, b: number, halves: number): void {
    const [first, second] = this.#dictionary.compare(a, b) < 0 ? [a, b] : [b, a];
    const pair = this.#place[first]! * CardCounter.base + this.#place[second]!;
    if (this.#occurrenceCount === this.#occurrences.length) {
      this.#occurrences = grown(this.#occurrences, this.#occurrenceCount + 1, Float64Array);
    }
    this.#occurrences[this.#occurrenceCount++] = pair * 8 + halves;
  }

  /** Brings equal pairs together by sorting, and adds up their half units, of which one occurrence has at most 4. */
  #addUpPairs(): void {
    const occurrences = this.#occurrences.subarray(0, this.#occurrenceCount).sort();
    this.pairCount = 0;
    this.pairs = grown(this.pairs, occurrences.length, Float64Array);
    this.pairValues = grown(this.pairValues, occurrences.length, Uint32Array);
    for (const occurrence of occurrences) {
      const pair = Math.floor(occurrence / 8);
      if (this.pairCount === 0 || this.pairs[this.pairCount - 1] !== pair) {
        this.pairs[this.pairCount] = pair;
        this.pairValues[this.pairCount++] = 0;
      }
      const last = this.pairCount - 1;
      this.pairValues[last] = this.pairValues[last]! + (occurrence - pair * 8);
    }
  }
}
