import { AddingSearch } from '../inverted/adding-search.ts';
import { CompiledSearch } from '../inverted/compiled/compiled-search.ts';
import { takeHits } from '../inverted/hits.ts';
import type { PackedIds } from '../inverted/packed-ids.ts';
import { PrunedSearch } from '../inverted/pruned-search.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { TopK } from '../inverted/top-k.ts';
import type { Hit } from '../ranking.ts';
import type { Work } from '../retriever.ts';
import type { Stopwords } from '../stopwords.ts';
import { QueryLists } from './query-lists.ts';

/** What decides how a search is done. It changes the speed, and never a result. */
export interface SearchTuning {
  /** A search is added up, not pruned, where its lists have fewer postings than this on average ... */
  readonly addedUpPerList: number;
  /** ... or fewer than this many times the cards that are wanted. */
  readonly addedUpPerHit: number;
  /** Where posting lists take at least so many bytes, they are searched by WebAssembly. */
  readonly compiledFrom: number;
}

export const DEFAULT_SEARCH_TUNING: SearchTuning = { addedUpPerList: 64, addedUpPerHit: 4, compiledFrom: 2 ** 20 };

/**
 * From a query to its pool, for one query after another: its posting lists, the cards that these rank best, and the hits
 * made of them.
 */
export class Search {
  /** Those that are searched: what a search was made of may have been moved to where it can be searched faster. */
  readonly terms: RegistryTerms;
  readonly #ids: PackedIds;
  readonly #tuning: SearchTuning;
  readonly #query: QueryLists;
  readonly #compiled: CompiledSearch | undefined;
  readonly #pruned: PrunedSearch;
  readonly #adding: AddingSearch;
  readonly #best = new TopK(0);

  constructor(stopwords: Stopwords, ids: PackedIds, terms: RegistryTerms, tuning: SearchTuning) {
    this.#ids = ids;
    this.#tuning = tuning;
    this.#compiled = CompiledSearch.of(terms, tuning.compiledFrom);
    this.terms = this.#compiled?.terms ?? terms;
    this.#query = new QueryLists(this.terms, stopwords);
    this.#pruned = new PrunedSearch();
    this.#adding = new AddingSearch(ids.count);
  }

  /** Bytes that a search needs beside the index. */
  get bytes(): number {
    return this.#pruned.bytes + this.#adding.bytes;
  }

  /** The posting lists of the query that was searched for last; others may be opened. */
  get query(): QueryLists {
    return this.#query;
  }

  /** The best `k` cards for a query. */
  best(query: string, k: number): Hit[] {
    this.#find(query, k);
    return takeHits(this.#best, this.#ids);
  }

  /** As `best`, in the plain way, whatever the query: reads every posting of its lists and adds up, term at a time. */
  bestAddingUp(query: string, k: number): Hit[] {
    this.#open(query, k);
    this.#adding.run(this.#query.lists, this.#query.count, this.#best);
    return takeHits(this.#best, this.#ids);
  }

  countCandidates(query: string): number {
    this.#query.open(query);
    return this.#adding.run(this.#query.lists, this.#query.count, undefined);
  }

  work(query: string, k: number): Work {
    const visited = this.#find(query, k);
    return { postings: this.#query.postings, visited };
  }

  /** Finds the best `k` cards. Returns how many postings were read to do so. */
  #find(query: string, k: number): number {
    const wanted = this.#open(query, k);
    const { lists, count, postings } = this.#query;
    const { addedUpPerList, addedUpPerHit } = this.#tuning;
    if (postings < addedUpPerList * count || postings < addedUpPerHit * wanted) {
      this.#adding.run(lists, count, this.#best);
      return postings;
    }
    if (this.#compiled?.run(lists, count, this.#best) === true) return this.#compiled.visited;
    this.#pruned.run(lists, count, this.#best);
    return this.#pruned.visited;
  }

  /** Opens the lists of a query and makes room for its best cards. Returns how many these can be. */
  #open(query: string, k: number): number {
    this.#query.open(query);
    const wanted = Math.min(k, this.#query.postings, this.#ids.count);
    this.#best.reset(wanted);
    return wanted;
  }
}
