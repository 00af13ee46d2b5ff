import { averagePrecisionAt, expectedAveragePrecisionAt } from './average-precision.ts';
import { completeAt, expectedCompleteAt } from './complete.ts';
import type { ExpectedMeasure, Measure } from './measure.ts';
import { expectedNdcgAt, ndcgAt } from './ndcg.ts';
import { expectedPrecisionAt, precisionAt } from './precision.ts';
import { expectedRecallAt, recallAt } from './recall.ts';
import { expectedReciprocalRankAt, reciprocalRankAt } from './reciprocal-rank.ts';
import { expectedSuccessAt, successAt } from './success.ts';

/** A measure of a run. */
export interface RunMeasure {
  /** The name of its column. */
  readonly name: string;
  /** Equal for two measures of one run that cannot differ, such as `recall_at_k` and `recall@20` where K is 20. */
  readonly sense: string;
  readonly measure: Measure;
  readonly expected: ExpectedMeasure;
}

interface Family {
  readonly at: (cutoff: number) => Measure;
  readonly expectedAt: (cutoff: number) => ExpectedMeasure;
  /** Whether the name may stand alone, for everything that the run holds. */
  readonly alone: boolean;
}

/** Every measure by the name that `--measures` knows. A new one is a file here and a line in this table. */
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['recall', { at: recallAt, expectedAt: expectedRecallAt, alone: false }],
  ['complete', { at: completeAt, expectedAt: expectedCompleteAt, alone: false }],
  ['success', { at: successAt, expectedAt: expectedSuccessAt, alone: false }],
  ['p', { at: precisionAt, expectedAt: expectedPrecisionAt, alone: false }],
  ['ndcg', { at: ndcgAt, expectedAt: expectedNdcgAt, alone: false }],
  ['mrr', { at: reciprocalRankAt, expectedAt: expectedReciprocalRankAt, alone: true }],
  ['map', { at: averagePrecisionAt, expectedAt: expectedAveragePrecisionAt, alone: true }],
]);

/** The forms that a name may have, for a person to read. */
export const MEASURE_FORMS = [...FAMILIES].map(([name, { alone }]) => (alone ? `${name}[@N]` : `${name}@N`)).join(', ');

/**
 * Says what is wrong with the name of a measure.
 *
 * @param k the run's K: what lies below it was not kept, and recall at 100 of 20 hits would be recall at 20.
 * @returns undefined for a good name.
 */
export function measureProblem(name: string, k: number): string | undefined {
  const parsed = parse(name);
  if (parsed === undefined) return `unknown; known are ${MEASURE_FORMS} (N an integer >= 1)`;
  if (parsed.cutoff !== undefined && parsed.cutoff > k)
    return `the pool has k = ${k} cards; expected a cutoff up to that`;
  return undefined;
}

/**
 * The measures of a run: the four that every run has, then the named ones in their order. A named `mrr` is one of the
 * four already.
 *
 * @throws RangeError for a name that `measureProblem` has something to say about.
 */
export function measuresOf(k: number, names: readonly string[]): readonly RunMeasure[] {
  const standard = [
    { ...make('recall', k, k), name: 'recall_at_k' },
    { ...make('success', 1, k), name: 'success_at_1' },
    make('mrr', undefined, k),
    { ...make('ndcg', 10, k), name: 'ndcg_at_10' },
  ];
  const named = names.flatMap((name) => {
    const problem = measureProblem(name, k);
    const parsed = parse(name);
    if (problem !== undefined || parsed === undefined)
      throw new RangeError(`measure ${JSON.stringify(name)}: ${problem}`);
    return standard.some((each) => each.name === name) ? [] : [make(parsed.family, parsed.cutoff, k)];
  });
  return [...standard, ...named];
}

/** How many of the measures of a run every run has. */
const STANDARD = 4;

/** The names of the measures that were asked for by name, in their order. */
export function namedOf(measures: readonly RunMeasure[]): readonly string[] {
  return measures.slice(STANDARD).map(({ name }) => name);
}

function parse(name: string): { readonly family: string; readonly cutoff: number | undefined } | undefined {
  const [, family = '', digits] = /^([a-z]+)(?:@([1-9][0-9]{0,9}))?$/.exec(name) ?? [];
  const known = FAMILIES.get(family);
  if (known === undefined || (digits === undefined && !known.alone)) return undefined;
  return { family, cutoff: digits === undefined ? undefined : Number(digits) };
}

function make(family: string, cutoff: number | undefined, k: number): RunMeasure {
  const { at, expectedAt } = FAMILIES.get(family) as Family;
  const depth = cutoff ?? Number.POSITIVE_INFINITY;
  return {
    name: cutoff === undefined ? family : `${family}@${cutoff}`,
    sense: `${family}@${cutoff ?? k}`,
    measure: at(depth),
    expected: expectedAt(depth),
  };
}
