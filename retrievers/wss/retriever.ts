import type { Card } from '../../datasets/card.ts';
import { AddingSearch } from '../inverted/adding-search.ts';
import { BoundedSearch } from '../inverted/bounded-search.ts';
import { CardLog } from '../inverted/card-log.ts';
import { Dictionary } from '../inverted/dictionary.ts';
import { takeHits } from '../inverted/hits.ts';
import { DEFAULT_FORMS } from '../inverted/lists.ts';
import { sumOf, termsMemory } from '../inverted/memory.ts';
import { NumberList } from '../inverted/number-list.ts';
import { IdPacker, type PackedIds } from '../inverted/packed-ids.ts';
import { termsOf } from '../inverted/registry-terms.ts';
import { loadIds, saveIds } from '../inverted/saved-ids.ts';
import { SavedParts } from '../inverted/saved-parts.ts';
import { loadDictionary, loadTerms, saveDictionary, saveTerms } from '../inverted/saved-terms.ts';
import { TopK } from '../inverted/top-k.ts';
import type { Hit } from '../ranking.ts';
import type {
  BuildOptions,
  Cards,
  Explanation,
  MemoryPart,
  Retriever,
  SavedIndex,
  SearchIndex,
  Work,
} from '../retriever.ts';
import { type Stopwords, wssStopwords } from '../stopwords.ts';
import { analyse, occurrencesOf } from './analysis.ts';
import { CardCounter } from './card-counter.ts';
import { countedSignals, explainSignal } from './explain.ts';
import { searchLong } from './long-search.ts';
import { QueryLists } from './query-lists.ts';
import { TextReader } from './text-reader.ts';
import { linearNorm, type Norm, rootNorm, SETTINGS } from './weight.ts';
import { Weights } from './weights.ts';

/** What changes the speed of an index, and never a result. */
export interface Tuning {
  /** A search is added up, not pruned, where its lists have fewer postings than this on average ... */
  readonly addedUpPerList: number;
  /** ... or fewer than this many times the cards that are wanted. */
  readonly addedUpPerHit: number;
  /** What a posting adds at most is kept for lists of at least this length. */
  readonly boundedLength: number;
}

const DEFAULT_TUNING: Tuning = { addedUpPerList: 64, addedUpPerHit: 4, boundedLength: 64 };

/** The most lists whose ranks are exact: see `MATCH`. */
const RANKED_LISTS = 255;

/**
 * Weighted structural signals: words, cut at the case and stemmed, and unordered pairs of neighbours; each weighs by its
 * rarity, by how often and in which field the card has it, and by the card's length. A card scores the sum of what it
 * shares with the query, read from an inverted index. Exact: the same ranking, to the last bit, as reading every card.
 */
export const wss: Retriever = variant('wss', 'exhaustive-wss', linearNorm, DEFAULT_TUNING);

/** As `wss`, but long cards are held back less, and cards stuffed with words too. */
export const wssSqrt: Retriever = variant('wss-sqrt', 'exhaustive-wss-sqrt', rootNorm, DEFAULT_TUNING);

/** wss with other choices of speed: the same rankings. */
export function tunedWss(tuning: Partial<Tuning>): Retriever {
  return variant('wss', 'exhaustive-wss', linearNorm, { ...DEFAULT_TUNING, ...tuning });
}

function variant(name: string, oracle: string, norm: Norm, tuning: Tuning): Retriever {
  return {
    name,
    oracle,
    build: (cards, options) => build(cards, options, norm, tuning),
    load: (saved, options) => load(saved, options, norm, tuning),
  };
}

async function build(
  cards: Cards,
  { stopwords: given }: BuildOptions,
  norm: Norm,
  tuning: Tuning,
): Promise<SearchIndex> {
  const stopwords = wssStopwords(given);
  const dictionary = new Dictionary();
  const reader = new TextReader(dictionary, stopwords);
  const counter = new CardCounter(reader, dictionary);
  const log = new CardLog({ valued: true });
  const lengths = new NumberList();
  const packer = new IdPacker();
  let total = 0;
  for await (const card of cards) {
    packer.add(card.id);
    counter.count(card);
    lengths.push(counter.length);
    total += counter.length;
    const { pairCount, pairs, pairValues, wordCount, words, wordValues } = counter;
    log.add(words, wordCount, pairs, pairCount, CardCounter.base, wordValues, pairValues);
  }
  const { arrival, ids } = packer.finish();
  const read = [{ dictionary, log: log.finish() }];
  const terms = await termsOf(read, [{ reader: 0, cards: ids.count }], 0, arrival, DEFAULT_FORMS);
  reader.settle(terms.words);
  // Where no card holds a word there is no posting to weigh either; 1 only keeps the norms numbers.
  const mean = total / 2 / ids.count || 1;
  const norms = Float64Array.from(arrival, (arrived) => norm(lengths.at(arrived) / 2, mean));
  const weights = new Weights(terms, norms, tuning.boundedLength);
  return new WssIndex(stopwords, ids, weights, reader, mean, norm, tuning);
}

