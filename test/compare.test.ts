import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { editedRun, editRows, folderOfRuns, type Row, rows, run } from './runs.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof folderOfRuns>>;
/** Alike but for k, and a run of two seeds. */
let wide: string;
let narrow: string;
let seeded: string;
let n = 0;
const next = () => join(folder.path, `copy${n++}`);

const SIZES = ['--cards', '120', '--queries', '30', '--no-latency', '--retrievers', 'ssr,bm25'];

beforeAll(async () => {
  folder = await folderOfRuns();
  [wide, narrow, seeded] = [join(folder.path, 'wide'), join(folder.path, 'narrow'), join(folder.path, 'seeded')];
  expect((await run('bench', ...SIZES, '--measures', 'p@3', '--out', wide)).code).toBe(0);
  expect((await run('bench', ...SIZES, '--measures', 'p@3', '-k', '5', '--out', narrow)).code).toBe(0);
  expect((await run('bench', ...SIZES, '--seeds', '42,B', '--out', seeded)).code).toBe(0);
});
afterAll(() => folder.remove());

interface Measure {
  readonly seed?: string;
  readonly retriever: string;
  readonly measure: string;
  readonly queries: number;
  readonly value: number;
  readonly baseline_value: number;
  readonly difference: number;
  readonly better: number;
  readonly worse: number;
}

