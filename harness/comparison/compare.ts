import seedrandom from 'seedrandom';
import type { QueryScores } from '../evaluation/scores.ts';
import { mean } from '../evaluation/statistics.ts';
import type { RunMeasure } from '../metrics/index.ts';
import type { ComparisonRow } from '../records.ts';
import { meanIntervals } from './bootstrap.ts';
import { holm } from './holm.ts';
import { pairByQuery } from './pairs.ts';
import { smallestDetectable } from './power.ts';
import { randomisationTest } from './randomisation.ts';

/** What a comparison leaves to its caller, who knows of seeds and ties. */
export type ComparisonStatistics = Omit<ComparisonRow, 'seed' | 'retriever' | 'baseline' | 'tie_band'>;

/**
 * Compares a retriever with the baseline by every measure, on the queries that both have. The measures are the family
 * of Holm's adjustment; one that cannot differ from an earlier one (`recall@20` beside `recall_at_k` where K is 20) is
 * left out, for the same test twice would make every other harder to pass.
 *
 * @param ours scores of one retriever, one a judged query.
 * @param random names the generators: the same text and scores give the same rows, whatever else was compared, and
 *   retrievers with the same scores get the same figures.
 * @returns a row for each measure; none where the two have no query in common.
 */
export function compareScores(
  ours: readonly QueryScores[],
  baseline: readonly QueryScores[],
  measures: readonly RunMeasure[],
  random: string,
): ComparisonStatistics[] {
  const different = measures.filter(({ sense }, i) => measures.findIndex((each) => each.sense === sense) === i);
  const pairs = different.map((measure) => {
    const i = measures.indexOf(measure);
    return pairByQuery(valuesById(ours, i), valuesById(baseline, i));
  });
  if ((pairs[0]?.queries.length ?? 0) === 0) return [];
  const differences = pairs.map(({ left, right }) => left.map((value, i) => value - (right[i] as number)));
  const intervals = meanIntervals(differences, seedrandom.alea(`${random}/bootstrap`));
  const tests = differences.map((column, i) => {
    const generator = seedrandom.alea(`${random}/randomisation/${different[i]?.name}`);
    return randomisationTest(column, () => generator.int32());
  });
  const adjusted = holm(tests.map(({ p }) => p));
  return different.map(({ name }, i) => {
    const { left, queries, right } = pairs[i] as (typeof pairs)[number];
    const column = differences[i] as number[];
    const { p, permutations } = tests[i] as (typeof tests)[number];
    return {
      measure: name,
      queries: queries.length,
      value: mean(left) as number,
      baseline_value: mean(right) as number,
      difference: mean(column) as number,
      low: intervals[i]?.low,
      high: intervals[i]?.high,
      better: column.filter((difference) => difference > 0).length,
      equal: column.filter((difference) => difference === 0).length,
      worse: column.filter((difference) => difference < 0).length,
      p,
      p_holm: adjusted[i] as number,
      permutations,
      smallest_detectable: smallestDetectable(column),
    };
  });
}

function valuesById(scores: readonly QueryScores[], measure: number): ReadonlyMap<string, number> {
  return new Map(scores.map(({ query_id, values }) => [query_id, values[measure] as number]));
}
