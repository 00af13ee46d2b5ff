import type { Card } from '../datasets/card.ts';
import { Accumulator } from './inverted/accumulator.ts';
import { type CardIds, numberCards } from './inverted/card-ids.ts';
import { Dictionary } from './inverted/dictionary.ts';
import { NumberList } from './inverted/number-list.ts';
import { type Postings, PostingsBuilder, postingsBytes } from './inverted/postings.ts';
import type { Hit } from './ranking.ts';
import type { BuildOptions, Cards, Explanation, Retriever, SearchIndex, Work } from './retriever.ts';
import { cardText, tokens } from './signals.ts';
import type { Stopwords } from './stopwords.ts';

/** How fast further occurrences of a word stop counting. */
const K1 = 1.2;
/** How much a long card is held back: 0 not at all, 1 in full proportion to its length. */
const B = 0.75;

/**
 * BM25, the baseline, in Lucene's form with exact lengths. Each token of the query, as often as it stands there and in
 * that order, adds `idf * tf / (tf + k1 * (1 - b + b * length / mean_length))` to each card that holds it, where
 * `idf = ln(1 + (N - df + 0.5) / (df + 0.5))` and length = tokens kept. No cap on tokens. Ties by id.
 */
export const bm25: Retriever = { name: 'bm25', oracle: undefined, build };

async function build(cards: Cards, { stopwords }: BuildOptions): Promise<SearchIndex> {
  const dictionary = new Dictionary();
  const postings = new PostingsBuilder({ frequencies: true });
  const ids: string[] = [];
  const lengths = new NumberList();
  for await (const card of cards) {
    const words = tokens(cardText(card), stopwords);
    const frequencies = new Map<string, number>();
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    ids.push(card.id);
    lengths.push(words.length);
    postings.startCard();
    for (const [word, frequency] of frequencies) postings.add(dictionary.add(word), frequency);
  }
  dictionary.trim();
  const cardIds = numberCards(ids);
  const mean = meanOf(lengths);
  const norms = Float64Array.from(cardIds.arrival, (arrived) => lengthNorm(lengths.at(arrived), mean));
  return new Bm25Index(stopwords, dictionary, cardIds, postings.finish(cardIds.arrival, dictionary.size), norms, mean);
}

function meanOf(lengths: NumberList): number {
  let total = 0;
  for (let i = 0; i < lengths.length; i++) total += lengths.at(i);
  // Where no card holds a token there is no posting to score either; 1 only keeps the norms numbers.
  return total / lengths.length || 1;
}

/** `k1 * (1 - b + b * length / mean_length)` */
function lengthNorm(length: number, mean: number): number {
  return K1 * (1 - B + (B * length) / mean);
}

class Bm25Index implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #dictionary: Dictionary;
  readonly #cardIds: CardIds;
  readonly #postings: Postings;
  readonly #idf: Float64Array;
  readonly #norms: Float64Array;
  readonly #meanLength: number;
  readonly #sums: Accumulator;

  constructor(
    stopwords: Stopwords,
    dictionary: Dictionary,
    cardIds: CardIds,
    postings: Postings,
    norms: Float64Array,
    meanLength: number,
  ) {
    this.cards = cardIds.ids.length;
    this.#stopwords = stopwords;
    this.#dictionary = dictionary;
    this.#cardIds = cardIds;
    this.#postings = postings;
    this.#norms = norms;
    this.#meanLength = meanLength;
    this.#idf = new Float64Array(dictionary.size);
    for (let term = 0; term < dictionary.size; term++) {
      const df = postings.offsets[term + 1]! - postings.offsets[term]!;
      this.#idf[term] = idfOf(this.cards, df);
    }
    this.#sums = new Accumulator(this.cards);
  }

  search(query: string, k: number): Hit[] {
    this.#addUp(query);
    return this.#sums.takeBest(k, (card, score) => ({ id: this.#cardIds.ids[card]!, score, matched: undefined }));
  }

  countCandidates(query: string): number {
    this.#addUp(query);
    return this.#sums.clear();
  }

  /** A token that the query holds twice is read twice. */
  work(query: string): Work {
    const postings = tokens(query, this.#stopwords).reduce((sum, token) => sum + this.#df(token), 0);
    return { postings, visited: postings };
  }

  indexBytes(): number {
    return (
      this.#dictionary.bytes +
      this.#cardIds.bytes +
      postingsBytes(this.#postings) +
      this.#idf.byteLength +
      this.#norms.byteLength +
      this.#sums.bytes
    );
  }

  explain(query: string, card: Card): Explanation {
    const words = tokens(cardText(card), this.#stopwords);
    const norm = lengthNorm(words.length, this.#meanLength);
    const terms = tokens(query, this.#stopwords).map((signal) => {
      const df = this.#df(signal);
      const idf = idfOf(this.cards, df);
      const tf = words.filter((word) => word === signal).length;
      const weight = (idf * Math.max(1, tf)) / (Math.max(1, tf) + norm);
      return { signal, df, weight, held: tf > 0, cut: false, details: { idf, tf, length: words.length } };
    });
    return { terms, uniform: false };
  }

  /** How many cards hold a token. */
  #df(token: string): number {
    const term = this.#dictionary.find(token);
    return term < 0 ? 0 : this.#postings.offsets[term + 1]! - this.#postings.offsets[term]!;
  }

  /** Adds token by token, so that the additions to a card come in the order of the query: the last bit depends on it. */
  #addUp(query: string): void {
    const { offsets, cards, frequencies } = this.#postings;
    for (const token of tokens(query, this.#stopwords)) {
      const term = this.#dictionary.find(token);
      if (term < 0) continue;
      const idf = this.#idf[term]!;
      const end = offsets[term + 1]!;
      for (let i = offsets[term]!; i < end; i++) {
        const card = cards[i]!;
        const tf = frequencies[i]!;
        this.#sums.add(card, (idf * tf) / (tf + this.#norms[card]!));
      }
    }
  }
}

/** `ln(1 + (N - df + 0.5) / (df + 0.5))` */
function idfOf(cards: number, df: number): number {
  return Math.log(1 + (cards - df + 0.5) / (df + 0.5));
}
