import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { measureLatency } from '../../../harness/latency/latency.ts';
import type { LatencySubject } from '../../../harness/latency/round.ts';
import { RetrieverError } from '../../../harness/ranking-check.ts';
import type { Hit } from '../../../retrievers/ranking.ts';
import type { SearchIndex } from '../../../retrievers/retriever.ts';

const HITS: readonly Hit[] = [
  { id: 'a', score: 2.5, matched: 2 },
  { id: 'b', score: 1, matched: undefined },
];

/** A copy, as a search would make it. */
const freshHits = () => HITS.map((hit) => ({ ...hit }));

/** A clock that stands still until a search takes some of its time. */
function fakeClock() {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  return clock;
}

function queriesNamed(count: number) {
  return Array.from({ length: count }, (_, i) => ({ id: `q${i}`, text: `text ${i}` }));
}

function subject(name: string, queries: number, search: SearchIndex['search'], oracle?: string): LatencySubject {
  const index = { cards: 2, search, countCandidates: () => 2, indexBytes: () => undefined };
  return { name, index, oracle, expected: Array.from({ length: queries }, () => HITS) };
}

const limits = { warmUpSearches: 10, maxRounds: 20 };
const plan = { k: 20, seed: '42', limits, signal: new AbortController().signal };

describe('a sample', () => {
  it('is one query: one slow query of fifty shows in p99 and the maximum, and not in p95', async () => {
    const clock = fakeClock();
    const sleepy = subject('sleepy', 50, async (query) => {
      await Promise.resolve();
      clock.ms += query === 'text 7' ? 80 : 2;
      return freshHits();
    });
    const { rows } = await measureLatency({ ...plan, now: clock.now, subjects: [sleepy], queries: queriesNamed(50) });
    expect(rows).toMatchObject([{ samples: 1000, p50_us: 2000, p95_us: 2000, p99_us: 80_000, max_us: 80_000 }]);
    expect(rows[0]?.mean_us).toBeCloseTo((49 * 2000 + 80_000) / 50, 6);
    expect(rows[0]?.queries_per_s).toBeCloseTo(1e6 / rows[0]!.mean_us, 6);
  });

  it('lasts until the promise is kept, though the function is not declared async', async () => {
    const late = subject('late', 2, () => new Promise((resolve) => setTimeout(() => resolve(freshHits()), 4)));
    const now = () => performance.now();
    const { rows } = await measureLatency({ ...plan, now, subjects: [late], queries: queriesNamed(2) });
    expect(rows[0]?.p50_us).toBeGreaterThan(2000);
  });

  it('is taken once per query and round, and no search is made besides', async () => {
    const calls = { sync: 0, async: 0 };
    const sync = subject('sync', 7, () => {
      calls.sync++;
      return freshHits();
    });
    const async = subject('async', 7, async () => {
      calls.async++;
      return freshHits();
    });
    const { now } = fakeClock();
    const result = await measureLatency({ ...plan, now, subjects: [sync, async], queries: queriesNamed(7) });
    expect(result).toMatchObject({ rounds: 20, queriesPerRound: 7 });
    expect(calls).toEqual({ sync: 10 + 20 * 7, async: 10 + 20 * 7 });
    expect(result.samplesUs.get('async')).toHaveLength(20 * 7);
  });

  it('sorts by number: 9, 10, 100', async () => {
    const clock = fakeClock();
    const times = new Map([
      ['text 0', 100],
      ['text 1', 9],
      ['text 2', 10],
    ]);
    const numbers = subject('numbers', 3, (query) => {
      clock.ms += times.get(query)!;
      return freshHits();
    });
    const { rows } = await measureLatency({ ...plan, now: clock.now, subjects: [numbers], queries: queriesNamed(3) });
    expect(rows).toMatchObject([{ p50_us: 10_000, max_us: 100_000 }]);
  });

  it('is one of 300,000 without trouble', async () => {
    const clock = fakeClock();
    let calls = 0;
    const many = subject('many', 15_000, () => {
      clock.ms += 0.001 * (1 + (calls++ % 100));
      return HITS;
    });
    const { rows } = await measureLatency({ ...plan, now: clock.now, subjects: [many], queries: queriesNamed(15_000) });
    expect(rows).toMatchObject([{ samples: 300_000, p50_us: 50, p95_us: 95, p99_us: 99, max_us: 100 }]);
  }, 30_000);
});