async function compared(...args: string[]) {
  const { code, err, out } = await run('compare', ...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** Recall of each judged query, worked out from the files alone. */
async function recalls(path: string, retriever: string, k: number): Promise<Map<string, number>> {
  const qrels = (await readFile(join(path, 'qrels.trec'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const pools = (await rows(path, 'rankings.csv')).filter(
    (row) => row.retriever === retriever && Number(row.rank) <= k,
  );
  return new Map(
    [...new Set(qrels.map(([id]) => id as string))].map((id) => {
      const right = qrels.filter(([query]) => query === id).map(([, , card]) => card);
      const found = pools.filter((row) => row.query_id === id && right.includes(row.card_id));
      return [id, found.length / right.length];
    }),
  );
}

describe('a comparison', () => {
  it('of a run with itself is equal in everything', async () => {
    const { comparisons } = await compared(wide, wide);
    expect(comparisons).toHaveLength(1);
    const [{ latency, measures, notices, outcomes, queries, subjects, work }] = comparisons;
    expect({ latency, notices, outcomes, queries }).toEqual({ latency: [], notices: [], outcomes: [], queries: [] });
    expect(subjects).toHaveLength(2);
    for (const row of subjects)
      expect(row).toMatchObject({ queries: 30, same_pools: 30, same_outcomes: 30, won: 0, lost: 0 });
    const names = ['recall_at_k', 'success_at_1', 'mrr', 'ndcg_at_10', 'p@3', 'success_rate'];
    expect(measures.map((row: Measure) => row.measure)).toEqual([...names, ...names]);
    for (const row of measures)
      expect(row).toMatchObject({ difference: 0, low: 0, high: 0, better: 0, worse: 0, p: 1 });
    expect(work.length).toBeGreaterThan(8);
    for (const row of work) expect(row.value).toBe(row.baseline_value);
    const { out } = await run('compare', wide, wide);
    expect(out).toContain('all equal: every pool, measure, outcome and counter of work is the same');
    expect(out).toContain('milliseconds of two runs are never divided');
  });

  it('has the figures of both runs, and the queries that were won and lost', async () => {
    const { comparisons, runs } = await compared(wide, narrow, '--allow', 'k');
    expect(runs).toMatchObject([
      { label: 'A', path: wide, verdict: 'passed' },
      { label: 'B', path: narrow },
    ]);
    const [{ measures, notices, queries, subjects, work }] = comparisons;
    expect(notices).toEqual(['allowed to differ: k (20 and 5)']);
    for (const retriever of ['ssr', 'bm25']) {
      const [before, now] = [await recalls(wide, retriever, 20), await recalls(wide, retriever, 5)];
      const summary = async (path: string) =>
        (await rows(path, 'summary.csv')).find((row) => row.retriever === retriever);
      for (const name of ['recall_at_k', 'mrr', 'ndcg_at_10', 'p@3', 'success_rate']) {
        const row = measures.find((each: Measure) => each.retriever === retriever && each.measure === name);
        expect(row.baseline_value).toBe(Number((await summary(wide))?.[name]));
        expect(row.value).toBe(Number((await summary(narrow))?.[name]));
        expect(row.difference).toBeCloseTo(row.value - row.baseline_value, 12);
      }
      const lost = [...before].filter(([id, recall]) => (now.get(id) as number) < recall).map(([id]) => id);
      expect(lost.length).toBeGreaterThan(3);
      const row = measures.find((each: Measure) => each.retriever === retriever && each.measure === 'recall_at_k');
      expect([row.better, row.worse]).toEqual([0, lost.length]);
      const listed = queries.filter((each: Row) => each.retriever === retriever && each.change === 'lost');
      const byRecall = listed.filter((each: Row) => each.recall !== each.baseline_recall);
      expect(byRecall.map((each: Row) => each.query_id).sort()).toEqual(lost.sort());
      const falls = byRecall.map(
        (each: { recall: number; baseline_recall: number }) => each.baseline_recall - each.recall,
      );
      expect(falls).toEqual(falls.toSorted((a: number, b: number) => b - a));
      expect(subjects.find((each: Row) => each.retriever === retriever)).toMatchObject({ won: 0, lost: listed.length });
    }
    const pools = work.find((row: Row) => row.retriever === 'ssr' && row.counter === 'pool_mean');
    expect(pools.ratio).toBe(pools.value / pools.baseline_value);
    // Seen from the other side, what was lost is won.
    const [back] = (await compared(narrow, wide, '--allow', 'k')).comparisons;
    const ids = (all: Row[], change: string) =>
      all.filter((row) => row.change === change).map((row) => `${row.retriever}/${row.query_id}`);
    expect(ids(back.queries, 'won').sort()).toEqual(ids(queries, 'lost').sort());
  });

  it('counts the outcomes that moved', async () => {
    const from = (await rows(wide, 'queries.csv')).filter((row) => row.retriever === 'ssr');
    const selected = from
      .filter((row) => row.outcome === 'selected')
      .slice(0, 3)
      .map((row) => row.query_id);
    const moved = await editedRun(wide, next(), {
      'queries.csv': editRows((row) =>
        row.retriever === 'ssr' && selected.includes(row.query_id)
          ? { ...row, outcome: 'api_failure', success: 'false' }
          : row,
      ),
    });
    const [{ measures, outcomes }] = (await compared(wide, moved)).comparisons;
    expect(outcomes).toEqual([
      { run: 'B', baseline: 'A', seed: '42', retriever: 'ssr', from: 'selected', to: 'api_failure', queries: 3 },
    ]);
    const success = measures.find((row: Measure) => row.retriever === 'ssr' && row.measure === 'success_rate');
    expect(success).toMatchObject({ queries: 30, better: 0, worse: 3 });
    expect(success.difference).toBeCloseTo(-0.1, 12);
  });

  it('pairs seed with seed, and has a row for all of them together', async () => {
    const [{ measures, subjects }] = (await compared(seeded, seeded)).comparisons;
    expect(subjects.map((row: Row) => row.seed)).toEqual(['42', 'B', '42', 'B']);
    const recall = measures.filter((row: Measure) => row.retriever === 'ssr' && row.measure === 'recall_at_k');
    expect(recall.map((row: Measure) => row.seed)).toEqual(['42', 'B', undefined]);
    const [one, other, both] = recall;
    expect(both.queries).toBe(one.queries + other.queries);
    expect(both.value).toBeCloseTo((one.value * one.queries + other.value * other.queries) / both.queries, 12);
    // Of two runs with one seed in common, that one is compared.
    const [part] = (await compared(wide, seeded, '--allow', 'seed')).comparisons;
    expect(part.subjects.map((row: Row) => row.seed)).toEqual(['42', '42']);
  });

  it('names what one run alone has, and takes several runs', async () => {
    const without = editRows((row) => (row.retriever === 'bm25' ? undefined : row));
    const files = ['summary.csv', 'queries.csv', 'rankings.csv', 'agreement.csv'];
    const fewer = await editedRun(wide, next(), Object.fromEntries(files.map((name) => [name, without])));
    const gone = editRows((row) => (row.query_id === 'q4' ? undefined : row));
    const less = await editedRun(wide, next(), { 'queries.csv': gone, 'rankings.csv': gone });
    const { comparisons } = await compared(wide, fewer, less);
    expect(comparisons.map(({ label, notices }: { label: string; notices: string[] }) => [label, notices])).toEqual([
      ['B', ['in A alone, not compared: bm25']],
      [
        'C',
        [
          'ssr, seed 42: 1 query in A alone, such as "q4": not compared',
          'bm25, seed 42: 1 query in A alone, such as "q4": not compared',
        ],
      ],
    ]);
    expect(comparisons[1].subjects[0].queries).toBe(29);
    // Equal is said of what both have, and of no more.
    for (const [args, owner] of [
      [[wide, fewer], 'A'],
      [[fewer, wide], 'B'],
    ] as const) {
      const { out } = await run('compare', ...args);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(
        `equal where both have the retriever (ssr): every pool, measure, outcome and counter of work is the same; ${owner} alone has bm25`,
      );
      expect(out).not.toContain('all equal');
    }
  });

  it('says where the kinds of queries differ, beside all that is equal', async () => {
    const other = new Map([
      ['q4', ''],
      ['q9', 'other'],
    ]);
    const kinds = await editedRun(wide, next(), {
      'queries.csv': editRows((row) => ({ ...row, kind: other.get(row.query_id ?? '') ?? row.kind ?? '' })),
    });
    const kind = (await rows(wide, 'queries.csv')).find((row) => row.query_id === 'q4')?.kind;
    const [{ notices }] = (await compared(wide, kinds)).comparisons;
    expect(notices).toEqual([`seed 42: kinds differ: of 2 of 30 queries, such as "q4": "${kind}" and none`]);
    const { out } = await run('compare', wide, kinds);
    expect(out).toContain('all equal: every pool');
    expect(out).toContain('kinds differ: of 2 of 30 queries');
  });

  it('puts the times that each run measured beside each other, and divides none', async () => {
    const [{ index_bytes: bytes } = {}] = await rows(wide, 'summary.csv');
    const timed = async (ratio: string) => {
      const path = await editedRun(wide, next(), {});
      const table = `seed,retriever,samples,p50_us,index_bytes,ratio_to_oracle,ratio_low,ratio_high\n42,ssr,100,5,${bytes},${ratio},2,9\n`;
      await writeFile(join(path, 'latency.csv'), table);
      return editedRun(path, next(), { 'latency.csv': (text) => text });
    };
    const [one, other] = [await timed('4'), await timed('8')];
    const [{ latency, work }] = (await compared(one, other)).comparisons;
    expect(latency).toEqual([
      {
        run: 'B',
        baseline: 'A',
        seed: '42',
        retriever: 'ssr',
        baseline_ratio: 4,
        baseline_low: 2,
        baseline_high: 9,
        ratio: 8,
        low: 2,
        high: 9,
      },
    ]);
    const counters = work.filter((row: Row) => row.retriever === 'ssr').map((row: Row) => row.counter);
    expect(counters).toEqual(expect.arrayContaining(['postings_mean', 'visited_mean', 'index_bytes']));
    expect(work.filter((row: Row) => row.counter === 'index_bytes')[0]).toMatchObject({
      value: Number(bytes),
      ratio: 1,
    });
    expect(work.map((row: Row) => row.counter)).not.toContain('p50_us');
  });
});

describe('runs that cannot be compared', () => {
  it('are refused, by what differs', async () => {
    const k = await run('compare', wide, narrow);
    expect(k).toMatchObject({
      code: 2,
      out: '',
      err: `${wide} and ${narrow} differ in k (20 and 5); --allow k compares them all the same\n`,
    });
    const manifest = JSON.parse(await readFile(join(wide, 'manifest.json'), 'utf8'));
    const cards = await editedRun(wide, next(), {});
    manifest.experiment.dataset.contents[0].queries_sha256 = '0'.repeat(64);
    await writeFile(join(cards, 'manifest.json'), JSON.stringify(manifest));
    expect((await run('compare', wide, wide, cards)).err).toMatch(
      /differ in queries \(queries, right cards or kinds: [0-9a-f]{12} and 000000000000 \(seed 42\)\)/,
    );
    expect((await run('compare', wide, cards, '--allow', 'queries')).code).toBe(0);
  });

  it.each([
    [[], 'compare: expected the folders of two or more runs, received 0'],
    [['x'], 'compare: expected the folders of two or more runs, received 1'],
    [['nowhere', 'harness'], 'nowhere: expected the folder of a run'],
    [['a', 'b', '--allow', 'latency'], '--allow latency: unknown; known are cards, queries, k, seed'],
    [['a', 'b', '--re-time'], '--re-time: unknown option'],
    [['a', 'b', '--out', 'harness'], '--out harness: expected an absent or empty folder'],
  ])('%j is one line and exit 2', async (args, message) => {
    const { code, err, out } = await run('compare', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    ['no CSV', 'queries.csv', (text) => `${text}"`, /queries\.csv:\d+: expected CSV as a run writes it/],
    [
      'a cell too many',
      'queries.csv',
      (text) => text.replace('\n', ',\n'),
      /queries\.csv:2: expected CSV as a run writes it/,
    ],
    ['nothing', 'queries.csv', () => '', /queries\.csv: expected a line of column names, received nothing/],
    [
      'no column',
      'queries.csv',
      (text) => text.replace('candidates', 'candidate'),
      /queries\.csv:1: expected a column candidates/,
    ],
    [
      'a column twice',
      'queries.csv',
      (text) => text.replace('kind', 'seed'),
      /queries\.csv:1: the column "seed" comes twice/,
    ],
    [
      'no number',
      'queries.csv',
      editRows((row) => ({ ...row, candidates: 'many' })),
      /queries\.csv:2: candidates: expected a whole number, received "many"/,
    ],
    [
      'an outcome of its own',
      'queries.csv',
      editRows((row) => ({ ...row, outcome: 'fine' })),
      /queries\.csv:2: outcome: expected an outcome .*, received "fine"/,
    ],
    [
      'a query twice',
      'queries.csv',
      editRows((row) => ({ ...row, query_id: 'q0' })),
      /queries\.csv:3: the query "q0" has a row already/,
    ],
    [
      'a stranger',
      'queries.csv',
      editRows((row) => ({ ...row, retriever: '\u202ewss' })),
      /queries\.csv:2: \\u\{202e\}wss, seed 42 has no row in summary\.csv/,
    ],
    [
      'NaN',
      'summary.csv',
      editRows((row) => ({ ...row, k: 'NaN' })),
      /summary\.csv:2: k: expected a whole number, received "NaN"/,
    ],
    [
      'a rank left out',
      'rankings.csv',
      editRows((row) => (row.rank === '2' ? undefined : row)),
      /rankings\.csv:3: rank: expected 2, received 3/,
    ],
    [
      'a ranking of no query',
      'rankings.csv',
      editRows((row) => ({ ...row, query_id: 'none' })),
      /rankings\.csv:2: the query "none" has no row/,
    ],
    [
      'a card twice',
      'rankings.csv',
      editRows((row) => ({ ...row, card_id: 'a' })),
      /rankings\.csv:3: the card "a" is in the pool already/,
    ],
    [
      'no truth',
      'agreement.csv',
      editRows((row) => ({ ...row, equal: 'yes' })),
      /agreement\.csv:2: equal: expected true or false/,
    ],
    ['no judgments', 'qrels.trec', () => 'q0 0 a\n', /qrels\.trec:1: expected 4 columns/],
    [
      'a byte that is no id',
      'qrels.trec',
      () => 'q%FF 0 a 1\n',
      /qrels\.trec: expected an id as a run writes it, received "q%FF"/,
    ],
    ['no JSON', 'manifest.json', () => '{', /manifest\.json: expected JSON/],
    [
      'another manifest',
      'manifest.json',
      () => '{"experiment":{}}',
      /manifest\.json: experiment\.shortlist: expected a string/,
    ],
  ])('with %s in a file are refused with its place', async (_, name, edit, message) => {
    const bad = await editedRun(wide, next(), name === 'manifest.json' ? {} : { [name]: edit });
    if (name === 'manifest.json') await writeFile(join(bad, name), edit(''));
    const { code, err, out } = await run('compare', wide, bad);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).toMatch(/^[\x20-\x7e]+\n$/);
  });
});

describe('a folder that something has been done to', () => {
  it('is judged, or refused in one line, whatever it is', async () => {
    const bad = await editedRun(wide, next(), {});
    const names = ['manifest.json', 'summary.csv', 'queries.csv', 'rankings.csv', 'agreement.csv', 'qrels.trec'];
    const texts = new Map<string, string>();
    for (const name of names) texts.set(name, await readFile(join(bad, name), 'utf8'));
    const piece = fc.oneof(
      fc.constantFrom(
        '',
        ',',
        '\n',
        '"',
        "'",
        '0',
        '-1',
        '1e999',
        'NaN',
        'null',
        '{',
        '[]',
        '__proto__',
        '\u0000',
        '\u202e',
        'ssr',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const edit = fc.record({
      name: fc.constantFrom(...names),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(12),
      piece,
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ at, cut, name, piece }) => {
        const text = texts.get(name) as string;
        const from = Math.floor(at * text.length);
        await writeFile(join(bad, name), text.slice(0, from) + piece + text.slice(from + cut));
        try {
          const gated = await run(
            'gate',
            bad,
            '--baseline',
            wide,
            '--rule',
            'ssr.recall@20 >= baseline',
            '--rule',
            'bm25.p@3 > 0',
          );
          const held = await run('compare', wide, bad, '--allow', 'cards,queries,k,seed');
          for (const { code, err, out } of [gated, held]) {
            expect([0, 1, 2]).toContain(code);
            expect(err).toMatch(code === 2 ? /^[^\n]+\n$/ : /^$/);
            expect(out + err).toMatch(/^[\x20-\x7e\n\u00a1-\u{10ffff}]*$/u);
          }
        } finally {
          await writeFile(join(bad, name), text);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('what a comparison writes', () => {
  const NAMES = [
    '=1+1',
    "'quoted",
    '<script>alert(1)</script>',
    '| a | [b](http://c)',
    '\u001b[31mred',
    'line\nline',
    '\u202eabc',
  ];

  it('holds hostile names as text alone: CSV, Markdown, HTML, terminal', async () => {
    const [cards, queries, base] = [
      join(folder.path, 'cards.jsonl'),
      join(folder.path, 'queries.jsonl'),
      join(folder.path, 'h'),
    ];
    const line = (name: string, i: number) => JSON.stringify({ id: name, name: `word${i} thing` });
    await writeFile(cards, NAMES.map(line).join('\n'));
    const asked = NAMES.map((id, i) => JSON.stringify({ id, text: `word${i}`, relevant: [id] }));
    await writeFile(queries, asked.join('\n'));
    await run(
      'bench',
      '--registry',
      cards,
      '--query-set',
      queries,
      '--retrievers',
      'ssr',
      '--no-latency',
      '--out',
      base,
    );
    const worse = await editedRun(base, next(), {
      'rankings.csv': (text) => text.slice(0, text.indexOf('\n') + 1),
      'queries.csv': editRows((row) => ({
        ...row,
        outcome: 'retrieval_miss',
        success: 'false',
        miss_cause: '<b>why</b>',
      })),
    });
    const out = join(folder.path, 'written');
    const printed = await run('compare', base, worse, '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toMatch(/^[\x20-\x7e\n…]*$/);
    expect((await readdir(out)).sort()).toEqual([
      ...[
        'compare-outcomes.csv',
        'compare-queries.csv',
        'compare-work.csv',
        'compare.csv',
        'compare.html',
        'compare.md',
      ],
    ]);

    const lost = await rows(out, 'compare-queries.csv');
    expect(lost.map((row) => row.query_id?.replace(/^'/, '')).sort()).toEqual(NAMES.toSorted());
    for (const row of lost) expect(row.query_id).not.toMatch(/^[=+@\t\r\n-]/);

    const html = await readFile(join(out, 'compare.html'), 'utf8');
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('script, img, link, iframe, a, b')).toHaveLength(0);
    expect(html).toContain(`content="default-src 'none'; style-src 'sha256-`);
    const cells = [...document.querySelectorAll('td')].map((cell) => cell.textContent);
    for (const id of ['=1+1', '<script>alert(1)</script>', '| a | [b](http://c)']) expect(cells).toContain(id);

    const markdown = await readFile(join(out, 'compare.md'), 'utf8');
    expect(markdown).not.toMatch(/<(?!!-- -->)|\[|\]|`|[^\x20-\x7e\n…]/);
    for (const table of markdown.split('\n\n').filter((part) => part.startsWith('|'))) {
      expect(
        new Set(
          table
            .trim()
            .split('\n')
            .map((row) => row.split('|').length),
        ).size,
      ).toBe(1);
    }
  });
});
