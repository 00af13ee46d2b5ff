import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanScores, scoreQuery } from '../../../harness/evaluation/scores.ts';
import { mean } from '../../../harness/evaluation/statistics.ts';
import { measureProblem, measuresOf, namedOf } from '../../../harness/metrics/index.ts';
import type { Measure } from '../../../harness/metrics/measure.ts';
import { ndcgAt } from '../../../harness/metrics/ndcg.ts';
import { recallAt } from '../../../harness/metrics/recall.ts';
import { reciprocalRankAt } from '../../../harness/metrics/reciprocal-rank.ts';
import { successAt } from '../../../harness/metrics/success.ts';
import { query } from '../../support.ts';
import vectors from './metrics-vectors.json' with { type: 'json' };

type Grades = Record<string, Record<string, number>>;
type Run = Record<string, [string, number][]>;

/** trec_eval's name of a measure, and ours. */
const trecEval: Record<string, Measure> = {
  recip_rank: reciprocalRankAt(Number.POSITIVE_INFINITY),
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
      const values = answers.map(({ ranking, relevant }) => measure(ranking, relevant));
      expect(mean(values)?.toFixed(4), 'all').toBe(averages?.[name]?.toFixed(4));
    });
  }
});

/** Values of trec_eval (through pytrec_eval-terrier 0.5.11; other cards judged 0, -1, -2) for ten graded hits, three right ones missed. */
describe('a graded ranking, worked by trec_eval', () => {
  const ranking = ['n1', 'g2', 'n2', 'g1', 'n3', 'n4', 'g3', 'n5', 'n6', 'h1'];
  const relevant = new Map([
    ['g1', 1],
    ['g2', 2],
    ['g3', 3],
    ['h1', 1],
    ['missed3', 3],
    ['missed2', 2],
    ['missed1', 1],
  ]);
  const expected: Record<string, string> = {
    'p@1': '0.0000',
    'p@10': '0.4000',
    'p@3': '0.3333',
    'p@5': '0.4000',
    map: '0.2612',
    'map@5': '0.1429',
    'ndcg@1': '0.0000',
    'ndcg@10': '0.3808',
    'ndcg@3': '0.2141',
    'ndcg@5': '0.2370',
    'recall@1': '0.0000',
    'recall@10': '0.5714',
    'recall@3': '0.1429',
    'recall@5': '0.2857',
    mrr: '0.5000',
    'success@1': '0.0000',
    'success@3': '1.0000',
  };

  it.each(Object.entries(expected))('%s is %s', (name, value) => {
    const measure = measuresOf(10, [name]).find((each) => each.name === name)?.measure;
    expect(measure?.(ranking, relevant).toFixed(4)).toBe(value);
  });
});

const NAMES = [
  'recall@5',
  'recall@20',
  'complete@20',
  'success@3',
  'p@1',
  'ndcg@3',
  'ndcg@20',
  'mrr@3',
  'map',
  'map@5',
];
const MEASURES = measuresOf(20, NAMES);

