import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { VERSION } from '../harness/version.ts';
import { editedRun, editRows, folderOfRuns, rows, run } from './runs.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof folderOfRuns>>;
/** Runs on the same generated cards, with different retrievers. */
let bm25: string;
let two: string;
/** Runs on given cards, the second with stopwords of its own. */
let given: string;
let stopped: string;
/** What `bench` was given for them. */
const data = { registry: '', querySet: '', stopwords: '' };

beforeAll(async () => {
  folder = await folderOfRuns();
  const at = (name: string) => join(folder.path, name);
  [bm25, two, given, stopped] = ['bm25', 'two', 'given', 'stopped'].map(at) as [string, string, string, string];
  const bench = async (...args: string[]) => {
    const { code, err } = await run('bench', ...args, '--no-latency', '--no-tokens', '--quiet');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  };
  const sizes = ['--cards', '60', '--queries', '20', '--seeds', 'a,b', '-k', '7'];
  await bench(...sizes, '--retrievers', 'ssr,bm25', '--out', two);
  // What a run of bm25 alone would have written: a whole bench takes seconds.
  const alone = editRows((row) => (row.retriever === 'bm25' ? row : undefined));
  const tables = ['summary', 'slices', 'curve', 'queries', 'rankings', 'agreement'].map((name) => `${name}.csv`);
  await editedRun(two, bm25, Object.fromEntries(tables.map((name) => [name, alone])));
  await run('generate', '--cards', '50', '--queries', '20', '--out', at('data'));
  data.registry = join(at('data'), 'cards.jsonl');
  data.querySet = join(at('data'), 'queries.jsonl');
  data.stopwords = at('stopwords.txt');
  await writeFile(data.stopwords, 'the a of to and');
  const files = ['--registry', data.registry, '--query-set', data.querySet, '--retrievers', 'ssr'];
  await bench(...files, '--out', given);
  await bench(...files, '--stopwords', data.stopwords, '--out', stopped);
});
afterAll(() => folder.remove());

let copies = 0;
const next = () => join(folder.path, `copy${copies++}`);

