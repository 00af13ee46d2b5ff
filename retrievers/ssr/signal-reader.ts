import { CardLog } from '../inverted/card-log.ts';
import type { Dictionary } from '../inverted/dictionary.ts';
import type { Texts } from '../inverted/text-batch.ts';
import type { ReadCards } from '../inverted/word-numbers.ts';
import { WordReader, wordDictionary } from '../inverted/word-reader.ts';
import { SIGNAL_CAP } from '../signals.ts';
import type { Stopwords } from '../stopwords.ts';
import { SignalPicker } from './signal-picker.ts';

/** Reads the texts of cards, and writes down which signals they keep. */
export class SignalReader {
  readonly #dictionary: Dictionary;
  readonly #words: WordReader;
  readonly #picker: SignalPicker;
  readonly #log: CardLog;

  /** @param options `shared`: whether several threads are to read what it wrote. */
  constructor(stopwords: Stopwords, options: { readonly shared: boolean }) {
    this.#log = new CardLog(options);
    this.#dictionary = wordDictionary(stopwords);
    const stopwordCount = this.#dictionary.size;
    this.#words = new WordReader(this.#dictionary, stopwordCount, { addsWords: true });
    this.#picker = new SignalPicker(this.#dictionary, stopwordCount);
  }

  /** Reads the texts of some cards, one a card. */
  read({ count, ends, units }: Texts): void {
    const words = this.#words;
    const picker = this.#picker;
    for (let card = 0; card < count; card++) {
      words.clear();
      words.readUnits(units, card === 0 ? 0 : ends[card - 1]!, ends[card]!);
      picker.pick(words.numbers, words.count);
      this.#log.add(picker.words, picker.wordCount, picker.pairs, picker.pairCount, SIGNAL_CAP);
    }
  }

  /** What was read. No more can be. */
  finish(): ReadCards {
    return { dictionary: this.#dictionary, log: this.#log.finish() };
  }
}
