import { visible } from '../../datasets/visible.ts';
import { type FinishedRun, type RunSubject, retrieversOf, sliceOf, subjectOf } from '../finished-runs/finished-run.ts';
import { measured, measureOfColumn } from '../finished-runs/query-values.ts';
import { measureProblem } from '../metrics/index.ts';
import type { LatencyRow } from '../records.ts';
import { kindText, type Reference, type Rule, referencesOf } from './rule.ts';

/** The run that rules judge, and the one it is held against. */
export interface Judged {
  readonly run: FinishedRun;
  readonly baseline: FinishedRun | undefined;
}

/**
 * Columns that a run has where it was timed: without that they are absent, and no mistake. The bytes of an index stand in
 * the summary too, but not in that of every older run.
 */
const TIMED = [
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

/** The retriever and seed that a reference speaks of, or their queries of one kind; undefined where its run has none such. */
export function subjectOfReference(
  { baseline, run }: Judged,
  reference: Reference,
  seed: string | undefined,
): RunSubject | undefined {
  const of = reference.baseline ? baseline : run;
  const subject = of === undefined ? undefined : subjectOf(of, seed, reference.retriever);
  if (subject === undefined || reference.slice === undefined) return subject;
  return sliceOf(subject, reference.slice);
}

/** The value of a figure on a seed; undefined where it is absent. */
export function figureOf(judged: Judged, reference: Reference, seed: string | undefined): number | undefined {
  const subject = subjectOfReference(judged, reference, seed);
  if (subject === undefined) return undefined;
  if (subject.figures.has(reference.column)) return subject.figures.get(reference.column);
  const measure = measureOfColumn(reference.column, subject.k);
  return measure === undefined ? undefined : measured(subject, measure);
}

/**
 * What is wrong with the names in a rule, where neither run knows them.
 *
 * @returns undefined where every name is known; else a line that says what there is.
 */
export function unknownName(rule: Rule, { baseline, run }: Judged): string | undefined {
  const runs = baseline === undefined ? [run] : [run, baseline];
  const retrievers = [...new Set(runs.flatMap(retrieversOf))];
  const whole = [...new Set([...runs.flatMap((each) => each.columns), ...TIMED])];
  const slices = runs.flatMap((each) => each.subjects.flatMap((subject) => [...subject.slices]));
  const kinds = [...new Set(slices.map(([kind]) => kind))];
  const sliced = [...new Set(slices.flatMap(([, figures]) => [...figures.keys()]))];
  for (const { column, retriever, slice } of referencesOf(rule.left, rule.right)) {
    if (!retrievers.includes(retriever)) {
      return `no retriever "${visible(retriever, 60)}" in the run; there are ${visible(retrievers.join(', '), 300)}`;
    }
    if (slice !== undefined && !kinds.includes(slice)) {
      const none = kinds.every((kind) => kind === '');
      const known = none ? 'its queries have none' : `there are ${visible(kinds.map(kindText).join(', '), 300)}`;
      return `no queries of the kind "${visible(slice, 60)}" in the run; ${known}`;
    }
    const columns = slice === undefined ? whole : sliced;
    const problem = measureProblem(column, run.experiment.k);
    if (columns.includes(column) || problem === undefined) continue;
    // A measure whose cutoff the pools do not reach is told why; any other name, what there is.
    return /@/.test(column) && !/^unknown/.test(problem)
      ? `${visible(column, 60)}: ${problem}${slice === undefined ? beyondPools(whole, run.experiment.k) : ''}`
      : `no column "${visible(column, 60)}"; there are ${visible(columns.join(', '), 2000)}, and measures by name such as recall@${run.experiment.k}`;
  }
  return undefined;
}

/** What is known of larger pools, which are not kept. */
function beyondPools(columns: readonly string[], k: number): string {
  const known = columns.filter((column) => Number(/@([0-9]+)$/.exec(column)?.[1] ?? 0) > k);
  return known.length === 0 ? '' : `, or one of ${visible(known.join(', '), 300)}`;
}
