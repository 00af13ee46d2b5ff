import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarise, type Timings } from '../../../harness/latency/rows.ts';

function timings(retriever: string, samplesUs: readonly number[], change: Partial<Timings> = {}): Timings {
  return { retriever, oracle: undefined, samplesUs: Float64Array.from(samplesUs), roundMediansUs: [[1]], ...change };
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('percentiles of latency', () => {
  it('are given only with ten samples beyond', () => {
    const rowOf = (count: number) => summarise([timings('a', upTo(count))], '42')[0];
    expect(rowOf(1000)).toMatchObject({ p50_us: 500, p75_us: 750, p95_us: 950, p99_us: 990, max_us: 1000 });
    expect(rowOf(999)).toMatchObject({ p95_us: 950, p99_us: undefined, max_us: 999 });
    expect(rowOf(20)).toMatchObject({ p50_us: 10, p75_us: undefined, p95_us: undefined, max_us: 20 });
    expect(rowOf(1)).toMatchObject({ samples: 1, mean_us: 1, p50_us: undefined, max_us: 1 });
  });

  it('hold the counts on both sides that they claim', () => {
    const samples = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 40, maxLength: 400 });
    fc.assert(
      fc.property(samples, (values) => {
        const p75 = summarise([timings('a', values)], '42')[0]!.p75_us!;
        expect(values.filter((value) => value <= p75).length).toBeGreaterThanOrEqual(0.75 * values.length);
        expect(values.filter((value) => value < p75).length).toBeLessThan(0.75 * values.length);
      }),
    );
  });

  it('have no rate where no time was seen, and no row where nothing was timed', () => {
    expect(summarise([timings('a', [0, 0])], '42')[0]).toMatchObject({ mean_us: 0, queries_per_s: undefined });
    expect(() => summarise([timings('a', [])], '42')).toThrow('a: no sample was timed');
  });
});

describe('ratio to the oracle', () => {
  const oracle = timings('slow', [1], { roundMediansUs: [[100, 120, 80, 100]] });
  const fast = timings('fast', [1], { oracle: 'slow', roundMediansUs: [[10, 10, 10, 5]] });

  it('is the median of the ratios of the rounds, and not the ratio of medians', () => {
    const [row] = summarise([fast, oracle], '42');
    expect(row).toMatchObject({ ratio_to_oracle: 11, ratio_low: 8, ratio_high: 20, processes: 1 });
  });

  it('has an interval that reaches from process to process', () => {
    const rounds = (perProcess: readonly number[]) => perProcess.map((us) => [us, us, us, us]);
    const own = { ...fast, roundMediansUs: rounds([10, 10, 10, 10, 10]) };
    const other = { ...oracle, roundMediansUs: rounds([900, 700, 1000, 800, 750]) };
    const [row] = summarise([own, other], '42');
    expect(row).toMatchObject({ ratio_to_oracle: 80, ratio_low: 70, ratio_high: 100, processes: 5 });
    const alone = { roundMediansUs: [own.roundMediansUs.flat()] };
    const [narrow] = summarise(
      [
        { ...own, ...alone },
        { ...other, roundMediansUs: [other.roundMediansUs.flat()] },
      ],
      '42',
    );
    expect(narrow).toMatchObject({ ratio_to_oracle: 80, processes: 1 });
    expect(narrow!.ratio_high! - narrow!.ratio_low!).toBeLessThan(30);
  });

  it('depends on the seed alone, and not on who else was timed', () => {
    const many = upTo(40).map((i) => 10 + (i % 7));
    const noisy = { ...fast, roundMediansUs: [many.slice(0, 8), many.slice(8)] };
    const steady = { ...oracle, roundMediansUs: noisy.roundMediansUs.map((rounds) => rounds.map(() => 100)) };
    const [row] = summarise([noisy, steady], '42');
    expect(summarise([timings('other', [1]), steady, noisy], '42')[2]).toEqual(row);
  });

  it('is absent without an oracle among the timed, and with a median of 0 on either side', () => {
    const absent = { ratio_to_oracle: undefined, ratio_low: undefined, ratio_high: undefined };
    expect(summarise([fast], '42')[0]).toMatchObject(absent);
    const zero = { roundMediansUs: [[10, 10, 0, 10]] };
    expect(summarise([{ ...fast, ...zero }, oracle], '42')[0]).toMatchObject(absent);
    expect(summarise([fast, { ...oracle, ...zero }], '42')[0]).toMatchObject(absent);
  });
});
