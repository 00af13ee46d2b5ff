import type { Card } from '../datasets/card.ts';
import type { Hit } from './ranking.ts';
import type { Stopwords } from './stopwords.ts';

/** Cards as a build takes them: a list, a generator, or a stream. Read once, in order. */
export type Cards = Iterable<Card> | AsyncIterable<Card>;

/** What a build is told besides the cards. A retriever that has its own analysis may ignore it. */
export interface BuildOptions {
  readonly stopwords: Stopwords;
  /** Text, for a retriever that draws at random. */
  readonly seed?: string;
  /**
   * How many threads may read a large registry and build its index, an integer >= 1; 1 is none but the caller's own. A
   * retriever that uses them makes the same index, to the byte, whatever their number, and has a default of its own.
   */
  readonly workers?: number;
}

/** What one signal of a query does for one card. */
export interface ExplainedTerm {
  readonly signal: string;
  /** Cards of the registry that hold it; 0 where none does. */
  readonly df: number;
  /** What it adds to the card's score; where the card lacks it, what it would add if the card held it once. */
  readonly weight: number;
  readonly held: boolean;
  /** It stands in the card's text, but a limit on the card's signals cut it off. Never true where it is held. */
  readonly cut: boolean;
  /** What the weight is made of, by name, where it depends on the card: `tf`, `length` and the like. */
  readonly details?: Readonly<Record<string, number>>;
}

/** A score as a sum. */
export interface Explanation {
  /** In the order of the additions: from 0, the weights of the held terms add up to the score, to the last bit. */
  readonly terms: readonly ExplainedTerm[];
  /** Whether a signal weighs the same in every card that holds it. */
  readonly uniform: boolean;
}

/** What a search has to do, the same on every machine. */
export interface Work {
  /** Postings in the lists of the query's signals: what a search that reads all of them reads. */
  readonly postings: number;
  /** Cards that the search met while reading, those met again counted again. At most `postings`. */
  readonly visited: number;
}

/** A part of an index in memory. */
export interface MemoryPart {
  readonly part: string;
  readonly bytes: number;
}

/** Numbers, all of one kind: what the parts of a saved index are. */
export type SavedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * All that an index is, apart from the code that reads it. The same cards and stopwords give the same, to the byte, whatever
 * the order in which the cards came.
 */
export interface SavedIndex {
  /** Number of cards indexed. */
  readonly cards: number;
  /** The sha256 of the stopwords that it was built without, as `Stopwords` has it: those that the retriever really used. */
  readonly stopwords: string;
  /** The numbers that its scores depend on and that its cards do not give, by name. */
  readonly settings: Readonly<Record<string, number>>;
  /** By name. */
  readonly arrays: ReadonlyMap<string, SavedArray>;
}

/** A saved index that a retriever cannot take. The message says what was expected and what was received. */
export class SavedIndexError extends Error {
  override readonly name = 'SavedIndexError';
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

  /** What `indexBytes` is made of, in the order of a report: the bytes add up to it. Only where a retriever can tell. */
  memory?(): readonly MemoryPart[];

  /** What `Retriever.load` makes the same index of. Its arrays are those of the index, not copies: to be read only. */
  save?(): SavedIndex;

  /**
   * The signals of a query (a string) or of a card, for telling why a card was missed. Only retrievers that rank by
   * shared signals have it.
   *
   * @param options `cap: false` gives the set before any limit on its size.
   */
  signals?(source: string | Card, options: { readonly cap: boolean }): ReadonlySet<string>;

  /**
   * What each signal of a query does for a card, held or not. Only retrievers whose score is a plain sum have it.
   *
   * @param card a card of the registry, as it was indexed.
   */
  explain?(query: string, card: Card): Explanation | Promise<Explanation>;

  /** Searches once more, and tells how much work that was. Only retrievers that count it have it. */
  work?(query: string, k: number): Work | Promise<Work>;
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

  /**
   * Makes an index of what `SearchIndex.save` gave, in place of a build: it answers the same to the last bit. Retrievers that
   * have it have indexes with `save`.
   *
   * @param saved its arrays become those of the index.
   * @throws SavedIndexError where it was built with other stopwords or settings, or is no index of this retriever.
   */
  load?(saved: SavedIndex, options: BuildOptions): SearchIndex;
}
