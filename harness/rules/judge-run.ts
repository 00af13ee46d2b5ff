import type { Comparable } from '../finished-runs/differences.ts';
import { notedDifferences } from '../finished-runs/differences.ts';
import { baselineChecks } from './against-baseline.ts';
import { ruleChecks } from './check-rules.ts';
import type { Judged } from './figures.ts';
import type { GateReport } from './records.ts';
import type { Rule } from './rule.ts';
import { standingChecks } from './standing.ts';

/** Holds a run against the conditions that are always in force, against a baseline, and against rules. */
export function judgeFinishedRun(judged: Judged, rules: readonly Rule[], allowed: ReadonlySet<Comparable>): GateReport {
  const { baseline, run } = judged;
  return {
    run: run.path,
    baseline: baseline?.path,
    fingerprint: run.fingerprint,
    checks: [
      ...standingChecks(run),
      ...(baseline === undefined ? [] : baselineChecks(run, baseline, allowed)),
      ...rules.flatMap((rule) => ruleChecks(rule, judged)),
    ],
    notices:
      baseline === undefined
        ? []
        : notedDifferences(baseline.experiment, run.experiment).map((line) => `differs from the baseline: ${line}`),
  };
}

/** Whether every condition is met. No condition at all is not a pass. */
export function isPassed({ checks }: GateReport): boolean {
  return checks.length > 0 && checks.every(({ passed }) => passed);
}