/** A copy of a run whose manifest says something else of its experiment. */
async function withExperiment(
  from: string,
  change: (experiment: { readonly dataset: object }) => object,
): Promise<string> {
  const to = next();
  await cp(from, to, { recursive: true });
  const path = join(to, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const experiment = { ...manifest.experiment, ...change(manifest.experiment) };
  await writeFile(path, JSON.stringify({ ...manifest, experiment }));
  return to;
}

/** Compares with `--retime`, which has to be refused by one line before anything is printed or written. */
async function refused(...args: string[]): Promise<string> {
  const out = next();
  const printed = await run('compare', ...args, '--retime', '--out', out);
  expect({ code: printed.code, out: printed.out }).toEqual({ code: 2, out: '' });
  expect(printed.err).toMatch(/^[^\n]+\n$/);
  // The folder was claimed, and is given up: it may be used again.
  await expect(readFile(join(out, 'compare.csv'))).rejects.toThrow();
  return printed.err.trimEnd();
}

describe('compare --retime', () => {
  it('times what one run has alone against the other, seed by seed, and labels the rows', async () => {
    const out = next();
    const { code, err, out: printed } = await run('compare', bm25, two, '--retime', '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const timed = await rows(out, 'compare-latency.csv');
    // bm25 is in both with the same settings: one code, which is timed against nothing of its own name.
    expect(timed.map((row) => [row.run, row.baseline, row.seed, row.retriever, row.baseline_retriever])).toEqual([
      ['B', 'A', 'a', 'ssr', 'bm25'],
      ['B', 'A', 'b', 'ssr', 'bm25'],
    ]);
    for (const row of timed) {
      expect(row.timed).toBe('re-timed');
      expect(Number(row.rounds)).toBeGreaterThanOrEqual(20);
      expect(Number(row.samples) % (Number(row.rounds) * 20)).toBe(0);
      const [low, ratio, high] = [row.low, row.ratio, row.high].map(Number) as [number, number, number];
      expect(low).toBeGreaterThan(0);
      expect(low <= ratio && ratio <= high).toBe(true);
    }
    const ratio = Number(Number(timed[0]?.ratio).toPrecision(3));
    const of = `${ratio} (${Number(Number(timed[0]?.low).toPrecision(3))} to ${Number(Number(timed[0]?.high).toPrecision(3))})`;
    for (const text of [
      printed,
      await readFile(join(out, 'compare.md'), 'utf8'),
      await readFile(join(out, 'compare.html'), 'utf8'),
    ]) {
      expect(text).toContain('latency, re-timed');
      expect(text).toContain(of);
      expect(text).toContain('both are made by the same checkout');
      // Why the two medians divided are not the ratio.
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        'the medians beside it are over all samples, so that their quotient may be another',
      );
    }
    expect(printed).toContain('bm25: the same in both runs, and here one code: not timed against itself');
    // Without being asked nothing is timed.
    const plain = await run('compare', bm25, two);
    expect(plain.out).not.toContain('re-timed');
  });

  it('times two settings of one retriever, on given cards that are named again', async () => {
    const files = ['--registry', data.registry, '--query-set', data.querySet, '--stopwords', data.stopwords];
    const { code, out } = await run('compare', given, stopped, '--retime', ...files, '--json');
    expect(code).toBe(0);
    const [comparison] = JSON.parse(out).comparisons;
    expect(comparison.retimed).toMatchObject([{ retriever: 'ssr', baseline_retriever: 'ssr', timed: 're-timed' }]);
  });

  it('refuses what cannot be made again from here, and says why', async () => {
    const files = ['--registry', data.registry, '--query-set', data.querySet];
    expect(await refused(two, two)).toContain('A and B have the same retrievers with the same settings');
    const other = await withExperiment(two, () => ({ shortlist: '99.0.0' }));
    expect(await refused(bm25, other)).toBe(
      `--retime: B was made by Shortlist 99.0.0, and this is ${VERSION}: one checkout cannot time the code of another`,
    );
    const old = await withExperiment(two, ({ dataset }) => ({ dataset: { ...dataset, generator: 'v0' } }));
    expect(await refused(bm25, old)).toContain('the cards of B were generated by v0');
    const folds = await withExperiment(two, ({ dataset }) => ({
      dataset: { ...dataset, queries_from: { examples: '', folds: 5, seed: '42' } },
    }));
    expect(await refused(bm25, folds)).toContain('B is a known-item run');
    const planted = await withExperiment(two, ({ dataset }) => ({
      dataset: { ...dataset, planted: { recipe: '1', shares: {} } },
    }));
    expect(await refused(planted, bm25)).toContain('A has planted cards');
    const k = await withExperiment(two, () => ({ k: 8 }));
    expect(await refused(bm25, k, '--allow', 'k')).toContain('A and B differ in k (7 and 8)');
    const strange = (text: string) => text.replaceAll('ssr', 'gone');
    const unknown = await editedRun(two, next(), {
      ...Object.fromEntries(
        ['summary', 'slices', 'curve', 'queries', 'rankings', 'agreement'].map((name) => [`${name}.csv`, strange]),
      ),
    });
    expect(await refused(bm25, unknown)).toContain('B has the retriever gone: unknown');

    expect(await refused(given, stopped)).toBe(
      '--retime: B has stopwords of its own (stopwords.txt); --stopwords FILE names them',
    );
    const words = ['--stopwords', data.stopwords];
    expect(await refused(given, stopped, ...words)).toContain(
      'the runs are on given cards (cards.jsonl); --registry and --query-set name them',
    );
    expect(await refused(given, stopped, ...files, '--stopwords', data.registry)).toContain(
      'the words of --stopwords are not those of B',
    );
    expect(await refused(bm25, two, ...files)).toContain('the cards of the runs were generated');
    const moved = ['--registry', join(folder.path, 'moved.jsonl'), '--query-set', data.querySet];
    expect(await refused(given, stopped, ...words, ...moved)).toContain('moved.jsonl: no such file');
    const changed = next();
    await mkdir(changed);
    await writeFile(join(changed, 'cards.jsonl'), (await readFile(data.registry, 'utf8')).replace('agent', 'agents'));
    expect(
      await refused(given, stopped, ...words, '--registry', join(changed, 'cards.jsonl'), '--query-set', data.querySet),
    ).toMatch(/^--retime: the cards are not those of the runs: their sha256 differ \([0-9a-f]{12} and [0-9a-f]{12}\)$/);
    const [first = '', ...others] = (await readFile(data.querySet, 'utf8')).split('\n');
    await writeFile(join(changed, 'queries.jsonl'), [...others, first].join('\n'));
    expect(
      await refused(
        given,
        stopped,
        ...words,
        '--registry',
        data.registry,
        '--query-set',
        join(changed, 'queries.jsonl'),
      ),
    ).toContain('the queries, right cards or kinds are not those of the runs');
  });

  it('refuses to time a retriever that finds other cards than its run has on record', async () => {
    let swapped = '';
    const bad = await editedRun(two, next(), {
      'rankings.csv': editRows((row) => {
        if (row.retriever !== 'ssr' || row.seed !== 'b' || row.rank !== '1' || swapped !== '') return row;
        swapped = row.query_id ?? '';
        return { ...row, card_id: 'another' };
      }),
    });
    expect(await refused(bm25, bad)).toBe(
      `--retime: ssr finds other cards here than B has on record (query ${swapped}): B was made by other code`,
    );
  });

  it.each([
    [['--registry', 'x'], '--registry needs --retime'],
    [['--stopwords', 'x'], '--stopwords needs --retime'],
    [['--retime', '--query-set', 'x'], '--query-set needs --registry'],
    [['--retime', '--registry', 'x'], '--registry needs --query-set PATH'],
    [['--retime=yes'], '--retime takes no value'],
  ])('%j is a mistake', async (args, message) => {
    const { code, err } = await run('compare', 'a', 'b', ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
