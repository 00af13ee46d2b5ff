import type { Card } from '../../datasets/card.ts';
import { AddingSearch } from '../inverted/adding-search.ts';
import { type CardIds, numberCards } from '../inverted/card-ids.ts';
import { CardLog } from '../inverted/card-log.ts';
import { Dictionary } from '../inverted/dictionary.ts';
import { DEFAULT_FORMS, listsBytes } from '../inverted/lists.ts';
import { NumberList } from '../inverted/number-list.ts';
import { pairsBytes } from '../inverted/pair-lists.ts';
import { matchedOf, scoreOf } from '../inverted/rank.ts';
import { termsOf } from '../inverted/registry-terms.ts';
import { TopK } from '../inverted/top-k.ts';
import type { Hit } from '../ranking.ts';
import type { BuildOptions, Cards, Explanation, Retriever, SearchIndex } from '../retriever.ts';
import { type Stopwords, wssStopwords } from '../stopwords.ts';
import { analyse, occurrencesOf } from './analysis.ts';
import { CardCounter } from './card-counter.ts';
import { countedSignals, explainSignal } from './explain.ts';
import { searchLong } from './long-search.ts';
import { QueryLists } from './query-lists.ts';
import { TextReader } from './text-reader.ts';
import { linearNorm, type Norm, rootNorm } from './weight.ts';
import { Weights } from './weights.ts';

/** The most lists whose ranks are exact: see `MATCH`. */
const RANKED_LISTS = 255;

/**
 * Weighted structural signals: words, cut at the case and stemmed, and unordered pairs of neighbours; each weighs by its
 * rarity, by how often and in which field the card has it, and by the card's length. A card scores the sum of what it
 * shares with the query, read from an inverted index. Exact: the same ranking, to the last bit, as reading every card.
 */
export const wss: Retriever = variant('wss', 'exhaustive-wss', linearNorm);

/** As `wss`, but long cards are held back less, and cards stuffed with words too. */
export const wssSqrt: Retriever = variant('wss-sqrt', 'exhaustive-wss-sqrt', rootNorm);

function variant(name: string, oracle: string, norm: Norm): Retriever {
  return { name, oracle, build: (cards, options) => build(cards, options, norm) };
}

async function build(cards: Cards, { stopwords: given }: BuildOptions, norm: Norm): Promise<SearchIndex> {
  const stopwords = wssStopwords(given);
  const dictionary = new Dictionary();
  const reader = new TextReader(dictionary, stopwords);
  const counter = new CardCounter(reader, dictionary);
  const log = new CardLog({ valued: true });
  const lengths = new NumberList();
  const ids: string[] = [];
  let total = 0;
  for await (const card of cards) {
    ids.push(card.id);
    counter.count(card);
    lengths.push(counter.length);
    total += counter.length;
    const { pairCount, pairs, pairValues, wordCount, words, wordValues } = counter;
    log.add(words, wordCount, pairs, pairCount, CardCounter.base, wordValues, pairValues);
  }
  const cardIds = numberCards(ids);
  const terms = termsOf(log, dictionary, 0, cardIds.arrival, DEFAULT_FORMS);
  reader.settle(terms.words);
  // Where no card holds a word there is no posting to weigh either; 1 only keeps the norms numbers.
  const mean = total / 2 / ids.length || 1;
  const norms = Float64Array.from(cardIds.arrival, (arrived) => norm(lengths.at(arrived) / 2, mean));
  return new WssIndex(stopwords, cardIds, new Weights(terms, norms), reader, (length) => norm(length, mean));
}

class WssIndex implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #cardIds: CardIds;
  readonly #weights: Weights;
  readonly #reader: TextReader;
  readonly #norm: (length: number) => number;
  readonly #query: QueryLists;
  readonly #adding: AddingSearch;
  readonly #best = new TopK(0);

  constructor(
    stopwords: Stopwords,
    cardIds: CardIds,
    weights: Weights,
    reader: TextReader,
    norm: (length: number) => number,
  ) {
    this.cards = cardIds.ids.length;
    this.#stopwords = stopwords;
    this.#cardIds = cardIds;
    this.#weights = weights;
    this.#reader = reader;
    this.#norm = norm;
    this.#query = new QueryLists(weights, reader);
    this.#adding = new AddingSearch(this.cards);
  }

  search(query: string, k: number): Hit[] {
    this.#query.open(query);
    const { count, lists, postings } = this.#query;
    const { ids } = this.#cardIds;
    if (count > RANKED_LISTS) return searchLong(lists.slice(0, count), ids, k);
    this.#best.reset(Math.min(k, postings));
    this.#adding.run(lists, count, this.#best);
    return this.#best.take((card, rank) => ({ id: ids[card]!, score: scoreOf(rank), matched: matchedOf(rank) }));
  }

  countCandidates(query: string): number {
    this.#query.open(query);
    return this.#adding.run(this.#query.lists, this.#query.count, undefined);
  }

  indexBytes(): number {
    const { pairLists, pairs, wordLists, words } = this.#weights.terms;
    return (
      this.#cardIds.bytes +
      words.bytes +
      this.#reader.bytes +
      listsBytes(wordLists) +
      pairsBytes(pairs) +
      listsBytes(pairLists) +
      this.#weights.bytes +
      this.#adding.bytes
    );
  }

  signals(source: string | Card): Set<string> {
    if (typeof source === 'string') return new Set(occurrencesOf(analyse(source, this.#stopwords)));
    return new Set(countedSignals(source, this.#stopwords).occurrences.keys());
  }

  explain(query: string, card: Card): Explanation {
    const counted = countedSignals(card, this.#stopwords);
    const norm = this.#norm(counted.length);
    const terms = [...this.signals(query)].map((signal) =>
      explainSignal(signal, this.#query.holders(signal), this.cards, counted, norm),
    );
    return { terms, uniform: false };
  }
}