describe('the warm-up', () => {
  /** Names in the order of their searches, one for each uninterrupted series of them, and how many there were of each. */
  async function warmedUp(searchMs: Readonly<Record<string, number>>, processorShare = 1) {
    const clock = fakeClock();
    const processorMs = () => clock.ms * processorShare;
    const series: string[] = [];
    const searches: Record<string, number> = {};
    const subjects = Object.entries(searchMs).map(([name, ms]) =>
      subject(name, 3, () => {
        clock.ms += ms;
        if (series.at(-1) !== name) series.push(name);
        searches[name] = (searches[name] ?? 0) + 1;
        return freshHits();
      }),
    );
    const limits = { warmUpMs: 100, warmUpSearches: 1000, slowestMs: 1, furtherMs: 0 };
    const { now } = clock;
    const { queriesPerRound } = await measureLatency({
      ...{ ...plan, limits, now, processorMs, subjects },
      queries: queriesNamed(3),
    });
    for (const name of Object.keys(searches)) searches[name] = (searches[name] ?? 0) - 20 * queriesPerRound;
    return { series, searches };
  }

  it('takes the retrievers in turns, all of them in each', async () => {
    const { searches, series } = await warmedUp({ A: 1, B: 0.5, C: 0.05 });
    expect(series.slice(0, 24).join('')).toBe('ABC'.repeat(8));
    expect(searches).toEqual({ A: 100, B: 200, C: 1000 });
  });

  it('takes the time of the processor, so that a busy machine does not cut it short', async () => {
    expect((await warmedUp({ A: 1, B: 0.5 }, 0.5)).searches).toEqual({ A: 200, B: 400 });
    // Threads of the compiler take their time beside it.
    expect((await warmedUp({ A: 1, B: 0.5 }, 1.5)).searches).toEqual({ A: 100, B: 200 });
  });

  it('is four times as long at most: a search may wait for something else than the processor', async () => {
    expect((await warmedUp({ A: 1, B: 0.5 }, 0)).searches).toEqual({ A: 400, B: 800 });
  });

  it('of a search that takes longer is that one search', async () => {
    const { searches } = await warmedUp({ slow: 9000, quick: 25 });
    expect(searches).toEqual({ slow: 1, quick: 4 });
  });
});

describe('rounds', () => {
  /** Runs retrievers that write down what they were asked after the warm-up of all. */
  async function asked(names: readonly string[], seed: string): Promise<[string, string][]> {
    const calls: [string, string][] = [];
    const subjects = names.map((name) =>
      subject(name, 5, (query) => {
        calls.push([name, query]);
        return freshHits();
      }),
    );
    await measureLatency({ ...plan, seed, now: fakeClock().now, subjects, queries: queriesNamed(5) });
    return calls.slice(names.length * limits.warmUpSearches);
  }

  it('put the same queries, in an order drawn from the seed, to every retriever', async () => {
    const lists = new Set<string>();
    const calls = await asked(['A', 'B', 'C'], '42');
    for (let i = 0; i < calls.length; i += 5)
      lists.add(
        calls
          .slice(i, i + 5)
          .map(([, query]) => query)
          .join(),
      );
    expect(lists.size).toBe(1);
    const alone = await asked(['A'], '42');
    expect(
      lists.has(
        alone
          .slice(0, 5)
          .map(([, query]) => query)
          .join(),
      ),
    ).toBe(true);
    expect((await asked(['A'], '042')).map(([, query]) => query)).not.toEqual(alone.map(([, query]) => query));
  });

  it('take the retrievers in an order that changes, each first as often as any other', async () => {
    const calls = await asked(['A', 'B', 'C'], '42');
    const orders: string[] = [];
    for (let i = 0; i < calls.length; i += 15) orders.push(calls[i]![0] + calls[i + 5]![0] + calls[i + 10]![0]);
    expect(orders.slice(0, 7)).toEqual(['ABC', 'BCA', 'CAB', 'CBA', 'ACB', 'BAC', 'ABC']);
    const two = await asked(['A', 'B'], '42');
    expect([0, 10, 20, 30].map((i) => two[i]![0] + two[i + 5]![0])).toEqual(['AB', 'BA', 'BA', 'AB']);
  });

  it.each([
    { searchMs: 1, queriesPerRound: 250 },
    { searchMs: 10, queriesPerRound: 50 },
    { searchMs: 9000, queriesPerRound: 1 },
  ])('of a slowest search of $searchMs ms have $queriesPerRound queries', async ({ searchMs, queriesPerRound }) => {
    const clock = fakeClock();
    const search = (ms: number) => () => {
      clock.ms += ms;
      return freshHits();
    };
    const subjects = [subject('quick', 250, search(0.01)), subject('slow', 250, search(searchMs))];
    const result = await measureLatency({ ...plan, now: clock.now, subjects, queries: queriesNamed(250) });
    expect(result).toMatchObject({ rounds: 20, queriesPerRound });
  });

  it('go on beyond twenty while the time lasts', async () => {
    const clock = fakeClock();
    const steady = subject('steady', 10, () => {
      clock.ms += 1;
      return freshHits();
    });
    const measured = { ...plan, now: clock.now, subjects: [steady], queries: queriesNamed(10) };
    const further = { warmUpSearches: 10, furtherMs: 305 };
    expect((await measureLatency({ ...measured, limits: further })).rounds).toBe(31);
    expect((await measureLatency({ ...measured, limits: { ...further, maxRounds: 25 } })).rounds).toBe(25);
    expect((await measureLatency({ ...measured, limits: { ...further, furtherMs: 0 } })).rounds).toBe(20);
  });
});

