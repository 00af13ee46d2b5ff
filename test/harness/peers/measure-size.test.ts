import { expect, test, vi } from 'vitest';
import { syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { measurePeers, type PeersPlan } from '../../../harness/peers/measure-size.ts';
import { RetrieverError } from '../../../harness/ranking-check.ts';

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
  const { latency, reader, rows } = await measure(['ssr', 'bm25', 'dies']);
  expect(rows.map((row) => row.retriever)).toEqual(['ssr', 'bm25', 'dies']);
  const [ssr, bm25, dies] = rows;
  for (const row of [ssr, bm25]) {
    expect(row).toMatchObject({ seed: 'peers', cards: 80, queries: 12, k: 5, package: undefined, note: undefined });
    expect(row?.indexing_s).toBeGreaterThan(0);
    expect(row?.index_bytes).toBeGreaterThan(0);
    // The processes of this test say 3, 2 and 1 times their number.
    expect(row?.peak_growth_bytes).toBe((row?.peak_bytes as number) - reader.peak);
    expect(row?.peak_bytes).toBe(reader.peak + 3 * (row?.heap_growth_bytes as number));
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
  const { latency, rows } = await measure(['never-answers'], { limitS: 6 });
  expect(latency).toBeUndefined();
  expect(rows.map((row) => row.note)).toEqual(['an index, and not all 12 queries answered, within 6 s']);
  expect(rows[0]?.indexing_s).toBeGreaterThan(0);
});

test('one that throws fails the measurement', async () => {
  const failed = measure(['throws']);
  await expect(failed).rejects.toThrow(new RetrieverError('throws, query q0: no such word'));
});

test('an interrupt ends it', async () => {
  const controller = new AbortController();
  const onProgress = (stage: string) => stage.endsWith('never-answers') && controller.abort();
  await expect(measure(['never-answers'], { signal: controller.signal, onProgress })).rejects.toThrow('aborted');
});
