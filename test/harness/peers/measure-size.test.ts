import { expect, test, vi } from 'vitest';
import { syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { measurePeers, type PeersPlan } from '../../../harness/peers/measure-size.ts';

// Each test starts processes.
vi.setConfig({ testTimeout: 120_000 });

function measure(names: readonly string[], rest: Partial<PeersPlan> = {}) {
  return measurePeers({
    seed: 'peers',
    cards: 80,
    queries: syntheticQueries('peers', 80, 12),
    k: 5,
    retrievers: names.map((name) => ({ name, package: undefined })),
    limitS: 60,
    heapMiB: 256,
    module: new URL('../children/peers.ts', import.meta.url),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...rest,
  });
}

test('all is measured of each, and one that dies costs no other anything', async () => {
  const { failures, latency, reader, rows } = await measure(['ssr', 'bm25', 'dies']);
  expect(failures).toEqual(['80 cards: dies: died (exit code 9)']);
  expect(rows.map((row) => row.retriever)).toEqual(['ssr', 'bm25', 'dies']);
  const [ssr, bm25, dies] = rows;
  for (const row of [ssr, bm25]) {
    expect(row).toMatchObject({ seed: 'peers', cards: 80, queries: 12, k: 5, package: undefined, note: undefined });
    expect(row?.indexing_s).toBeGreaterThan(0);
    expect(row?.index_bytes).toBeGreaterThan(0);
    // The processes of this test say 3, 2 and 1 times their number.
    expect(row?.peak_growth_bytes).toBe((row?.peak_bytes as number) - (reader?.peak as number));
    expect(row?.peak_bytes).toBe((reader?.peak as number) + 3 * (row?.heap_growth_bytes as number));
    expect(row?.rss_growth_bytes).toBe(2 * (row?.heap_growth_bytes as number));
    expect(row?.heap_growth_bytes).not.toBe(0);
    expect(row?.samples).toBe((latency?.rounds as number) * (latency?.queriesPerRound as number));
    expect(row?.p50_us).toBeGreaterThan(0);
    expect(row?.recall_at_k).toBeGreaterThan(0);
  }
  expect(latency?.queriesPerRound).toBe(12);
  expect(ssr).toMatchObject({ ratio_to_ssr: undefined, ratio_low: undefined, ratio_high: undefined });
  const timed = latency?.rows.find((row) => row.retriever === 'bm25');
  expect(bm25?.ratio_to_ssr).toBe(1 / (timed?.ratio_to_oracle as number));
  expect(bm25?.ratio_low).toBe(1 / (timed?.ratio_high as number));
  expect(bm25?.ratio_high).toBe(1 / (timed?.ratio_low as number));
  expect(dies).toMatchObject({ note: 'died (exit code 9)', samples: undefined, p50_us: undefined });
  expect(dies).toMatchObject({ recall_at_k: undefined, mrr: undefined, ratio_to_ssr: undefined });
  expect(dies?.indexing_s).toBeGreaterThan(0);
});

test('what takes too long is told by how far it came', async () => {
  const { failures, latency, rows } = await measure(['never-answers'], { limitS: 6 });
  expect(failures).toEqual([]);
  expect(latency).toBeUndefined();
  expect(rows.map((row) => row.note)).toEqual(['an index, and not all 12 queries answered, within 6 s']);
  expect(rows[0]?.indexing_s).toBeGreaterThan(0);
});

test('one that fails has a row that says why, and the others are measured and timed all the same', async () => {
  const names = ['unbuildable', 'ssr', 'throws', 'throws-beside', 'bm25', 'differs-beside'];
  const { failures, latency, rows } = await measure(names);
  expect(rows.map((row) => row.retriever)).toEqual(names);
  const [unbuildable, ssr, throws, throwsBeside, bm25, differs] = rows;
  expect(unbuildable?.note).toBe('build: no such machine');
  expect(throws?.note).toBe('query q0: no such word');
  expect(throwsBeside?.note).toMatch(/^not timed: query q\d+: asked too often$/);
  expect(differs?.note).toMatch(
    /^not timed: query q\d+: the timed search is not the checked one: at rank 1 expected no hit/,
  );
  for (const row of [unbuildable, throws, throwsBeside, differs]) {
    expect(row).toMatchObject({ samples: undefined, mean_us: undefined, p50_us: undefined, ratio_to_ssr: undefined });
  }
  expect(unbuildable).toMatchObject({ indexing_s: undefined, peak_bytes: undefined, recall_at_k: undefined });
  expect(throws).toMatchObject({ recall_at_k: undefined, ndcg_at_10: undefined });
  for (const row of [ssr, bm25]) {
    expect(row?.note).toBeUndefined();
    expect(row?.p50_us).toBeGreaterThan(0);
  }
  expect(bm25?.ratio_to_ssr).toBeGreaterThan(0);
  expect(latency?.rows.map((row) => row.retriever)).toEqual(['ssr', 'bm25']);
  expect(failures.slice(0, 2)).toEqual([
    '80 cards: unbuildable, build: no such machine',
    '80 cards: throws, query q0: no such word',
  ]);
  expect(failures.slice(2).sort()).toEqual([
    expect.stringMatching(/^80 cards: differs-beside, query q\d+: the timed search/),
    expect.stringMatching(/^80 cards: throws-beside, query q\d+: asked too often$/),
  ]);
});

test('where the process with all indexes dies, what each did alone is kept', async () => {
  const { failures, latency, rows } = await measure(['bm25', 'dies-beside']);
  expect(latency).toBeUndefined();
  const note = 'not timed: the process with all indexes died (exit code 9)';
  expect(rows.map((row) => row.note)).toEqual([note, note]);
  expect(rows[0]?.recall_at_k).toBeGreaterThan(0);
  expect(failures).toEqual(['80 cards: the process with all indexes: died (exit code 9)']);
});

test.each([
  ['more', 3, 2e6],
  ['as much', 1, 0],
  ['less, which measures nothing', 0.5, undefined],
])('a process that holds %s than the one that only reads', async (_, times, growth) => {
  const { rows, reader } = await measure(['ssr'], {
    module: new URL('../children/memory.ts', import.meta.url),
    seed: `${times}`,
  });
  expect(reader?.rss).toBe(1e6);
  expect(rows[0]).toMatchObject({ peak_bytes: times * 1e6 });
  for (const column of ['peak_growth_bytes', 'rss_growth_bytes', 'heap_growth_bytes'] as const) {
    expect(rows[0]?.[column]).toBe(growth);
  }
});

test('an interrupt ends it', async () => {
  const controller = new AbortController();
  const onProgress = (stage: string) => stage.endsWith('never-answers') && controller.abort();
  await expect(measure(['never-answers'], { signal: controller.signal, onProgress })).rejects.toThrow('aborted');
});
