import { ListCursor } from '../inverted/list-cursor.ts';
import { findPair } from '../inverted/pair-lists.ts';
import type { RankedList } from '../inverted/pruned-search.ts';
import { rankOf } from '../inverted/rank.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { UNKNOWN_WORD, WordReader } from '../inverted/word-reader.ts';
import { SIGNAL_CAP, signals } from '../signals.ts';
import type { Stopwords } from '../stopwords.ts';
import { weight } from './weight.ts';

/** A list of a query, and what it stands for: a word (`second` is -1) or a bigram. */
interface QueryList extends RankedList {
  first: number;
  second: number;
}

/** Finds the posting lists of a query's signals. For one query after another: what it found is valid until the next. */
export class QueryLists {
  /** The lists, shortest first, a bigram before its words; the first `count` are valid. */
  readonly lists: QueryList[];
  count = 0;
  /** Postings in all of them. */
  postings = 0;
  readonly #terms: RegistryTerms;
  readonly #cards: number;
  readonly #stopwords: Stopwords;
  readonly #reader: WordReader;

  constructor(terms: RegistryTerms, stopwords: Stopwords) {
    this.#terms = terms;
    this.#cards = terms.wordLists.cards;
    this.#stopwords = stopwords;
    this.#reader = new WordReader(terms.words, terms.stopwords, { addsWords: false });
    this.lists = Array.from({ length: SIGNAL_CAP }, () => ({
      cursor: new ListCursor(),
      rank: 0,
      impliedFirst: undefined,
      impliedSecond: undefined,
      first: 0,
      second: 0,
    }));
  }

  /** Finds the lists of a query. Signals that no card holds have none. */
  open(query: string): void {
    this.count = 0;
    this.postings = 0;
    const { numbers } = this.#read(query);
    const words = this.#reader.count;
    // Of 32 words at most 31 are followed by another: no limit cuts a signal off.
    if (words * 2 - 1 <= SIGNAL_CAP) {
      for (let i = 0; i < words; i++) {
        this.#addWord(numbers[i]!);
        if (i > 0) this.#addPair(numbers[i - 1]!, numbers[i]!);
      }
    } else {
      for (const signal of signals(query, this.#stopwords)) {
        this.#read(signal);
        if (this.#reader.count === 1) this.#addWord(this.#reader.numbers[0]!);
        else this.#addPair(this.#reader.numbers[0]!, this.#reader.numbers[1]!);
      }
    }
    this.#sort();
  }

  /** How many cards hold a signal. */
  holders(signal: string): number {
    this.count = 0;
    const { numbers, count } = this.#read(signal);
    if (count === 1) this.#addWord(numbers[0]!);
    else this.#addPair(numbers[0]!, numbers[1]!);
    return this.count === 0 ? 0 : this.lists[0]!.cursor.length;
  }

  #read(text: string): WordReader {
    this.#reader.clear();
    this.#reader.read(text);
    return this.#reader;
  }

  #addWord(word: number): void {
    if (word === UNKNOWN_WORD || this.#has(word, -1)) return;
    const list = this.lists[this.count]!;
    list.cursor.open(this.#terms.wordLists, word);
    this.#add(list, word, -1);
  }

  #addPair(first: number, second: number): void {
    if (first === UNKNOWN_WORD || second === UNKNOWN_WORD || this.#has(first, second)) return;
    const pair = findPair(this.#terms.pairs, first, second);
    if (pair < 0) return;
    const target = this.#terms.pairs.targets[pair]!;
    const list = this.lists[this.count]!;
    if (target % 2 === 1) list.cursor.openSingle(target >>> 1);
    else list.cursor.open(this.#terms.pairLists, target >>> 1);
    this.#add(list, first, second);
  }

  #add(list: QueryList, first: number, second: number): void {
    list.rank = rankOf(weight(this.#cards, list.cursor.length));
    list.first = first;
    list.second = second;
    list.impliedFirst = undefined;
    list.impliedSecond = undefined;
    this.postings += list.cursor.length;
    this.count++;
  }

  #has(first: number, second: number): boolean {
    for (let i = 0; i < this.count; i++) {
      if (this.lists[i]!.first === first && this.lists[i]!.second === second) return true;
    }
    return false;
  }

  /** Puts the lists into their order, and tells each bigram of its words: a card that holds it holds them. */
  #sort(): void {
    const { lists, count } = this;
    for (let i = 1; i < count; i++) {
      const list = lists[i]!;
      let j = i - 1;
      for (; j >= 0 && isBefore(list, lists[j]!); j--) lists[j + 1] = lists[j]!;
      lists[j + 1] = list;
    }
    for (let i = 0; i < count; i++) {
      const pair = lists[i]!;
      if (pair.second < 0) continue;
      for (let j = i + 1; j < count; j++) {
        const word = lists[j]!;
        if (word.second >= 0) continue;
        if (word.first === pair.first) pair.impliedFirst = word;
        else if (word.first === pair.second) pair.impliedSecond = word;
      }
    }
  }
}

function isBefore(a: QueryList, b: QueryList): boolean {
  return a.cursor.length !== b.cursor.length ? a.cursor.length < b.cursor.length : a.second >= 0 && b.second < 0;
}
