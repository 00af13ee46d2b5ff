import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  mean,
  median,
  medianInterval,
  nearestRank,
  percentiles,
  standardDeviation,
} from '../../../harness/evaluation/statistics.ts';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });

/** Counts instead of computing a rank: the smallest value that at least p % of the values do not exceed. */
function slowPercentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((value) => values.filter((other) => other <= value).length * 100 >= percent * values.length);
}

describe('percentiles', () => {
  it('are those of a full sort and a count', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 100 }), (values, percent) => {
        expect(percentiles(values, [percent])[0]).toBeCloseTo(slowPercentile(values, percent)!, 12);
      }),
    );
  });

  it('sort by number, not by text, and leave the input alone', () => {
    const values = [100, 9, 10];
    expect(percentiles(values, [1, 50, 100])).toEqual([9, 10, 100]);
    expect(values).toEqual([100, 9, 10]);
  });

  it('have whole ranks where the product is whole', () => {
    for (let n = 1; n <= 300; n++) expect(nearestRank(100 * n, 7)).toBe(7 * n);
    expect(nearestRank(1000, 99)).toBe(990);
    expect(nearestRank(1, 50)).toBe(1);
  });

  it('are undefined for no values, and refuse what is no number', () => {
    expect(percentiles([], [50, 95])).toEqual([undefined, undefined]);
    expect(() => percentiles([1, Number.NaN], [50])).toThrow('received NaN');
    expect(() => percentiles([1], [0])).toThrow('received 0');
    expect(() => percentiles([1], [101])).toThrow('received 101');
  });

  it('take 300,000 values', () => {
    const values = Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 300_000);
    expect(percentiles(values, [50, 99, 100])).toEqual([149_999, 296_999, 299_999]);
    expect(median(values)).toBe(149_999.5);
    expect(mean(values)).toBe(149_999.5);
  });
});

describe('median, mean, standard deviation', () => {
  it('are what a page of paper gives', () => {
    expect(median([9, 100, 10])).toBe(10);
    expect(median([9, 100, 10, 20])).toBe(15);
    expect(mean([1, 2, 6])).toBe(3);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14);
  });

  it('halve the values: as many are below the median as above', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const middle = median(values)!;
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });

  it('have the deviation of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 30 }), (values) => {
        const squares = values.flatMap((a) => values.map((b) => (a - b) ** 2)).reduce((a, b) => a + b);
        const slow = Math.sqrt(squares / (2 * values.length * (values.length - 1)));
        expect(standardDeviation(values)).toBeCloseTo(slow, 9);
      }),
    );
  });

  it('stay absent where they are not defined', () => {
    expect([median([]), mean([]), standardDeviation([]), standardDeviation([5])]).toEqual(Array(4).fill(undefined));
    expect(() => mean([1, Number.POSITIVE_INFINITY])).toThrow('received Infinity');
  });
});

describe('medianInterval', () => {
  it('is the same for the same seed, lies within the values, and holds the median', () => {
    fc.assert(
      fc.property(numbers, fc.string(), (values, seed) => {
        const interval = medianInterval(values, seedrandom(seed))!;
        expect(medianInterval(values, seedrandom(seed))).toEqual(interval);
        expect(interval.low).toBeLessThanOrEqual(interval.high);
        expect(values.some((value) => value <= interval.low)).toBe(true);
        expect(values.some((value) => value >= interval.high)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('is the point itself for equal values, and absent for none', () => {
    expect(medianInterval([3, 3, 3], seedrandom('a'))).toEqual({ low: 3, high: 3 });
    expect(medianInterval([], seedrandom('a'))).toBeUndefined();
  });

  it('holds the true median in about 95 of 100 samples', () => {
    const draw = seedrandom('samples of a known median');
    let held = 0;
    for (let sample = 0; sample < 100; sample++) {
      const values = Array.from({ length: 20 }, () => draw());
      const { low, high } = medianInterval(values, seedrandom(`sample ${sample}`))!;
      if (low <= 0.5 && 0.5 <= high) held++;
    }
    expect(held / 100).toBeGreaterThan(0.9);
    expect(held / 100).toBeLessThan(0.99);
  });
});
