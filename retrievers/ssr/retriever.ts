import type { Card } from '../../datasets/card.ts';
import { Accumulator } from '../inverted/accumulator.ts';
import { type CardIds, numberCards } from '../inverted/card-ids.ts';
import { Dictionary } from '../inverted/dictionary.ts';
import { type Postings, PostingsBuilder, postingsBytes } from '../inverted/postings.ts';
import type { Hit } from '../ranking.ts';
import type { BuildOptions, Cards, Explanation, Retriever, SearchIndex } from '../retriever.ts';
import { cardText, signals } from '../signals.ts';
import type { Stopwords } from '../stopwords.ts';
import { weight } from './weight.ts';

/**
 * SSR, the Structural Signal Retriever: a card scores the sum of the weights of the signals that it shares with the
 * query, read from an inverted index. Exact: the same ranking, to the last bit, as reading every card.
 */
export const ssr: Retriever = { name: 'ssr', oracle: 'exhaustive-idf', build };

async function build(cards: Cards, { stopwords }: BuildOptions): Promise<SearchIndex> {
  const dictionary = new Dictionary();
  const postings = new PostingsBuilder({ frequencies: false });
  const ids: string[] = [];
  for await (const card of cards) {
    ids.push(card.id);
    postings.startCard();
    for (const signal of signals(cardText(card), stopwords)) postings.add(dictionary.add(signal));
  }
  dictionary.trim();
  const cardIds = numberCards(ids);
  return new SsrIndex(stopwords, dictionary, cardIds, postings.finish(cardIds.arrival, dictionary.size));
}

class SsrIndex implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #dictionary: Dictionary;
  readonly #cardIds: CardIds;
  readonly #postings: Postings;
  readonly #weights: Float64Array;
  readonly #sums: Accumulator;

  constructor(stopwords: Stopwords, dictionary: Dictionary, cardIds: CardIds, postings: Postings) {
    this.cards = cardIds.ids.length;
    this.#stopwords = stopwords;
    this.#dictionary = dictionary;
    this.#cardIds = cardIds;
    this.#postings = postings;
    this.#weights = new Float64Array(dictionary.size);
    for (let term = 0; term < dictionary.size; term++) {
      this.#weights[term] = weight(this.cards, postings.offsets[term + 1]! - postings.offsets[term]!);
    }
    this.#sums = new Accumulator(this.cards, { ranksByAdditions: true });
  }

  search(query: string, k: number): Hit[] {
    this.#addUp(query);
    return this.#sums.takeBest(k, (card, score, matched) => ({ id: this.#cardIds.ids[card]!, score, matched }));
  }

  countCandidates(query: string): number {
    this.#addUp(query);
    return this.#sums.clear();
  }

  indexBytes(): number {
    return (
      this.#dictionary.bytes +
      this.#cardIds.bytes +
      postingsBytes(this.#postings) +
      this.#weights.byteLength +
      this.#sums.bytes
    );
  }

  signals(source: string | Card, options: { readonly cap: boolean }): Set<string> {
    return signals(typeof source === 'string' ? source : cardText(source), this.#stopwords, options);
  }

  explain(query: string, card: Card): Explanation {
    const kept = this.signals(card, { cap: true });
    const all = this.signals(card, { cap: false });
    const terms = [...this.signals(query, { cap: true })].map((signal) => {
      const term = this.#dictionary.find(signal);
      const df = term < 0 ? 0 : this.#postings.offsets[term + 1]! - this.#postings.offsets[term]!;
      const held = kept.has(signal);
      return { signal, df, weight: weight(this.cards, df), held, cut: !held && all.has(signal) };
    });
    return { terms, uniform: true };
  }

  /** Adds the weight of each signal of the query to the sums of the cards that hold it. */
  #addUp(query: string): void {
    const { offsets, cards } = this.#postings;
    for (const signal of signals(query, this.#stopwords)) {
      const term = this.#dictionary.find(signal);
      if (term < 0) continue;
      const termWeight = this.#weights[term]!;
      const end = offsets[term + 1]!;
      for (let i = offsets[term]!; i < end; i++) this.#sums.add(cards[i]!, termWeight);
    }
  }
}
