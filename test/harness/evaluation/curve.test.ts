import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveRows, smallestK, targetRow } from '../../../harness/evaluation/curve.ts';

const of = { seed: '42', retriever: 'r' };
const found = (right: number, ...ranks: number[]) => ({ right, ranks });

const scored = fc.array(
  fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 7 })
    .chain((ranks) => fc.record({ ranks: fc.constant(ranks.sort((a, b) => a - b)), missed: fc.nat({ max: 3 }) }))
    .filter(({ missed, ranks }) => missed + ranks.length > 0)
    .map(({ missed, ranks }) => ({ ranks, right: ranks.length + missed })),
  { minLength: 1, maxLength: 9 },
);

/** Fractions with a common denominator of all of 1 to 10. */
const COMMON = 2520;

/** Mean recall at k times 2520 times the number of queries: a whole number, reached by counting. */
function wholeRecall(queries: readonly { ranks: readonly number[]; right: number }[], k: number): number {
  return queries
    .map(({ ranks, right }) => (ranks.filter((rank) => rank <= k).length * COMMON) / right)
    .reduce((a, b) => a + b, 0);
}

describe('the curve', () => {
  it('is recall and completeness at each size, from the whole ranking', () => {
    const rows = curveRows(of, [found(2, 1, 30), found(1, 200), found(3, 2, 3)]);
    expect(rows.map(({ complete, k, recall }) => [k, recall, complete])).toEqual([
      [1, (1 / 2 + 0 + 0) / 3, 0],
      [2, (1 / 2 + 0 + 1 / 3) / 3, 0],
      [5, (1 / 2 + 0 + 2 / 3) / 3, 0],
      [10, (1 / 2 + 0 + 2 / 3) / 3, 0],
      [20, (1 / 2 + 0 + 2 / 3) / 3, 0],
      [50, (1 + 0 + 2 / 3) / 3, 1 / 3],
      [100, (1 + 0 + 2 / 3) / 3, 1 / 3],
      ['all', (1 + 1 + 2 / 3) / 3, 2 / 3],
    ]);
    expect(rows.every((row) => row.queries === 3 && row.retriever === 'r')).toBe(true);
  });

  it('stays absent where no query is judged', () => {
    for (const row of curveRows(of, []))
      expect(row).toMatchObject({ queries: 0, recall: undefined, complete: undefined });
  });
});

describe('the smallest K', () => {
  it('is that of trying every K, in whole numbers', () => {
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 1_000_000 }), (queries, millionths) => {
        const wanted = millionths * queries.length * COMMON;
        const ks = Array.from({ length: 60 }, (_, i) => i + 1);
        const slow = ks.find((k) => wholeRecall(queries, k) * 1_000_000 >= wanted);
        expect(smallestK(queries, millionths / 1_000_000)).toBe(slow);
      }),
    );
  });

  it('reaches what is reached exactly, where a sum of float64s falls short', () => {
    // Nothing is missed, so recall is 1, whatever the fractions.
    const queries = [3, 7, 9, 11, 13, 49].map((right) =>
      found(right, ...Array.from({ length: right }, (_, i) => i + 1)),
    );
    expect(smallestK(queries, 1)).toBe(49);
    expect(smallestK([found(10, 1, 2, 3, 4, 5, 6, 7)], 0.7)).toBe(7);
    expect(smallestK([...Array(19).fill(found(1, 4)), found(1)], 0.95)).toBe(4);
    expect(smallestK([...Array(19).fill(found(1, 4)), found(1)], 0.950001)).toBeUndefined();
  });

  it('comes with the recall there, or with what all candidates reach', () => {
    const queries = [found(2, 1, 30), found(1)];
    expect(targetRow(of, queries, 0.5)).toEqual({
      ...of,
      target_recall: 0.5,
      queries: 2,
      smallest_k: 30,
      recall_at_smallest_k: 0.5,
      recall_of_all: 0.5,
    });
    expect(targetRow(of, queries, 0.6)).toMatchObject({ smallest_k: undefined, recall_at_smallest_k: undefined });
    expect(targetRow(of, [], 0.6)).toMatchObject({ queries: 0, smallest_k: undefined, recall_of_all: undefined });
  });
});