describe('the ratio to the oracle', () => {
  it('is how many times faster, round by round', async () => {
    const clock = fakeClock();
    const search = (ms: number) => () => {
      clock.ms += ms;
      return freshHits();
    };
    const subjects = [subject('ssr', 10, search(0.25), 'slow'), subject('slow', 10, search(8))];
    const { rows } = await measureLatency({ ...plan, now: clock.now, subjects, queries: queriesNamed(10) });
    expect(rows[0]).toMatchObject({ ratio_to_oracle: 32, ratio_low: 32, ratio_high: 32 });
    expect(rows[1]).toMatchObject({ ratio_to_oracle: undefined, ratio_low: undefined, ratio_high: undefined });
  });

  it('of two copies of one retriever holds 1, under noise and drift', async () => {
    const clock = fakeClock();
    const noise = seedrandom('noise');
    const search = () => {
      clock.ms += 0.01 + 0.01 * noise() + clock.ms / 1e9;
      return freshHits();
    };
    const subjects = [subject('one', 30, search, 'two'), subject('two', 30, search)];
    const { rows } = await measureLatency({ ...plan, now: clock.now, subjects, queries: queriesNamed(30) });
    expect(rows[0]!.ratio_low).toBeLessThan(1);
    expect(rows[0]!.ratio_high).toBeGreaterThan(1);
    expect(rows[0]!.ratio_low).toBeGreaterThan(0.8);
    expect(rows[0]!.ratio_high).toBeLessThan(1.25);
  });

  it('is absent where the clock is too coarse, and the resolution says so', async () => {
    let ms = 0;
    const now = () => {
      ms += 0.0001;
      return Math.floor(ms);
    };
    const search = () => {
      ms += 0.005;
      return freshHits();
    };
    const subjects = [subject('ssr', 10, search, 'twin'), subject('twin', 10, search)];
    const result = await measureLatency({ ...plan, now, subjects, queries: queriesNamed(10) });
    expect(result.timerResolutionUs).toBe(1000);
    expect(result.rows[0]).toMatchObject({ p50_us: 0, ratio_to_oracle: undefined, ratio_low: undefined });
  });
});

