import type { Hit } from '../retrievers/ranking.ts';
import type { CardRow } from './diagnosis/records.ts';
import type { PlantedRow } from './hostile/records.ts';
import type { CallRow } from './orchestrators/call-row.ts';
import type { Outcome } from './outcomes.ts';

/**
 * What a run knows at its end: plain rows, named as their CSV columns. An absent value is undefined, never 0.
 * Reports read these and nothing else.
 */
export interface RunRecords {
  readonly summary: readonly SummaryRow[];
  /** Empty unless there are several seeds. */
  readonly seeds: readonly SeedsRow[];
  readonly slices: readonly SliceRow[];
  /** Names of the measures that were asked for by name: further columns of the rows above, in this order. */
  readonly named: readonly string[];
  readonly curve: readonly CurveRow[];
  /** Empty unless a target was given. */
  readonly target: readonly TargetRow[];
  /** Empty where there is one retriever, or no judged query. */
  readonly comparisons: readonly ComparisonRow[];
  /** Empty where no query is judged. */
  readonly ties: readonly TieRow[];
  readonly qrels: readonly QrelsRecord[];
  readonly queries: readonly QueryRow[];
  readonly rankings: readonly RankingRecord[];
  readonly agreement: readonly AgreementRow[];
  readonly canaries: readonly CanaryRow[];
  readonly fixtures: readonly FixtureRow[];
  /** Empty where latency was not measured. */
  readonly latency: readonly LatencyRow[];
  /** Empty where each pool was shown once. */
  readonly repeats: readonly RepeatRow[];
  /** Empty where nothing was wrong with any call or reply. */
  readonly failures: readonly FailureRow[];
  /** Empty where the orchestrator cannot be led by positions, and pools were not shuffled. */
  readonly positions: readonly PositionRow[];
  /** Empty where tokens were not counted. */
  readonly tokens: readonly TokenRow[];
  /** Empty where no model was asked. */
  readonly calls: readonly CallRow[];
  /** Empty where no query has a right card. */
  readonly cards: readonly CardRow[];
  /** Empty where no hostile card was planted. */
  readonly planted: readonly PlantedRow[];
}

/**
 * Measures that were asked for by name, such as `recall@5`. A mean over the judged queries, in [0, 1]; undefined where
 * there is none.
 */
export interface NamedMeasures {
  readonly [measure: `${string}@${number}`]: number | undefined;
  readonly map?: number | undefined;
}

/** One retriever on one seed. Shares and measures are in [0, 1]. */
export interface SummaryRow extends Readonly<Record<Outcome, number>>, NamedMeasures {
  readonly dataset: string;
  /** Undefined where the cards were given and not generated. */
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly k: number;
  readonly cards: number;
  readonly queries: number;
  /** Queries with at least one right card: the denominator of the four measures. */
  readonly judged: number;
  readonly recall_at_k: number | undefined;
  readonly success_at_1: number | undefined;
  readonly mrr: number | undefined;
  readonly ndcg_at_10: number | undefined;
  readonly candidates_mean: number;
  readonly candidates_p50: number;
  readonly candidates_p95: number;
  readonly candidates_max: number;
  /** `candidates_mean / cards`. */
  readonly candidates_share: number;
  readonly pool_mean: number;
  /** Successes over the queries that have a list of right cards, the empty list included. */
  readonly success_rate: number | undefined;
  readonly success_answerable: number | undefined;
  readonly success_unanswerable: number | undefined;
  /** Queries compared with the oracle; undefined for a retriever that has none. */
  readonly compared: number | undefined;
  readonly divergent: number | undefined;
  readonly max_score_error: number | undefined;
  /** Of the queries that have a list of right cards, the share whose call did not fail. */
  readonly answered_share: number | undefined;
  /** Successes over those alone. Not the headline: a system that answers less looks better by it. */
  readonly success_answered: number | undefined;
  /** Mean over the queries of the postings in the lists of their signals; undefined where the retriever does not count. */
  readonly postings_mean: number | undefined;
  /** Mean over the queries of the cards that a search for k met while reading. */
  readonly visited_mean: number | undefined;
  /** What the index holds, the same on every machine; undefined where the retriever cannot say. */
  readonly index_bytes: number | undefined;
}

