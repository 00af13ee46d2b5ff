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

/** The same interval, by lists and in as many words as it takes. */
function slowMedianInterval(groups: readonly (readonly number[])[], random: () => number) {
  const filled = groups.filter((group) => group.length > 0);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const medians: number[] = [];
  while (medians.length < 1999) {
    const drawn: number[] = [];
    for (let i = 0; i < Math.max(filled.length - 1, 1); i++) {
      const group = pick(filled);
      drawn.push(...group.map(() => pick(group)));
    }
    drawn.sort((a, b) => a - b);
    const [lower, upper] = [drawn[Math.ceil(drawn.length / 2) - 1]!, drawn[Math.floor(drawn.length / 2)]!];
    medians.push(lower + (upper - lower) / 2);
  }
  medians.sort((a, b) => a - b);
  return { low: medians[49], high: medians[1949] };
}

/** A number of a normal distribution (Box and Muller). */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

describe('medianInterval', () => {
  const grouped = fc
    .array(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 9 }), { minLength: 1, maxLength: 7 })
    .filter((groups) => groups.flat().length > 0);

  it('is that of a slow twin, for groups of any sizes', () => {
    fc.assert(
      fc.property(grouped, fc.string(), (groups, seed) => {
        const typed = groups.map((group) => Float64Array.from(group));
        expect(medianInterval(typed, seedrandom(seed))).toEqual(slowMedianInterval(groups, seedrandom(seed)));
      }),
      { numRuns: 25 },
    );
  });

  it('lies within the values', () => {
    fc.assert(
      fc.property(grouped, fc.string(), (groups, seed) => {
        const { high, low } = medianInterval(groups, seedrandom(seed))!;
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...groups.flat()));
        expect(high).toBeLessThanOrEqual(Math.max(...groups.flat()));
      }),
      { numRuns: 25 },
    );
  });

  it('is the point itself for equal values, and absent for none', () => {
    expect(medianInterval([[3, 3], [3]], seedrandom('a'))).toEqual({ low: 3, high: 3 });
    expect(medianInterval([], seedrandom('a'))).toBeUndefined();
    expect(medianInterval([[], []], seedrandom('a'))).toBeUndefined();
    expect(() => medianInterval([[1, Number.NaN]], seedrandom('a'))).toThrow('received NaN');
  });

  it('is that of the values alone where they are one group', () => {
    const draw = seedrandom('samples of a known median');
    let held = 0;
    for (let sample = 0; sample < 100; sample++) {
      const values = Array.from({ length: 20 }, () => draw());
      const { low, high } = medianInterval([values], seedrandom(`sample ${sample}`))!;
      if (low <= 0.5 && 0.5 <= high) held++;
    }
    expect(held / 100).toBeGreaterThan(0.9);
    expect(held / 100).toBeLessThan(0.99);
  });

  it('covers what differs between groups, which the interval over all values as one group does not', () => {
    const draw = seedrandom('processes that differ');
    // What was seen of 20 rounds: they differ by 2 to 7 % within a process, and processes by 5 %.
    const measured = () =>
      Array.from({ length: 5 }, () => {
        const process = 0.05 * normal(draw);
        return Array.from({ length: 4 }, () => 60 * Math.exp(process + 0.03 * normal(draw)));
      });
    const [nested, flat] = [
      { held: 0, overlaps: 0 },
      { held: 0, overlaps: 0 },
    ];
    const runs = 120;
    for (let run = 0; run < runs; run++) {
      const [one, other] = [measured(), measured()];
      for (const [tally, of] of [
        [nested, (groups: number[][]) => groups],
        [flat, (groups: number[][]) => [groups.flat()]],
      ] as const) {
        const [a, b] = [one, other].map((groups) => medianInterval(of(groups), seedrandom(`run ${run}`))!);
        if (a!.low <= 60 && 60 <= a!.high) tally.held++;
        if (a!.low <= b!.high && b!.low <= a!.high) tally.overlaps++;
      }
    }
    expect(nested.held / runs).toBeGreaterThan(0.88);
    expect(nested.overlaps / runs).toBeGreaterThan(0.97);
    expect(flat.held / runs).toBeLessThan(0.8);
    // All rounds in one process: its deviation is in every one of them.
    const alone = Array.from({ length: runs }, (_, run) => {
      const process = 0.05 * normal(draw);
      const rounds = Array.from({ length: 20 }, () => 60 * Math.exp(process + 0.03 * normal(draw)));
      return medianInterval([rounds], seedrandom(`run ${run}`))!;
    });
    expect(alone.filter(({ high, low }) => low <= 60 && 60 <= high).length / runs).toBeLessThan(0.4);
  });
});
