import type { MissCause } from '../outcomes.ts';

/** What became of one card with one retriever: a row of `cards.csv`. An absent value is undefined, never 0. */
export interface CardRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly card_id: string;
  /** Queries that it is right for. */
  readonly wanted: number;
  /** Of these, those that had it in the pool. */
  readonly found: number;
  /** Of these, those that had it at rank 1. */
  readonly first: number;
  readonly missed: number;
  /** Misses by cause; undefined for a cause that this retriever cannot have. They add up to `missed`. */
  readonly no_shared_signal: number | undefined;
  readonly cut_by_cap: number | undefined;
  readonly not_retrieved: number | undefined;
  readonly below_k: number;
  readonly lost_tie: number;
  /** What it lacked, most frequent first: words or phrases of queries, ` + ` between two that are needed together. */
  readonly lacks: string | undefined;
  /** The card that was most often in the pool where this one was wanted and missed, and is not right there. */
  readonly taken_by: string | undefined;
  readonly taken_times: number | undefined;
  /** The signals by which that card was ahead of it, those that count most first. */
  readonly wins_with: string | undefined;
  /** Signals that it is indexed by. */
  readonly signals: number | undefined;
  readonly signals_lost_to_cap: number | undefined;
  /** Some of those lost: first those that queries asked for which want this card. */
  readonly lost_signals: string | undefined;
  /** The first other card that holds exactly the same signals; every query that finds one finds both, tied. */
  readonly same_as: string | undefined;
  readonly same_cards: number | undefined;
  /** Of the same cards, those that win every tie with it. */
  readonly same_before: number | undefined;
  /** Whether any query at all can find it among the first k. */
  readonly reachable: boolean | undefined;
  readonly unreachable_because: 'no_signal' | 'shadowed' | undefined;
}

/** A right card that was not in the pool of a query. */
export interface MissRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  readonly card_id: string;
  readonly cause: MissCause;
  /** In the full ranking, from 1; undefined where it is not ranked. */
  readonly rank: number | undefined;
  readonly score: number | undefined;
  /** The last of the pool and its score; undefined where the pool had room. */
  readonly last_card: string | undefined;
  readonly last_score: number | undefined;
  /** Words or phrases of the query that would have brought it in; undefined where no two words would. */
  readonly lacks: string | undefined;
  /** Those of them that stand in its text, cut off by the cap. */
  readonly lacks_cut: string | undefined;
  readonly score_with: number | undefined;
}
