/** What a person needs to look into a run beyond its rows. Bounded: what was left out is counted. */
export interface RunInsights {
  readonly queries: readonly QueryInsight[];
  /** Names of the cards that are in a pool or right, by id; one for each experiment. */
  readonly names: readonly { readonly seed: string | undefined; readonly byId: ReadonlyMap<string, string> }[];
  /** Pools whose scores are told as sums, retriever by retriever of each query. */
  readonly pools: readonly PoolInsight[];
  /** Pools that were not explained, because there were too many. */
  readonly unexplained: number;
  /** Empty where latency was not measured. */
  readonly latency: readonly LatencySpread[];
}

/** A query as it was put. */
export interface QueryInsight {
  readonly seed: string | undefined;
  readonly query_id: string;
  readonly text: string;
  /** Ids of the right cards; undefined where nobody has judged the query. */
  readonly relevant: readonly string[] | undefined;
}

/** The scores of one pool, each as a sum of what the query's signals add. */
export interface PoolInsight {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  /** Of the query, in the order in which they are added; df = cards that hold one. */
  readonly signals: readonly { readonly signal: string; readonly df: number }[];
  /**
   * One for each hit of the pool, in order: what its card holds. From 0, the weights add up to the score. Undefined for
   * a hit far down that is not right, where explaining takes its time.
   */
  readonly hits: readonly (readonly HeldSignal[] | undefined)[];
  /** Right cards that are not in the pool, the best placed first; at most three. */
  readonly wanted: readonly WantedInsight[];
}

/** A signal that a card holds, by its place among the query's, and what it adds to the card's score. */
export interface HeldSignal {
  readonly signal: number;
  readonly weight: number;
}

/** A right card that is not in the pool. */
export interface WantedInsight {
  readonly card_id: string;
  readonly held: readonly HeldSignal[];
  /** Places of signals that stand in its text, but that a limit on its signals cut off. */
  readonly cut: readonly number[];
}

/** How the samples of one retriever lie, all of them: counts over bins of equal width in the logarithm. */
export interface LatencySpread {
  readonly seed: string | undefined;
  readonly retriever: string;
  /** Ascending, without empty bins; `from_us` is in the bin, `to_us` in the next. */
  readonly bins: readonly { readonly from_us: number; readonly to_us: number; readonly samples: number }[];
}
