import type { Query } from '../datasets/dataset.ts';
import type { ExperimentResult } from './experiment.ts';
import { averageOverJudged, isJudged } from './metrics/average.ts';
import { type MeasureName, measureNames, measures } from './metrics/index.ts';
import { Ledger } from './outcomes.ts';
import type { QueryRow, SeedsRow, SliceRow, SummaryRow } from './records.ts';
import { mean, percentiles, standardDeviation } from './statistics.ts';

/**
 * One row a retriever: measures, candidates, outcomes, agreement.
 *
 * @throws Error where the outcomes do not add up to the queries that have a list of right cards.
 */
export function summarise(
  { agreement, compared, dataset, queries, rankings, seed, subjects }: ExperimentResult,
  k: number,
): SummaryRow[] {
  const poolsOf = groupBy(rankings, (ranking) => ranking.retriever);
  const rowsOf = groupBy(queries, (row) => row.retriever);
  const agreementOf = groupBy(agreement, (row) => row.retriever);

  return subjects.map(({ retriever }) => {
    const rows = rowsOf.get(retriever.name) ?? [];
    const candidates = rows.map((row) => row.candidates);
    const candidatesMean = mean(candidates) ?? 0;
    const [p50 = 0, p95 = 0, max = 0] = percentiles(candidates, [50, 95, 100]);

    const ledger = new Ledger();
    for (const row of rows) if (row.outcome !== undefined) ledger.add(row.outcome);
    const outcomes = ledger.close(dataset.queries.filter((query) => query.relevant !== undefined).length);

    const judged = new Set(dataset.queries.filter((query) => isJudged(query.relevant)).map((query) => query.id));
    const pools = new Map(poolsOf.get(retriever.name)?.map((pool) => [pool.query_id, pool.hits.map((hit) => hit.id)]));
    const comparisons = agreementOf.get(retriever.name) ?? [];
    const hasOracle = retriever.oracle !== undefined;
    const errors = comparisons.flatMap((row) => row.max_score_error ?? []);

    return {
      dataset: dataset.name,
      seed,
      retriever: retriever.name,
      k,
      cards: dataset.cards.length,
      queries: dataset.queries.length,
      judged: judged.size,
      ...averages(dataset.queries, pools),
      candidates_mean: candidatesMean,
      candidates_p50: p50,
      candidates_p95: p95,
      candidates_max: max,
      candidates_share: candidatesMean / dataset.cards.length,
      pool_mean: mean(rows.map((row) => row.pool)) ?? 0,
      ...outcomes,
      success_rate: successRate(rows),
      success_answerable: successRate(rows.filter((row) => judged.has(row.query_id))),
      success_unanswerable: successRate(rows.filter((row) => !judged.has(row.query_id))),
      compared: hasOracle ? compared : undefined,
      divergent: hasOracle
        ? new Set(comparisons.filter((row) => !row.equal).map((row) => row.query_id)).size
        : undefined,
      max_score_error: errors.length === 0 ? undefined : percentiles(errors, [100])[0],
    };
  });
}

/** The measures again, for the queries of each kind in the order in which the kinds first come. */
export function slice({ dataset, queries, rankings, seed, subjects }: ExperimentResult): SliceRow[] {
  const byKind = groupBy(dataset.queries, (query) => query.kind);
  const poolsOf = groupBy(rankings, (ranking) => ranking.retriever);
  const rowsOf = groupBy(queries, (row) => row.retriever);
  return subjects.flatMap(({ retriever }) => {
    const pools = new Map(poolsOf.get(retriever.name)?.map((pool) => [pool.query_id, pool.hits.map((hit) => hit.id)]));
    return [...byKind].map(([kind, ofKind]) => ({
      seed,
      retriever: retriever.name,
      kind,
      queries: ofKind.length,
      ...averages(ofKind, pools),
      success_rate: successRate((rowsOf.get(retriever.name) ?? []).filter((row) => row.kind === kind)),
    }));
  });
}

/** The columns of `summary.csv` that `seeds.csv` averages. */
const AVERAGED = [
  ...measureNames,
  'candidates_mean',
  'candidates_share',
  'pool_mean',
  'success_rate',
  'success_answerable',
  'success_unanswerable',
] as const satisfies readonly (keyof SummaryRow)[];

/**
 * Mean and sample standard deviation (n - 1) over the seeds, a row a retriever. A column that one seed lacks is absent:
 * a mean over fewer seeds than the row says would be another number.
 *
 * @returns nothing where there is one seed.
 */
export function overSeeds(summary: readonly SummaryRow[]): SeedsRow[] {
  const rows = [...groupBy(summary, (row) => row.retriever)];
  return rows
    .filter(([, ofRetriever]) => ofRetriever.length > 1)
    .map(([retriever, ofRetriever]) => {
      const statistics = AVERAGED.flatMap((column) => {
        const values = ofRetriever.flatMap((row) => row[column] ?? []);
        const whole = values.length === ofRetriever.length;
        return [
          [`${column}_mean`, whole ? mean(values) : undefined],
          [`${column}_sd`, whole ? standardDeviation(values) : undefined],
        ];
      });
      return { retriever, seeds: ofRetriever.length, ...Object.fromEntries(statistics) };
    });
}

function averages(
  queries: readonly Query[],
  pools: ReadonlyMap<string, readonly string[]>,
): Record<MeasureName, number | undefined> {
  const answers = queries.map((query) => ({ relevant: query.relevant, ranking: pools.get(query.id) }));
  const entries = measureNames.map((name) => [name, averageOverJudged(measures[name], answers)]);
  return Object.fromEntries(entries) as Record<MeasureName, number | undefined>;
}

/** Successes over all queries that have an outcome; undefined where none has. */
function successRate(rows: readonly QueryRow[]): number | undefined {
  return mean(rows.flatMap((row) => (row.success === undefined ? [] : [row.success ? 1 : 0])));
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
