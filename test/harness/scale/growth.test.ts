import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPower, growthRows } from '../../../harness/scale/growth.ts';
import type { ScaleRow } from '../../../harness/scale/records.ts';
import { scaleRow } from './row.ts';

type Points = readonly { readonly x: number; readonly y: number }[];

/** The line through the logarithms by the normal equations as they stand in a textbook, solved by Cramer's rule. */
function twin(points: Points) {
  const n = points.length;
  let [sx, sy, sxx, sxy] = [0, 0, 0, 0];
  for (const { x, y } of points) {
    sx += Math.log10(x);
    sy += Math.log10(y);
    sxx += Math.log10(x) ** 2;
    sxy += Math.log10(x) * Math.log10(y);
  }
  const determinant = n * sxx - sx * sx;
  const slope = (n * sxy - sx * sy) / determinant;
  const intercept = (sxx * sy - sx * sxy) / determinant;
  const left = points.reduce((sum, { x, y }) => sum + (Math.log10(y) - intercept - slope * Math.log10(x)) ** 2, 0);
  const spread = points.reduce((sum, { y }) => sum + (Math.log10(y) - sy / n) ** 2, 0);
  return { slope, rSquared: 1 - left / spread };
}

const point = fc.record({ x: fc.integer({ min: 1, max: 1e7 }), y: fc.double({ min: 1e-3, max: 1e9, noNaN: true }) });

describe('the fit of a power', () => {
  it('is that of the textbook', () => {
    fc.assert(
      fc.property(fc.uniqueArray(point, { minLength: 3, maxLength: 9, selector: ({ x }) => x }), (points) => {
        const xs = points.map(({ x }) => Math.log10(x));
        const ys = points.map(({ y }) => Math.log10(y));
        // Where all points nearly coincide, what is left is the rounding of either way.
        fc.pre(Math.max(...xs) - Math.min(...xs) > 0.5 && Math.max(...ys) - Math.min(...ys) > 0.5);
        const fit = fitPower(points)!;
        const { rSquared, slope } = twin(points);
        expect(fit.exponent).toBeCloseTo(slope, 9);
        expect(fit.rSquared).toBeCloseTo(rSquared, 9);
        expect(fit.rSquared).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('finds the exponent of an exact power, whatever the factor', () => {
    for (const exponent of [-1, 0.5, 1, 2.25]) {
      const points = [1e3, 1e4, 3e4, 1e6].map((x) => ({ x, y: 7.5 * x ** exponent }));
      expect(fitPower(points)?.exponent).toBeCloseTo(exponent, 12);
      expect(fitPower(points)?.rSquared).toBeCloseTo(1, 12);
    }
  });

  it('of what does not grow is 0, and there is no spread that it could explain', () => {
    const points = [10, 100, 1000].map((x) => ({ x, y: 0.1 }));
    expect(fitPower(points)).toEqual({ exponent: 0, rSquared: undefined });
  });

  it('is none for a single size, however often', () => {
    expect(fitPower([{ x: 10, y: 1 }])).toBeUndefined();
    expect(fitPower([10, 10, 10].map((x, i) => ({ x, y: i + 1 })))).toBeUndefined();
    expect(fitPower([])).toBeUndefined();
  });
});

describe('growth rows', () => {
  const rows = (count: number, rest: (cards: number) => Partial<ScaleRow>) =>
    [1e3, 1e4, 1e5, 1e6].slice(0, count).map((cards) => scaleRow({ cards, ...rest(cards) }));

  it('tell each figure, by the sizes that have it', () => {
    const growth = growthRows(
      rows(4, (cards) => ({
        visited_mean: 3 * cards ** 0.5,
        peak_bytes: 9e7 + 50 * cards,
        start_bytes: 9e7,
        p50_us: cards === 1e3 ? undefined : cards,
        build_s: cards < 1e5 ? 0 : 1,
      })),
    );
    const of = (figure: string) => growth.find((row) => row.figure === figure);
    expect(of('visited_mean')).toMatchObject({ exponent: expect.closeTo(0.5, 9), sizes: 4 });
    expect(of('peak_bytes - start_bytes')?.exponent).toBeCloseTo(1, 9);
    expect(of('peak_bytes')?.exponent).toBeLessThan(0.2);
    expect(of('p50_us')).toMatchObject({ exponent: expect.closeTo(1, 9), sizes: 3 });
    // 0 has no logarithm; two sizes that are left say nothing.
    expect(of('build_s')).toEqual({ figure: 'build_s', exponent: undefined, r_squared: undefined, sizes: 2 });
    expect(of('mean_us')).toMatchObject({ exponent: 0, r_squared: undefined });
    expect(growth.map(({ figure }) => figure)).toContain('index_bytes');
  });

  it('are blank for two sizes', () => {
    for (const row of growthRows(rows(2, (cards) => ({ mean_us: cards })))) {
      expect(row).toMatchObject({ exponent: undefined, r_squared: undefined, sizes: 2 });
    }
  });
});
