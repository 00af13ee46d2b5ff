import { describe, expect, it } from 'vitest';
import { type Evidence, exitCodeOf, judgeRun } from '../../harness/gate.ts';
import type { SummaryRow } from '../../harness/records.ts';

const row = (rest: Partial<SummaryRow>) =>
  ({ retriever: 'ssr', seed: '42', compared: 5, divergent: 0, ...rest }) as SummaryRow;
const good: Evidence = {
  summary: [row({}), row({ retriever: 'bm25', compared: undefined, divergent: undefined })],
  canaries: [{ canary: 'cap-63', caught: true, first_divergence: 'k 1' }],
  unsound: [],
  conformance: { checked: 3, differences: [] },
  fixtures: [{ fixture: 'selected', expected: 'selected', observed: 'selected', orchestrator_calls: 1, passed: true }],
};

describe('the verdict', () => {
  it('passes what was measured and agreed', () => {
    const verdict = judgeRun(good);
    expect(verdict).toEqual({ result: 'passed', reasons: [] });
    expect(exitCodeOf(verdict)).toBe(0);
  });

  it('is unchecked without an oracle, and exits 0', () => {
    const verdict = judgeRun({ ...good, summary: [row({ compared: undefined, divergent: undefined })] });
    expect(verdict.result).toBe('unchecked');
    expect(exitCodeOf(verdict)).toBe(0);
  });

  it.each<[string, Partial<Evidence>, string]>([
    ['a divergence', { summary: [row({ divergent: 1 })] }, 'ssr, seed 42: 1 of 5 queries differ'],
    ['nothing compared', { summary: [row({ compared: 0 })] }, 'no query was compared'],
    ['NaN divergences', { summary: [row({ divergent: Number.NaN })] }, 'differ from the oracle'],
    ['no row', { summary: [] }, 'no retriever was measured'],
    [
      'a canary at large',
      { canaries: [{ canary: 'cap-63', caught: false, first_divergence: undefined }] },
      'cap-63 was not caught',
    ],
    ['no canary', { canaries: [] }, 'no canary was run'],
    ['a sound retriever that parts', { unsound: ['ssr parts from exhaustive-idf: k 1'] }, 'ssr parts'],
    ['a vector that differs', { conformance: { checked: 3, differences: ['ssr on vector x'] } }, 'vector x'],
    ['no vector', { conformance: { checked: 0, differences: [] } }, 'no conformance vector'],
    ['no fixture', { fixtures: [] }, 'no fixture was run'],
    [
      'a failed fixture',
      {
        fixtures: [
          {
            fixture: 'empty_pool',
            expected: 'empty_pool',
            observed: 'empty_pool',
            orchestrator_calls: 1,
            passed: false,
          },
        ],
      },
      'fixture empty_pool: observed empty_pool after 1 orchestrator call',
    ],
  ])('fails on %s', (_name, change, reason) => {
    const verdict = judgeRun({ ...good, ...change });
    expect(verdict.result).toBe('failed');
    expect(verdict.reasons.join('\n')).toContain(reason);
    expect(exitCodeOf(verdict)).toBe(1);
  });
});
