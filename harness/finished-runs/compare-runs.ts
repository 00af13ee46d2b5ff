import { counted } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { compareScores } from '../comparison/compare.ts';
import type { QueryScores } from '../evaluation/scores.ts';
import { measuresOf, namedOf, type RunMeasure } from '../metrics/index.ts';
import type { Beside } from './beside.ts';
import { latencyBeside, workChanges } from './counters.ts';
import { type Difference, notedDifferences } from './differences.ts';
import { type FinishedRun, type RunSubject, retrieversOf, seedsOf, subjectOf } from './finished-run.ts';
import { outcomeMoves, queryChanges, subjectChange } from './query-changes.ts';
import { measuredQueries } from './query-values.ts';
import type { MeasureChange, RunComparison } from './records.ts';

/** A run and what it is called. */
export interface Labelled {
  readonly label: string;
  readonly run: FinishedRun;
}

/** Whether a query ended well, as a measure of the queries that have a list of right cards. */
const SUCCESS = 'success_rate';

/**
 * Holds a run against another one: the same retriever on the same seed, query by query. What only one of them has is
 * named and left out.
 *
 * @param allowed differences that somebody allowed, for the notices.
 */
export function compareRuns(baseline: Labelled, other: Labelled, allowed: readonly Difference[]): RunComparison {
  const common = retrieversOf(other.run).filter((name) => retrieversOf(baseline.run).includes(name));
  const seeds = seedsOf(other.run).filter((seed) => seedsOf(baseline.run).includes(seed));
  const pairs = common.flatMap((retriever) =>
    seeds.flatMap((seed): Beside[] => {
      const [ours, theirs] = [subjectOf(other.run, seed, retriever), subjectOf(baseline.run, seed, retriever)];
      if (ours === undefined || theirs === undefined) return [];
      return [{ of: { run: other.label, baseline: baseline.label, seed, retriever }, ours, baseline: theirs }];
    }),
  );
  const measures = commonMeasures(baseline.run, other.run);
  const changes = pairs.flatMap(queryChanges);
  const only = [baseline, other].map(({ label, run }) => ({
    run: label,
    retrievers: retrieversOf(run).filter((name) => !common.includes(name)),
  }));
  return {
    label: other.label,
    baseline: baseline.label,
    measures: common.flatMap((retriever) =>
      measureChanges(
        pairs.filter(({ of }) => of.retriever === retriever),
        measures,
      ),
    ),
    queries: changes,
    outcomes: pairs.flatMap(outcomeMoves),
    work: pairs.flatMap(workChanges),
    subjects: pairs.map((pair) => subjectChange(pair, changes)),
    latency: pairs.flatMap(latencyBeside),
    only: only.filter(({ retrievers }) => retrievers.length > 0),
    notices: [
      ...allowed.map(({ text, what }) => `allowed to differ: ${what} (${text})`),
      ...notedDifferences(baseline.run.experiment, other.run.experiment).map((line) => `differs: ${line}`),
      ...only.flatMap(alone),
      ...(pairs.length === 0 ? ['no retriever is in both runs on the same seed: nothing is paired'] : []),
      ...pairs.flatMap(unpaired),
      // The kind of a query is the same for every retriever.
      ...pairs.filter(({ of }) => of.retriever === common[0]).flatMap(kindChanges),
      ...[baseline, other].flatMap(({ label, run }) => [
        ...run.changed.map(({ name }) => `${label}: ${name} is not the file that the run wrote (its sha256 differs)`),
        ...(run.verdict.result === 'passed' ? [] : [`${label}: the verdict of the run is ${run.verdict.result}`]),
      ]),
    ],
  };
}

/** The four of every run, and those that both were asked for by name. */
function commonMeasures(a: FinishedRun, b: FinishedRun): readonly RunMeasure[] {
  const k = Math.min(a.experiment.k, b.experiment.k);
  const names = a.experiment.measures.filter((name) => b.experiment.measures.includes(name));
  return measuresOf(
    k,
    names.filter((name) => Number(/@([0-9]+)$/.exec(name)?.[1] ?? 0) <= k),
  );
}

