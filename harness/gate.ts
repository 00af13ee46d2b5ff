import type { Conformance } from './conformance.ts';
import type { CanaryRow, FixtureRow, SummaryRow, Verdict } from './records.ts';

/** Everything that a run's verdict hangs on. */
export interface Evidence {
  readonly summary: readonly SummaryRow[];
  readonly canaries: readonly CanaryRow[];
  /** Sound retrievers that part from the oracle on the canary registry, a line each. */
  readonly unsound: readonly string[];
  readonly conformance: Conformance;
  readonly fixtures: readonly FixtureRow[];
}

/**
 * Turns evidence into a verdict. Whatever was not measured is not passed: a comparison over no query, no canary, no
 * vector or no fixture fails. Where no retriever has an oracle the result is `unchecked`.
 *
 * The ledger of outcomes is closed before this, and throws where it does not balance.
 */
export function judgeRun({ canaries, conformance, fixtures, summary, unsound }: Evidence): Verdict {
  const reasons: string[] = [];
  const expect = (holds: boolean, reason: string) => {
    if (!holds) reasons.push(reason);
  };

  expect(summary.length > 0, 'no retriever was measured');
  const withOracle = summary.filter((row) => row.divergent !== undefined);
  for (const row of withOracle) {
    const name = row.seed === undefined ? row.retriever : `${row.retriever}, seed ${row.seed}`;
    expect((row.compared ?? 0) > 0, `${name}: no query was compared with the oracle`);
    expect(row.divergent === 0, `${name}: ${row.divergent} of ${row.compared} queries differ from the oracle`);
  }
  for (const row of summary) {
    const asked = row.queries > 0 && row.api_failure > 0;
    const answered = row.invalid_index + row.selected + row.retrieval_miss + row.wrong_selection;
    expect(!asked || answered > 0, `${row.retriever}: the orchestrator answered none of ${row.api_failure} calls`);
  }
  expect(canaries.length > 0, 'no canary was run');
  for (const row of canaries) expect(row.caught, `canary ${row.canary} was not caught: the comparison is blind to it`);
  reasons.push(...unsound);
  expect(conformance.checked > 0, 'no conformance vector was checked');
  reasons.push(...conformance.differences);
  expect(fixtures.length > 0, 'no fixture was run');
  for (const row of fixtures) {
    const calls = `${row.orchestrator_calls} orchestrator call${row.orchestrator_calls === 1 ? '' : 's'}`;
    expect(row.passed, `fixture ${row.fixture}: observed ${row.observed} after ${calls}`);
  }

  if (reasons.length > 0) return { result: 'failed', reasons };
  if (withOracle.length === 0) return { result: 'unchecked', reasons: ['no retriever of this run has an oracle'] };
  return { result: 'passed', reasons };
}

/** The exit code of a verdict: 1 where a gate failed, else 0. */
export function exitCodeOf(verdict: Verdict): number {
  return verdict.result === 'failed' ? 1 : 0;
}