/** Mean and sample standard deviation (n - 1) of a retriever's summary columns over the seeds. */
export interface SeedsRow {
  readonly retriever: string;
  readonly seeds: number;
  readonly [statistic: string]: string | number | undefined;
}

/** A retriever on the queries of one kind. */
export interface SliceRow extends NamedMeasures {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly kind: string | undefined;
  readonly queries: number;
  readonly recall_at_k: number | undefined;
  readonly success_at_1: number | undefined;
  readonly mrr: number | undefined;
  readonly ndcg_at_10: number | undefined;
  readonly success_rate: number | undefined;
}

/** How much of what is right is in the first k of the full ranking, over the judged queries. */
export interface CurveRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly k: number | 'all';
  /** Queries with at least one right card. */
  readonly queries: number;
  readonly recall: number | undefined;
  /** Share of the queries that have every right card there. */
  readonly complete: number | undefined;
}

/** The smallest pool that reaches the recall that was asked for. */
export interface TargetRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly target_recall: number;
  readonly queries: number;
  /** Undefined where no K reaches it. */
  readonly smallest_k: number | undefined;
  readonly recall_at_smallest_k: number | undefined;
  /** Recall with every candidate in the pool: no K gives more. */
  readonly recall_of_all: number | undefined;
}

/** A retriever beside the baseline by one measure, on the same judged queries. Values are in [0, 1]. */
export interface ComparisonRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly baseline: string;
  readonly measure: string;
  readonly queries: number;
  readonly value: number;
  readonly baseline_value: number;
  /** The mean of the paired differences: above 0 where the retriever is ahead of the baseline. */
  readonly difference: number;
  /** 95 % percentile bootstrap interval of the difference; undefined for fewer than two queries. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** Queries with a higher, the same and a lower value than the baseline has. */
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
  /** Of the paired randomisation test, two-sided. */
  readonly p: number;
  /** Adjusted by Holm's method over the measures of this retriever and seed. */
  readonly p_holm: number;
  /** Assignments of signs that the test looked at; fewer than 10,000 are all there are. */
  readonly permutations: number;
  /** The smallest difference that so many queries show in 80 % of all samples; undefined where the spread is unknown. */
  readonly smallest_detectable: number | undefined;
  /** How far the order of tied cards alone can move the measure: best less worst, of the two the larger. */
  readonly tie_band: number;
}

/** A measure over all orders of the cards that the retriever ranks alike: means over the judged queries. */
export interface TieRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly measure: string;
  readonly queries: number;
  /** With ties in the order of ids, as everywhere else. */
  readonly value: number;
  readonly worst: number;
  readonly expected: number;
  readonly best: number;
  /** Queries whose value depends on the order of ties. */
  readonly tied_queries: number;
}

/** The right cards of a judged query, with their grade. */
export interface QrelsRecord {
  readonly seed: string | undefined;
  readonly query_id: string;
  readonly relevant: ReadonlyMap<string, number>;
}

/** What became of one query with one retriever. */
export interface QueryRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  readonly kind: string | undefined;
  readonly candidates: number;
  /** Cards in the pool, at most k. */
  readonly pool: number;
  /** In the full ranking, from 1; undefined where no right card is in it, or nobody judged the query. */
  readonly first_relevant_rank: number | undefined;
  readonly top_card: string | undefined;
  readonly picked_card: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly success: boolean | undefined;
  readonly miss_cause: string | undefined;
  /** Of the first right card in the pool as the orchestrator saw it, from 1; undefined where none was in it. */
  readonly right_position: number | undefined;
  /** Of the card that was picked, likewise. */
  readonly picked_position: number | undefined;
  /** What was wrong with the call (`api_failure`) or with the reply (`invalid_index`). */
  readonly failure_kind: string | undefined;
  /** Requests that were sent to a model; undefined where none was. */
  readonly attempts: number | undefined;
  /** Of the last of them; undefined where no status came. */
  readonly http_status: number | undefined;
}

