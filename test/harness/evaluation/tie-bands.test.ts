import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Band, tieBands } from '../../../harness/evaluation/tie-bands.ts';
import { measuresOf } from '../../../harness/metrics/index.ts';
import type { Hit } from '../../../retrievers/ranking.ts';

const NAMES = ['recall@2', 'complete@3', 'success@2', 'p@3', 'ndcg@2', 'mrr@2', 'map', 'map@3', 'complete@1', 'ndcg@1'];

/** Every order of a list. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

/** Every ranking that orders the members of each group anew. */
function allRankings(groups: readonly (readonly string[])[]): string[][] {
  return groups.reduce<string[][]>(
    (rankings, group) => rankings.flatMap((ranking) => orders(group).map((order) => [...ranking, ...order])),
    [[]],
  );
}

/** Hits of groups: equal scores within one; every other group differs from the one before in its matched count alone. */
function hitsOf(groups: readonly (readonly string[])[]): Hit[] {
  return groups.flatMap((group, g) => group.map((id) => ({ id, score: 9 - Math.floor(g / 2), matched: 2 - (g % 2) })));
}

const scenario = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }).filter((sizes) => sum(sizes) <= 7),
    right: fc.dictionary(fc.constantFrom(...'abcdefg'), fc.integer({ min: 1, max: 3 })),
    missed: fc.integer({ min: 0, max: 2 }),
    k: fc.integer({ min: 3, max: 8 }),
  })
  .map(({ k, missed, right, sizes }) => {
    const ids = [...'abcdefg'];
    const groups = sizes.map((size) => ids.splice(0, size));
    const relevant = new Map(Object.entries(right));
    for (let i = 0; i < missed; i++) relevant.set(`missed ${i}`, i + 1);
    return { groups, k, relevant };
  })
  .filter(({ relevant }) => relevant.size > 0);

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

describe('tie bands', () => {
  it('are the worst, the mean and the best of all orders', () => {
    fc.assert(
      fc.property(scenario, ({ groups, k, relevant }) => {
        const measures = measuresOf(k, NAMES);
        const bands = tieBands(hitsOf(groups), k, relevant, measures);
        const rankings = allRankings(groups).map((ranking) => ranking.slice(0, k));
        for (const [i, { measure, name }] of measures.entries()) {
          const values = rankings.map((ranking) => measure(ranking, relevant));
          // Without a band, no order changes anything.
          const point = { worst: values[0], expected: values[0], best: values[0] } as Band;
          const { best, expected, worst } = bands?.[i] ?? point;
          expect(worst, name).toBe(Math.min(...values));
          expect(best, name).toBe(Math.max(...values));
          expect(expected, name).toBeCloseTo(sum(values) / values.length, 12);
          expect(expected).toBeGreaterThanOrEqual(worst);
          expect(expected).toBeLessThanOrEqual(best);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('take a group whole where the pool cuts through it', () => {
    const group = Array.from({ length: 500 }, (_, i) => `card ${i}`);
    const relevant = new Map([['card 499', 1]]);
    const measures = measuresOf(20, ['mrr', 'complete@20']);
    const [recall, success, mrr, , complete] = tieBands(hitsOf([group]), 20, relevant, measures) ?? [];
    expect(recall).toEqual({ worst: 0, expected: 20 / 500, best: 1 });
    expect(success).toEqual({ worst: 0, expected: expect.closeTo(1 / 500, 12), best: 1 });
    const harmonic = sum(Array.from({ length: 20 }, (_, i) => 1 / (i + 1)));
    expect(mrr).toEqual({ worst: 0, expected: expect.closeTo(harmonic / 500, 12), best: 1 });
    expect(complete).toEqual({ worst: 0, expected: expect.closeTo(20 / 500, 12), best: 1 });
  });

  it('are absent where no right card is tied, or it is tied below the pool alone', () => {
    const measures = measuresOf(2, []);
    const relevant = new Map([['a', 1]]);
    expect(tieBands(hitsOf([['a'], ['b', 'c']]), 2, relevant, measures)).toBeUndefined();
    expect(tieBands(hitsOf([['b'], ['c'], ['a', 'd']]), 2, relevant, measures)).toBeUndefined();
    expect(tieBands([], 2, relevant, measures)).toBeUndefined();
    expect(tieBands(hitsOf([['b'], ['c', 'a']]), 2, relevant, measures)).toBeDefined();
  });

  it('treat cards that differ in the matched count as not tied', () => {
    const hits = [
      { id: 'a', score: 1, matched: 2 },
      { id: 'b', score: 1, matched: 1 },
    ];
    expect(tieBands(hits, 2, new Map([['b', 1]]), measuresOf(2, []))).toBeUndefined();
    const alike = hits.map((hit) => ({ ...hit, matched: undefined }));
    expect(tieBands(alike, 2, new Map([['b', 1]]), measuresOf(2, []))).toBeDefined();
  });
});
