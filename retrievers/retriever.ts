import type { Card } from '../datasets/card.ts';
import type { Hit } from './ranking.ts';
import type { Stopwords } from './stopwords.ts';

/** Cards as a build takes them: a list, a generator, or a stream. Read once, in order. */
export type Cards = Iterable<Card> | AsyncIterable<Card>;

/** What a build is told besides the cards. A retriever that has its own analysis may ignore it. */
export interface BuildOptions {
  readonly stopwords: Stopwords;
}

/**
 * A registry made searchable. It has seen cards and nothing else: no query, no qrels.
 * Every method may be asynchronous; one that answers at once is never awaited while it is timed.
 */
export interface SearchIndex {
  /** Number of cards indexed. */
  readonly cards: number;

  /**
   * The best `k` cards for a query, in the one order of rankings (`compareHits`).
   *
   * @param query the query's text, as the user wrote it.
   * @param k an integer >= 1; above the number of candidates, all of them come.
   * @returns at most `k` hits, each with a score above 0; none at all where nothing matches. Never filler.
   */
  search(query: string, k: number): readonly Hit[] | Promise<readonly Hit[]>;

  /** Number of cards that share at least one signal (for BM25: one token) with the query. */
  countCandidates(query: string): number | Promise<number>;

  /**
   * Bytes that the index holds, the same on every machine: typed arrays in full, strings at one byte a character of
   * ASCII. Undefined where a retriever cannot say.
   */
  indexBytes(): number | undefined;

  /**
   * The signals of a query (a string) or of a card, for telling why a card was missed. Only retrievers that rank by
   * shared signals have it.
   *
   * @param options `cap: false` gives the set before any limit on its size.
   */
  signals?(source: string | Card, options: { readonly cap: boolean }): ReadonlySet<string>;
}

/** A way to search a registry, and what it promises. */
export interface Retriever {
  /** The name on the command line and in every report. */
  readonly name: string;
  /** The retriever that this one must equal to the last bit, by name; undefined where nothing is promised. */
  readonly oracle: string | undefined;
  /**
   * Builds an index.
   *
   * @throws Error where two cards have one id.
   */
  build(cards: Cards, options: BuildOptions): Promise<SearchIndex>;
}
