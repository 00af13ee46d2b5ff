import { Dictionary, grown } from '../inverted/dictionary.ts';
import { UNKNOWN_WORD } from '../inverted/word-reader.ts';
import type { Stopwords } from '../stopwords.ts';
import { norm } from './analysis.ts';

/** Stands for a part that has no norm. */
const DROPPED = 2 ** 32 - 2;

/** By UTF-16 unit below 128: 0 what ends a run, 1 a small letter or digit, 2 a capital. */
const ENDS = 0;
const CAPITAL = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/[A-Z]/.test(character)) return CAPITAL;
  return /[a-z0-9]/.test(character) ? 1 : ENDS;
});
const SMALL_LETTERS = Uint8Array.from({ length: 128 }, (_, unit) => (/[a-z]/.test(String.fromCharCode(unit)) ? 1 : 0));

/**
 * Reads texts into the numbers of their words: what `analyse` gives, in one pass, each form of a word stemmed once. For one
 * text after another; what it read is valid until the next.
 */
export class TextReader {
  /** The words in order; the first `sequenceCount` are valid. */
  sequence = new Uint32Array(256);
  sequenceCount = 0;
  /** The words that were also written as one; the first `joinedCount` are valid. */
  joined = new Uint32Array(64);
  joinedCount = 0;
  readonly #stopwords: Stopwords;
  #words: Dictionary;
  #addsForms = true;
  /** Every form that was met, in lower case and before stemming, and by its number the word it stands for. */
  #forms = new Dictionary();
  #wordOf: Uint32Array = new Uint32Array(1024);
  /** The run being read, in lower case, and the part of it. */
  #run = new Uint8Array(64);
  #part = new Uint8Array(64);

  /** A reader that adds every word it meets to a dictionary. */
  constructor(words: Dictionary, stopwords: Stopwords) {
    this.#words = words;
    this.#stopwords = stopwords;
  }

  /** Bytes of the forms. */
  get bytes(): number {
    return this.#forms.bytes + this.#wordOf.byteLength;
  }

  /**
   * From here on words have the numbers of another dictionary, which holds all words met so far. One that it does not hold
   * is no longer added, and read as UNKNOWN_WORD.
   */
  settle(words: Dictionary): void {
    this.#wordOf = Uint32Array.from(this.#wordOf.subarray(0, this.#forms.size), (word) =>
      word === DROPPED ? DROPPED : words.find(this.#words.term(word)),
    );
    this.#forms.trim();
    this.#words = words;
    this.#addsForms = false;
  }

  /** Of a settled reader: the forms in code point order, and beside each the word that it stands for. */
  saved(): { readonly forms: Dictionary; readonly words: Uint32Array } {
    const order = Uint32Array.from({ length: this.#forms.size }, (_, form) => form);
    order.sort((a, b) => this.#forms.compare(a, b));
    return { forms: this.#forms.reordered(order), words: order.map((form) => this.#wordOf[form]!) };
  }

  /** A settled reader of what another one saved. */
  static settled(words: Dictionary, stopwords: Stopwords, saved: ReturnType<TextReader['saved']>): TextReader {
    const reader = new TextReader(words, stopwords);
    reader.#forms = saved.forms;
    reader.#wordOf = saved.words;
    reader.#addsForms = false;
    return reader;
  }

  /** Reads one text. */
  read(text: string): void {
    this.sequenceCount = 0;
    this.joinedCount = 0;
    let length = 0;
    let partStart = 0;
    let before = ENDS;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const kind = unit < 128 ? KINDS[unit]! : ENDS;
      if (kind === ENDS) {
        if (length > 0) this.#endRun(length, partStart);
        length = 0;
        partStart = 0;
      } else {
        if (kind === CAPITAL && length > partStart && (before !== CAPITAL || isSmall(text, i + 1))) {
          this.#endPart(partStart, length);
          partStart = length;
        }
        if (length === this.#run.length) this.#run = grown(this.#run, length + 1, Uint8Array);
        this.#run[length++] = kind === CAPITAL ? unit + 32 : unit;
      }
      before = kind;
    }
    if (length > 0) this.#endRun(length, partStart);
  }

  #endRun(length: number, partStart: number): void {
    this.#endPart(partStart, length);
    if (partStart === 0) return;
    const word = this.#wordOfForm(this.#run, length);
    if (word === DROPPED) return;
    this.joined = grown(this.joined, this.joinedCount + 1, Uint32Array);
    this.joined[this.joinedCount++] = word;
  }

  #endPart(start: number, end: number): void {
    const length = end - start;
    let characters = this.#run;
    if (start > 0) {
      this.#part = grown(this.#part, length, Uint8Array);
      this.#part.set(this.#run.subarray(start, end));
      characters = this.#part;
    }
    const word = this.#wordOfForm(characters, length);
    if (word === DROPPED) return;
    this.sequence = grown(this.sequence, this.sequenceCount + 1, Uint32Array);
    this.sequence[this.sequenceCount++] = word;
  }

  #wordOfForm(characters: Uint8Array, length: number): number {
    if (length < 2) return DROPPED;
    if (!this.#addsForms) {
      const form = this.#forms.findRun(characters, length);
      if (form >= 0) return this.#wordOf[form]!;
      const word = this.#norm(characters, length);
      if (word === undefined) return DROPPED;
      const known = this.#words.find(word);
      return known < 0 ? UNKNOWN_WORD : known;
    }
    const forms = this.#forms.size;
    const form = this.#forms.addRun(characters, length);
    if (form < forms) return this.#wordOf[form]!;
    const word = this.#norm(characters, length);
    this.#wordOf = grown(this.#wordOf, form + 1, Uint32Array);
    this.#wordOf[form] = word === undefined ? DROPPED : this.#words.add(word);
    return this.#wordOf[form]!;
  }

  #norm(characters: Uint8Array, length: number): string | undefined {
    return norm(Buffer.from(characters.buffer, characters.byteOffset, length).toString('latin1'), this.#stopwords);
  }
}

function isSmall(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return unit < 128 && SMALL_LETTERS[unit] === 1;
}
