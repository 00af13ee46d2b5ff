import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { run } from './runs.ts';
import { temporaryFolder } from './support.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

/** Runs a bench in this process. */
const bench = (...args: string[]) => run('bench', ...args);

const SAMPLES = ['--registry', 'datasets/samples/cards', '--queries-from', 'examples'];
const QUICK = ['--retrievers', 'ssr,exhaustive-idf,bm25', '--no-latency', '--no-tokens'];

describe('bench --queries-from examples', () => {
  it('asks every example once, and says in all reports what the figures are', async () => {
    const folder = await temporaryFolder();
    const printed = await bench(...SAMPLES, ...QUICK, '--out', join(folder, 'a'));
    expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' });
    expect(printed.out).toMatch(/^cards: 44 cards, 62 queries .*\n\nknown-item: a lower bound\. .*in 5 folds/);
    const page = await readFile(join(folder, 'a', 'report.html'), 'utf8');
    expect(page).toContain('<title>Shortlist: cards: 44 cards, 62 known-item queries</title>');
    expect(page).toMatch(/<header>.*<strong>Known-item: a lower bound\.<\/strong>.*in 5 folds.*<\/header>/s);
    const read = async (name: string): Promise<Record<string, string>[]> =>
      parse(await readFile(join(folder, 'a', name), 'utf8'), { columns: true });
    const queries = await read('queries.csv');
    const summary = await read('summary.csv');
    expect(summary.map(({ queries: all, retriever }) => [retriever, all])).toEqual([
      ['ssr', '62'],
      ['exhaustive-idf', '62'],
      ['bm25', '62'],
    ]);
    expect(summary[0]).toMatchObject({ compared: '62', divergent: '0', judged: '62' });
    for (const { retriever } of summary) {
      const ids = queries.filter((row) => row.retriever === retriever).map((row) => row.query_id);
      expect([ids.length, new Set(ids).size]).toEqual([62, 62]);
    }
    // Without a token there is no candidate; such an example is counted all the same.
    expect(queries.filter((row) => row.candidates === '0').length).toBeGreaterThan(0);
    const { experiment, notices } = JSON.parse(await readFile(join(folder, 'a', 'manifest.json'), 'utf8'));
    expect(experiment.dataset.queries_from).toEqual({ examples: 'known-item: a lower bound', folds: 5, seed: '42' });
    expect(notices[0]).toMatch(/^known-item: a lower bound\. 62 queries are examples of 35 cards/);
    expect(notices).toContain(
      '9 of 44 cards have no example: they are found in place of others, and no query wants them',
    );
  });

  it('has one fingerprint, and another for other folds or another seed', async () => {
    const folder = await temporaryFolder();
    let n = 0;
    const stamp = async (...args: string[]) => {
      const { out } = await bench(...SAMPLES, ...QUICK, ...args, '--json', '--out', join(folder, `${n++}`));
      return JSON.parse(out).manifest.fingerprint as string;
    };
    const first = await stamp('--folds', '5', '--seed', '42');
    expect(await stamp()).toBe(first);
    expect(new Set([first, await stamp('--folds', '6'), await stamp('--seed', '7')]).size).toBe(3);
  });

  it('times the first fold, and says so', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await bench(...SAMPLES, '--folds', '20', '--retrievers', 'ssr,ssr-nocap', '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('latency is that of the first fold');
    const rows: Record<string, string>[] = parse(await readFile(join(out, 'latency.csv'), 'utf8'), { columns: true });
    expect(Number(rows[0]?.samples)).toBeGreaterThanOrEqual(20);
  });

  it.each<[string[], RegExp]>([
    [['--queries-from', 'examples'], /^--queries-from needs --registry\n$/],
    [['--folds', '5'], /^--folds needs --registry\n$/],
    [[...SAMPLES.slice(0, 2), '--folds', '5'], /^--folds needs --queries-from examples\n$/],
    [SAMPLES.slice(0, 2), /^--registry needs --query-set PATH, or --queries-from examples\n$/],
    [[...SAMPLES.slice(0, 2), '--queries-from', 'tags'], /^--queries-from tags: unknown; known is examples\n$/],
    [[...SAMPLES.slice(0, 2), '--queries-from='], /^--queries-from needs a value\n$/],
    [[...SAMPLES, '--query-set', 'x'], /^--queries-from and --query-set: give one of them\n$/],
    [[...SAMPLES, '--qrels', 'x'], /^--queries-from and --qrels: give one of them\n$/],
    [[...SAMPLES, '--folds', '1'], /^--folds 1: expected an integer from 2 to 50, in decimal digits\n$/],
    [[...SAMPLES, '--folds', '51'], /^--folds 51: expected an integer from 2 to 50/],
    [[...SAMPLES, '--folds', '2.5'], /^--folds 2.5: expected an integer/],
    [[...SAMPLES, '--queries', '5'], /^--queries is for generated cards/],
  ])('%j is one line and exit 2', async (args, message) => {
    const { code, err, out } = await bench(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('says what is missing where there are too few examples', async () => {
    const folder = await temporaryFolder();
    const registry = join(folder, 'cards.jsonl');
    const run = async (...cards: string[]) => {
      await writeFile(registry, cards.join('\n'));
      return bench('--registry', registry, '--queries-from', 'examples', '--out', join(folder, 'out'));
    };
    expect(await run('{"id":"a"}', '{"id":"b","examples":[""]}')).toMatchObject({
      code: 2,
      err: '--queries-from examples: none of the 2 cards has an example; give queries with --query-set\n',
    });
    expect(await run('{"id":"a","examples":["one","two"]}', '{"id":"b","examples":["One"]}')).toMatchObject({
      code: 2,
      err: '--queries-from examples: expected at least as many examples as folds, 5; received 2 in 2 of 2 cards, those of the same words counted once\n',
    });
  });
});
