import { visible } from '../../datasets/visible.ts';
import type { FinishedQuery } from '../finished-runs/finished-run.ts';
import { queryValues } from '../finished-runs/query-values.ts';
import { slack } from './evaluate.ts';
import { type Judged, subjectOfReference } from './figures.ts';
import type { WorstQuery } from './records.ts';
import { type Rule, referencesOf, referenceText } from './rule.ts';

/** Queries that are named. */
export const NAMED = 3;

/**
 * The queries that break a rule most: the rule is applied to what each single query adds to the figures in it, and those
 * with the least to spare come first. Nothing where a figure is not made of queries, such as the bytes of an index.
 */
export function worstQueries(rule: Rule, judged: Judged, seed: string | undefined): WorstQuery[] {
  const references = referencesOf(rule.left, rule.right);
  const columns = new Map<string, ReadonlyMap<string, number>>();
  for (const reference of references) {
    const subject = subjectOfReference(judged, reference, seed);
    const run = reference.baseline ? judged.baseline : judged.run;
    const values = subject && queryValues(subject, reference.column, run?.divergences ?? []);
    if (values === undefined) return [];
    columns.set(referenceText(reference), values);
  }
  const [first] = columns.values();
  const queries = [...(first?.keys() ?? [])].flatMap((id) => {
    const off = slack(rule, (reference) => columns.get(referenceText(reference))?.get(id));
    return off === undefined ? [] : [{ id, off }];
  });
  const best = queries.reduce((most, { off }) => Math.max(most, off), Number.NEGATIVE_INFINITY);
  // Beside another figure, only a query that is itself off is to blame; beside a number, any that is worse than others.
  const paired = [rule.left, rule.right].every((side) => referencesOf(side).length > 0);
  const subject = references[0] && subjectOfReference(judged, { ...references[0], baseline: false }, seed);
  return queries
    .filter(({ off }) => off < 0 || (!paired && off < best))
    .sort((a, b) => a.off - b.off)
    .slice(0, NAMED)
    .map(({ id }) => {
      const values = [...columns].map(([name, column]) => `${visible(name, 80)} ${shortNumber(column.get(id))}`);
      return { query_id: id, detail: `${values.join(', ')}${fate(subject?.queries.get(id))}` };
    });
}

/** What became of a query, as far as it helps to understand why. */
function fate(query: FinishedQuery | undefined): string {
  if (query === undefined) return '';
  const { first_relevant_rank: rank, miss_cause: cause, outcome } = query;
  const parts = [
    ...(outcome === undefined ? [] : [outcome]),
    ...(cause === undefined ? [] : [visible(cause, 40)]),
    ...(rank === undefined ? [] : [`first right card at rank ${rank}`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

/** A number for a person: at most six digits behind the point. */
export function shortNumber(value: number | undefined): string {
  if (value === undefined) return 'absent';
  return Number.isInteger(value) || Math.abs(value) < 1e-6 ? String(value) : String(Number(value.toFixed(6)));
}