function load(saved: SavedIndex, { stopwords: given }: BuildOptions, norm: Norm, tuning: Tuning): SearchIndex {
  const stopwords = wssStopwords(given);
  const parts = new SavedParts(saved, stopwords, SETTINGS);
  const terms = loadTerms(parts, saved.cards, 0);
  const forms = loadDictionary(parts, 'forms');
  const reader = TextReader.settled(terms.words, stopwords, { forms, words: parts.array('forms.words', Uint32Array) });
  const weights = new Weights(terms, parts.array('norms', Float64Array), tuning.boundedLength);
  return new WssIndex(stopwords, loadIds(parts), weights, reader, parts.setting('mean_length'), norm, tuning);
}

class WssIndex implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #ids: PackedIds;
  readonly #weights: Weights;
  readonly #reader: TextReader;
  readonly #meanLength: number;
  readonly #norm: Norm;
  readonly #query: QueryLists;
  readonly #adding: AddingSearch;
  readonly #bounded: BoundedSearch;
  readonly #best = new TopK(0);
  readonly #tuning: Tuning;

  constructor(
    stopwords: Stopwords,
    ids: PackedIds,
    weights: Weights,
    reader: TextReader,
    meanLength: number,
    norm: Norm,
    tuning: Tuning,
  ) {
    this.cards = ids.count;
    this.#stopwords = stopwords;
    this.#ids = ids;
    this.#weights = weights;
    this.#reader = reader;
    this.#meanLength = meanLength;
    this.#norm = norm;
    this.#tuning = tuning;
    this.#query = new QueryLists(weights, reader);
    this.#adding = new AddingSearch(this.cards);
    this.#bounded = new BoundedSearch();
  }

  search(query: string, k: number): Hit[] {
    this.#query.open(query);
    const ids = this.#ids;
    if (this.#query.count > RANKED_LISTS) return searchLong(this.#query.lists.slice(0, this.#query.count), ids, k);
    this.#find(k);
    return takeHits(this.#best, ids);
  }

  work(query: string, k: number): Work {
    this.#query.open(query);
    const { count, postings } = this.#query;
    return { postings, visited: count > RANKED_LISTS ? postings : this.#find(k) };
  }

  countCandidates(query: string): number {
    this.#query.open(query);
    return this.#adding.run(this.#query.lists, this.#query.count, undefined);
  }

  indexBytes(): number {
    return sumOf(this.memory());
  }

  memory(): MemoryPart[] {
    return [
      ...termsMemory(this.#weights.terms),
      { part: 'forms of words', bytes: this.#reader.bytes },
      { part: 'weights', bytes: this.#weights.bytes },
      { part: 'ids', bytes: this.#ids.bytes },
      { part: 'memory of a search', bytes: this.#bounded.bytes + this.#adding.bytes },
    ];
  }

  save(): SavedIndex {
    const { norms, terms } = this.#weights;
    const { forms, words } = this.#reader.saved();
    return {
      cards: this.cards,
      stopwords: this.#stopwords.sha256,
      settings: { ...SETTINGS, mean_length: this.#meanLength },
      arrays: new Map([
        ...saveTerms(terms),
        ...saveDictionary('forms', forms),
        ['forms.words', words],
        ['norms', norms],
        ...saveIds(this.#ids),
      ]),
    };
  }

  signals(source: string | Card): Set<string> {
    if (typeof source === 'string') return new Set(occurrencesOf(analyse(source, this.#stopwords)));
    return new Set(countedSignals(source, this.#stopwords).occurrences.keys());
  }

  explain(query: string, card: Card): Explanation {
    const counted = countedSignals(card, this.#stopwords);
    const norm = this.#norm(counted.length, this.#meanLength);
    const terms = [...this.signals(query)].map((signal) =>
      explainSignal(signal, this.#query.holders(signal), this.cards, counted, norm),
    );
    return { terms, uniform: false };
  }

  /**
   * Fills the heap with the best `k` cards of the query that is open.
   *
   * @returns how many postings were read to do so.
   */
  #find(k: number): number {
    const { count, lists, postings } = this.#query;
    const { addedUpPerHit, addedUpPerList } = this.#tuning;
    const wanted = Math.min(k, postings);
    this.#best.reset(wanted);
    if (postings < count * addedUpPerList || postings < wanted * addedUpPerHit) {
      this.#adding.run(lists, count, this.#best);
      return postings;
    }
    this.#bounded.run(lists, count, this.#best);
    return this.#bounded.visited;
  }
}
