import { expect, test } from 'vitest';
import type { PeerRow } from '../../harness/records.ts';
import { csv } from '../../reports/csv.ts';
import { peersReport, peersTable } from '../../reports/peers.ts';

const facts = { folder: 'runs/peers', files: ['peers.csv', 'manifest.json'], notices: ['left out: lunr'] };

/** A row with the largest figures that are likely to come up. */
function row(retriever: string, rest: Partial<PeerRow> = {}): PeerRow {
  return {
    seed: '42',
    cards: 100_000,
    queries: 250,
    judged: 212,
    k: 20,
    retriever,
    package: undefined,
    indexing_s: 123.456,
    peak_bytes: 12_345_600_000,
    peak_growth_bytes: -5,
    rss_growth_bytes: 7,
    heap_growth_bytes: 9,
    index_bytes: undefined,
    recall_at_k: 0.79249,
    success_at_1: 0.5,
    mrr: 0.25,
    ndcg_at_10: 0.125,
    samples: 6000,
    mean_us: 654_321.4,
    p50_us: 543_210.6,
    p95_us: 1_234_567.8,
    ratio_to_ssr: 12_345.6,
    ratio_low: 11_111.1,
    ratio_high: 13_131.3,
    note: undefined,
    ...rest,
  };
}

const NOTHING = Object.fromEntries(
  [
    ...['indexing_s', 'peak_bytes', 'peak_growth_bytes', 'rss_growth_bytes', 'heap_growth_bytes', 'recall_at_k'],
    ...['success_at_1', 'mrr', 'ndcg_at_10', 'samples', 'mean_us', 'p50_us', 'p95_us'],
    ...['ratio_to_ssr', 'ratio_low', 'ratio_high'],
  ].map((column) => [column, undefined]),
) as Partial<PeerRow>;

test('sizes stand one below the other, within 100 columns', () => {
  const rows = [row('sqlite-fts5'), row('exhaustive-idf', { cards: 8_841_823, indexing_s: 0.01234 })];
  const report = peersReport(rows, facts);
  expect(peersReport(rows, facts, 200)).toBe(report);
  for (const columns of [60, 80, 100]) {
    for (const line of peersReport(rows, facts, columns).split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  }
  expect(report).toContain('100,000 cards of seed 42, 250 queries (212 with a right card), k = 20');
  expect(report).toContain('8,841,823 cards of seed 42');
  expect(report).toMatch(
    /^sqlite-fts5 +123 +12,346 +654,321 +543,211 +1,234,568 +12,346 \(11,111 to 13,131\) +0\.792$/m,
  );
  expect(report).toMatch(/^exhaustive-idf +0\.012 /m);
  expect(report).toContain('note       left out: lunr\nfiles      runs/peers: peers.csv, manifest.json\n');
});

test('what is absent is a dash with a word why, and what is hostile is made safe', () => {
  const rows = [row('lunr', { ...NOTHING, note: 'no \u001b[31mindex' })];
  const report = peersReport(rows, facts);
  expect(report).toMatch(/^lunr( +-){8}$/m);
  expect(report).toMatch(/^lunr: no .*index$/m);
  expect(report).not.toContain('\u001b');
});

test('an absent cell is empty in the file', () => {
  const [text = ''] = csv(peersTable([row('lunr', { ...NOTHING, note: 'no index, within 300 s', package: 'lunr 2' })]));
  expect(text.split('\n')[1]).toBe('42,100000,250,212,20,lunr,lunr 2,,,,,,,,,,,,,,,,,,"no index, within 300 s"');
});