/** A row for each seed and measure; where there are several seeds, also for the queries of all of them together. */
function measureChanges(pairs: readonly Beside[], measures: readonly RunMeasure[]): MeasureChange[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const groups = pairs.map((pair) => ({ seed: pair.of.seed, pairs: [pair] }));
  if (pairs.length > 1) groups.push({ seed: undefined, pairs: [...pairs] });
  return groups.flatMap((group) => {
    const { retriever, run, baseline } = first.of;
    const name = `${group.seed ?? 'all'}/runs`;
    const rows = [
      ...compareScores(
        scores(group.pairs, 'ours', measures),
        scores(group.pairs, 'baseline', measures),
        measures,
        name,
      ),
      ...compareScores(successes(group.pairs, 'ours'), successes(group.pairs, 'baseline'), [success], name),
    ];
    return rows.map((row) => ({ ...row, seed: group.seed, retriever, run, baseline }));
  });
}

/** Compared by its values alone. */
const success = { ...(measuresOf(1, [])[0] as RunMeasure), name: SUCCESS, sense: SUCCESS };

function scores(pairs: readonly Beside[], side: 'ours' | 'baseline', measures: readonly RunMeasure[]): QueryScores[] {
  return pairs.flatMap((pair) => {
    const subject = pair[side];
    // The standard measure of a run is at the run's own K.
    const own = measuresOf(subject.k, namedOf(measures));
    const columns = own.map((measure) => measuredQueries(subject, measure));
    return [...subject.right.keys()].map((id) =>
      score(
        pair,
        id,
        columns.map((column) => column.get(id) as number),
      ),
    );
  });
}

function successes(pairs: readonly Beside[], side: 'ours' | 'baseline'): QueryScores[] {
  return pairs.flatMap((pair) =>
    [...pair[side].queries].flatMap(([id, query]) =>
      query.success === undefined ? [] : [score(pair, id, [Number(query.success)])],
    ),
  );
}

function score({ of }: Beside, id: string, values: readonly number[]): QueryScores {
  const key = JSON.stringify([of.seed ?? null, id]);
  return { retriever: of.retriever, query_id: key, kind: undefined, right: 0, ranks: [], values, bands: undefined };
}

function alone({ retrievers, run }: RunComparison['only'][number]): string[] {
  return retrievers.length === 0 ? [] : [`in ${run} alone, not compared: ${visible(retrievers.join(', '), 200)}`];
}

/** Queries whose kind is another: slices are then of other queries, while all else may be equal. */
function kindChanges({ baseline, of, ours }: Beside): string[] {
  const both = [...ours.queries].flatMap(([id, { kind }]) => {
    const before = baseline.queries.get(id);
    return before === undefined ? [] : [{ id, kind, before: before.kind }];
  });
  const changed = both.filter(({ before, kind }) => kind !== before);
  const [first] = changed;
  if (first === undefined) return [];
  const seed = of.seed === undefined ? '' : `seed ${visible(of.seed, 64)}: `;
  const named = (kind: string | undefined) => (kind === undefined ? 'none' : `"${visible(kind, 60)}"`);
  const example = `such as "${visible(first.id, 60)}": ${named(first.before)} and ${named(first.kind)}`;
  return [`${seed}kinds differ: of ${changed.length} of ${counted(both.length, 'query', 'queries')}, ${example}`];
}

/** Queries that one side alone has are compared with nothing, and said aloud. */
function unpaired({ baseline, of, ours }: Beside): string[] {
  const only = (one: RunSubject, other: RunSubject) => [...one.queries.keys()].filter((id) => !other.queries.has(id));
  const sides = [
    [of.baseline, only(baseline, ours)],
    [of.run, only(ours, baseline)],
  ] as const;
  return sides.flatMap(([label, ids]) => {
    const seed = of.seed === undefined ? '' : `, seed ${visible(of.seed, 64)}`;
    const example = `such as "${visible(ids[0] ?? '', 60)}"`;
    return ids.length === 0
      ? []
      : [
          `${visible(of.retriever, 60)}${seed}: ${counted(ids.length, 'query', 'queries')} in ${label} alone, ${example}: not compared`,
        ];
  });
}
