import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOf } from '../../../harness/insights/spread.ts';

describe('the spread of samples', () => {
  it('counts every sample once, in ascending bins that do not overlap', () => {
    const samples = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(samples, (values) => {
        const bins = spreadOf(Float64Array.from(values));
        expect(bins.reduce((sum, bin) => sum + bin.samples, 0)).toBe(values.length);
        for (const [i, { from_us, samples: count, to_us }] of bins.entries()) {
          expect(count).toBeGreaterThan(0);
          expect(from_us).toBeLessThan(to_us);
          const next = bins[i + 1];
          if (next !== undefined) expect(to_us).toBeLessThanOrEqual(next.from_us * (1 + 1e-12));
        }
      }),
    );
  });

  it('has twenty bins from one power of ten to the next', () => {
    expect(spreadOf(Float64Array.of(1.05, 1.1, 9.95))).toEqual([
      { from_us: 1, to_us: 10 ** (1 / 20), samples: 2 },
      { from_us: 10 ** (19 / 20), to_us: 10, samples: 1 },
    ]);
  });
});