/** What became of a query whose pool was shown several times. */
export interface RepeatRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  /** From 1; the first is the one that counts everywhere else. */
  readonly repeat: number;
  readonly outcome: Outcome;
  readonly success: boolean;
  readonly picked_card: string | undefined;
}

/** How many queries failed in one way. */
export interface FailureRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly outcome: Outcome;
  readonly kind: string;
  readonly queries: number;
}

/** How an orchestrator fares with one position of the pool as it saw it. */
export interface PositionRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly position: number;
  /** Queries whose first right card stood there. */
  readonly right: number;
  /** Of those, how many succeeded. */
  readonly selected: number;
  readonly success_rate: number | undefined;
  /** Queries, whatever is right, for which the card there was picked. */
  readonly picked: number;
}

/** Tokens of the prompt with the whole registry beside those of the prompt with the pool. */
export interface TokenRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  readonly registry_tokens: number;
  /** Undefined for an empty pool: nobody is asked. */
  readonly pool_tokens: number | undefined;
  /** 1 - pool / registry. */
  readonly reduction: number | undefined;
}

/** The pool of one query: its hits in order, rank = place from 1. */
export interface RankingRecord {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  readonly hits: readonly Hit[];
}

/** A retriever beside its oracle on one query, cut at one K. */
export interface AgreementRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly oracle: string;
  readonly query_id: string;
  readonly k: number | 'all';
  /** Hits of the retriever at this cut. */
  readonly hits: number;
  readonly equal: boolean;
  /** Largest |difference| of scores over the ids on both sides; undefined where no id is on both. */
  readonly max_score_error: number | undefined;
  /** From 1; undefined where all hits are equal. */
  readonly first_divergent_rank: number | undefined;
}

export interface CanaryRow {
  readonly canary: string;
  readonly caught: boolean;
  /** Where the comparison first saw it; undefined where it did not. */
  readonly first_divergence: string | undefined;
}

export interface FixtureRow {
  readonly fixture: string;
  readonly expected: Outcome;
  readonly observed: Outcome;
  readonly orchestrator_calls: number;
  readonly passed: boolean;
}

/** Time per query in microseconds. Everything here depends on the machine. */
export interface LatencyRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly samples: number;
  readonly mean_us: number;
  readonly p50_us: number | undefined;
  readonly p75_us: number | undefined;
  readonly p95_us: number | undefined;
  readonly p99_us: number | undefined;
  readonly max_us: number;
  readonly queries_per_s: number | undefined;
  /** Undefined where the index was read and not built. */
  readonly build_ms: number | undefined;
  readonly index_bytes: number | undefined;
  /** Median over rounds of the oracle's median over the retriever's; above 1 is faster than the oracle. */
  readonly ratio_to_oracle: number | undefined;
  /** 95 % bootstrap interval. */
  readonly ratio_low: number | undefined;
  readonly ratio_high: number | undefined;
  /** What it took to read the index from a file and make it ready; undefined where it was built. */
  readonly load_ms: number | undefined;
  /** In how many it was timed, one after the other, each with an index of its own. The interval of one covers its rounds alone. */
  readonly processes: number;
}

/** Whether the run can be believed: `passed`, `failed` with reasons, or `unchecked` (no retriever has an oracle). */
export interface Verdict {
  readonly result: 'passed' | 'failed' | 'unchecked';
  readonly reasons: readonly string[];
}

export type { ExplainedCard, ExplainedHit, ExplainedQuery } from './diagnosis/explain.ts';
export type { CardRow, MissRow } from './diagnosis/records.ts';
export type { QueryChange, RunComparison, RunsCompared } from './finished-runs/records.ts';
export type { PlantedRow } from './hostile/records.ts';
export type { BuiltIndex, IndexMemory } from './index-file/records.ts';
export type {
  HeldSignal,
  PoolInsight,
  RunInsights,
} from './insights/records.ts';
export type { CallRow } from './orchestrators/call-row.ts';
export type { PeerRow } from './peers/records.ts';
export type { GateCheck, GateReport, WorstQuery } from './rules/records.ts';
export type { GrowthRow, ScaleRow } from './scale/records.ts';
