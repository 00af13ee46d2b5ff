import { visible } from '../../datasets/visible.ts';
import { seedsOf } from '../finished-runs/finished-run.ts';
import { evaluate, holds } from './evaluate.ts';
import { figureOf, type Judged, subjectOfReference } from './figures.ts';
import type { GateCheck } from './records.ts';
import { type Reference, type Rule, referencesOf, referenceText } from './rule.ts';
import { shortNumber, worstQueries } from './worst-queries.ts';

/** Applies a rule to every seed of the run: it has to hold on each of them. */
export function ruleChecks(rule: Rule, judged: Judged): GateCheck[] {
  return seedsOf(judged.run).map((seed) => ruleCheck(rule, judged, seed));
}

function ruleCheck(rule: Rule, judged: Judged, seed: string | undefined): GateCheck {
  const figure = (reference: Reference) => figureOf(judged, reference, seed);
  const references = referencesOf(rule.left, rule.right);
  const [left, right] = [evaluate(rule.left, figure), evaluate(rule.right, figure)];
  const passed = holds(left, rule.comparator, right);
  const absent = references.filter((reference) => figure(reference) === undefined);
  const values = references.map((reference) => `${textOf(reference)} = ${shortNumber(figure(reference))}`).join(', ');
  return {
    name: visible(rule.text, 300),
    kind: 'rule',
    seed,
    passed,
    wanted: `${rule.comparator} ${shortNumber(right)}`,
    got: `${shortNumber(left)}; ${values}${absent.map((reference) => why(reference, judged, seed)).join('')}`,
    worst: passed ? [] : worstQueries(rule, judged, seed),
  };
}

function why(reference: Reference, judged: Judged, seed: string | undefined): string {
  const run = reference.baseline ? 'the baseline' : 'the run';
  return subjectOfReference(judged, reference, seed) === undefined
    ? `; ${run} has no row for ${visible(reference.retriever, 60)}${reference.slice === undefined ? '' : ` and the kind "${visible(reference.slice, 60)}"`}${seed === undefined ? '' : ` on seed ${visible(seed, 64)}`}`
    : `; ${run} has no value for ${textOf(reference)}: it was not measured`;
}

function textOf(reference: Reference): string {
  return visible(referenceText(reference), 100);
}
