import { findPair } from '../inverted/pair-lists.ts';
import { UNKNOWN_WORD } from '../inverted/word-reader.ts';
import type { TextReader } from './text-reader.ts';
import type { WeightedList, Weights } from './weights.ts';

/** Finds the posting lists of a query's signals. For one query after another: what it found is valid until the next. */
export class QueryLists {
  /** The lists, shortest first; the first `count` are valid. */
  readonly lists: WeightedList[] = [];
  count = 0;
  /** Postings in all of them. */
  postings = 0;
  readonly #weights: Weights;
  readonly #reader: TextReader;
  /** The signals of this query that were met: a word by its number, a pair by two numbers in one. */
  readonly #met = new Set<number>();

  /** @param reader settled on the words of the index. */
  constructor(weights: Weights, reader: TextReader) {
    this.#weights = weights;
    this.#reader = reader;
  }

  /** Finds the lists of a query. Signals that no card holds have none. */
  open(query: string): void {
    this.count = 0;
    this.postings = 0;
    this.#met.clear();
    const reader = this.#reader;
    reader.read(query);
    const { joined, sequence } = reader;
    for (let i = 0; i < reader.joinedCount; i++) this.#addWord(joined[i]!);
    for (let i = 0; i < reader.sequenceCount; i++) {
      this.#addWord(sequence[i]!);
      if (i > 0) this.#addPair(sequence[i - 1]!, sequence[i]!);
    }
    const sorted = this.lists.slice(0, this.count).sort((a, b) => a.cursor.length - b.cursor.length);
    for (let i = 0; i < sorted.length; i++) this.lists[i] = sorted[i]!;
  }

  /** How many cards hold a signal of one word or two. */
  holders(signal: string): number {
    const { words } = this.#weights.terms;
    const [first, second] = signal.split(' ').map((word) => words.find(word));
    this.count = 0;
    this.#met.clear();
    if (second === undefined) this.#addWord(first! < 0 ? UNKNOWN_WORD : first!);
    else if (first! >= 0 && second >= 0) this.#addPair(first!, second);
    return this.count === 0 ? 0 : this.lists[0]!.cursor.length;
  }

  #addWord(word: number): void {
    if (word === UNKNOWN_WORD || !this.#isNew(word)) return;
    const list = this.#next();
    list.cursor.open(this.#weights.terms.wordLists, word);
    this.#weights.ofWord(list, word);
    this.#add(list);
  }

  #addPair(a: number, b: number): void {
    if (a === UNKNOWN_WORD || b === UNKNOWN_WORD || a === b) return;
    const { pairLists, pairs, words } = this.#weights.terms;
    const [first, second] = words.compare(a, b) < 0 ? [a, b] : [b, a];
    if (!this.#isNew((first + 1) * 2 ** 26 + second)) return;
    const pair = findPair(pairs, first, second);
    if (pair < 0) return;
    const target = pairs.targets[pair]!;
    const list = this.#next();
    if (target % 2 === 1) list.cursor.openSingle(target >>> 1, pairs.codes[pair]!);
    else list.cursor.open(pairLists, target >>> 1);
    this.#weights.ofPair(list, target % 2 === 1 ? -1 : target >>> 1);
    this.#add(list);
  }

  #isNew(signal: number): boolean {
    const before = this.#met.size;
    return this.#met.add(signal).size > before;
  }

  #next(): WeightedList {
    if (this.count === this.lists.length) this.lists.push(this.#weights.emptyList());
    return this.lists[this.count]!;
  }

  #add(list: WeightedList): void {
    this.postings += list.cursor.length;
    this.count++;
  }
}
