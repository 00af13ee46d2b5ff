import type { Card } from '../../datasets/card.ts';
import { sumOf, termsMemory } from '../inverted/memory.ts';
import type { PackedIds } from '../inverted/packed-ids.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { saveIds } from '../inverted/saved-ids.ts';
import { saveTerms } from '../inverted/saved-terms.ts';
import type { Hit } from '../ranking.ts';
import type { Explanation, MemoryPart, SavedIndex, SearchIndex, Work } from '../retriever.ts';
import { cardText, SIGNAL_CAP, signals } from '../signals.ts';
import type { Stopwords } from '../stopwords.ts';
import { countPostings, plainLists } from './measuring.ts';
import { Search, type SearchTuning } from './search.ts';
import { weight } from './weight.ts';

/** What the scores of an index depend on, beside cards and stopwords. */
export const SETTINGS = { signal_cap: SIGNAL_CAP };

/** An index of SSR, with what a measurement asks of it besides. */
export class SsrIndex implements SearchIndex {
  readonly cards: number;
  readonly #stopwords: Stopwords;
  readonly #ids: PackedIds;
  readonly #terms: RegistryTerms;
  readonly #search: Search;

  constructor(stopwords: Stopwords, ids: PackedIds, terms: RegistryTerms, tuning: SearchTuning) {
    this.cards = ids.count;
    this.#stopwords = stopwords;
    this.#ids = ids;
    this.#search = new Search(stopwords, ids, terms, tuning);
    this.#terms = this.#search.terms;
  }

  search(query: string, k: number): Hit[] {
    return this.#search.best(query, k);
  }

  /** As `search`, in the plain way, whatever the query: reads every posting of its lists and adds up, term at a time. */
  searchAddingUp(query: string, k: number): Hit[] {
    return this.#search.bestAddingUp(query, k);
  }

  countCandidates(query: string): number {
    return this.#search.countCandidates(query);
  }

  work(query: string, k: number): Work {
    return this.#search.work(query, k);
  }

  /** Postings in all lists. Counted by going through the index. */
  countPostings(): number {
    return countPostings(this.#terms);
  }

  /** The posting lists of queries as plain arrays; a list of several queries is one array. */
  plainLists(queries: readonly string[]): Uint32Array[][] {
    return plainLists(this.#search.query, queries);
  }

  indexBytes(): number {
    return sumOf(this.memory());
  }

  memory(): MemoryPart[] {
    return [
      ...termsMemory(this.#terms),
      { part: 'ids', bytes: this.#ids.bytes },
      { part: 'memory of a search', bytes: this.#search.bytes },
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
      const df = this.#search.query.holders(signal);
      const held = kept.has(signal);
      return { signal, df, weight: weight(this.cards, df), held, cut: !held && all.has(signal) };
    });
    return { terms, uniform: true };
  }
}
