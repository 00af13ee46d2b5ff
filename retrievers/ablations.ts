import type { Card } from '../datasets/card.ts';
import { type CardIds, numberCards } from './inverted/card-ids.ts';
import { Dictionary } from './inverted/dictionary.ts';
import { type Postings, PostingsBuilder, postingsBytes } from './inverted/postings.ts';
import { compareHits, type Hit } from './ranking.ts';
import type { Cards, Explanation, Retriever, SearchIndex, Work } from './retriever.ts';
import { cardText, signals } from './signals.ts';
import { weight } from './ssr/weight.ts';
import type { Stopwords } from './stopwords.ts';

/** The signals of a text, of a card's or of a query's. */
type Extraction = (text: string, stopwords: Stopwords, options: { readonly cap: boolean }) => ReadonlySet<string>;

/** SSR without its cap: all words and all bigrams of a text are its signals. What the cap costs, or saves, is the difference. */
export const ssrNocap: Retriever = ablation('ssr-nocap', (text, stopwords) => signals(text, stopwords, { cap: false }));

/**
 * SSR without bigrams: the words of a text are its signals, the 64 most frequent ones of more. As words come before
 * bigrams under the cap, these are the words that SSR itself keeps.
 */
export const ssrUnigrams: Retriever = ablation('ssr-unigrams', (text, stopwords, options) => {
  return new Set([...signals(text, stopwords, options)].filter((signal) => !signal.includes(' ')));
});

/** SSR but for the signals: the same weights, the same sums, the same order, and every posting of a query read. */
function ablation(name: string, extract: Extraction): Retriever {
  return {
    name,
    oracle: undefined,
    build: (cards, { stopwords }) => build(cards, (source, options) => extract(textOf(source), stopwords, options)),
  };
}

function textOf(source: string | Card): string {
  return typeof source === 'string' ? source : cardText(source);
}

type SignalsOf = (source: string | Card, options: { readonly cap: boolean }) => ReadonlySet<string>;

async function build(cards: Cards, signalsOf: SignalsOf): Promise<SearchIndex> {
  const dictionary = new Dictionary();
  const postings = new PostingsBuilder({ frequencies: false });
  const ids: string[] = [];
  for await (const card of cards) {
    ids.push(card.id);
    postings.startCard();
    for (const signal of signalsOf(card, { cap: true })) postings.add(dictionary.add(signal));
  }
  dictionary.trim();
  const cardIds = numberCards(ids);
  return new AblationIndex(signalsOf, dictionary, cardIds, postings.finish(cardIds.arrival, dictionary.size));
}

class AblationIndex implements SearchIndex {
  readonly cards: number;
  readonly signals: SignalsOf;
  readonly #dictionary: Dictionary;
  readonly #cardIds: CardIds;
  readonly #postings: Postings;
  /** By card number: the score so far, and how many signals made it. All zero between two searches. */
  readonly #scores: Float64Array;
  readonly #matched: Uint32Array;

  constructor(signalsOf: SignalsOf, dictionary: Dictionary, cardIds: CardIds, postings: Postings) {
    this.cards = cardIds.ids.length;
    this.signals = signalsOf;
    this.#dictionary = dictionary;
    this.#cardIds = cardIds;
    this.#postings = postings;
    this.#scores = new Float64Array(this.cards);
    this.#matched = new Uint32Array(this.cards);
  }

  search(query: string, k: number): Hit[] {
    return this.#match(query).sort(compareHits).slice(0, k);
  }

  countCandidates(query: string): number {
    return this.#match(query).length;
  }

  work(query: string): Work {
    const lists = [...this.signals(query, { cap: true })].map((signal) => this.#holders(signal).length);
    const postings = lists.reduce((sum, length) => sum + length, 0);
    return { postings, visited: postings };
  }

  indexBytes(): number {
    return (
      this.#dictionary.bytes +
      this.#cardIds.bytes +
      postingsBytes(this.#postings) +
      this.#scores.byteLength +
      this.#matched.byteLength
    );
  }

  explain(query: string, card: Card): Explanation {
    const kept = this.signals(card, { cap: true });
    const all = this.signals(card, { cap: false });
    const terms = [...this.signals(query, { cap: true })].map((signal) => {
      const df = this.#holders(signal).length;
      const held = kept.has(signal);
      return { signal, df, weight: weight(this.cards, df), held, cut: !held && all.has(signal) };
    });
    return { terms, uniform: true };
  }

  /**
   * Every card that shares a signal with the query, in no order.
   *
   * A weight is a multiple of 2^-32 and below 24 for any number of cards up to 2^32, so that a sum stays exact, whatever
   * the order of its additions, as long as it is below 2^21: up to 87,381 shared signals, which a text of half as many
   * words may have where no cap holds it back. Beyond that, sums are rounded, in the order of the query's signals.
   */
  #match(query: string): Hit[] {
    const met: number[] = [];
    for (const signal of this.signals(query, { cap: true })) {
      const holders = this.#holders(signal);
      const add = weight(this.cards, holders.length);
      for (const card of holders) {
        if (this.#matched[card] === 0) met.push(card);
        this.#scores[card] = this.#scores[card]! + add;
        this.#matched[card] = this.#matched[card]! + 1;
      }
    }
    const hits = met.map((card) => ({
      id: this.#cardIds.ids[card]!,
      score: this.#scores[card]!,
      matched: this.#matched[card]!,
    }));
    for (const card of met) {
      this.#scores[card] = 0;
      this.#matched[card] = 0;
    }
    return hits;
  }

  /** The cards that hold a signal, by number. */
  #holders(signal: string): Uint32Array {
    const term = this.#dictionary.find(signal);
    const { cards, offsets } = this.#postings;
    return term < 0 ? cards.subarray(0, 0) : cards.subarray(offsets[term], offsets[term + 1]);
  }
}
