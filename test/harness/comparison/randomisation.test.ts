import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { randomisationTest } from '../../../harness/comparison/randomisation.ts';

const random = (seed: string) => {
  const generator = seedrandom.alea(seed);
  return () => generator.int32();
};
const never = () => {
  throw new Error('drew where all could be looked at');
};

/** All sign assignments by recursion, in whole numbers. */
function slowP(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((a, b) => a + b, 0));
  const sums = differences.reduce<number[]>((all, d) => all.flatMap((sum) => [sum + d, sum - d]), [0]);
  return sums.filter((sum) => Math.abs(sum) >= observed).length / sums.length;
}

describe('the randomisation test', () => {
  it('looks at all assignments where they are few', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 11 }), (differences) => {
        const { exact, p } = randomisationTest(differences, never);
        expect(exact).toBe(true);
        expect(p).toBe(slowP(differences));
      }),
    );
  });

  it('gives known values', () => {
    // Five of one sign: both tails of 2^5.
    expect(randomisationTest([1, 1, 1, 1, 1], never)).toEqual({ p: 2 / 32, permutations: 32, exact: true });
    // Fisher 1935, Darwin's maize: 863 of 2^15 in one tail.
    const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(slowP(darwin)).toBe(1726 / 32768);
    const { exact, p, permutations } = randomisationTest(darwin, random('darwin'));
    expect([exact, permutations]).toEqual([false, 10_000]);
    expect(p).toBeCloseTo(1726 / 32768, 2);
  });

  it('is certain of nothing where nothing differs, and passes over zeros', () => {
    expect(randomisationTest([], never)).toEqual({ p: 1, permutations: 1, exact: true });
    expect(randomisationTest(Array(5000).fill(0), never).p).toBe(1);
    expect(randomisationTest([...Array(5000).fill(0), 1, 1, 1], never).p).toBe(2 / 8);
  });

  it('takes sums that only rounding tells apart for equal', () => {
    // Equal sums of these come out in more than one float64.
    const thirds = [1 / 3, 2 / 3, 1 / 7, 1 / 3, -2 / 3, 1 / 10, 1 / 5, -3 / 10];
    const whole = thirds.map((value) => Math.round(value * 210));
    expect(randomisationTest(thirds, never).p).toBe(slowP(whole));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -210, max: 210 }), { maxLength: 10 }), (numerators) => {
        const p = randomisationTest(
          numerators.map((numerator) => numerator / 210),
          never,
        ).p;
        expect(p).toBe(slowP(numerators));
      }),
    );
  });

  it('draws where they are many: the same for the same seed, never 0, symmetric', () => {
    const ahead = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? -1 : 1) / (1 + (i % 5)));
    const result = randomisationTest(ahead, random('a'));
    expect(randomisationTest(ahead, random('a'))).toEqual(result);
    expect(
      randomisationTest(
        ahead.map((difference) => -difference),
        random('a'),
      ),
    ).toEqual(result);
    expect(randomisationTest(Array(100).fill(1), random('b')).p).toBe(1 / 10_001);
  });

  it('comes near the exact p from draws', () => {
    // 16 differences are too many for enumeration here, and few enough for the slow twin.
    const differences = [3, -1, 4, 1, -5, 9, 2, -6, 5, 3, 5, -8, 9, 7, -9, 3];
    const { exact, p } = randomisationTest(differences, random('c'));
    expect(exact).toBe(false);
    expect(Math.abs(p - slowP(differences))).toBeLessThan(0.015);
  });

  it('finds a false difference at the 5 % level about as often as it says', () => {
    const draw = seedrandom.alea('false findings');
    let found = 0;
    for (let sample = 0; sample < 200; sample++) {
      const differences = Array.from({ length: 12 }, () => draw() - 0.5);
      if (randomisationTest(differences, never).p <= 0.05) found++;
    }
    expect(found / 200).toBeGreaterThan(0.01);
    expect(found / 200).toBeLessThan(0.1);
  });
});
