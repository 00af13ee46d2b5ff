/** What the generated texts look like: agents' cards, which tie often, or passages of a text collection. */
export const SHAPES = ['cards', 'passages'] as const;
export type Shape = (typeof SHAPES)[number];

/**
 * One size of registry, built and searched by SSR in a process of its own: a row of `scale.csv`. Times are in seconds (`_s`) and
 * microseconds (`_us`) and depend on the machine, as do `start_bytes` and `peak_bytes`; all else is the same everywhere.
 */
export interface ScaleRow {
  readonly shape: Shape;
  readonly seed: string;
  readonly cards: number;
  /** How many queries were measured. */
  readonly queries: number;
  readonly k: number;
  /** From the first card to the index, the time in which the cards were generated included. */
  readonly build_s: number;
  /** Of `build_s`, what it took to generate the cards. */
  readonly generate_s: number;
  /** The most memory that the process had held before the first card: Node and the program. */
  readonly start_bytes: number;
  /** The most memory that the process had held once the index was there. */
  readonly peak_bytes: number;
  readonly index_bytes: number;
  /** In all posting lists of the index. */
  readonly postings: number;
  /** `index_bytes / postings`; undefined where no card holds a signal. */
  readonly bytes_per_posting: number | undefined;
  /** Mean over the queries of the postings in the lists of their signals. */
  readonly postings_mean: number;
  /** Mean over the queries of the cards that a search for k met while reading. */
  readonly visited_mean: number;
  /** Searches that were timed: each query once a round. */
  readonly samples: number;
  /** Mean over the queries of each one's median over the rounds, as in the other two means. */
  readonly mean_us: number;
  /** Over all samples. Percentiles are undefined where fewer than 10 samples lie beyond. */
  readonly p50_us: number | undefined;
  readonly p95_us: number | undefined;
  readonly p99_us: number | undefined;
  /** Mean of a search that reads all postings and adds them up, on the same queries in the same rounds. */
  readonly term_at_a_time_mean_us: number;
  /** Mean of merely reading the same postings from plain arrays, likewise. */
  readonly stream_mean_us: number;
  /** `mean_us / term_at_a_time_mean_us`: below 1 is faster. Undefined where the divisor is less than 10 steps of the clock. */
  readonly mean_to_term_at_a_time: number | undefined;
  /** `mean_us / stream_mean_us`. */
  readonly mean_to_stream: number | undefined;
  /** Queries that were compared with the oracle in constant memory, and those of them that differ from it. */
  readonly compared: number;
  readonly divergent: number;
}

/** How a figure grows with the number of cards, `a * cards ^ exponent`: a row of `growth.csv`. */
export interface GrowthRow {
  readonly figure: string;
  /** Least squares over the logarithms. Undefined for fewer than three sizes, through which any line would pass. */
  readonly exponent: number | undefined;
  /** R squared over the logarithms: 1 is a perfect fit. Undefined where the figure does not change. */
  readonly r_squared: number | undefined;
  /** Sizes that have the figure, above 0. */
  readonly sizes: number;
}
