import type { Card } from '../../datasets/card.ts';
import { AddingSearch } from '../inverted/adding-search.ts';
import { DEFAULT_FORMS, type Forms } from '../inverted/lists.ts';
import { sumOf, termsMemory } from '../inverted/memory.ts';
import type { PackedIds } from '../inverted/packed-ids.ts';
import { PrunedSearch } from '../inverted/pruned-search.ts';
import { matchedOf, scoreOf } from '../inverted/rank.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { loadIds, saveIds } from '../inverted/saved-ids.ts';
import { SavedParts } from '../inverted/saved-parts.ts';
import { loadTerms, saveTerms } from '../inverted/saved-terms.ts';
import { TopK } from '../inverted/top-k.ts';
import { wordDictionary } from '../inverted/word-reader.ts';
import type { Hit } from '../ranking.ts';
import type { BuildOptions, Explanation, MemoryPart, Retriever, SavedIndex, SearchIndex, Work } from '../retriever.ts';
import { cardText, SIGNAL_CAP, signals } from '../signals.ts';
import type { Stopwords } from '../stopwords.ts';
import { build, DEFAULT_THREADING, type Threading } from './build.ts';
import { countPostings, plainLists } from './measuring.ts';
import { QueryLists } from './query-lists.ts';
import { weight } from './weight.ts';

/** What changes the speed and size of an index, and never a result. */
export interface Tuning extends Forms, Threading {
  /** A search is added up, not pruned, where its lists have fewer postings than this on average ... */
  readonly addedUpPerList: number;
  /** ... or fewer than this many times the cards that are wanted. */
  readonly addedUpPerHit: number;
}

const DEFAULT_TUNING: Tuning = { ...DEFAULT_FORMS, ...DEFAULT_THREADING, addedUpPerList: 64, addedUpPerHit: 4 };

/**
 * SSR, the Structural Signal Retriever: a card scores the sum of the weights of the signals that it shares with the
 * query, read from an inverted index. Exact: the same ranking, to the last bit, as reading every card.
 */
export const ssr: Retriever = tunedSsr(DEFAULT_TUNING);

/** SSR with other choices of speed and size: the same rankings. */
export function tunedSsr(tuning: Partial<Tuning>): Retriever {
  const tuned = { ...DEFAULT_TUNING, ...tuning };
  return {
    name: 'ssr',
    oracle: 'exhaustive-idf',
    async build(cards, options) {
      const { ids, terms } = await build(cards, options, tuned, tuned);
      return new SsrIndex(options.stopwords, ids, terms, tuned);
    },
    load: (saved, options) => load(saved, options, tuned),
  };
}

/** What the scores of an index depend on, beside cards and stopwords. */
const SETTINGS = { signal_cap: SIGNAL_CAP };

function load(saved: SavedIndex, { stopwords }: BuildOptions, tuning: Tuning): SearchIndex {
  const parts = new SavedParts(saved, stopwords, SETTINGS);
  const terms = loadTerms(parts, saved.cards, wordDictionary(stopwords).size);
  return new SsrIndex(stopwords, loadIds(parts), terms, tuning);
}

/** An index of SSR, with what a measurement asks of it besides. */
export class SsrIndex implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #ids: PackedIds;
  readonly #terms: RegistryTerms;
  readonly #query: QueryLists;
  readonly #pruned: PrunedSearch;
  readonly #adding: AddingSearch;
  readonly #best = new TopK(0);
  readonly #tuning: Tuning;

  constructor(stopwords: Stopwords, ids: PackedIds, terms: RegistryTerms, tuning: Tuning) {
    this.cards = ids.count;
    this.#stopwords = stopwords;
    this.#ids = ids;
    this.#terms = terms;
    this.#query = new QueryLists(terms, stopwords);
    this.#pruned = new PrunedSearch(this.cards);
    this.#adding = new AddingSearch(this.cards);
    this.#tuning = tuning;
  }

  search(query: string, k: number): Hit[] {
    this.#find(query, k);
    return this.#takeBest();
  }

  /** As `search`, in the plain way, whatever the query: reads every posting of its lists and adds up, term at a time. */
  searchAddingUp(query: string, k: number): Hit[] {
    this.#query.open(query);
    this.#best.reset(Math.min(k, this.#query.postings, this.cards));
    this.#adding.run(this.#query.lists, this.#query.count, this.#best);
    return this.#takeBest();
  }

  /** Postings in all lists. Counted by going through the index. */
  countPostings(): number {
    return countPostings(this.#terms);
  }

  /** The posting lists of queries as plain arrays; a list of several queries is one array. */
  plainLists(queries: readonly string[]): Uint32Array[][] {
    return plainLists(this.#query, queries);
  }

  countCandidates(query: string): number {
    this.#query.open(query);
    return this.#adding.run(this.#query.lists, this.#query.count, undefined);
  }

  work(query: string, k: number): Work {
    const visited = this.#find(query, k);
    return { postings: this.#query.postings, visited };
  }

  indexBytes(): number {
    return sumOf(this.memory());
  }

  memory(): MemoryPart[] {
    return [
      ...termsMemory(this.#terms),
      { part: 'ids', bytes: this.#ids.bytes },
      { part: 'memory of a search', bytes: this.#pruned.bytes + this.#adding.bytes },
    ];
  }

  save(): SavedIndex {
    return {
      cards: this.cards,
      stopwords: this.#stopwords.sha256,
      settings: SETTINGS,
      arrays: new Map([...saveTerms(this.#terms), ...saveIds(this.#ids)]),
    };
  }

  signals(source: string | Card, options: { readonly cap: boolean }): Set<string> {
    return signals(typeof source === 'string' ? source : cardText(source), this.#stopwords, options);
  }

  explain(query: string, card: Card): Explanation {
    const kept = this.signals(card, { cap: true });
    const all = this.signals(card, { cap: false });
    const terms = [...this.signals(query, { cap: true })].map((signal) => {
      const df = this.#query.holders(signal);
      const held = kept.has(signal);
      return { signal, df, weight: weight(this.cards, df), held, cut: !held && all.has(signal) };
    });
    return { terms, uniform: true };
  }

  #takeBest(): Hit[] {
    const ids = this.#ids;
    return this.#best.take((card, rank) => ({ id: ids.id(card), score: scoreOf(rank), matched: matchedOf(rank) }));
  }

  /**
   * Fills the heap with the best `k` cards.
   *
   * @returns how many postings were read to do so.
   */
  #find(query: string, k: number): number {
    this.#query.open(query);
    const { lists, count, postings } = this.#query;
    const wanted = Math.min(k, postings, this.cards);
    this.#best.reset(wanted);
    const { addedUpPerList, addedUpPerHit } = this.#tuning;
    if (postings < addedUpPerList * count || postings < addedUpPerHit * wanted) {
      this.#adding.run(lists, count, this.#best);
      return postings;
    }
    this.#pruned.run(lists, count, this.#best);
    return this.#pruned.visited;
  }
}
