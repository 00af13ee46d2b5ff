import { compareScores } from '../comparison/compare.ts';
import type { Findings } from '../experiment.ts';
import type { RunMeasure } from '../metrics/index.ts';
import { isJudged } from '../metrics/measure.ts';
import type { ComparisonRow, QrelsRecord, RunRecords, TieRow } from '../records.ts';
import { curveRows, targetRow } from './curve.ts';
import { meanScores, type QueryScores } from './scores.ts';
import { mean } from './statistics.ts';

/** What is asked of the scores of a run. */
export interface Questions {
  /** Name of the retriever that every other is compared with. */
  readonly baseline: string;
  /** Undefined where nobody asked for the smallest pool. */
  readonly targetRecall: number | undefined;
  readonly sampleSeed: string;
}

/** The rows that say what the scores of one experiment can bear. */
export type Evaluation = Pick<RunRecords, 'curve' | 'target' | 'comparisons' | 'ties' | 'qrels'>;

/** Evaluates one experiment: curves, targets, comparisons with the baseline, ties. */
export function evaluate(
  { dataset, measures, scores, seed, subjects }: Findings,
  { baseline, sampleSeed, targetRecall }: Questions,
): Evaluation {
  const scoresOf = new Map(
    subjects.map(({ retriever: { name } }) => [name, scores.filter((score) => score.retriever === name)]),
  );
  const each = [...scoresOf].map(([retriever, own]) => ({ of: { seed, retriever }, own }));
  const qrels: QrelsRecord[] = dataset.queries.flatMap(({ id, relevant }) =>
    isJudged(relevant) ? [{ seed, query_id: id, relevant }] : [],
  );
  const ties = each.flatMap(({ of, own }) => tieRows(of, own, measures));
  const bandOf = (retriever: string, measure: string): number => {
    const row = ties.find((tie) => tie.retriever === retriever && tie.measure === measure);
    return row === undefined ? 0 : row.best - row.worst;
  };
  const basis = scoresOf.get(baseline) ?? [];
  const comparisons = each
    .filter(({ of }) => of.retriever !== baseline)
    .flatMap(({ of, own }): ComparisonRow[] =>
      compareScores(own, basis, measures, `${seed ?? sampleSeed}/comparison`).map((statistics) => ({
        ...of,
        baseline,
        ...statistics,
        tie_band: Math.max(bandOf(of.retriever, statistics.measure), bandOf(baseline, statistics.measure)),
      })),
    );
  return {
    curve: each.flatMap(({ of, own }) => curveRows(of, own)),
    target: targetRecall === undefined ? [] : each.map(({ of, own }) => targetRow(of, own, targetRecall)),
    comparisons,
    ties,
    qrels,
  };
}

/** A row for each measure; none where no query is judged. */
function tieRows(
  of: Pick<TieRow, 'seed' | 'retriever'>,
  scores: readonly QueryScores[],
  measures: readonly RunMeasure[],
): TieRow[] {
  const values = meanScores(scores, measures);
  return measures.flatMap(({ name }, i) => {
    const value = values[i];
    if (value === undefined) return [];
    const bandMean = (end: 'worst' | 'expected' | 'best') =>
      mean(scores.map(({ bands, values: own }) => bands?.[i]?.[end] ?? (own[i] as number))) as number;
    const tied = scores.filter(({ bands }) => bands !== undefined && bands[i]?.best !== bands[i]?.worst);
    const band = { worst: bandMean('worst'), expected: bandMean('expected'), best: bandMean('best') };
    return [{ ...of, measure: name, queries: scores.length, value, ...band, tied_queries: tied.length }];
  });
}
