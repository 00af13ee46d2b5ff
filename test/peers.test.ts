import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

// Nothing is installed for these tests, whatever is on the machine.
vi.mock('../retrievers/adapters/packages.ts', async (original) => {
  const packages = await original<typeof import('../retrievers/adapters/packages.ts')>();
  const { tmpdir } = await import('node:os');
  const empty = join(tmpdir(), 'shortlist-no-such-folder');
  return {
    ...packages,
    packageProblem: (name: string) => packages.packageProblem(name, empty),
    loadPackage: (name: string) => packages.loadPackage(name, () => {}, empty),
  };
});
// Starts processes.
vi.setConfig({ testTimeout: 60_000 });

test('the measures are those of bench, and the files those that are named', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'peers');
  const sizes = ['--queries', '20', '--seed', 'a', '-k', '7', '--retrievers', 'ssr,bm25'];
  const { code, err, out: printed } = await run('peers', '--sizes', '2e2', ...sizes, '--out', out, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect((await readdir(out)).sort()).toEqual(['manifest.json', 'peers.csv']);
  const document = JSON.parse(printed);
  expect(document.manifest).toEqual(JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')));
  expect(document.paths).toEqual({ folder: out, files: ['peers.csv', 'manifest.json'] });

  const bench = join(folder, 'bench');
  await run('bench', '--cards', '200', ...sizes, '--no-latency', '--no-tokens', '--quiet', '--out', bench);
  const summary = await rows(bench, 'summary.csv');
  const peers = await rows(out, 'peers.csv');
  const shared = 'seed,retriever,k,cards,queries,judged,recall_at_k,success_at_1,mrr,ndcg_at_10,index_bytes'.split(',');
  const pick = (row: Record<string, string>) => shared.map((column) => row[column]);
  expect(peers.map(pick)).toEqual(summary.filter((row) => row.retriever !== 'exhaustive-idf').map(pick));
  expect(Object.keys(peers[0] ?? {}).join(',')).toBe(
    'seed,cards,queries,judged,k,retriever,package,indexing_s,peak_bytes,peak_growth_bytes,rss_growth_bytes,heap_growth_bytes,index_bytes,recall_at_k,success_at_1,mrr,ndcg_at_10,samples,mean_us,p50_us,p95_us,ratio_to_ssr,ratio_low,ratio_high,note',
  );
  const [ssr, bm25] = peers;
  expect(ssr).toMatchObject({ ratio_to_ssr: '', note: '', package: '' });
  for (const column of ['ratio_to_ssr', 'ratio_low', 'ratio_high', 'indexing_s', 'peak_bytes', 'p50_us']) {
    expect(Number(bm25?.[column])).toBeGreaterThan(0);
  }
});

test.each([
  [
    ['peers'],
    'no search engine to compare with is installed; run: npm run peers -- --install; or name --retrievers ssr,bm25,wss',
  ],
  [
    ['peers', '--retrievers', 'ssr,orama'],
    /^--retrievers orama: the package @orama\/orama [0-9.]+ is not installed; run/,
  ],
  [['bench', '--retrievers', 'ssr,minisearch'], /^--retrievers minisearch: the package minisearch [0-9.]+ is not/],
  [
    ['bench', '--retrievers', 'rrf(bm25,sqlite-fts5)'],
    /^--retrievers rrf\(bm25,sqlite-fts5\): the package better-sqlite3/,
  ],
  [
    ['explain', '--retriever', 'lunr', '--query', 'a'],
    /^--retriever lunr: the package lunr [0-9.]+ is not installed; run/,
  ],
  [['peers', '--sizes', '1e3,x'], /^--sizes x: expected an integer from 1/],
  [['peers', '--limit', '0'], /^--limit 0: expected an integer from 1/],
  [['peers', '--install', '--sizes', '5'], '--install and --sizes: give one of them'],
  [['peers', '--retrievers', 'ssr', '--seed', '..'], /^--seed \.\.: expected/],
])('%j is refused in one line, before any work', async (args, line) => {
  const { code, err, out } = await run(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^[^\n]*\n$/);
  expect(err.trimEnd()).toEqual(line instanceof RegExp ? expect.stringMatching(line) : line);
});
