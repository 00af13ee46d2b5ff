import { type Dictionary, grown } from '../inverted/dictionary.ts';
import { SIGNAL_CAP } from '../signals.ts';

/**
 * Picks the signals of a card from the numbers of its words: what `signals` gives, without a string for any of them. For
 * one card after another; what it picked is valid until the next.
 */
export class SignalPicker {
  /** The words that are kept, by number; the first `wordCount` are valid. */
  words = new Uint32Array(2 * SIGNAL_CAP);
  wordCount = 0;
  /** The bigrams that are kept, as two places in `words`: first * SIGNAL_CAP + second; the first `pairCount` are valid. */
  readonly pairs = new Uint16Array(SIGNAL_CAP * SIGNAL_CAP);
  pairCount = 0;

  readonly #dictionary: Dictionary;
  readonly #stopwords: number;
  /** By word, twice as many: the card that had it last, counted from 1, and then its place in `words` there. */
  #met = new Uint32Array(2048);
  /** By place: how often the card has the word. */
  #times = new Uint32Array(2 * SIGNAL_CAP);
  /** By pair: the card that had it last. */
  readonly #pairLastCard = new Uint32Array(SIGNAL_CAP * SIGNAL_CAP);
  #card = 0;
  /** Of at most 64 words: their places in code point order, and by place where in that order it comes. */
  readonly #order = new Float64Array(SIGNAL_CAP);
  readonly #ranks = new Uint16Array(SIGNAL_CAP);

  /** @param stopwords how many terms at the beginning of the dictionary are none of the numbered words. */
  constructor(dictionary: Dictionary, stopwords: number) {
    this.#dictionary = dictionary;
    this.#stopwords = stopwords;
  }

  /** @param numbers the words of a card in order, repeats kept; the first `count` count. */
  pick(numbers: Uint32Array, count: number): void {
    this.#card++;
    this.pairCount = 0;
    this.#pickWords(numbers, count);
    // No bigram survives beside 64 words, so a long card never pays for its bigrams.
    if (this.wordCount >= SIGNAL_CAP) this.#keepMostFrequent();
    else this.#pickPairs(numbers, count);
  }

  #pickWords(numbers: Uint32Array, count: number): void {
    this.#met = grown(this.#met, 2 * this.#dictionary.size, Uint32Array);
    const met = this.#met;
    this.wordCount = 0;
    for (let i = 0; i < count; i++) {
      const word = numbers[i]!;
      if (met[2 * word] === this.#card) {
        const place = met[2 * word + 1]!;
        this.#times[place] = this.#times[place]! + 1;
        continue;
      }
      const place = this.wordCount++;
      this.words = grown(this.words, this.wordCount, Uint32Array);
      this.#times = grown(this.#times, this.wordCount, Uint32Array);
      met[2 * word] = this.#card;
      met[2 * word + 1] = place;
      this.words[place] = word;
      this.#times[place] = 1;
    }
  }

  /** Of 64 words and more: those with the highest frequency, ties by code point. */
  #keepMostFrequent(): void {
    if (this.wordCount === SIGNAL_CAP) return;
    const places = Uint32Array.from({ length: this.wordCount }, (_, place) => place);
    places.sort((a, b) => this.#times[b]! - this.#times[a]! || this.#compare(a, b));
    this.words.set(Uint32Array.from(places.subarray(0, SIGNAL_CAP), (place) => this.words[place]!));
    this.wordCount = SIGNAL_CAP;
  }

  #pickPairs(numbers: Uint32Array, count: number): void {
    for (let i = 1; i < count; i++) {
      const pair = this.#met[2 * numbers[i - 1]! + 1]! * SIGNAL_CAP + this.#met[2 * numbers[i]! + 1]!;
      if (this.#pairLastCard[pair] === this.#card) continue;
      this.#pairLastCard[pair] = this.#card;
      this.pairs[this.pairCount++] = pair;
    }
    if (this.wordCount + this.pairCount > SIGNAL_CAP) this.#keepFirstPairs(SIGNAL_CAP - this.wordCount);
  }

  /** Of too many bigrams: the first by code point. The space sorts before every letter, so words decide one by one. */
  #keepFirstPairs(most: number): void {
    const order = this.#sortedPlaces();
    const rank = this.#ranks;
    for (let r = 0; r < order.length; r++) rank[order[r]!] = r;
    // Sorted as numbers: the rank of the first word above that of the second.
    const ranked = this.pairs.subarray(0, this.pairCount);
    for (let i = 0; i < ranked.length; i++) {
      const pair = ranked[i]!;
      ranked[i] = rank[Math.floor(pair / SIGNAL_CAP)]! * SIGNAL_CAP + rank[pair % SIGNAL_CAP]!;
    }
    ranked.sort();
    for (let i = 0; i < most; i++) {
      const pair = ranked[i]!;
      ranked[i] = order[Math.floor(pair / SIGNAL_CAP)]! * SIGNAL_CAP + order[pair % SIGNAL_CAP]!;
    }
    this.pairCount = most;
  }

  /** The places of up to 64 words, by code point. */
  #sortedPlaces(): Float64Array {
    // By their first letters, which tell most words apart, and only those of the same ones in full.
    const order = this.#order.subarray(0, this.wordCount);
    for (let place = 0; place < order.length; place++) {
      order[place] = this.#dictionary.beginning(this.words[place]! + this.#stopwords) * SIGNAL_CAP + place;
    }
    order.sort();
    for (let i = 1; i < order.length; i++) {
      const word = order[i]!;
      let j = i;
      for (; j > 0 && beginLike(order[j - 1]!, word); j--) {
        if (this.#compare(order[j - 1]! % SIGNAL_CAP, word % SIGNAL_CAP) < 0) break;
        order[j] = order[j - 1]!;
      }
      order[j] = word;
    }
    for (let i = 0; i < order.length; i++) order[i] = order[i]! % SIGNAL_CAP;
    return order;
  }

  /** Compares the words at two places by code point. */
  #compare(a: number, b: number): number {
    return this.#dictionary.compare(this.words[a]! + this.#stopwords, this.words[b]! + this.#stopwords);
  }
}

function beginLike(a: number, b: number): boolean {
  return Math.floor(a / SIGNAL_CAP) === Math.floor(b / SIGNAL_CAP);
}
