import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { scale } from '../harness/commands/scale.ts';
import { type Row, rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

// Each size is a process.
vi.setConfig({ testTimeout: 120_000 });

/** Runs `scale` with a process for each size that does what the size says. */
async function scaled(raw: Record<string, unknown>, signal = new AbortController().signal) {
  const out: string[] = [];
  const err: string[] = [];
  const screen = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    progress: false,
  };
  const code = await scale(raw, screen, signal, new URL('./harness/children/size.ts', import.meta.url));
  return { code, out: out.join(''), err: err.join('') };
}

async function manifestOf(folder: string) {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
}

describe('scale', () => {
  it('measures each size in a process, writes rows, growth and manifest, and prints them', async () => {
    const out = join(await temporaryFolder(), 'run');
    const sizes = [
      '--sizes',
      '4e2,100,2e2',
      '--queries',
      '250',
      '--check',
      '20',
      '--shape',
      'passages',
      '--seed',
      '042',
    ];
    const printed = await run('scale', ...sizes, '-k', '5', '--out', out);
    expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' });
    const charts = ['build', 'bytes-per-posting', 'memory', 'time', 'work'].map((name) => `chart-${name}.svg`);
    expect((await readdir(out)).sort()).toEqual([
      ...[...charts, 'growth.csv', 'manifest.json', 'report.html', 'scale.csv'],
    ]);

    const table = await rows(out, 'scale.csv');
    expect(Object.keys(table[0]!).join(',')).toBe(
      'shape,seed,cards,queries,k,build_s,generate_s,start_bytes,peak_bytes,index_bytes,postings,bytes_per_posting,postings_mean,visited_mean,samples,mean_us,p50_us,p95_us,p99_us,term_at_a_time_mean_us,stream_mean_us,mean_to_term_at_a_time,mean_to_stream,compared,divergent',
    );
    expect(table.map(({ cards }) => cards)).toEqual(['100', '200', '400']);
    for (const row of table) {
      expect(row).toMatchObject({ shape: 'passages', seed: '042', queries: '250', k: '5', samples: '1500' });
      expect(row).toMatchObject({ compared: '20', divergent: '0' });
      for (const [name, cell] of Object.entries(row))
        if (!/shape|divergent|^mean_to_/.test(name)) expect(Number(cell)).toBeGreaterThan(0);
      // Reading the postings of so few cards may take less than ten steps of the clock.
      const quotient = Number(row.mean_us) / Number(row.stream_mean_us);
      expect(['', String(quotient)]).toContain(row.mean_to_stream);
      expect(Number(row.peak_bytes)).toBeGreaterThan(Number(row.index_bytes));
    }
    const growth = await rows(out, 'growth.csv');
    const [first, , last] = table;
    const postings = growth.find(({ figure }) => figure === 'postings_mean');
    expect(postings?.sizes).toBe('3');
    // Three sizes evenly apart: the line has the slope of its ends.
    expect(Number(postings?.exponent)).toBeCloseTo(
      Math.log(Number(last?.postings_mean) / Number(first?.postings_mean)) / Math.log(4),
      9,
    );

    const manifest = await manifestOf(out);
    expect(manifest).toMatchObject({
      experiment: {
        shape: 'passages',
        seed: '042',
        sizes: [100, 200, 400],
        queries: 250,
        check: 20,
        k: 5,
        retriever: 'ssr',
      },
      machine: { node: process.version },
      verdict: { result: 'passed', reasons: [] },
    });
    for (const name of ['scale.csv', 'growth.csv']) {
      const text = await readFile(join(out, name), 'utf8');
      expect(manifest.files[name]).toBe(createHash('sha256').update(text).digest('hex'));
    }

    expect(printed.out).toMatch(
      /^passages of seed 042, 250 queries a size, k = 5, each size in a process of its own\n/,
    );
    expect(printed.out).toContain('agreement  400: 20 of 20 queries identical to the oracle\n');
    expect(printed.out).toMatch(/\nvisited_mean +\d\.\d\d +[01]\.\d{3} +3\n/);
    expect(printed.out).toMatch(/\n\npassed\n$/);
    const lines = printed.out.split('\n').filter((line) => !line.startsWith('files'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('prints one JSON document, or nothing', async () => {
    const folder = await temporaryFolder();
    const { code, out } = await scaled({ sizes: '20,10,40', json: true, out: join(folder, 'a') });
    const { growth, paths, scale: found, verdict } = JSON.parse(out);
    expect({ code, verdict }).toEqual({ code: 0, verdict: { result: 'passed', reasons: [] } });
    expect(found.map((row: { cards: number }) => row.cards)).toEqual([10, 20, 40]);
    expect(growth.find((row: Row) => row.figure === 'visited_mean').exponent).toBeCloseTo(0.5, 9);
    expect(paths.folder).toBe(join(folder, 'a'));
    expect(paths.files.slice(0, 3)).toEqual(['scale.csv', 'growth.csv', 'report.html']);
    expect((await readdir(paths.folder)).sort()).toEqual([...paths.files].sort());
    expect(await scaled({ sizes: '10', quiet: true, out: join(folder, 'b') })).toEqual({ code: 0, out: '', err: '' });
  });

  it('says that growth takes three sizes, and leaves it blank', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await scaled({ sizes: '10,20', out });
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('how a figure grows with the cards takes three sizes or more to say');
    const growth = await rows(out, 'growth.csv');
    expect(growth.find(({ figure }) => figure === 'visited_mean')).toEqual({
      figure: 'visited_mean',
      exponent: '',
      r_squared: '',
      sizes: '2',
    });
  });

  it.each([
    ['13', '13 cards: died (exit code 3)'],
    ['14', '14 cards: of no use'],
    ['16', '16 cards: the process ended without a result'],
  ])('keeps the rows before a size whose process fails, names it, and measures no more: %s', async (size, reason) => {
    const out = join(await temporaryFolder(), 'run');
    const { code, err, out: printed } = await scaled({ sizes: `10,${size},40`, out });
    expect({ code, err }).toEqual({ code: 1, err: `failed: ${reason}\n` });
    expect(printed).toMatch(/\n\nfailed\n$/);
    expect((await rows(out, 'scale.csv')).map(({ cards }) => cards)).toEqual(['10']);
    expect((await manifestOf(out)).verdict).toEqual({ result: 'failed', reasons: [reason] });
  });

  it('fails where the first size fails: nothing measured is not passed', async () => {
    const out = join(await temporaryFolder(), 'run');
    expect(await scaled({ sizes: '13', out })).toMatchObject({
      code: 1,
      err: 'failed: 13 cards: died (exit code 3)\n',
    });
    expect(await readdir(out)).toEqual(['manifest.json']);
  });

  it('exits 1 where a size differs from the oracle or was not compared, says where, and goes on', async () => {
    const out = join(await temporaryFolder(), 'run');
    const { code, err } = await scaled({ sizes: '17,18,40', out });
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      'failed: 17 cards: 2 of 100 queries differ from the oracle; the first: query "a\\u{1b}[31mb": k 20',
      'failed: 18 cards: no query was compared with the oracle',
      '',
    ]);
    expect(await rows(out, 'scale.csv')).toHaveLength(3);
  });

  it('an interrupt exits 130 and leaves the rows that are finished, whole', async () => {
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const running = scaled({ sizes: '10,12,15', out: join(folder, 'run') }, controller.signal);
    await vi.waitFor(async () => expect(await rows(join(folder, 'run'), 'scale.csv')).toHaveLength(2), 60_000);
    controller.abort();
    const path = join(folder, 'run-interrupted');
    expect(await running).toEqual({ code: 130, out: '', err: `interrupted; what was finished is in ${path}\n` });
    expect((await readdir(path)).sort()).toEqual(['growth.csv', 'manifest.json', 'scale.csv']);
    expect((await rows(path, 'scale.csv')).map(({ cards }) => cards)).toEqual(['10', '12']);
    const { files, verdict } = await manifestOf(path);
    expect(verdict).toEqual({ result: 'interrupted', reasons: ['2 sizes were finished'] });
    expect(Object.keys(files)).toEqual(['scale.csv', 'growth.csv']);
    expect(await readdir(folder)).toEqual(['run-interrupted']);
  });

  it.each<[string[], string]>([
    [['--sizes', ''], '--sizes needs a value'],
    [['--sizes', '1e3,'], '--sizes 1e3,: expected names with one comma between two'],
    [['--sizes', '0'], '--sizes 0: expected an integer from 1 to 4294967295, in decimal digits or such as 1e5'],
    [['--sizes', '1.5e3'], '--sizes 1.5e3: expected an integer from 1'],
    [['--sizes', '1e3,1000'], '--sizes: 1000 is given twice'],
    [['--shape', 'cubes'], '--shape cubes: expected one of cards, passages'],
    [['--queries', '1e3'], '--queries 1e3: expected an integer from 1'],
    [['--check', '0'], '--check 0: expected an integer from 1'],
    [['--check', 'all'], '--check all: expected an integer from 1'],
    [['-k', '0'], '--k 0: expected an integer from 1'],
    [['--seed', 'a b'], '--seed a b: '],
    [['--quiet', '--json'], '--quiet and --json: give one of them'],
    [['--cards', '10'], '--cards: unknown option'],
    [['1e3'], '1e3: unexpected word'],
  ])('%j is refused in one line, before any work', async (args, reason) => {
    const out = join(await temporaryFolder(), 'run');
    const { code, err, out: printed } = await run('scale', ...args, '--out', out);
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(err).toContain(reason);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  it('writes into no folder that holds anything', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'mine'), '');
    const { code, err } = await run('scale', '--sizes', '10', '--out', folder);
    expect({ code, err: err.split(': ')[1] }).toEqual({
      code: 2,
      err: 'expected an absent or empty folder; it holds "mine"\n',
    });
    expect(await readdir(folder)).toEqual(['mine']);
  });
});
