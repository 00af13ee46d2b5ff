import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageOverJudged } from '../../harness/metrics/average.ts';
import { measureNames, measures } from '../../harness/metrics/index.ts';
import type { Measure } from '../../harness/metrics/measure.ts';
import { ndcgAt } from '../../harness/metrics/ndcg.ts';
import { recall } from '../../harness/metrics/recall.ts';
import { reciprocalRank } from '../../harness/metrics/reciprocal-rank.ts';
import { successAt } from '../../harness/metrics/success.ts';
import vectors from './metrics-vectors.json' with { type: 'json' };

type Grades = Record<string, Record<string, number>>;
type Run = Record<string, [string, number][]>;

const recallAt =
  (cutoff: number): Measure =>
  (ranking, relevant) =>
    recall(ranking.slice(0, cutoff), relevant);

/** trec_eval's name of a measure, and ours. */
const trecEval: Record<string, Measure> = {
  recip_rank: reciprocalRank,
  recall_1: recallAt(1),
  recall_3: recallAt(3),
  recall_5: recallAt(5),
  recall_10: recallAt(10),
  recall_20: recallAt(20),
  success_1: successAt(1),
  success_5: successAt(5),
  success_10: successAt(10),
  ndcg_cut_1: ndcgAt(1),
  ndcg_cut_5: ndcgAt(5),
  ndcg_cut_10: ndcgAt(10),
  ndcg_cut_20: ndcgAt(20),
};

function rightCards(grades: Record<string, number>): ReadonlyMap<string, number> {
  return new Map(Object.entries(grades).filter(([, grade]) => grade > 0));
}

/** Score descending, then id descending: trec_eval's own rule. The cases without ties do not care. */
function idsInOrder(hits: [string, number][] | undefined): string[] {
  return [...(hits ?? [])].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1)).map(([id]) => id);
}

describe('measures are trec_eval -c to four decimals', () => {
  for (const example of vectors.cases) {
    const qrels = example.qrels as unknown as Grades;
    const run = example.run as unknown as Run;
    const expected = example.expected as unknown as Grades;
    const { all: averages } = expected;
    const answers = Object.entries(qrels).map(([id, grades]) => {
      return { id, relevant: rightCards(grades), ranking: idsInOrder(run[id]) };
    });

    it.each(Object.entries(trecEval))(`${example.name}: %s`, (name, measure) => {
      for (const { id, relevant, ranking } of answers) {
        expect(measure(ranking, relevant).toFixed(4), id).toBe(expected[id]?.[name]?.toFixed(4));
      }
      expect(averageOverJudged(measure, answers)?.toFixed(4), 'all').toBe(averages?.[name]?.toFixed(4));
    });
  }
});

describe('every measure', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 16 });
  const grades = fc.dictionary(fc.constantFrom(...'abcdefghijklmnop'), fc.integer({ min: 1, max: 3 }), { minKeys: 1 });

  it.each(measureNames)('%s is from 0 to 1: 0 unanswered, 1 for the ideal ranking', (name) => {
    fc.assert(
      fc.property(ids, grades, (ranking, graded) => {
        const relevant = rightCards(graded);
        const value = measures[name](ranking, relevant);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(measures[name]([], relevant)).toBe(0);
        const ideal = [...relevant].sort(([, a], [, b]) => b - a).map(([id]) => id);
        expect(measures[name](ideal, relevant)).toBe(1);
      }),
    );
  });

  it.each(measureNames)('%s refuses what would give a plausible wrong figure', (name) => {
    const measure = measures[name];
    expect(() => measure(['a', 'b', 'a'], new Map([['b', 1]]))).toThrow('received "a" twice');
    expect(() => measure(['a'], new Map())).toThrow('at least one right card');
    expect(() => measure(['a'], new Map([['a', 0]]))).toThrow('received 0 for "a"');
    expect(() => measure(['a'], new Map([['a', Number.NaN]]))).toThrow('received NaN');
  });
});

describe('averageOverJudged', () => {
  const right = new Map([['a', 1]]);

  it('counts an unanswered query as 0 and leaves out those without a right card', () => {
    const answers = [
      { relevant: right, ranking: ['a'] },
      { relevant: right, ranking: undefined },
      { relevant: new Map<string, number>(), ranking: ['a'] },
      { relevant: undefined, ranking: ['a'] },
    ];
    expect(averageOverJudged(recall, answers)).toBe(0.5);
  });

  it('is undefined, not 0 and not NaN, where no query is judged', () => {
    expect(averageOverJudged(recall, [])).toBeUndefined();
    expect(averageOverJudged(recall, [{ relevant: new Map<string, number>(), ranking: ['a'] }])).toBeUndefined();
  });
});
