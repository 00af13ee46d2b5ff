import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { MeasuredPeers } from '../harness/peers/measure-size.ts';
import { rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

const measured = vi.hoisted(() => vi.fn());
vi.mock('../harness/peers/measure-size.ts', () => ({ measurePeers: measured }));

const row = (cards: number, note?: string) => ({
  seed: '42',
  cards,
  queries: 5,
  judged: 4,
  k: 20,
  retriever: 'bm25',
  note,
});
const reader = { peak: 3, rss: 2, heap: 1 };
const latency = { rows: [], rounds: 2, queriesPerRound: 5, timerResolutionUs: 1 };
const size = (given: object): MeasuredPeers =>
  ({ reader, latency, failures: [], ...given }) as unknown as MeasuredPeers;

async function peers(...sizes: MeasuredPeers[]) {
  for (const each of sizes) measured.mockResolvedValueOnce(each);
  const out = join(await temporaryFolder(), 'peers');
  const args = ['--sizes', sizes.map((_, i) => i + 1).join(','), '--retrievers', 'bm25', '--out', out, '--quiet'];
  return { ...(await run('peers', ...args)), written: await rows(out, 'peers.csv'), out };
}

test('a retriever that failed at one size is told in one line, with all sizes on disk and exit 1', async () => {
  const note = 'build: no \u001b[31mmachine';
  const failed = size({ rows: [row(1, note)], reader: undefined, failures: [`1 cards: bm25, ${note}`] });
  const { code, err, out, written } = await peers(failed, size({ rows: [row(2)] }));
  expect({ code, err }).toEqual({ code: 1, err: 'failed: 1 cards: bm25, build: no \\u{1b}[31mmachine\n' });
  expect(written.map(({ cards }) => cards)).toEqual(['1', '2']);
  expect(written.map(({ note: told, p50_us }) => [told !== '', p50_us])).toEqual([
    [true, ''],
    [false, ''],
  ]);
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
  expect(manifest.sizes.map((each: { reader_rss_bytes?: number }) => each.reader_rss_bytes)).toEqual([undefined, 2]);
});

test('one that ran into the limit is no failure, unless nothing could be timed at all', async () => {
  const late = (more: object) => size({ rows: [row(1, 'no index, within 300 s')], ...more });
  expect(await peers(late({}))).toMatchObject({ code: 0, err: '' });
  expect(await peers(late({ latency: undefined }))).toMatchObject({
    code: 1,
    err: 'failed: nothing could be timed within 300 s\n',
  });
});
