/** What a run was held against, and how it stood. */
export interface GateReport {
  /** The folder of the run. */
  readonly run: string;
  /** The folder of the baseline; undefined where there is none. */
  readonly baseline: string | undefined;
  readonly fingerprint: string | undefined;
  /** Every condition, those that are always in force first. */
  readonly checks: readonly GateCheck[];
  /** What a reader should know and what breaks nothing, a line each. */
  readonly notices: readonly string[];
}

/** One condition on one seed, or on the run as a whole. */
export interface GateCheck {
  /** What the condition is about: a standing one, or a rule as it was written. */
  readonly name: string;
  readonly kind: 'standing' | 'rule';
  /** Undefined for conditions of the whole run, and where cards were given. */
  readonly seed: string | undefined;
  readonly passed: boolean;
  readonly wanted: string;
  readonly got: string;
  /** The queries that break it most, at most three; empty where no single query has a part in it. */
  readonly worst: readonly WorstQuery[];
}

export interface WorstQuery {
  readonly query_id: string;
  /** What is wrong with it, in words and numbers. */
  readonly detail: string;
}