describe('every measure', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 16 });
  const grades = fc.dictionary(fc.constantFrom(...'abcdefghijklmnop'), fc.integer({ min: 1, max: 3 }), { minKeys: 1 });

  it.each(MEASURES)('$name is from 0 to 1: 0 unanswered, highest for the ideal ranking', ({ measure, name }) => {
    fc.assert(
      fc.property(ids, grades, (ranking, graded) => {
        const relevant = rightCards(graded);
        const value = measure(ranking, relevant);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(measure([], relevant)).toBe(0);
        const ideal = measure(idealOrder(relevant), relevant);
        expect(value).toBeLessThanOrEqual(ideal);
        // A cut above all the right cards leaves room for only one value.
        if (!/@[1-5]$/.test(name) || relevant.size === 1) expect(ideal).toBe(1);
        expect(ideal).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(MEASURES)('$name gains, or stays, where a right card moves up', ({ measure }) => {
    fc.assert(
      fc.property(ids, grades, fc.nat(), (ranking, graded, at) => {
        const relevant = rightCards(graded);
        const i = at % Math.max(1, ranking.length - 1);
        const [above, below] = [ranking[i], ranking[i + 1]];
        if (above === undefined || below === undefined) return;
        if ((relevant.get(below) ?? 0) <= (relevant.get(above) ?? 0)) return;
        const moved = ranking.with(i, below).with(i + 1, above);
        expect(measure(moved, relevant)).toBeGreaterThanOrEqual(measure(ranking, relevant));
      }),
    );
  });

  it.each(MEASURES)('$name refuses what would give a plausible wrong figure', ({ measure }) => {
    expect(() => measure(['a', 'b', 'a'], new Map([['b', 1]]))).toThrow('received "a" twice');
    expect(() => measure(['a'], new Map())).toThrow('at least one right card');
    expect(() => measure(['a'], new Map([['a', 0]]))).toThrow('received 0 for "a"');
    expect(() => measure(['a'], new Map([['a', Number.NaN]]))).toThrow('received NaN');
  });

  it('is what a page of paper gives', () => {
    const relevant = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const values = (ranking: readonly string[]) =>
      Object.fromEntries(
        measuresOf(4, ['p@4', 'complete@3', 'complete@4', 'map', 'map@3', 'mrr@1', 'mrr@2']).map(
          ({ measure, name }) => [name, measure(ranking, relevant)],
        ),
      );
    expect(values(['x', 'a', 'y', 'b'])).toEqual({
      recall_at_k: 1,
      success_at_1: 0,
      mrr: 1 / 2,
      ndcg_at_10: (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)),
      'p@4': 1 / 2,
      'complete@3': 0,
      'complete@4': 1,
      map: (1 / 2 + 2 / 4) / 2,
      'map@3': 1 / 2 / 2,
      'mrr@1': 0,
      'mrr@2': 1 / 2,
    });
    // Over the cutoff, not over what was found.
    expect(values(['a'])['p@4']).toBe(1 / 4);
  });
});

function idealOrder(relevant: ReadonlyMap<string, number>): string[] {
  return [...relevant].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

describe('names of measures', () => {
  it.each(['recall', 'recall@', 'recall@0', 'recall@05', 'recall@5.0', 'recall@-1', 'recall@1e3', 'Recall@5'])(
    '%s is none',
    (name) => expect(measureProblem(name, 20)).toMatch(/^unknown; known are recall@N, .*mrr\[@N\], map\[@N\]/),
  );

  it.each(['', '@5', 'precision@5', 'constructor@5', '__proto__', 'map@', 'mrr@0', ' mrr', 'recall@5@5'])(
    '"%s" is none',
    (name) => expect(measureProblem(name, 20)).toMatch(/^unknown/),
  );

  it('do not reach below the pool', () => {
    expect(measureProblem('recall@20', 20)).toBeUndefined();
    expect(measureProblem('recall@21', 20)).toBe('the pool has k = 20 cards; expected a cutoff up to that');
    expect(() => measuresOf(20, ['ndcg@21'])).toThrow('k = 20');
  });

  it('come after the four of every run, and mrr is one of those', () => {
    const measures = measuresOf(20, ['recall@5', 'mrr', 'map']);
    expect(measures.map(({ name }) => name)).toEqual([
      'recall_at_k',
      'success_at_1',
      'mrr',
      'ndcg_at_10',
      'recall@5',
      'map',
    ]);
    expect(namedOf(measures)).toEqual(['recall@5', 'map']);
  });

  it('have one sense where they cannot differ', () => {
    const senses = (k: number, ...names: string[]) => measuresOf(k, names).map(({ sense }) => sense);
    const [recall, success, mrr, ndcg, ...named] = senses(20, 'recall@20', 'success@1', 'mrr@20', 'ndcg@10');
    expect(named).toEqual([recall, success, mrr, ndcg]);
    expect(new Set(senses(20, 'recall@19', 'success@2', 'mrr@19', 'ndcg@11')).size).toBe(8);
    // Five hits against the ideal of ten, and against the ideal of five.
    expect(new Set(senses(5, 'ndcg@5')).size).toBe(5);
  });
});

describe('means over queries', () => {
  const measures = measuresOf(5, []);
  const scored = (id: string, hits: readonly string[], relevant?: readonly string[]) => {
    const ranking = hits.map((each, i) => ({ id: each, score: 9 - i, matched: undefined }));
    return scoreQuery('r', query(id, 'text', relevant), ranking, ranking, 5, measures) ?? [];
  };

  it('count an unanswered query as 0 and leave out those without a right card', () => {
    const scores = [scored('1', ['a'], ['a']), scored('2', [], ['a']), scored('3', ['a'], []), scored('4', ['a'])];
    expect(meanScores(scores.flat(), measures)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('are undefined, not 0 and not NaN, where no query is judged', () => {
    expect(meanScores([], measures)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('keep ranks of right cards from below the pool', () => {
    const hits = ['x', 'a', 'y', 'z', 'v', 'w', 'b'];
    const ranking = hits.map((id, i) => ({ id, score: 9 - i, matched: undefined }));
    const one = query('1', 'text', ['a', 'b', 'c']);
    expect(scoreQuery('r', one, ranking.slice(0, 5), ranking, 5, measures)).toMatchObject({ right: 3, ranks: [2, 7] });
  });
});
