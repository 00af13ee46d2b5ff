import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, holds, slack } from '../../../harness/rules/evaluate.ts';
import { parseRule } from '../../../harness/rules/parse.ts';
import { COMPARATORS } from '../../../harness/rules/rule.ts';

describe('a comparison', () => {
  it('never holds of what is absent, not a number or infinite', () => {
    for (const comparator of COMPARATORS) {
      for (const bad of [undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(holds(bad, comparator, 0)).toBe(false);
        expect(holds(0, comparator, bad)).toBe(false);
        expect(holds(bad, comparator, bad)).toBe(false);
      }
    }
  });

  it('has one of less, equal and more, and the others follow', () => {
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [less, equal, more] = [holds(a, '<', b), holds(a, '==', b), holds(a, '>', b)];
        expect([less, equal, more].filter(Boolean)).toHaveLength(1);
        expect(holds(a, '<=', b)).toBe(less || equal);
        expect(holds(a, '>=', b)).toBe(more || equal);
        expect(holds(a, '!=', b)).toBe(!equal);
        expect(holds(b, '<', a)).toBe(more);
      }),
    );
  });

  it('passes over the rounding of means, and over nothing beside 0', () => {
    const mean = [0.7, 0.8, 0.9].reduce((sum, value) => sum + value, 0) / 3;
    expect(mean).toBeLessThan(0.8);
    expect(holds(mean, '>=', 0.8)).toBe(true);
    expect(holds(0.8 - 1e-9, '>=', 0.8)).toBe(false);
    expect(holds(5e-324, '==', 0)).toBe(false);
    expect(holds(5e-324, '<=', 0)).toBe(false);
    expect(holds(1_000_001, '<=', 1_000_000)).toBe(false);
  });
});

describe('a side of a rule', () => {
  it('is absent where any figure in it is, and no number where it divides by 0', () => {
    const { left } = parseRule('a.x + 0 * b.x / c.x > 0');
    const values = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 0],
    ]);
    expect(evaluate(left, ({ retriever }) => values.get(retriever))).toBeNaN();
    values.delete('b');
    expect(evaluate(left, ({ retriever }) => values.get(retriever))).toBeUndefined();
  });

  it('has to spare what its comparison says', () => {
    const of = (text: string) => slack(parseRule(text), () => 3);
    expect(['a.x >= 1', 'a.x < 1', 'a.x == 1', 'a.x <= 5', 'a.x != 1'].map(of)).toEqual([2, -2, -2, 2, undefined]);
  });
});
