import { describe, expect, it } from 'vitest';
import type { ComparisonRow, CurveRow, TargetRow } from '../../harness/records.ts';
import {
  againstBaseline,
  type Figures,
  namedMeasures,
  recallCurve,
  targetLines,
  tieLines,
} from '../../reports/figures.ts';

const NOTHING: Figures = {
  summary: [],
  seeds: [],
  named: [],
  curve: [],
  target: [],
  comparisons: [],
  agreement: [],
};

const comparison = (rest: Partial<ComparisonRow> = {}): ComparisonRow => ({
  seed: undefined,
  retriever: 'ssr',
  baseline: 'bm25',
  measure: 'mrr',
  queries: 1212,
  value: 0.5,
  baseline_value: 0.6,
  difference: -0.1,
  low: -0.15,
  high: 0.0001,
  better: 1,
  equal: 2,
  worse: 3,
  p: 0.01,
  p_holm: 0.04,
  permutations: 10_000,
  smallest_detectable: 0.05,
  tie_band: 0.02,
  ...rest,
});

const target = (rest: Partial<TargetRow>): TargetRow => ({
  seed: undefined,
  retriever: 'ssr',
  target_recall: 0.95,
  queries: 10,
  smallest_k: undefined,
  recall_at_smallest_k: undefined,
  recall_of_all: undefined,
  ...rest,
});

describe('the smallest pool', () => {
  it('is named, or that there is none, and a recall below the target is not rounded up to it', () => {
    const lines = targetLines({
      ...NOTHING,
      target: [
        target({ smallest_k: 1234, recall_at_smallest_k: 0.95, recall_of_all: 1 }),
        target({ recall_of_all: 0.949999 }),
        target({ queries: 0 }),
      ],
    });
    expect(lines).toEqual([
      'target        ssr: K = 1,234 is the smallest that reaches recall 0.95 (0.9500)',
      'target        ssr: no K reaches recall 0.95: with every candidate in the pool it is 0.9499',
      'target        ssr: no query has a right card, so there is no recall to reach',
    ]);
  });
});

describe('comparisons', () => {
  it('show difference, interval, adjusted p and what could have been shown', () => {
    const rows = [
      comparison(),
      comparison({
        measure: 'map',
        difference: 0.0001,
        low: undefined,
        p_holm: 0.0001,
        smallest_detectable: undefined,
      }),
    ];
    const [head, table] = againstBaseline({ ...NOTHING, comparisons: rows });
    expect(head).toContain('difference to bm25 on the same 1,212 judged queries');
    const [, first, second] = table?.split('\n') ?? [];
    expect(first?.trim().split(/\s{2,}/)).toEqual(['ssr', 'mrr', '-0.100', '-0.150 to 0.000', '0.040', '0.050']);
    expect(second?.trim().split(/\s{2,}/)).toEqual(['ssr', 'map', '0.000', '-', '< 0.001', '-']);
  });

  it('leave out an oracle, whose equal is there, and say nothing where nothing was compared', () => {
    const agreement = [
      {
        seed: undefined,
        retriever: 'ssr',
        oracle: 'slow',
        query_id: '1',
        k: 1,
        hits: 0,
        equal: true,
        max_score_error: undefined,
        first_divergent_rank: undefined,
      },
    ];
    const rows = [comparison({ retriever: 'slow', tie_band: 1 })];
    expect(againstBaseline({ ...NOTHING, agreement, comparisons: rows })).toEqual([]);
    expect(tieLines({ ...NOTHING, agreement, comparisons: rows })).toEqual([]);
    expect(againstBaseline(NOTHING)).toEqual([]);
  });

  it('warn where ties alone reach further than the difference, in one line a pair', () => {
    const rows = [
      comparison({ tie_band: 0.1 }),
      comparison({ measure: 'map', tie_band: 0.11 }),
      comparison({ measure: 'recall@5', tie_band: 0.2 }),
      comparison({ measure: 'p@5', difference: 0, tie_band: 0.2 }),
    ];
    expect(tieLines({ ...NOTHING, comparisons: rows })).toEqual([
      'ties          ssr and bm25: the order of tied cards alone can move map, recall@5 by more than the difference (ties.csv)',
    ]);
  });
});

describe('tables of measures', () => {
  it('hold few columns each, and means over several seeds', () => {
    const named = Array.from({ length: 9 }, (_, i) => `p@${i + 1}`);
    const row = { retriever: 'ssr', seeds: 2, ...Object.fromEntries(named.map((name) => [`${name}_mean`, 0.25])) };
    const tables = namedMeasures({ ...NOTHING, named, seeds: [row] });
    expect(tables.map((table) => table.split('\n')[0]?.trim().split(/\s+/).length)).toEqual([8, 3]);
    expect(tables[1]?.split('\n')[1]?.trim().split(/\s+/)).toEqual(['ssr', '0.250', '0.250']);
    expect(namedMeasures(NOTHING)).toEqual([]);
  });

  it('have the curve of each retriever, where anything was judged', () => {
    const point = (k: CurveRow['k'], queries: number): CurveRow => {
      return { seed: undefined, retriever: 'ssr', k, queries, recall: queries === 0 ? undefined : 0.5, complete: 0 };
    };
    const [, table] = recallCurve({ ...NOTHING, curve: [point(1, 3), point('all', 3)] });
    expect(table?.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
      ['retriever', '1', 'all'],
      ['ssr', '0.500', '0.500', '▅▅'],
    ]);
    expect(recallCurve({ ...NOTHING, curve: [point(1, 0)] })).toEqual([]);
  });
});
