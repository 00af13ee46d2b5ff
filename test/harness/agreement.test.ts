import { describe, expect, it } from 'vitest';
import { type Answer, compareAnswers, cutsOf, describeDivergence } from '../../harness/agreement.ts';
import type { Hit } from '../../retrievers/ranking.ts';

const hit = (id: string, score: number, matched: number | undefined = 1): Hit => ({ id, score, matched });
const hits = [hit('a', 3, 2), hit('b', 2), hit('c', 1)];
const answer = (all: readonly Hit[], candidates = all.length): Answer => ({
  rankings: [all.slice(0, 1), all.slice(0, 2), all],
  candidates,
});
const cuts = cutsOf(2, 3);

describe('cuts', () => {
  it('are 1, k and all, those that cut alike once', () => {
    const labels = (k: number, cards: number) => cutsOf(k, cards).map((cut) => cut.label);
    expect(labels(20, 1000)).toEqual([1, 20, 'all']);
    expect(labels(1, 1000)).toEqual([1, 'all']);
    expect(labels(20, 20)).toEqual([1, 20]);
    expect(labels(20, 3)).toEqual([1, 20]);
    expect(labels(20, 1)).toEqual([1]);
    expect(labels(1, 1)).toEqual([1]);
  });
});

describe('comparison', () => {
  it('finds equal answers equal at every cut', () => {
    const rows = compareAnswers(answer(hits), answer([...hits]), cuts);
    expect(rows.map((row) => row.equal)).toEqual([true, true, true]);
    expect(rows.map((row) => row.hits)).toEqual([1, 2, 3]);
    expect(rows.map((row) => row.maxScoreError)).toEqual([0, 0, 0]);
    expect(describeDivergence(answer(hits), answer(hits), cuts)).toBeUndefined();
  });

  const step = 2 ** -32;
  it.each([
    ['a score one step of the grid off', [hit('a', 3, 2), hit('b', 2 + step), hit('c', 1)], 2],
    ['another matched count', [hit('a', 3, 2), hit('b', 2, 2), hit('c', 1)], 2],
    ['no matched count', [hit('a', 3, 2), { id: 'b', score: 2, matched: undefined }, hit('c', 1)], 2],
    ['another order', [hit('a', 3, 2), hit('c', 1), hit('b', 2)], 2],
    ['a hit missing at the end', [hit('a', 3, 2), hit('b', 2)], 3],
    ['a hit too many', [...hits, hit('d', 0, 0)], 4],
    ['another card first', [hit('x', 3, 2), hit('b', 2), hit('c', 1)], 1],
    ['a score that is not a number', [hit('a', Number.NaN, 2), hit('b', 2), hit('c', 1)], 1],
    ['nothing at all', [], 1],
  ])('sees %s', (_name, ours, rank) => {
    const rows = compareAnswers(answer(ours, 3), answer(hits), cuts);
    const widest = rows.at(-1);
    expect(widest?.equal).toBe(false);
    expect(widest?.firstDivergentRank).toBe(rank);
    expect(describeDivergence(answer(ours, 3), answer(hits), cuts)).toContain(`rank ${rank}`);
    // The same difference from the other side.
    expect(compareAnswers(answer(hits), answer(ours, 3), cuts).at(-1)?.equal).toBe(false);
  });

  it('sees a fault of one cut alone', () => {
    const ours: Answer = { rankings: [[hit('b', 2)], hits.slice(0, 2), hits], candidates: 3 };
    expect(compareAnswers(ours, answer(hits), cuts).map((row) => row.equal)).toEqual([false, true, true]);
  });

  it('sees another number of candidates, with every hit equal', () => {
    const rows = compareAnswers(answer(hits, 4), answer(hits), cuts);
    expect(rows.map((row) => row.equal)).toEqual([true, true, false]);
    expect(rows.at(-1)?.firstDivergentRank).toBeUndefined();
    expect(describeDivergence(answer(hits, 4), answer(hits), cuts)).toBe('candidates: 3 wanted, 4 found');
  });

  it('measures the score error over the ids on both sides, and leaves it out where there is none', () => {
    const shifted = [hit('c', 1.5), hit('z', 9)];
    expect(compareAnswers(answer(shifted), answer(hits), cuts).at(-1)?.maxScoreError).toBe(0.5);
    expect(compareAnswers(answer([hit('z', 9)]), answer(hits), cuts).at(-1)?.maxScoreError).toBeUndefined();
    expect(compareAnswers(answer([]), answer([]), cuts).at(-1)?.maxScoreError).toBeUndefined();
  });
});
