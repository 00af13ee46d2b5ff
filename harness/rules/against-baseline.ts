import { visible } from '../../datasets/visible.ts';
import { type Comparable, differencesBetween } from '../finished-runs/differences.ts';
import { type FinishedRun, subjectOf } from '../finished-runs/finished-run.ts';
import type { GateCheck } from './records.ts';
import { changeText, standing } from './standing.ts';
import { NAMED } from './worst-queries.ts';

/** Conditions that a run has to meet beside a baseline: the same questions, put to all of its retrievers. */
export function baselineChecks(run: FinishedRun, baseline: FinishedRun, allowed: ReadonlySet<Comparable>): GateCheck[] {
  const differences = differencesBetween(baseline.experiment, run.experiment).filter(({ what }) => !allowed.has(what));
  const missing = baseline.subjects.filter(({ retriever, seed }) => subjectOf(run, seed, retriever) === undefined);
  // With other seeds, which somebody allowed, no retriever is where it was.
  const gone = allowed.has('seed') ? missing.filter(({ retriever }) => !hasRetriever(run, retriever)) : missing;
  const names = [...new Set(gone.map(({ retriever, seed }) => `${visible(retriever, 60)}${seedText(seed)}`))];
  const queries = baseline.subjects.flatMap((subject) => {
    const ours = subjectOf(run, subject.seed, subject.retriever);
    if (ours === undefined) return [];
    const lost = [...subject.queries.keys()].filter((id) => !ours.queries.has(id));
    return lost.map((id) => ({ id, of: `${visible(subject.retriever, 60)}${seedText(subject.seed)}` }));
  });
  return [
    standing({
      name: 'the baseline is whole',
      passed: baseline.verdict.result !== 'interrupted' && baseline.changed.length === 0,
      wanted: 'a run that came to its end, with the files that it wrote',
      got: [baseline.verdict.result, ...baseline.changed.map(changeText)].join(', '),
    }),
    standing({
      name: 'the same cards, queries, k and seed as the baseline',
      passed: differences.length === 0,
      wanted: 'no difference, except what --allow names',
      got: differences.length === 0 ? 'none' : differences.map(({ text, what }) => `${what}: ${text}`).join('; '),
    }),
    standing({
      name: 'every retriever of the baseline',
      passed: gone.length === 0,
      wanted: 'no retriever missing',
      got: gone.length === 0 ? 'none missing' : `missing: ${names.join('; ')}`,
    }),
    standing({
      name: 'every query of the baseline',
      passed: queries.length === 0,
      wanted: 'no query missing',
      got: queries.length === 0 ? 'none missing' : `${queries.length} missing`,
      worst: queries.slice(0, NAMED).map(({ id, of }) => ({ query_id: id, detail: `missing for ${of}` })),
    }),
  ];
}

function hasRetriever(run: FinishedRun, retriever: string): boolean {
  return run.subjects.some((subject) => subject.retriever === retriever);
}

function seedText(seed: string | undefined): string {
  return seed === undefined ? '' : `, seed ${visible(seed, 64)}`;
}
