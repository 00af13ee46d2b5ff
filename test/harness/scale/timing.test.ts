import { describe, expect, it } from 'vitest';
import { meanOfMedians, ROUNDS, timeWays, WARM_UP_MS, type Way } from '../../../harness/scale/timing.ts';
import { searching, streaming } from '../../../harness/scale/ways.ts';

/** Three ways on a clock of their own: each takes so many milliseconds a query. */
async function timed(queries: number, milliseconds: readonly [number, number, number]) {
  let clock = 0;
  const ran: [way: number, query: number][] = [];
  const checked: [way: number, query: number, result: unknown][] = [];
  const way = (i: 0 | 1 | 2): Way => ({
    run(query) {
      clock += milliseconds[i] * (query + 1);
      ran.push([i, query]);
      return `${i}/${query}`;
    },
    check(query, result) {
      // Whatever this takes is in no sample.
      clock += 1000;
      checked.push([i, query, result]);
    },
  });
  const samples = await timeWays(
    [way(0), way(1), way(2)],
    queries,
    () => clock,
    () => {},
  );
  return { samples, ran, checked };
}

describe('the mean of a way', () => {
  it('leaves an interruption out, and keeps a slow query in', () => {
    // Three rounds of the queries 10, 20 and 900; the second one is interrupted once.
    expect(meanOfMedians(Float64Array.of(10, 20, 900, 10, 50_000, 900, 10, 20, 900), 3)).toBe(310);
  });

  it('is that of the medians where rounds are even in number', () => {
    expect(meanOfMedians(Float64Array.of(1, 10, 3, 20), 2)).toBe((2 + 15) / 2);
  });
});

describe('three ways', () => {
  it('have a sample for each query and round, of the run alone', async () => {
    const { samples } = await timed(2, [1, 0.25, 3]);
    const rounds = (a: number, b: number) => Array.from({ length: ROUNDS }, () => [a, b]).flat();
    expect(samples.map((each) => [...each])).toEqual([rounds(1000, 2000), rounds(250, 500), rounds(3000, 6000)]);
  });

  it('are checked after every run, warm-up included', async () => {
    const { checked, ran } = await timed(3, [1, 1, 1]);
    expect(checked).toEqual(ran.map(([way, query]) => [way, query, `${way}/${query}`]));
  });

  it('take turns: each is in each place equally often, and before each other as often as after it', async () => {
    const { ran } = await timed(1, [1, 1, 1]);
    const rounds = ran.slice(-3 * ROUNDS).map(([way]) => way);
    const orders = Array.from({ length: ROUNDS }, (_, round) => rounds.slice(3 * round, 3 * round + 3));
    for (const a of [0, 1, 2]) {
      for (const place of [0, 1, 2]) expect(orders.filter((order) => order[place] === a)).toHaveLength(ROUNDS / 3);
      for (const b of [0, 1, 2].filter((other) => other !== a)) {
        expect(orders.filter((order) => order.indexOf(a) < order.indexOf(b))).toHaveLength(ROUNDS / 2);
      }
    }
  });

  it('warm up for a while, with all queries', async () => {
    let clock = 0;
    const runs = [0, 0, 0];
    const way = (i: number): Way => ({
      run: () => {
        clock += 1;
        runs[i] = runs[i]! + 1;
      },
      check: () => {},
    });
    await timeWays(
      [way(0), way(1), way(2)],
      7,
      () => clock,
      () => {},
    );
    const warm = Math.ceil(WARM_UP_MS / 7) * 7;
    expect(runs).toEqual([0, 1, 2].map(() => warm + 7 * ROUNDS));
  });
});

describe('ways', () => {
  it('that search must find what was found before', () => {
    const hit = (id: string, score = 1) => ({ id, score, matched: 1 });
    const way = searching('search', ['one', 'two'], [[hit('a')], []], (query) => (query === 'one' ? [hit('a')] : []));
    expect(way.run(0)).toEqual([hit('a')]);
    expect(way.run(1)).toEqual([]);
    expect(() => way.check(0, [hit('a')])).not.toThrow();
    for (const wrong of [[], [hit('b')], [hit('a', 1 + 2 ** -52)], [hit('a'), hit('b')]]) {
      expect(() => way.check(0, wrong)).toThrow('search, query "one": other hits than before, at rank');
    }
  });

  it('that stream add up the numbers of all lists of the query, whatever their length', () => {
    const list = (length: number, from: number) => Uint32Array.from({ length }, (_, i) => from + i * 3);
    const queries = [[], [list(1, 5)], [list(3, 1), list(4, 2), list(9, 7)], [list(5, 2 ** 32 - 30)]];
    const way = streaming(queries);
    for (const [q, lists] of queries.entries()) {
      const sum = lists.flatMap((each) => [...each]).reduce((all, card) => all + card, 0);
      expect(way.run(q)).toBe(sum | 0);
      expect(() => way.check(q, sum | 0)).not.toThrow();
      expect(() => way.check(q, (sum + 1) | 0)).toThrow(`query ${q}`);
    }
  });
});