describe('an interrupt', () => {
  const search = () => freshHits();

  it('is seen between rounds and leaves no row', async () => {
    const controller = new AbortController();
    const rounds: number[] = [];
    const interrupted = measureLatency({
      ...plan,
      now: fakeClock().now,
      signal: controller.signal,
      subjects: [subject('any', 3, search)],
      queries: queriesNamed(3),
      // Only reaches the signal if the event loop gets its turn.
      onRound: (round) => rounds.push(round) === 3 && setImmediate(() => controller.abort()),
    });
    await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
    expect(rounds.length).toBeLessThan(6);
  });

  it('before the first search stops at once; after twenty rounds it only stops further ones', async () => {
    const subjects = [subject('any', 3, search)];
    const measured = { ...plan, now: fakeClock().now, subjects, queries: queriesNamed(3) };
    await expect(measureLatency({ ...measured, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const controller = new AbortController();
    const { rounds } = await measureLatency({
      ...measured,
      signal: controller.signal,
      limits: { warmUpSearches: 3 },
      onRound: (round) => round === 22 && controller.abort(),
    });
    expect(rounds).toBe(22);
  });
});

describe('nothing to time', () => {
  const any = subject('any', 2, () => freshHits());

  it.each([
    { what: 'no query', change: { queries: [] }, message: 'at least one query' },
    { what: 'no retriever', change: { subjects: [] }, message: 'at least one retriever' },
    { what: 'one name twice', change: { subjects: [any, any] }, message: 'received "any" twice' },
    { what: 'hits for other queries', change: { queries: queriesNamed(3) }, message: 'hits for 3 queries of any' },
  ])('$what is an error, not Infinity', async ({ change, message }) => {
    const measured = { ...plan, now: fakeClock().now, subjects: [any], queries: queriesNamed(2), ...change };
    await expect(measureLatency(measured)).rejects.toThrow(message);
  });

  it('leaves Math.random alone', async () => {
    const native = Math.random;
    await measureLatency({ ...plan, now: fakeClock().now, subjects: [any], queries: queriesNamed(2) });
    expect(Math.random).toBe(native);
  });
});

describe('a retriever that fails, fails the measurement', () => {
  /** Works until search number `from` (from 1), then does as told. The warm-up makes ten. */
  function failing(from: number, fail: () => ReturnType<SearchIndex['search']>, isAsync = false) {
    let calls = 0;
    const search = (): ReturnType<SearchIndex['search']> => {
      if (++calls >= from) return fail();
      return isAsync ? Promise.resolve(freshHits()) : freshHits();
    };
    const good = subject('good', 5, () => freshHits());
    const subjects = [good, subject('bad', 5, search)];
    return measureLatency({ ...plan, now: fakeClock().now, subjects, queries: queriesNamed(5) });
  }

  const thrown = () => {
    throw new Error('boom');
  };
  const rejected = () => Promise.reject(new Error('boom'));
  const withHits = (change: (hits: Hit[]) => void) => () => {
    const hits = freshHits();
    change(hits);
    return hits;
  };

  it('names the query: the third', async () => {
    const third = subject('bad', 5, (query) => (query === 'text 2' ? thrown() : freshHits()));
    const measured = measureLatency({ ...plan, now: fakeClock().now, subjects: [third], queries: queriesNamed(5) });
    await expect(measured).rejects.toThrow(new RetrieverError('bad, query q2: boom'));
    await expect(measured).rejects.toMatchObject({ cause: new Error('boom') });
  });

  it.each([
    { what: 'throws', from: 3, fail: thrown, message: /^bad, query q\d: boom$/ },
    { what: 'throws once timed', from: 33, fail: thrown, message: /^bad, query q\d: boom$/ },
    { what: 'rejects', from: 3, fail: rejected, isAsync: true, message: /^bad, query q\d: boom$/ },
    { what: 'rejects once timed', from: 33, fail: rejected, isAsync: true, message: /^bad, query q\d: boom$/ },
    {
      what: 'throws a text',
      from: 33,
      fail: () => {
        throw 'no error object';
      },
      message: /^bad, query q\d: no error/,
    },
    { what: 'turns asynchronous', from: 33, fail: async () => freshHits(), message: /returned a promise, after hits/ },
    { what: 'rejects out of the blue', from: 33, fail: rejected, message: /^bad, query q\d: boom$/ },
    {
      what: 'returns nothing',
      from: 33,
      fail: () => undefined as never,
      message: /a list of hits, received undefined/,
    },
    {
      what: 'scores otherwise',
      from: 33,
      fail: withHits((hits) => Object.assign(hits[0]!, { score: 2.5 + 2 ** -50 })),
      message: /at rank 1 expected .*"score":2.5,/,
    },
    {
      what: 'counts otherwise',
      from: 33,
      fail: withHits((hits) => Object.assign(hits[1]!, { matched: 1 })),
      message: /at rank 2/,
    },
    {
      what: 'scores NaN',
      from: 33,
      fail: withHits((hits) => Object.assign(hits[0]!, { score: Number.NaN })),
      message: /at rank 1/,
    },
    { what: 'orders otherwise', from: 33, fail: withHits((hits) => hits.reverse()), message: /at rank 1/ },
    { what: 'finds less', from: 33, fail: withHits((hits) => hits.pop()), message: /at rank 2 .* received no hit/ },
    {
      what: 'finds more',
      from: 33,
      fail: withHits((hits) => hits.push({ id: 'c', score: 1, matched: 1 })),
      message: /at rank 3 expected no hit/,
    },
    { what: 'finds other hits in the warm-up', from: 2, fail: () => [], message: /not the checked one: at rank 1/ },
  ])('$what', async ({ from, fail, isAsync, message }) => {
    const measured = failing(from, fail, isAsync);
    await expect(measured).rejects.toThrow(message);
    await expect(measured).rejects.toBeInstanceOf(RetrieverError);
  });
});
