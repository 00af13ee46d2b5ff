import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../harness/command-line.ts';
import { editedRun, editRows, folderOfRuns, type Row, rows, run } from './runs.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof folderOfRuns>>;
/** A run of three retrievers on one seed, and one of two on two seeds. */
let whole: string;
let seeded: string;
let n = 0;
const next = () => join(folder.path, `copy${n++}`);

beforeAll(async () => {
  folder = await folderOfRuns();
  whole = join(folder.path, 'whole');
  seeded = join(folder.path, 'seeded');
  const sizes = ['--cards', '120', '--queries', '20', '--no-latency'];
  const three = ['--retrievers', 'ssr,exhaustive-idf,bm25'];
  expect((await run('bench', ...sizes, ...three, '--out', whole)).code).toBe(0);
  const two = ['--seeds', 'a,B', '--retrievers', 'ssr,bm25'];
  expect((await run('bench', ...sizes, ...two, '--out', seeded)).code).toBe(0);
});
afterAll(() => folder.remove());
beforeEach(() => {
  for (const name of ['GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY']) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

/** The conditions that a gate found broken, as JSON. */
async function broken(...args: string[]) {
  const { code, out } = await run('gate', ...args, '--json');
  const report = JSON.parse(out);
  const checks = report.checks.filter((check: { passed: boolean }) => !check.passed);
  expect(code).toBe(checks.length > 0 ? 1 : 0);
  expect(report.passed).toBe(checks.length === 0);
  return checks as {
    name: string;
    seed?: string;
    wanted: string;
    got: string;
    worst: { query_id: string; detail: string }[];
  }[];
}

describe('a gate', () => {
  it('passes a sound run beside itself, by every kind of rule', async () => {
    const rules = [
      'ssr.divergent == 0',
      'ssr.recall@20 >= bm25.recall@20 - 0.5',
      'ssr.candidates_mean <= baseline * 1.05',
      'ssr.recall_at_k == baseline.exhaustive-idf.recall@20',
      '(ssr.selected + ssr.wrong_selection) / ssr.queries > 0.1',
      'ssr.max_score_error <= 0',
      'ssr.index_bytes <= baseline * 1.05',
      'ssr.visited_mean <= baseline * 1.05',
      'ssr.visited_mean <= ssr.postings_mean',
      'ssr.index_bytes > 0',
    ];
    const { code, err, out } = await run(
      'gate',
      whole,
      '--baseline',
      whole,
      ...rules.flatMap((rule) => ['--rule', rule]),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const rule of rules) expect(out).toContain(`ok      ${rule} (seed 42)\n`);
    expect(out).toContain('ok      the ledger of bm25 balances (seed 42)\n');
    expect(out).toMatch(/passed: 21 of 21 conditions hold\n$/);
    expect(await run('gate', whole, '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });

  it('knows the figures of the run: recall of the pools is recall in the summary, by every cutoff', async () => {
    const summary = await rows(whole, 'summary.csv');
    const curve = await rows(whole, 'curve.csv');
    const rules = ['ssr', 'bm25'].flatMap((retriever) => {
      const of = summary.find((row) => row.retriever === retriever);
      const at5 = curve.find((row) => row.retriever === retriever && row.k === '5');
      return [
        `${retriever}.recall@20 == ${of?.recall_at_k}`,
        `${retriever}.recall@5 == ${at5?.recall}`,
        `${retriever}.complete@5 == ${at5?.complete}`,
        `${retriever}.ndcg@10 == ${of?.ndcg_at_10}`,
      ];
    });
    expect(await broken(whole, ...rules.flatMap((rule) => ['--rule', rule]))).toEqual([]);
  });

  it('knows the slices of the run, and its curve beyond the pools', async () => {
    const curve = await rows(whole, 'curve.csv');
    const large = curve.filter(({ k, retriever }) => retriever === 'bm25' && Number(k) > 20);
    expect(large.map(({ k }) => k)).toEqual(['50', '100']);
    const slices = (await rows(whole, 'slices.csv')).filter(({ retriever }) => retriever === 'ssr');
    expect(slices.length).toBeGreaterThan(4);
    const rules = [
      ...large.flatMap(({ complete, k, recall }) => [
        `bm25.recall@${k} == ${recall}`,
        `bm25.complete@${k} == ${complete}`,
      ]),
      ...slices.flatMap(({ kind, mrr, queries, recall_at_k, success_rate }) => [
        `ssr[${kind}].queries == ${queries}`,
        `ssr["${kind}"].success_rate == ${success_rate}`,
        // Where no query of the kind has a right card there is no recall.
        ...(recall_at_k === '' ? [] : [`ssr[${kind}].recall@20 == ${recall_at_k}`, `ssr[${kind}].mrr == ${mrr}`]),
      ]),
    ];
    expect(rules.length).toBeGreaterThan(20);
    expect(await broken(whole, '--baseline', whole, ...rules.flatMap((rule) => ['--rule', rule]))).toEqual([]);
    const queries = await rows(whole, 'queries.csv');
    const kindOf = new Map(queries.map(({ kind, query_id }) => [query_id, kind]));
    const [check] = await broken(whole, '--baseline', whole, '--rule', 'ssr[vague].success_rate >= baseline + 0.1');
    expect(check).toMatchObject({ name: 'ssr[vague].success_rate >= baseline + 0.1' });
    expect(check?.worst.map(({ query_id }) => kindOf.get(query_id))).toEqual(['vague', 'vague', 'vague']);
    // Absent is broken, and said.
    expect(await broken(whole, '--rule', 'ssr[unseen].recall_at_k >= 0')).toMatchObject([
      { got: expect.stringContaining('the run has no value for ssr[unseen].recall_at_k: it was not measured') },
    ]);
  });

  it('knows the queries without a kind, and kinds of several words in quotes', async () => {
    const renamed = new Map([
      ['vague', ''],
      ['noisy', 'two words'],
    ]);
    const rename = editRows((row) => ({ ...row, kind: renamed.get(row.kind ?? '') ?? row.kind ?? '' }));
    const other = await editedRun(whole, next(), { 'slices.csv': rename, 'queries.csv': rename });
    const slices = (await rows(other, 'slices.csv')).filter(({ retriever }) => retriever === 'ssr');
    const rules = ['', 'two words'].flatMap((kind) => {
      const row = slices.find((each) => each.kind === kind);
      expect(Number(row?.queries)).toBeGreaterThan(0);
      return [
        `ssr["${kind}"].recall_at_k == ${row?.recall_at_k}`,
        `ssr["${kind}"].queries == ${row?.queries}`,
        // From the rows of these queries, not from the slice.
        `ssr["${kind}"].recall@20 == ${row?.recall_at_k}`,
      ];
    });
    expect(await broken(other, ...rules.flatMap((rule) => ['--rule', rule]))).toEqual([]);
    const [check] = await broken(other, '--rule', 'ssr[""].recall@20 > 1');
    expect(check?.got).toContain('ssr[""].recall@20 = ');
    const { code, err } = await run('gate', other, '--rule', 'ssr[gone].mrr > 0');
    expect(code).toBe(2);
    expect(err).toContain('no queries of the kind "gone" in the run; there are ');
    expect(err).toMatch(/, ""(,|$)/m);
    expect(err).toContain('"two words"');
    // Without any kind there is one slice, of all queries; it is no kind.
    const without = editRows((row) => ({ ...row, kind: '' }));
    const none = await editedRun(whole, next(), { 'slices.csv': without, 'queries.csv': without });
    expect((await run('gate', none, '--rule', 'ssr[vague].mrr > 0')).err).toContain('its queries have none');
  });

  it('names the query of a divergence', async () => {
    const differs = { equal: 'false', max_score_error: '0.5', first_divergent_rank: '3' };
    const bad = await editedRun(whole, next(), {
      'agreement.csv': editRows((row) => (row.query_id === 'q7' && row.k === '20' ? { ...row, ...differs } : row)),
      'summary.csv': editRows((row) => (row.retriever === 'ssr' ? { ...row, divergent: '1' } : row)),
    });
    const checks = await broken(bad);
    expect(checks).toMatchObject([
      {
        name: 'ssr agrees with its oracle',
        seed: '42',
        got: expect.stringContaining('20 compared, 1 divergent'),
        worst: [{ query_id: 'q7', detail: 'differs at k = 20, first at rank 3, scores by up to 0.5' }],
      },
    ]);
    // The row alone is enough, whatever the summary says.
    const divergent = (row: Row) => ({ ...row, divergent: row.divergent === '' ? '' : '0' });
    const silent = await editedRun(bad, next(), { 'summary.csv': editRows(divergent) });
    expect((await run('gate', silent)).out).toMatch(/worst {3}query q7: differs at k = 20/);
  });

  it('names the query that the orchestrator got wrong, against a baseline', async () => {
    const queries = await rows(whole, 'queries.csv');
    const chosen = queries.find((row) => row.retriever === 'ssr' && row.outcome === 'selected')?.query_id as string;
    const wrong = { outcome: 'invalid_index', success: 'false', picked_card: '' };
    const worse = await editedRun(whole, next(), {
      'queries.csv': editRows((row) =>
        row.retriever === 'ssr' && row.query_id === chosen ? { ...row, ...wrong } : row,
      ),
      'summary.csv': editRows((row) => {
        const [selected, rate] = [Number(row.selected) - 1, Number(row.success_rate) - 1 / 20];
        return row.retriever === 'ssr'
          ? { ...row, selected: `${selected}`, invalid_index: '1', success_rate: `${rate}` }
          : row;
      }),
    });
    const checks = await broken(worse, '--baseline', whole, '--rule', 'ssr.success_rate >= baseline');
    expect(checks).toMatchObject([{ name: 'ssr.success_rate >= baseline', seed: '42', worst: [{ query_id: chosen }] }]);
    expect(checks[0]?.worst[0]?.detail).toMatch(/^ssr.success_rate 0, baseline.ssr.success_rate 1; invalid_index/);
  });

  it('names the queries that lost most, three at most, worst first', async () => {
    const pools = await rows(whole, 'rankings.csv');
    const one = join(folder.path, 'k1');
    const three = ['--retrievers', 'ssr,exhaustive-idf,bm25'];
    await run('bench', '--cards', '120', '--queries', '20', '--no-latency', ...three, '-k', '1', '--out', one);
    const [check, ...others] = await broken(
      one,
      '--baseline',
      whole,
      '--allow',
      'k',
      '--rule',
      'ssr.recall_at_k >= baseline',
    );
    expect(others).toEqual([]);
    const right = (await readFile(join(whole, 'qrels.trec'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const recall = (id: string, k: number) => {
      const wanted = right.filter(([query]) => query === id).map(([, , card]) => card);
      const found = pools.filter(
        (row) =>
          row.retriever === 'ssr' && row.query_id === id && Number(row.rank) <= k && wanted.includes(row.card_id),
      );
      return found.length / wanted.length;
    };
    const ids = [...new Set(right.map(([id]) => id as string))];
    const lost = ids.map((id) => ({ id, by: recall(id, 20) - recall(id, 1) })).filter(({ by }) => by > 0);
    const worst = lost
      .sort((a, b) => b.by - a.by)
      .slice(0, 3)
      .map(({ id }) => id);
    expect(worst).toHaveLength(3);
    expect(check?.worst.map(({ query_id }) => query_id)).toEqual(worst);
  });

  it('fails without what the baseline has: a retriever, a query', async () => {
    const without = editRows((row) => (row.retriever === 'bm25' ? undefined : row));
    const files = ['summary.csv', 'queries.csv', 'rankings.csv', 'agreement.csv'];
    const fewer = await editedRun(whole, next(), Object.fromEntries(files.map((name) => [name, without])));
    expect(await broken(fewer, '--baseline', whole)).toMatchObject([
      { name: 'every retriever of the baseline', got: 'missing: bm25, seed 42' },
    ]);
    // The other way round only a rule about it has nothing to compare with.
    expect(await broken(whole, '--baseline', fewer)).toEqual([]);
    expect(await broken(whole, '--baseline', fewer, '--rule', 'bm25.mrr >= baseline')).toMatchObject([
      { got: expect.stringContaining('the baseline has no row for bm25 on seed 42') },
    ]);
    const q3 = editRows((row) => (row.query_id === 'q3' ? undefined : row));
    const less = await editedRun(whole, next(), { 'queries.csv': q3, 'rankings.csv': q3 });
    const checks = await broken(less, '--baseline', whole);
    expect(checks.find(({ name }) => name === 'every query of the baseline')).toMatchObject({
      got: '3 missing',
      worst: [{ query_id: 'q3', detail: 'missing for ssr, seed 42' }, {}, {}],
    });
    expect(checks.filter(({ name }) => name.startsWith('the ledger of'))).toHaveLength(3);
  });

  it('fails beside a baseline of other cards, queries, k or seed, unless that is allowed', async () => {
    const checks = await broken(whole, '--baseline', seeded);
    expect(checks.map(({ name }) => name)).toEqual([
      'the same cards, queries, k and seed as the baseline',
      'every retriever of the baseline',
    ]);
    expect(checks[0]?.got).toContain('seed: a,B and 42');
    expect(await broken(whole, '--baseline', seeded, '--allow', 'seed')).toEqual([]);
  });

  it('fails where the figures and the rows do not add up, and where files changed', async () => {
    const moved = { outcome: 'wrong_selection', success: 'false' };
    let one = true;
    const ledger = await editedRun(whole, next(), {
      'queries.csv': editRows((row) => {
        if (!one || row.retriever !== 'bm25' || row.outcome !== 'selected') return row;
        one = false;
        return { ...row, ...moved };
      }),
    });
    expect(await broken(ledger)).toMatchObject([
      {
        name: 'the ledger of bm25 balances',
        got: expect.stringMatching(/selected: \d+ in summary.csv, \d+ in the rows; wrong/),
      },
    ]);
    const [hit] = (await rows(whole, 'rankings.csv')).filter((row) => row.retriever === 'ssr' && row.rank === '20');
    const lost = (row: Row) => row.retriever === 'ssr' && row.query_id === hit?.query_id && row.rank === '20';
    const torn = await editedRun(whole, next(), { 'rankings.csv': editRows((row) => (lost(row) ? undefined : row)) });
    expect(await broken(torn)).toMatchObject([
      {
        name: 'the ledger of ssr balances',
        worst: [{ query_id: hit?.query_id, detail: expect.stringContaining('19') }],
      },
    ]);
    const changed = await editedRun(whole, next(), {});
    const candidates = editRows((row) => ({ ...row, candidates: `${Number(row.candidates) + 1}` }));
    await writeFile(join(changed, 'queries.csv'), candidates(await readFile(join(changed, 'queries.csv'), 'utf8')));
    expect(await broken(changed)).toMatchObject([
      {
        name: 'files as the run wrote them',
        got: expect.stringMatching(/^queries\.csv: wanted [0-9a-f]{12}, got [0-9a-f]{12}$/),
      },
    ]);
  });

  it('fails for every file of the manifest that is changed or gone, whoever reads it, and for its fingerprint', async () => {
    const { files, fingerprint } = JSON.parse(await readFile(join(whole, 'manifest.json'), 'utf8'));
    const names = Object.keys(files);
    const read = ['summary', 'slices', 'curve', 'queries', 'rankings', 'agreement'].map((name) => `${name}.csv`);
    expect(names).toEqual(
      expect.arrayContaining(['report.html', 'run.ssr.trec', 'chart-recall.svg', 'cards.csv', 'ties.csv']),
    );
    const got = async (path: string) => {
      const [check, ...others] = await broken(path);
      expect(others).toEqual([]);
      expect(check?.name).toBe('files as the run wrote them');
      return check?.got;
    };
    const bad = await editedRun(whole, next(), {});
    for (const name of names) {
      const text = await readFile(join(bad, name));
      // What is read is told before, with its line, where it is no more what it was.
      if (!read.includes(name) && name !== 'qrels.trec') {
        await rm(join(bad, name));
        expect(await got(bad)).toBe(`${name}: wanted ${files[name].slice(0, 12)}, got no such file or folder`);
        await writeFile(join(bad, name), Buffer.concat([text, Buffer.from('\n')]));
        expect(await got(bad)).toMatch(
          new RegExp(`^${name.replaceAll('.', '\\.')}: wanted ${files[name].slice(0, 12)}, got [0-9a-f]{12}$`),
        );
      }
      await writeFile(join(bad, name), text);
    }
    expect(await broken(bad)).toEqual([]);

    const path = join(bad, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    const other = 'f'.repeat(64);
    const wanted = (stamp: string) => `fingerprint in manifest.json: wanted ${stamp.slice(0, 12)}, got `;
    await writeFile(path, JSON.stringify({ ...manifest, fingerprint: other }));
    expect(await got(bad)).toBe(`${wanted(fingerprint)}ffffffffffff`);
    await writeFile(path, JSON.stringify({ ...manifest, fingerprint: undefined }));
    expect(await got(bad)).toBe(`${wanted(fingerprint)}none`);
    for (const change of [{ k: 19 }, { check: 3 }, { measures: ['mrr'] }]) {
      await writeFile(path, JSON.stringify({ ...manifest, experiment: { ...manifest.experiment, ...change } }));
      const text = await got(bad);
      expect(text).toMatch(/^fingerprint in manifest\.json: wanted [0-9a-f]{12}, got [0-9a-f]{12}$/);
      expect(text).toContain(`got ${fingerprint.slice(0, 12)}`);
    }
    // What a manifest names is read in its folder or not at all.
    await writeFile(
      path,
      JSON.stringify({ ...manifest, files: { ...files, '../whole/report.html': files['report.html'] } }),
    );
    expect(await got(bad)).toContain('../whole/report.html: wanted');
    await writeFile(path, JSON.stringify(manifest));
    await rm(join(bad, 'report.html'));
    expect(await broken(whole, '--baseline', bad)).toMatchObject([
      { name: 'the baseline is whole', got: expect.stringContaining('passed, report.html: wanted') },
    ]);
  });

  it.each(['failed', 'unchecked', 'interrupted'])('fails a run that is %s', async (result) => {
    const bad = await editedRun(whole, next(), {});
    const path = join(bad, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, verdict: { result, reasons: ['because'] } }));
    expect(await broken(bad)).toMatchObject([{ name: 'verdict of the run', got: `${result}: because` }]);
  });

  it('fails a run without any oracle, without rows, and without queries', async () => {
    const bm25 = editRows((row) => (row.retriever === 'bm25' ? row : undefined));
    const files = ['summary.csv', 'queries.csv', 'rankings.csv', 'agreement.csv'];
    const alone = await editedRun(whole, next(), Object.fromEntries(files.map((name) => [name, bm25])));
    expect((await broken(alone)).map(({ name }) => name)).toEqual(['agreement with the oracle']);
    const head = (text: string) => text.slice(0, text.indexOf('\n') + 1);
    const empty = { 'queries.csv': head, 'rankings.csv': head, 'agreement.csv': head };
    const names = async (path: string) => (await broken(path)).map(({ name }) => name);
    expect(await names(await editedRun(alone, next(), empty))).toContain('something was measured');
    expect(await names(await editedRun(alone, next(), { ...empty, 'summary.csv': head }))).toContain(
      'something was measured',
    );
  });

  it('applies a rule to every seed, and says which broke it', async () => {
    const summary = (await rows(seeded, 'summary.csv')).filter((row) => row.retriever === 'ssr');
    const recalls = summary.map((row) => Number(row.recall_at_k));
    expect(new Set(recalls).size).toBe(2);
    const least = recalls.indexOf(Math.min(...recalls));
    expect(await broken(seeded, '--rule', `ssr.recall@20 >= ${Math.max(...recalls)}`)).toMatchObject([
      { seed: summary[least]?.seed, got: expect.stringContaining('ssr.recall@20 = ') },
    ]);
    expect(await broken(seeded, '--baseline', seeded, '--rule', 'ssr.recall@20 >= baseline')).toEqual([]);
  });

  it('fails a rule over what is absent, and over no number', async () => {
    const asked = ['ssr.p50_us < 1e9', 'exhaustive-idf.index_bytes < 1e9', 'bm25.divergent == 0'];
    expect(await broken(whole, ...asked.flatMap((rule) => ['--rule', rule]))).toMatchObject([
      {
        wanted: '< 1000000000',
        got: expect.stringContaining('no value for ssr.p50_us: it was not measured'),
        worst: [],
      },
      { got: expect.stringContaining('no value for exhaustive-idf.index_bytes: it was not measured') },
      { got: expect.stringContaining('no value for bm25.divergent') },
    ]);
    for (const rule of [
      '0 * ssr.mrr / ssr.divergent == 0',
      'ssr.mrr / ssr.divergent > 0',
      'ssr.mrr / ssr.divergent != 0',
    ]) {
      expect(await broken(whole, '--rule', rule)).toHaveLength(1);
    }
  });

  it('fails more work than the baseline has, and one counter that two files tell differently', async () => {
    const [row] = (await rows(whole, 'summary.csv')).filter(({ retriever }) => retriever === 'ssr');
    const bytes = Number(row?.index_bytes);
    const visited = Number(row?.visited_mean);
    expect([bytes > 0, visited > 0]).toEqual([true, true]);
    const less = await editedRun(whole, next(), {
      'summary.csv': editRows((each) => ({ ...each, index_bytes: `${bytes / 2}`, visited_mean: `${visited / 2}` })),
    });
    const rules = ['--rule', 'ssr.index_bytes <= baseline * 1.05', '--rule', 'ssr.visited_mean <= baseline * 1.05'];
    expect(await broken(whole, '--baseline', less, ...rules)).toMatchObject([
      { wanted: expect.stringMatching(/^<= /), got: expect.stringContaining(`ssr.index_bytes = ${bytes}`) },
      { got: expect.stringContaining(`ssr.visited_mean = ${visited}`) },
    ]);
    expect(await broken(less, '--baseline', whole, ...rules)).toEqual([]);

    const timed = async (indexBytes: number | '') => {
      const path = await editedRun(whole, next(), {});
      await writeFile(join(path, 'latency.csv'), `seed,retriever,samples,index_bytes\n42,ssr,100,${indexBytes}\n`);
      return editedRun(path, next(), { 'latency.csv': (text) => text });
    };
    expect(await broken(await timed(bytes), '--rule', `ssr.index_bytes == ${bytes}`)).toEqual([]);
    for (const other of [bytes + 1, ''] as const) {
      expect(await run('gate', await timed(other))).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          `latency.csv:2: index_bytes: expected ${bytes}, as in summary.csv, received ${other || 'nothing'}`,
        ),
      });
    }
  });

  it('reads index_bytes from latency.csv where an older summary has none', async () => {
    const older = await editedRun(whole, next(), {
      'summary.csv': (text) => text.replace(/index_bytes/, 'another'),
    });
    await writeFile(join(older, 'latency.csv'), 'seed,retriever,samples,index_bytes\n42,ssr,100,64\n');
    const run = await editedRun(older, next(), { 'latency.csv': (text) => text });
    expect(await broken(run, '--rule', 'ssr.index_bytes == 64')).toEqual([]);
  });

  it('reads rules from a file', async () => {
    const path = join(folder.path, 'gate.rules');
    await writeFile(path, '# what main may not lose\n\n  ssr.recall@20 >= 0.999999\r\nssr.mrr > 0\n');
    expect((await broken(whole, '--rules', path)).map(({ name }) => name)).toEqual(['ssr.recall@20 >= 0.999999']);
  });
});

it('an interrupted gate or comparison says so and exits 130', async () => {
  for (const args of [
    ['gate', whole],
    ['compare', whole, whole],
  ]) {
    const said: string[] = [];
    const screen = {
      out: () => undefined,
      err: (text: string) => void said.push(text),
      colour: false,
      progress: false,
    };
    expect(await main(args, screen, AbortSignal.abort())).toBe(130);
    expect(said).toEqual(['interrupted\n']);
  }
});

describe('a mistake in a gate', () => {
  it.each([
    [[], 'gate: expected the folder of a run'],
    [['x', 'y'], 'y: gate takes one run; --baseline RUN'],
    [['nowhere'], 'nowhere: expected the folder of a run, found no manifest.json in it'],
    [['harness'], 'harness: expected the folder of a run, found no manifest.json in it'],
    [['nowhere', '--rule', 'ssr.mrr >> 1'], '--rule "ssr.mrr >> 1": position 10: expected'],
    [['nowhere', '--rule', 'ssr.mrr >= baseline'], '--rule "ssr.mrr >= baseline": speaks of the baseline; it needs'],
    [['nowhere', '--rule', ''], '--rule needs a value'],
    [['nowhere', '--rules', 'nofile'], 'nofile: no such file'],
    [['nowhere', '--rules', 'package.json'], 'package.json:1: position 1: expected'],
    [['nowhere', '--allow', 'cards,kk'], '--allow kk: unknown; known are cards, queries, k, seed'],
    [['nowhere', '--quiet', '--json'], '--quiet and --json: give one of them'],
    [['nowhere', '--baseline', 'a', '--baseline', 'b'], '--baseline: given 2 times'],
    [['nowhere', '--rul', 'x'], '--rul: unknown option'],
  ])('%j is one line and exit 2, before anything is read', async (args, message) => {
    const { code, err, out } = await run('gate', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
  });

  it.each([
    ['wss.mrr > 0', 'no retriever "wss" in the run; there are ssr, exhaustive-idf, bm25'],
    ['ssr.recal@20 > 0', 'no column "recal@20"; there are k, cards, queries, judged, recall_at_k'],
    ['ssr.dataset > 0', 'no column "dataset"'],
    [
      'ssr.recall@21 > 0',
      'recall@21: the pool has k = 20 cards; expected a cutoff up to that, or one of recall@50, complete@50, recall@100',
    ],
    ['ssr[bogus].mrr > 0', 'no queries of the kind "bogus" in the run; there are paraphrase, verbatim'],
    ['ssr[vague].candidates_mean > 0', 'no column "candidates_mean"; there are queries, recall_at_k'],
    ['ssr[vague].recall@50 > 0', 'recall@50: the pool has k = 20 cards; expected a cutoff up to that'],
  ])('%s names what there is', async (rule, message) => {
    const { code, err } = await run('gate', whole, '--rule', rule);
    expect(code).toBe(2);
    expect(err).toContain(`rule "${rule}": ${message}`);
  });
});

/** As a reader of CSV does it. */
function unguarded(cell: string | undefined): string {
  return (cell ?? '').replace(/^'/, '');
}

describe('what a gate writes for CI', () => {
  /** Queries whose names are made to be taken for something else. */
  const NAMES = [
    '::error::x',
    '##[error]y',
    '</testcase>&<x>',
    '| a | [b](http://c) @me',
    '\u001b[31mred',
    'line\nline',
    '`code`',
    '%0A::debug::z',
  ];
  let hostile: string;

  beforeAll(async () => {
    const [cards, queries] = [join(folder.path, 'cards.jsonl'), join(folder.path, 'queries.jsonl')];
    await writeFile(cards, NAMES.map((name, i) => JSON.stringify({ id: name, name: `word${i} thing` })).join('\n'));
    await writeFile(
      queries,
      NAMES.map((id) => JSON.stringify({ id, text: 'nothing known', relevant: [NAMES[0]] })).join('\n'),
    );
    hostile = join(folder.path, 'hostile');
    await run(
      'bench',
      '--registry',
      cards,
      '--query-set',
      queries,
      '--retrievers',
      'ssr,bm25',
      '--no-latency',
      '--out',
      hostile,
    );
  });

  it('holds hostile names as text alone: JUnit, Markdown, annotations, terminal', async () => {
    const summary = join(folder.path, 'summary.md');
    await writeFile(summary, 'before\n');
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
    const seen = new Set<string>();
    const [xml, md] = [join(folder.path, 'gate.xml'), join(folder.path, 'gate.md')];
    // Three queries at a time are missing, and so named.
    for (const from of [0, 3, 6]) {
      const own = NAMES.slice(from, from + 3);
      const kept = editRows((row) => (own.includes(unguarded(row.query_id)) ? undefined : row));
      const copy = await editedRun(hostile, next(), {
        'queries.csv': kept,
        'rankings.csv': kept,
        'agreement.csv': kept,
      });
      const { code, err, out } = await run('gate', copy, '--baseline', hostile, '--junit', xml, '--markdown', md);
      expect({ code, err }).toEqual({ code: 1, err: '' });
      for (const line of out.split('\n')) {
        expect(line).toMatch(/^(?:ok {6}|BROKEN {2}| {10}|note {4}|FAILED|::error title=shortlist gate::|$)/);
        expect(line).not.toContain('##[');
        expect(line).toMatch(/^[\x20-\x7e]*$/);
      }
      for (const line of out.split('\n').filter((each) => each.startsWith('::'))) {
        expect(line.slice('::error title=shortlist gate::'.length)).toMatch(/^(?:[^%]|%25|%0A)*$/);
      }
      const report = await readFile(xml, 'utf8');
      expect(report).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /);
      expect(report.replace(/<[?/]?[a-z]+(?: [a-z]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*\/?\??>/g, '')).not.toMatch(
        /[<>]|&(?!#\d+;)/,
      );
      const { document } = parseHTML(report.replace(/^<\?.*\n/, ''));
      const text = [...document.querySelectorAll('failure')].map((failure) => failure.textContent).join('\n');
      for (const id of own) if (text.includes(`query ${id}:`)) seen.add(id);
      const markdown = await readFile(md, 'utf8');
      expect(markdown).not.toMatch(/<(?!!-- -->)|\[|\]|`|(?<!&#64;)<!--|[^\x20-\x7e\n]/);
      // A table has as many cells in every row as in its head.
      for (const table of markdown.split('\n\n').filter((part) => part.startsWith('|'))) {
        expect(
          new Set(
            table
              .trim()
              .split('\n')
              .map((line) => line.split('|').length),
          ).size,
        ).toBe(1);
      }
    }
    // Those that print as they are came through JUnit unchanged.
    expect([...seen]).toEqual(expect.arrayContaining(['::error::x', '</testcase>&<x>', '`code`']));
    const appended = await readFile(summary, 'utf8');
    expect(appended.startsWith('before\n# Shortlist gate: failed\n')).toBe(true);
    expect(appended.split('# Shortlist gate')).toHaveLength(4);
  });

  it('has no annotation elsewhere, and one document on stdout with --json', async () => {
    expect((await run('gate', whole, '--rule', 'ssr.mrr > 1')).out).not.toContain('::error');
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    vi.stubEnv('GITHUB_STEP_SUMMARY', '/dev/null/none');
    const { code, err, out } = await run('gate', whole, '--rule', 'ssr.mrr > 1', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).passed).toBe(false);
    expect(err).toMatch(
      /^note: the summary could not be written.*\n::error title=shortlist gate::ssr.mrr > 1 \(seed 42\)%0Awanted > 1%0Agot 0/,
    );
  });

  it('says where a file cannot be written', async () => {
    const { code, err } = await run('gate', whole, '--junit', join(folder.path, 'no', 'gate.xml'));
    expect(code).toBe(2);
    expect(err).toMatch(/^--junit .*gate\.xml: cannot be written: there is no such folder\n$/);
  });
});
