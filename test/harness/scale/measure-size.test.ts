import { performance } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { type Instruments, measureSize, type SizePlan } from '../../../harness/scale/measure-size.ts';
import { peakMemory } from '../../../harness/scale/peak-memory.ts';
import type { ScaleRow } from '../../../harness/scale/records.ts';
import { cardsOf, queriesOf } from '../../../harness/scale/shapes.ts';
import { exhaustiveIdf } from '../../../retrievers/exhaustive-idf.ts';
import { exhaustiveStream } from '../../../retrievers/exhaustive-stream.ts';
import type { Hit } from '../../../retrievers/ranking.ts';
import { cardText, signals } from '../../../retrievers/signals.ts';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import type { SsrIndex } from '../../../retrievers/ssr/ssr-index.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';

// Reads hundreds of cards several times, which takes longer than five seconds on a loaded machine.
vi.setConfig({ testTimeout: 60_000 });

const options = { stopwords: STOPWORDS_V1 };

let clock = 0;
const instruments: Instruments = {
  build: async (cards) => (await ssr.build(cards, options)) as SsrIndex,
  oracle: (cards, queries, k) => exhaustiveStream(cards, queries, k, STOPWORDS_V1),
  // A clock that goes on by 100 ms whenever it is read: the warm-up is soon over.
  now: () => {
    clock += 100;
    return clock;
  },
  peakMemory,
  collectGarbage: () => {},
  onProgress: () => {},
};

const plan: SizePlan = { shape: 'cards', seed: '7', cards: 300, queries: 40, check: 15, k: 20 };

