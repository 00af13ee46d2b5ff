/**
 * A retriever on one size of registry, beside others: a row of `peers.csv`. Seconds (`_s`), microseconds (`_us`),
 * bytes and ratios depend on the machine, the measures do not. What could not be measured is undefined, and `note`
 * says why.
 */
export interface PeerRow {
  readonly seed: string;
  readonly cards: number;
  readonly queries: number;
  /** Queries with at least one right card: the denominator of the four measures. */
  readonly judged: number;
  readonly k: number;
  readonly retriever: string;
  /** The package that it runs, with its version; undefined for a retriever of the project. */
  readonly package: string | undefined;
  /** From the first card to the index, in a process of its own, without the time in which the cards were generated. */
  readonly indexing_s: number | undefined;
  /** The most memory that this process had held once the index was there. */
  readonly peak_bytes: number | undefined;
  /** How much more that is than in a process that reads the same cards and keeps nothing; undefined where it is less. */
  readonly peak_growth_bytes: number | undefined;
  /** Likewise for what the process holds after a collection of garbage: all of it, */
  readonly rss_growth_bytes: number | undefined;
  /** and what the JavaScript engine knows of (its heap and its buffers). */
  readonly heap_growth_bytes: number | undefined;
  /** What the retriever itself says it holds. */
  readonly index_bytes: number | undefined;
  readonly recall_at_k: number | undefined;
  readonly success_at_1: number | undefined;
  readonly mrr: number | undefined;
  readonly ndcg_at_10: number | undefined;
  /** Searches that were timed, in one process with all others. */
  readonly samples: number | undefined;
  readonly mean_us: number | undefined;
  /** Percentiles are undefined where fewer than 10 samples lie beyond. */
  readonly p50_us: number | undefined;
  readonly p95_us: number | undefined;
  /**
   * How many times as long as `ssr` a search takes: 1 over the median over rounds of the median of `ssr` over its own.
   * Above 1 is slower. Undefined for `ssr`, and where that was not timed beside it.
   */
  readonly ratio_to_ssr: number | undefined;
  /** 95 % bootstrap interval. */
  readonly ratio_low: number | undefined;
  readonly ratio_high: number | undefined;
  readonly note: string | undefined;
}

/** What a process holds after a collection of garbage, and the most that it has held, in bytes. */
export interface ProcessMemory {
  readonly peak: number;
  readonly rss: number;
  /** The JavaScript heap and what is allocated for it outside, buffers included. */
  readonly heap: number;
}
