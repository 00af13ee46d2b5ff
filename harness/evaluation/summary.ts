import type { Findings } from '../experiment.ts';
import type { RunMeasure } from '../metrics/index.ts';
import { isJudged } from '../metrics/measure.ts';
import { Ledger } from '../outcomes.ts';
import type { NamedMeasures, QueryRow, SeedsRow, SliceRow, SummaryRow } from '../records.ts';
import { meanScores, type QueryScores } from './scores.ts';
import { mean, percentiles, standardDeviation } from './statistics.ts';

/**
 * One row a retriever: measures, candidates, outcomes, agreement, work.
 *
 * @throws Error where the outcomes do not add up to the queries that have a list of right cards.
 */
export function summarise(
  { agreement, compared, dataset, indexBytes, measures, queries, scores, seed, subjects, work }: Findings,
  k: number,
): SummaryRow[] {
  const scoresOf = groupBy(scores, (score) => score.retriever);
  const rowsOf = groupBy(queries, (row) => row.retriever);
  const agreementOf = groupBy(agreement, (row) => row.retriever);
  const workOf = groupBy(work, (row) => row.retriever);

  return subjects.map(({ retriever }) => {
    const rows = rowsOf.get(retriever.name) ?? [];
    const candidates = rows.map((row) => row.candidates);
    const candidatesMean = mean(candidates) ?? 0;
    const [p50 = 0, p95 = 0, max = 0] = percentiles(candidates, [50, 95, 100]);

    const ledger = new Ledger();
    for (const row of rows) if (row.outcome !== undefined) ledger.add(row.outcome);
    const outcomes = ledger.close(dataset.queries.filter((query) => query.relevant !== undefined).length);

    const judged = new Set(dataset.queries.filter((query) => isJudged(query.relevant)).map((query) => query.id));
    const comparisons = agreementOf.get(retriever.name) ?? [];
    const hasOracle = retriever.oracle !== undefined;
    const errors = comparisons.flatMap((row) => row.max_score_error ?? []);
    const counted = workOf.get(retriever.name) ?? [];

    return {
      dataset: dataset.name,
      seed,
      retriever: retriever.name,
      k,
      cards: dataset.cards.length,
      queries: dataset.queries.length,
      judged: judged.size,
      ...averages(scoresOf.get(retriever.name) ?? [], measures),
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
      ...ofAnswered(rows),
      postings_mean: mean(counted.map(({ postings }) => postings)),
      visited_mean: mean(counted.map(({ visited }) => visited)),
      index_bytes: indexBytes.get(retriever.name),
    };
  });
}

function ofAnswered(rows: readonly QueryRow[]): Pick<SummaryRow, 'answered_share' | 'success_answered'> {
  const called = rows.filter((row) => row.outcome !== undefined);
  const answered = called.filter((row) => row.outcome !== 'api_failure');
  return {
    answered_share: called.length === 0 ? undefined : answered.length / called.length,
    success_answered: successRate(answered),
  };
}

/** The measures again, for the queries of each kind in the order in which the kinds first come. */
export function slice({ dataset, measures, queries, scores, seed, subjects }: Findings): SliceRow[] {
  const byKind = groupBy(dataset.queries, (query) => query.kind);
  const scoresOf = groupBy(scores, (score) => score.retriever);
  const rowsOf = groupBy(queries, (row) => row.retriever);
  return subjects.flatMap(({ retriever }) => {
    const own = scoresOf.get(retriever.name) ?? [];
    return [...byKind].map(([kind, ofKind]) => ({
      seed,
      retriever: retriever.name,
      kind,
      queries: ofKind.length,
      ...averages(
        own.filter((score) => score.kind === kind),
        measures,
      ),
      success_rate: successRate((rowsOf.get(retriever.name) ?? []).filter((row) => row.kind === kind)),
    }));
  });
}

/** The columns of `summary.csv` that `seeds.csv` averages. */
const AVERAGED = [
  'recall_at_k',
  'success_at_1',
  'mrr',
  'ndcg_at_10',
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
 * @param named columns of measures that were asked for by name.
 * @returns nothing where there is one seed.
 */
export function overSeeds(summary: readonly SummaryRow[], named: readonly string[]): SeedsRow[] {
  const columns = [...AVERAGED, ...named] as (keyof SummaryRow)[];
  const rows = [...groupBy(summary, (row) => row.retriever)];
  return rows
    .filter(([, ofRetriever]) => ofRetriever.length > 1)
    .map(([retriever, ofRetriever]) => {
      const statistics = columns.flatMap((column) => {
        const values = ofRetriever.map((row) => row[column]).filter((value) => typeof value === 'number');
        const whole = values.length === ofRetriever.length;
        return [
          [`${column}_mean`, whole ? mean(values) : undefined],
          [`${column}_sd`, whole ? standardDeviation(values) : undefined],
        ];
      });
      return { retriever, seeds: ofRetriever.length, ...Object.fromEntries(statistics) };
    });
}

type Averages = NamedMeasures & Pick<SummaryRow, 'recall_at_k' | 'success_at_1' | 'mrr' | 'ndcg_at_10'>;

/** The mean of each measure, by the name of its column. */
function averages(scores: readonly QueryScores[], measures: readonly RunMeasure[]): Averages {
  const means = meanScores(scores, measures);
  return Object.fromEntries(measures.map(({ name }, i) => [name, means[i]])) as unknown as Averages;
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