/** Instruments whose index does something else: methods by name. */
function changed(change: (index: SsrIndex) => object): Instruments {
  return {
    ...instruments,
    build: async (cards) => {
      const index = await instruments.build(cards);
      const changes = new Map<PropertyKey, unknown>(Object.entries(change(index as SsrIndex)));
      return new Proxy(index, {
        get(target, name) {
          const value = changes.get(name) ?? Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
}

/** What is the same on every machine. */
function counted({ row }: { readonly row: ScaleRow }) {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/_s$|_us$|^mean_to_|^(?:start|peak)_bytes$/.test(name)),
  );
}

describe.each(['cards', 'passages'] as const)('one size of %s', (shape) => {
  it('has the figures that reading every card gives', async () => {
    const stages: string[] = [];
    const { divergence, row } = await measureSize(
      { ...plan, shape },
      { ...instruments, now: () => performance.now(), onProgress: (stage) => void stages.push(stage) },
    );
    const held = new Map<string, number>();
    let postings = 0;
    for (const card of cardsOf(shape, '7', 300)) {
      for (const signal of signals(cardText(card), STOPWORDS_V1)) {
        held.set(signal, (held.get(signal) ?? 0) + 1);
        postings++;
      }
    }
    const queries = queriesOf(shape, '7', 300, 40);
    const ofQuery = (text: string) =>
      [...signals(text, STOPWORDS_V1)].reduce((sum, signal) => sum + (held.get(signal) ?? 0), 0);
    const index = await instruments.build(streamed(shape));
    const visited = queries.map((text) => index.work(text, 20).visited);
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(divergence).toBeUndefined();
    expect(row).toMatchObject({
      shape,
      seed: '7',
      cards: 300,
      queries: 40,
      k: 20,
      postings,
      index_bytes: index.indexBytes(),
      bytes_per_posting: index.indexBytes() / postings,
      postings_mean: meanOf(queries.map(ofQuery)),
      visited_mean: meanOf(visited),
      samples: 240,
      // 12 of 240 samples lie beyond the 95th percentile, 2 beyond the 99th.
      p95_us: expect.any(Number),
      p99_us: undefined,
      compared: 15,
      divergent: 0,
    });
    expect(row.generate_s).toBeGreaterThan(0);
    expect(row.build_s).toBeGreaterThan(row.generate_s);
    expect(row.start_bytes).toBeGreaterThan(1e7);
    expect(row.peak_bytes).toBeGreaterThanOrEqual(row.start_bytes);
    // On this clock adding up 40 queries of 300 cards may take less than can be told; then nothing is divided by it.
    expect([row.mean_us / row.stream_mean_us, undefined]).toContain(row.mean_to_stream);
    expect([row.mean_us / row.term_at_a_time_mean_us, undefined]).toContain(row.mean_to_term_at_a_time);
    expect(stages).toContain('timing, rounds');
  });

  it('is the same again but for times and the memory of the process, and another for another seed', async () => {
    const { row } = await measureSize({ ...plan, shape }, instruments);
    // Every time was one step of this clock.
    expect(row).toMatchObject({ mean_us: 1e5, mean_to_stream: undefined, mean_to_term_at_a_time: undefined });
    const first = counted({ row });
    expect(counted(await measureSize({ ...plan, shape }, instruments))).toEqual(first);
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['index_bytes', 'visited_mean', 'compared']));
    expect(counted(await measureSize({ ...plan, shape, seed: '007' }, instruments))).not.toEqual({
      ...first,
      seed: '007',
    });
  });
});

async function* streamed(shape: SizePlan['shape']): AsyncGenerator<Card> {
  yield* cardsOf(shape, '7', 300);
}

describe('a size', () => {
  it('checks all queries where no more are asked for, and a registry of one card', async () => {
    const { row } = await measureSize({ ...plan, cards: 1, queries: 5, check: 100, k: 1 }, instruments);
    expect(row).toMatchObject({ cards: 1, compared: 5, divergent: 0, samples: 30, p50_us: expect.any(Number) });
    expect(row.p95_us).toBeUndefined();
  });

  it.each<[string, (index: SsrIndex) => object]>([
    ['loses a hit', (index) => ({ search: (text: string, k: number) => index.search(text, k).slice(0, -1) })],
    [
      'has one score one step of the grid off',
      (index) => ({
        search: (text: string, k: number) =>
          index.search(text, k).map((hit, i) => (i === 3 ? { ...hit, score: hit.score + 2 ** -32 } : hit)),
      }),
    ],
    [
      'miscounts what matched',
      (index) => ({
        search: (text: string, k: number): Hit[] =>
          index.search(text, k).map((hit) => ({ ...hit, matched: (hit.matched ?? 0) + 1 })),
      }),
    ],
    [
      'counts another number of candidates',
      (index) => ({ countCandidates: (text: string) => index.countCandidates(text) + 1 }),
    ],
    [
      'cuts wrongly at one hit alone',
      (index) => ({
        search: (text: string, k: number) => (k === 1 ? index.search(text, 2).slice(1) : index.search(text, k)),
      }),
    ],
  ])('is divergent where the index %s', async (_, change) => {
    const { divergence, row } = await measureSize(
      plan,
      changed((index) => {
        const changes = change(index) as { search?: SsrIndex['search'] };
        return { ...changes, ...(changes.search && { searchAddingUp: changes.search }) };
      }),
    );
    expect(row.compared).toBe(15);
    expect(row.divergent).toBeGreaterThan(0);
    expect(divergence).toMatch(
      /^query ".*": (?:k \d+, rank \d+: .* wanted, .* found|candidates: \d+ wanted, \d+ found)$/,
    );
  });

  it('fails where adding up finds other hits than the search', async () => {
    const lying = changed((index) => ({
      searchAddingUp: (text: string, k: number) => index.searchAddingUp(text, k).slice(1),
    }));
    await expect(measureSize(plan, lying)).rejects.toThrow('search by adding up, query "');
  });

  it('compares with an oracle that reads the cards from the beginning, as often as it likes', async () => {
    const readings: number[] = [];
    const oracle: Instruments['oracle'] = async (cards, queries, k) => {
      const all: Card[] = [];
      for (let reading = 0; reading < 3; reading++) {
        all.length = 0;
        for await (const card of cards()) all.push(card);
        readings.push(all.length);
      }
      const index = await exhaustiveIdf.build(all, options);
      return queries.map((text) => ({
        hits: index.search(text, k) as Hit[],
        candidates: index.countCandidates(text) as number,
      }));
    };
    const { row } = await measureSize(plan, { ...instruments, oracle });
    expect([row.compared, row.divergent, readings]).toEqual([15, 0, [300, 300, 300]]);
  });
});

describe('the peak of memory', () => {
  it('rises with what is held, and does not fall again', () => {
    const before = peakMemory();
    const size = before + 50e6;
    expect(Buffer.alloc(size, 1).length).toBe(size);
    expect(peakMemory()).toBeGreaterThan(size);
  });
});
