import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { meanIntervals } from '../../../harness/comparison/bootstrap.ts';
import { holm } from '../../../harness/comparison/holm.ts';
import { overlapNotice, pairByQuery } from '../../../harness/comparison/pairs.ts';
import { smallestDetectable } from '../../../harness/comparison/power.ts';

describe('bootstrap intervals of the mean', () => {
  /** One column, one resample after the other, sorted as text never would. */
  function slowInterval(column: readonly number[], random: () => number) {
    const means = Array.from({ length: 1999 }, () => {
      const drawn = column.map(() => column[Math.floor(random() * column.length)] as number);
      return drawn.reduce((a, b) => a + b, 0) / column.length;
    }).sort((a, b) => a - b);
    return { low: means[49], high: means[1949] };
  }

  it('are those of the slow way, column by column from the same draws', () => {
    const rows = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -1, max: 1 })), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, fc.string(), (pairs, seed) => {
        const columns = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const slow = columns.map((column) => slowInterval(column, seedrandom.alea(seed)));
        expect(meanIntervals(columns, seedrandom.alea(seed))).toEqual(slow);
      }),
      { numRuns: 20 },
    );
  });

  it('hold the true mean in about 95 of 100 samples', () => {
    const draw = seedrandom.alea('samples of a known mean');
    let held = 0;
    for (let sample = 0; sample < 200; sample++) {
      const values = Array.from({ length: 40 }, () => draw());
      const [interval] = meanIntervals([values], seedrandom.alea(`sample ${sample}`));
      if (interval !== undefined && interval.low <= 0.5 && 0.5 <= interval.high) held++;
    }
    expect(held / 200).toBeGreaterThan(0.89);
    expect(held / 200).toBeLessThan(0.99);
  });

  it('are absent for fewer than two queries, and a point where all are equal', () => {
    expect(meanIntervals([[0.5], [1]], seedrandom.alea('a'))).toEqual([undefined, undefined]);
    expect(meanIntervals([[], []], seedrandom.alea('a'))).toEqual([undefined, undefined]);
    expect(meanIntervals([[0.25, 0.25, 0.25]], seedrandom.alea('a'))).toEqual([{ low: 0.25, high: 0.25 }]);
    expect(meanIntervals([], seedrandom.alea('a'))).toEqual([]);
  });
});

describe("Holm's adjustment", () => {
  it('gives known values', () => {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([0.4, 0.6])).toEqual([0.8, 0.8]);
    expect(holm([0.9])).toEqual([0.9]);
    expect(holm([])).toEqual([]);
  });

  it('rejects at each level what the step-down procedure rejects', () => {
    const values = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 200 }), (thousandths, level) => {
        const sorted = thousandths.map((p, i) => ({ p, i })).sort((a, b) => a.p - b.p);
        const stop = sorted.findIndex(({ p }, rank) => p * (sorted.length - rank) > level);
        const rejected = new Set((stop === -1 ? sorted : sorted.slice(0, stop)).map(({ i }) => i));
        const adjusted = holm(thousandths.map((p) => p / 1000));
        const found = adjusted.map((p, i) => (Math.round(p * 1000) <= level ? i : -1)).filter((i) => i >= 0);
        expect(new Set(found)).toEqual(rejected);
      }),
    );
  });
});

describe('the smallest difference that could be shown', () => {
  it('follows the formula', () => {
    // Deviation sqrt(32 / 7) over eight.
    const expected = ((1.959964 + 0.841621) * Math.sqrt(32 / 7)) / Math.sqrt(8);
    expect(smallestDetectable([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(expected, 5);
  });

  it('is what 80 of 100 samples show', () => {
    const draw = seedrandom.alea('power');
    const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    const n = 100;
    const effect = smallestDetectable(Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1))) as number;
    let shown = 0;
    for (let sample = 0; sample < 1000; sample++) {
      const mean = Array.from({ length: n }, () => effect + normal()).reduce((a, b) => a + b, 0) / n;
      if (Math.abs(mean) > 1.959964 / Math.sqrt(n)) shown++;
    }
    expect(shown / 1000).toBeGreaterThan(0.75);
    expect(shown / 1000).toBeLessThan(0.85);
  });

  it('is absent where the spread is unknown', () => {
    expect(smallestDetectable([])).toBeUndefined();
    expect(smallestDetectable([0.1])).toBeUndefined();
    expect(smallestDetectable([0.1, 0.1, 0.1])).toBeUndefined();
  });
});

describe('pairs', () => {
  it('name what one side alone has, and compare nothing of it', () => {
    const left = new Map([
      ['q1', 0.5],
      ['q2', 1],
      ['q3', 0],
    ]);
    const right = new Map([
      ['q3', 1],
      ['q4', 1],
      ['q1', 0.25],
    ]);
    expect(pairByQuery(left, right)).toEqual({
      queries: ['q1', 'q3'],
      left: [0.5, 0],
      right: [0.25, 1],
      onlyLeft: ['q2'],
      onlyRight: ['q4'],
    });
    expect(overlapNotice(pairByQuery(left, right), 'run A', 'run B')).toBe(
      '2 judged queries are in both and are compared; not compared: 1 in run A alone, such as "q2"; 1 in run B alone, such as "q4"',
    );
    expect(overlapNotice(pairByQuery(left, left), 'run A', 'run B')).toBeUndefined();
    const none = pairByQuery(left, new Map());
    expect(none.queries).toEqual([]);
    expect(overlapNotice(none, 'A\n', 'B')).toMatch(/^0 judged .*3 in A\\n alone, such as "q1"; 0 in B alone$/);
  });
});
