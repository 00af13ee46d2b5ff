import type { Stopwords } from '../stopwords.ts';
import { Dictionary, grown } from './dictionary.ts';

/** Stands for a word that the dictionary does not hold. It still counts as a word of its text. */
export const UNKNOWN_WORD = 2 ** 32 - 1;

/** By UTF-16 unit below 128: the letter or digit it is when lower-cased, or 0 where it ends a word. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  const lower = String.fromCharCode(unit).toLowerCase();
  return /[a-z0-9]/.test(lower) ? lower.charCodeAt(0) : 0;
});
/** Lower-cases into `i` and a combining dot, which ends the word. */
const CAPITAL_I_WITH_DOT = 0x130;
/** Lower-cases into `k`. No third character from outside ASCII lower-cases into a letter or digit of ASCII. */
const KELVIN_SIGN = 0x212a;

/** A new dictionary for the words of a registry. It begins with the stopwords, so that one look-up tells them too. */
export function wordDictionary(stopwords: Stopwords): Dictionary {
  const dictionary = new Dictionary();
  // No other stopword can equal a token.
  for (const word of stopwords.words) if (/^[a-z0-9]{2,}$/.test(word)) dictionary.add(word);
  return dictionary;
}

/**
 * Reads texts into the numbers of their words, in one pass and without a string for any of them. The words are those of
 * `tokens`, in order, repeats kept. Numbers count from the first word that is no stopword.
 */
export class WordReader {
  /** The words read since `clear`; the first `count` are valid, until the next `read`. */
  numbers = new Uint32Array(256);
  count = 0;
  readonly #dictionary: Dictionary;
  readonly #stopwords: number;
  readonly #addsWords: boolean;
  /** The letters of the word being read. */
  #letters = new Uint8Array(64);

  /**
   * @param stopwords how many terms at the beginning of the dictionary are stopwords.
   * @param options `addsWords`: whether a word that the dictionary does not hold is added to it, or UNKNOWN_WORD.
   */
  constructor(dictionary: Dictionary, stopwords: number, options: { readonly addsWords: boolean }) {
    this.#dictionary = dictionary;
    this.#stopwords = stopwords;
    this.#addsWords = options.addsWords;
  }

  clear(): void {
    this.count = 0;
  }

  /** Reads one text after those before it. A word ends with its text. */
  read(text: string): void {
    let letters = this.#letters;
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const letter = unit < 128 ? FOLDED[unit]! : letterBeyondAscii(unit);
      if (letter !== 0) {
        if (length === letters.length) letters = this.#growLetters();
        letters[length++] = letter;
        if (unit !== CAPITAL_I_WITH_DOT) continue;
      }
      if (length > 1) this.#endWord(length);
      length = 0;
    }
    if (length > 1) this.#endWord(length);
  }

  /** As `read`, for a text given as its UTF-16 units: `units[from]` up to `units[to]`. */
  readUnits(units: Uint16Array, from: number, to: number): void {
    let letters = this.#letters;
    let length = 0;
    for (let i = from; i < to; i++) {
      const unit = units[i]!;
      const letter = unit < 128 ? FOLDED[unit]! : letterBeyondAscii(unit);
      if (letter !== 0) {
        if (length === letters.length) letters = this.#growLetters();
        letters[length++] = letter;
        if (unit !== CAPITAL_I_WITH_DOT) continue;
      }
      if (length > 1) this.#endWord(length);
      length = 0;
    }
    if (length > 1) this.#endWord(length);
  }

  #growLetters(): Uint8Array<ArrayBuffer> {
    this.#letters = grown(this.#letters, this.#letters.length + 1, Uint8Array);
    return this.#letters;
  }

  #endWord(length: number): void {
    const term = this.#addsWords
      ? this.#dictionary.addRun(this.#letters, length)
      : this.#dictionary.findRun(this.#letters, length);
    if (term >= 0 && term < this.#stopwords) return;
    if (this.count === this.numbers.length) this.numbers = grown(this.numbers, this.count + 1, Uint32Array);
    this.numbers[this.count++] = term < 0 ? UNKNOWN_WORD : term - this.#stopwords;
  }
}

function letterBeyondAscii(unit: number): number {
  if (unit === KELVIN_SIGN) return 0x6b;
  return unit === CAPITAL_I_WITH_DOT ? 0x69 : 0;
}
