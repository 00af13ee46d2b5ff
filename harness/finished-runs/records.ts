import type { ComparisonRow } from '../records.ts';

/** Two or more runs held against the first of them. */
export interface RunsCompared {
  /** The first is what all others are compared with. */
  readonly runs: readonly RunName[];
  /** One for each further run, in order. */
  readonly comparisons: readonly RunComparison[];
}

/** A run in a comparison. */
export interface RunName {
  /** A letter: `A` for the first. */
  readonly label: string;
  readonly path: string;
  readonly fingerprint: string | undefined;
  readonly verdict: string;
}

/** A run beside the first one. Differences are this run less the first. */
export interface RunComparison {
  readonly label: string;
  readonly baseline: string;
  readonly measures: readonly MeasureChange[];
  readonly queries: readonly QueryChange[];
  readonly outcomes: readonly OutcomeMove[];
  readonly work: readonly WorkChange[];
  readonly subjects: readonly SubjectChange[];
  readonly latency: readonly LatencyBeside[];
  /** Retrievers that one of the two runs has alone; a run that has none such is left out. */
  readonly only: readonly { readonly run: string; readonly retrievers: readonly string[] }[];
  /** Undefined unless it was asked for. */
  readonly retimed?: readonly RetimedPair[];
  /** What a reader has to know, a line each: what differs and was allowed, what could not be compared. */
  readonly notices: readonly string[];
}

/** A measure of a retriever in both runs, on the queries that both have. */
export interface MeasureChange extends Omit<ComparisonRow, 'retriever' | 'baseline' | 'tie_band'> {
  /** Undefined where cards were given; with several seeds, for the queries of all of them together. */
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly run: string;
  readonly baseline: string;
}

/** A retriever that both runs have, on a seed that both have. */
export interface SubjectChange {
  readonly seed: string | undefined;
  readonly retriever: string;
  /** Queries that both have. */
  readonly queries: number;
  /** Of these, those whose pools hold the same cards in the same order. */
  readonly same_pools: number;
  readonly won: number;
  readonly lost: number;
  readonly same_outcomes: number;
}

/** A query of which something changed. */
export interface QueryChange {
  readonly run: string;
  readonly baseline: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  /** By recall at K; where that is equal by nDCG at 10, then by the reciprocal rank. Undefined: by none of them. */
  readonly change: 'won' | 'lost' | undefined;
  readonly baseline_recall: number | undefined;
  readonly recall: number | undefined;
  readonly baseline_rank: number | undefined;
  readonly rank: number | undefined;
  readonly baseline_outcome: string | undefined;
  readonly outcome: string | undefined;
  readonly baseline_cause: string | undefined;
  readonly cause: string | undefined;
}

/** How many queries went from one outcome to another. */
export interface OutcomeMove {
  readonly run: string;
  readonly baseline: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly from: string;
  readonly to: string;
  readonly queries: number;
}

/** A counter of work, the same on every machine. */
export interface WorkChange {
  readonly run: string;
  readonly baseline: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly counter: string;
  readonly baseline_value: number | undefined;
  readonly value: number | undefined;
  /** This run over the first; undefined where either is absent or the first is 0. */
  readonly ratio: number | undefined;
}

/** How many times faster than its oracle a retriever was, each within its own run. Never one run over the other. */
export interface LatencyBeside {
  readonly run: string;
  readonly baseline: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly baseline_ratio: number | undefined;
  readonly baseline_low: number | undefined;
  readonly baseline_high: number | undefined;
  readonly ratio: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** A retriever of each run, built anew by one program and timed side by side on the queries of the runs. */
export interface RetimedPair {
  readonly run: string;
  readonly baseline: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly baseline_retriever: string;
  /** Says what the row is: of neither run. */
  readonly timed: 're-timed';
  readonly rounds: number;
  /** Searches of each, one a sample. */
  readonly samples: number;
  /** Over all samples of all rounds, and so not what `ratio` is the quotient of. */
  readonly p50_us: number | undefined;
  readonly baseline_p50_us: number | undefined;
  /** Median over rounds of the baseline's median over the retriever's; above 1 is faster than the baseline. */
  readonly ratio: number | undefined;
  /** 95 % bootstrap interval over the rounds. */
  readonly low: number | undefined;
  readonly high: number | undefined;
}
