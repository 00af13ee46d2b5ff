import { describe, expect, it } from 'vitest';
import { compareScores } from '../../../harness/comparison/compare.ts';
import { evaluate } from '../../../harness/evaluation/evaluation.ts';
import { type QueryScores, scoreQuery } from '../../../harness/evaluation/scores.ts';
import type { ExperimentResult } from '../../../harness/experiment.ts';
import { measuresOf } from '../../../harness/metrics/index.ts';
import { fakeRetriever, query } from '../../support.ts';

const MEASURES = measuresOf(3, ['recall@3', 'recall@1', 'map']);

/** Scores of hits with falling scores; `tied` gives them all the same one. */
function score(
  retriever: string,
  id: string,
  ids: readonly string[],
  right: readonly string[],
  tied = false,
): QueryScores {
  const hits = ids.map((each, i) => ({ id: each, score: tied ? 1 : 9 - i, matched: undefined }));
  return scoreQuery(retriever, query(id, 'text', right), hits.slice(0, 3), hits, 3, MEASURES) as QueryScores;
}

const OURS = [
  score('ours', '1', ['a'], ['a']),
  score('ours', '2', ['x', 'a'], ['a']),
  score('ours', '3', ['x', 'y', 'z', 'a'], ['a', 'b']),
];
const BASE = [
  score('base', '3', ['a', 'b'], ['a', 'b']),
  score('base', '1', ['a'], ['a']),
  score('base', '2', [], ['a']),
];

describe('a comparison', () => {
  it('pairs by query, whatever their order, and adds up', () => {
    const rows = compareScores(OURS, BASE, MEASURES, 'seed');
    // recall@3 is recall_at_k here, and no second test.
    expect(rows.map(({ measure }) => measure)).toEqual([
      'recall_at_k',
      'success_at_1',
      'mrr',
      'ndcg_at_10',
      'recall@1',
      'map',
    ]);
    expect(rows[0]).toMatchObject({
      queries: 3,
      value: 2 / 3,
      baseline_value: 2 / 3,
      difference: 0,
      better: 1,
      equal: 1,
      worse: 1,
      p: 1,
      p_holm: 1,
      permutations: 4,
    });
    expect(rows[2]).toMatchObject({ value: 1.5 / 3, baseline_value: 2 / 3, difference: (0 + 1 / 2 - 1) / 3 });
    for (const row of rows) {
      expect(row.difference).toBeCloseTo(row.value - row.baseline_value, 14);
      expect(row.better + row.equal + row.worse).toBe(row.queries);
      expect(row.p_holm).toBeGreaterThanOrEqual(row.p);
      expect(row.low).toBeLessThanOrEqual(row.difference);
      expect(row.high).toBeGreaterThanOrEqual(row.difference);
    }
  });

  it('is its own mirror image from the other side', () => {
    const forth = compareScores(OURS, BASE, MEASURES, 'seed');
    const back = compareScores(BASE, OURS, MEASURES, 'seed');
    for (const [i, row] of forth.entries()) {
      expect(back[i]).toMatchObject({ better: row.worse, worse: row.better, p: row.p });
      expect(back[i]?.difference).toBeCloseTo(-row.difference, 14);
    }
  });

  it('leaves out queries that one side lacks, and has no row without a common one', () => {
    expect(compareScores(OURS.slice(0, 2), BASE, MEASURES, 'seed')[0]).toMatchObject({
      queries: 2,
      baseline_value: 0.5,
    });
    expect(compareScores(OURS.slice(0, 1), BASE.slice(0, 1), MEASURES, 'seed')).toEqual([]);
    expect(compareScores([], BASE, MEASURES, 'seed')).toEqual([]);
  });
});

describe('an evaluation', () => {
  const experiment = (scores: readonly QueryScores[], names: readonly string[]): ExperimentResult => ({
    dataset: {
      name: 'test',
      cards: [],
      queries: [query('1', 'text', ['a']), query('2', 'text', []), query('3', 'text')],
    },
    seed: '7',
    subjects: names.map((name) => ({
      retriever: fakeRetriever(name, () => []),
      index: { cards: 0, search: () => [], countCandidates: () => 0, indexBytes: () => undefined },
      buildMs: 0,
    })),
    compared: undefined,
    cards: [],
    notices: [],
    queries: [],
    repeats: [],
    rankings: [],
    agreement: [],
    work: [],
    indexBytes: new Map(),
    measures: MEASURES,
    scores,
    divergence: undefined,
  });
  const questions = { baseline: 'base', targetRecall: 0.6, sampleSeed: '42' };

  it('compares each retriever with the baseline, and says how far ties alone reach', () => {
    const tied = [
      score('tied', '1', ['a', 'x'], ['a'], true),
      score('tied', '2', ['a'], ['a'], true),
      score('tied', '3', ['a', 'w', 'x', 'y', 'z'], ['a', 'b'], true),
    ];
    const result = evaluate(experiment([...OURS, ...BASE, ...tied], ['ours', 'base', 'tied']), questions);
    expect(
      result.comparisons.map((row) => [row.seed, row.retriever, row.baseline, row.measure].join(' ')).slice(5, 7),
    ).toEqual(['7 ours base map', '7 tied base recall_at_k']);
    const band = (retriever: string, measure: string) =>
      result.comparisons.find((row) => row.retriever === retriever && row.measure === measure)?.tie_band;
    expect(band('ours', 'mrr')).toBe(0);
    // Query 1: 1 or 1/2. Query 3: first of five, or below the pool of three.
    expect(band('tied', 'mrr')).toBeCloseTo((1 / 2 + 1) / 3, 14);
    const row = result.ties.find(({ measure, retriever }) => retriever === 'tied' && measure === 'mrr');
    expect(row).toMatchObject({ queries: 3, value: 1, best: 1, worst: 0.5, tied_queries: 2 });
    expect(row?.expected).toBeCloseTo((3 / 4 + 1 + (1 + 1 / 2 + 1 / 3) / 5) / 3, 14);
    expect(result.target).toMatchObject([
      { retriever: 'ours', smallest_k: 2 },
      { retriever: 'base', smallest_k: 2 },
      { retriever: 'tied', smallest_k: 1 },
    ]);
    expect(result.curve).toHaveLength(24);
    expect(result.qrels).toEqual([{ seed: '7', query_id: '1', relevant: new Map([['a', 1]]) }]);
  });

  it('gives retrievers with the same scores the same figures', () => {
    const twin = OURS.map((each) => ({ ...each, retriever: 'twin' }));
    const { comparisons } = evaluate(experiment([...OURS, ...BASE, ...twin], ['ours', 'base', 'twin']), questions);
    const of = (name: string) =>
      comparisons.filter(({ retriever }) => retriever === name).map(({ retriever: _, ...rest }) => rest);
    expect(of('twin')).toEqual(of('ours'));
  });

  it('has nothing to say without a judged query or a baseline', () => {
    const silent = evaluate(experiment([], ['ours', 'base']), questions);
    expect([silent.comparisons, silent.ties]).toEqual([[], []]);
    expect(silent.target[0]).toMatchObject({ queries: 0, smallest_k: undefined });
    const { comparisons, ties } = evaluate(experiment(OURS, ['ours']), questions);
    expect(comparisons).toEqual([]);
    expect(ties).toHaveLength(MEASURES.length);
  });
});
