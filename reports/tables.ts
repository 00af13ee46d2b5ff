import type {
  AgreementRow,
  CanaryRow,
  ComparisonRow,
  CurveRow,
  FixtureRow,
  LatencyRow,
  QueryRow,
  RankingRecord,
  RunRecords,
  SeedsRow,
  SliceRow,
  SummaryRow,
  TargetRow,
  TieRow,
} from '../harness/records.ts';
import { cardsTable } from './cards.ts';
import type { Cell, Table } from './csv.ts';
import { orchestratorTables } from './orchestrator-tables.ts';
import { plantedTables } from './planted.ts';

const SUMMARY = [
  'dataset',
  'seed',
  'retriever',
  'k',
  'cards',
  'queries',
  'judged',
  'recall_at_k',
  'success_at_1',
  'mrr',
  'ndcg_at_10',
  'candidates_mean',
  'candidates_p50',
  'candidates_p95',
  'candidates_max',
  'candidates_share',
  'pool_mean',
  'empty_pool',
  'api_failure',
  'invalid_index',
  'selected',
  'retrieval_miss',
  'wrong_selection',
  'success_rate',
  'success_answerable',
  'success_unanswerable',
  'compared',
  'divergent',
  'max_score_error',
  'answered_share',
  'success_answered',
  'postings_mean',
  'visited_mean',
  'index_bytes',
] as const satisfies readonly (keyof SummaryRow)[];

const SLICES = [
  'seed',
  'retriever',
  'kind',
  'queries',
  'recall_at_k',
  'success_at_1',
  'mrr',
  'ndcg_at_10',
  'success_rate',
] as const satisfies readonly (keyof SliceRow)[];

const CURVE = [
  'seed',
  'retriever',
  'k',
  'queries',
  'recall',
  'complete',
] as const satisfies readonly (keyof CurveRow)[];

const TARGET = [
  'seed',
  'retriever',
  'target_recall',
  'queries',
  'smallest_k',
  'recall_at_smallest_k',
  'recall_of_all',
] as const satisfies readonly (keyof TargetRow)[];

const COMPARISONS = [
  'seed',
  'retriever',
  'baseline',
  'measure',
  'queries',
  'value',
  'baseline_value',
  'difference',
  'low',
  'high',
  'better',
  'equal',
  'worse',
  'p',
  'p_holm',
  'permutations',
  'smallest_detectable',
  'tie_band',
] as const satisfies readonly (keyof ComparisonRow)[];

const TIES = [
  'seed',
  'retriever',
  'measure',
  'queries',
  'value',
  'worst',
  'expected',
  'best',
  'tied_queries',
] as const satisfies readonly (keyof TieRow)[];

const QUERIES = [
  'seed',
  'retriever',
  'query_id',
  'kind',
  'candidates',
  'pool',
  'first_relevant_rank',
  'top_card',
  'picked_card',
  'outcome',
  'success',
  'miss_cause',
  'right_position',
  'picked_position',
  'failure_kind',
  'attempts',
  'http_status',
] as const satisfies readonly (keyof QueryRow)[];

const RANKINGS = ['seed', 'retriever', 'query_id', 'rank', 'card_id', 'score', 'matched'] as const;

const AGREEMENT = [
  'seed',
  'retriever',
  'oracle',
  'query_id',
  'k',
  'hits',
  'equal',
  'max_score_error',
  'first_divergent_rank',
] as const satisfies readonly (keyof AgreementRow)[];

const CANARIES = ['canary', 'caught', 'first_divergence'] as const satisfies readonly (keyof CanaryRow)[];

const FIXTURES = [
  'fixture',
  'expected',
  'observed',
  'orchestrator_calls',
  'passed',
] as const satisfies readonly (keyof FixtureRow)[];

const LATENCY = [
  'seed',
  'retriever',
  'samples',
  'mean_us',
  'p50_us',
  'p75_us',
  'p95_us',
  'p99_us',
  'max_us',
  'queries_per_s',
  'build_ms',
  'index_bytes',
  'ratio_to_oracle',
  'ratio_low',
  'ratio_high',
  'load_ms',
  'processes',
] as const satisfies readonly (keyof LatencyRow)[];

/** The CSV files of a run by name. A file that would hold no measurement (several seeds, latency ...) is not written. */
export function csvTables(records: RunRecords): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>([
    ['canaries.csv', { columns: CANARIES, rows: asRows(records.canaries) }],
    ['fixtures.csv', { columns: FIXTURES, rows: asRows(records.fixtures) }],
    ['summary.csv', { columns: [...SUMMARY, ...records.named], rows: asRows(records.summary) }],
    ['slices.csv', { columns: [...SLICES, ...records.named], rows: asRows(records.slices) }],
    ['curve.csv', { columns: CURVE, rows: asRows(records.curve) }],
    ['queries.csv', { columns: QUERIES, rows: asRows(records.queries) }],
    ['rankings.csv', { columns: RANKINGS, rows: hitRows(records.rankings) }],
    ['agreement.csv', { columns: AGREEMENT, rows: asRows(records.agreement) }],
  ]);
  if (records.seeds.length > 0) tables.set('seeds.csv', { columns: seedsColumns(records.seeds), rows: records.seeds });
  if (records.target.length > 0) tables.set('target.csv', { columns: TARGET, rows: asRows(records.target) });
  if (records.comparisons.length > 0) {
    tables.set('comparisons.csv', { columns: COMPARISONS, rows: asRows(records.comparisons) });
  }
  if (records.ties.length > 0) tables.set('ties.csv', { columns: TIES, rows: asRows(records.ties) });
  if (records.cards.length > 0) tables.set('cards.csv', cardsTable(records.cards));
  if (records.latency.length > 0) tables.set('latency.csv', { columns: LATENCY, rows: asRows(records.latency) });
  for (const [name, table] of [...orchestratorTables(records), ...plantedTables(records)]) tables.set(name, table);
  return tables;
}

function seedsColumns([first]: readonly SeedsRow[]): readonly string[] {
  return first === undefined ? [] : Object.keys(first);
}

function* hitRows(rankings: readonly RankingRecord[]): Generator<Record<string, Cell>> {
  for (const { hits, query_id, retriever, seed } of rankings) {
    for (const [i, { id, matched, score }] of hits.entries()) {
      yield { seed, retriever, query_id, rank: i + 1, card_id: id, score, matched };
    }
  }
}

/** Record types are interfaces, which lack an index signature; their values are cells all the same. */
function asRows(rows: readonly object[]): readonly Readonly<Record<string, Cell>>[] {
  return rows as readonly Readonly<Record<string, Cell>>[];
}
