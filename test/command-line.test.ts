import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fingerprint } from '../harness/manifest.ts';
import { rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const SAMPLES = ['--registry', 'datasets/samples/cards', '--query-set', 'datasets/samples/queries.jsonl'];
const SMALL = ['--cards', '120', '--queries', '30', '--no-latency'];

describe('bench', () => {
  it('writes the files of the contract, which add up', async () => {
    const out = join(await temporaryFolder(), 'run');
    const { code, err } = await run('bench', ...SMALL, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await readdir(out)).sort()).toEqual([
      'agreement.csv',
      'canaries.csv',
      'cards.csv',
      'chart-candidates.svg',
      'chart-kinds.svg',
      'chart-outcomes.svg',
      'chart-recall.svg',
      'comparisons.csv',
      'curve.csv',
      'fixtures.csv',
      'manifest.json',
      'qrels.trec',
      'queries.csv',
      'rankings.csv',
      'report.html',
      'run.bm25.trec',
      'run.exhaustive-idf.trec',
      'run.ssr.trec',
      'run.wss.trec',
      'slices.csv',
      'summary.csv',
      'ties.csv',
      'tokens.csv',
    ]);

    const summary = await rows(out, 'summary.csv');
    expect(Object.keys(summary[0] ?? {}).join(',')).toBe(
      'dataset,seed,retriever,k,cards,queries,judged,recall_at_k,success_at_1,mrr,ndcg_at_10,candidates_mean,candidates_p50,candidates_p95,candidates_max,candidates_share,pool_mean,empty_pool,api_failure,invalid_index,selected,retrieval_miss,wrong_selection,success_rate,success_answerable,success_unanswerable,compared,divergent,max_score_error,answered_share,success_answered,postings_mean,visited_mean,index_bytes',
    );
    expect(summary.map((row) => row.retriever)).toEqual(['ssr', 'exhaustive-idf', 'bm25', 'wss']);
    const queries = await rows(out, 'queries.csv');
    const rankings = await rows(out, 'rankings.csv');
    const agreement = await rows(out, 'agreement.csv');
    for (const row of summary) {
      const own = queries.filter((query) => query.retriever === row.retriever);
      expect(own).toHaveLength(30);
      for (const outcome of ['empty_pool', 'selected', 'retrieval_miss', 'wrong_selection']) {
        expect(own.filter((query) => query.outcome === outcome)).toHaveLength(Number(row[outcome]));
      }
      expect(own.filter((query) => query.success === 'true').length / 30).toBe(Number(row.success_rate));
      const hits = rankings.filter((hit) => hit.retriever === row.retriever);
      expect(hits).toHaveLength(own.reduce((sum, query) => sum + Number(query.pool), 0));
      const missed = own.filter(
        (query) => query.outcome === 'retrieval_miss' || (query.outcome === 'empty_pool' && query.success === 'false'),
      );
      expect(own.filter((query) => query.miss_cause !== '')).toEqual(missed);
    }
    // Three cuts a query (1, 20, all), for each of the two retrievers that have an oracle.
    expect(agreement.map((row) => row.retriever)).toEqual([...Array(90).fill('ssr'), ...Array(90).fill('wss')]);
    expect(agreement.every((row) => row.equal === 'true')).toBe(true);
    expect(summary[0]).toMatchObject({
      dataset: 'synthetic',
      seed: '42',
      compared: '30',
      divergent: '0',
      max_score_error: '0',
    });
    expect(summary[2]).toMatchObject({ compared: '', divergent: '', max_score_error: '' });
    // The oracle has no index, and so neither lists nor bytes.
    expect(summary[1]).toMatchObject({ postings_mean: '', visited_mean: '', index_bytes: '' });
    for (const row of [summary[0], summary[2], summary[3]]) {
      expect(Number(row?.visited_mean)).toBeGreaterThan(0);
      expect(Number(row?.visited_mean)).toBeLessThanOrEqual(Number(row?.postings_mean));
      expect(Number(row?.index_bytes)).toBeGreaterThan(0);
    }
    expect((await rows(out, 'canaries.csv')).every((row) => row.caught === 'true')).toBe(true);
    expect(await rows(out, 'fixtures.csv')).toMatchObject([
      { fixture: 'empty_pool', orchestrator_calls: '0', passed: 'true' },
      { fixture: 'api_failure', orchestrator_calls: '1', passed: 'true' },
      { fixture: 'invalid_index', passed: 'true' },
      { fixture: 'selected', passed: 'true' },
      { fixture: 'retrieval_miss', passed: 'true' },
      { fixture: 'wrong_selection', passed: 'true' },
    ]);

    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
    expect(fingerprint(new Map(Object.entries(manifest.files)), manifest.experiment)).toBe(manifest.fingerprint);
    expect(manifest.verdict).toEqual({ result: 'passed', reasons: [] });
  });

  it('has the same fingerprint every time, and another for another seed, k, orchestrator or set of stopwords', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'words'), 'the a of\n');
    let n = 0;
    const stamp = async (...args: string[]) => {
      const { out } = await run('bench', ...SMALL, ...args, '--json', '--out', join(folder, `run${n++}`));
      return JSON.parse(out).manifest.fingerprint as string;
    };
    const first = await stamp();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await stamp()).toBe(first);
    const others = [
      await stamp('--seed', '042'),
      await stamp('-k', '5'),
      await stamp('--orchestrator', 'oracle'),
      await stamp('--stopwords', join(folder, 'words')),
      await stamp('--check', '7'),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
  });

  it('on several seeds gives each its rows, and their mean', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run(
      'bench',
      '--seeds',
      '42,43,44',
      '--cards',
      '64',
      '--queries',
      '12',
      '--no-latency',
      '--out',
      out,
    );
    expect(printed.code).toBe(0);
    const summary = await rows(out, 'summary.csv');
    expect(summary.map((row) => row.seed)).toEqual(['42', '43', '44'].flatMap((seed) => Array(4).fill(seed)));
    expect(summary.filter((row) => row.retriever === 'ssr').map((row) => row.divergent)).toEqual(['0', '0', '0']);
    const [ssr] = await rows(out, 'seeds.csv');
    const values = summary.filter((row) => row.retriever === 'ssr').map((row) => Number(row.success_rate));
    const mean = values.reduce((sum, value) => sum + value, 0) / 3;
    expect(Number(ssr?.success_rate_mean)).toBeCloseTo(mean, 12);
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    expect(Number(ssr?.success_rate_sd)).toBeCloseTo(Math.sqrt(squares / 2), 12);
  });

  it('on generated files gives the rankings of the same sizes', async () => {
    const folder = await temporaryFolder();
    const made = join(folder, 'made');
    expect((await run('generate', '--cards', '120', '--queries', '30', '--out', made)).code).toBe(0);
    await run('bench', ...SMALL, '--out', join(folder, 'a'));
    const files = ['--registry', join(made, 'cards.jsonl'), '--query-set', join(made, 'queries.jsonl'), '--no-latency'];
    await run('bench', ...files, '--out', join(folder, 'b'));
    const ranking = async (name: string) =>
      (await rows(join(folder, name), 'rankings.csv')).map(({ seed: _, ...rest }) => rest);
    expect(await ranking('b')).toEqual(await ranking('a'));
    const [row] = await rows(join(folder, 'b'), 'summary.csv');
    expect(row).toMatchObject({ dataset: 'cards.jsonl', seed: '' });
  });

  it('compares a sample, says so, and gives the oracle no row', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run('bench', ...SMALL, '--check', '7', '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('ssr: 7 of 7 queries identical');
    expect(printed.out).toContain('a seeded sample of 7 of 30 queries');
    const summary = await rows(out, 'summary.csv');
    expect(summary.map((row) => row.retriever)).toEqual(['ssr', 'bm25', 'wss']);
    expect(summary[0]).toMatchObject({ compared: '7', divergent: '0' });
    expect(new Set((await rows(out, 'agreement.csv')).map((row) => row.query_id)).size).toBe(7);
  });

  it('runs the oracle where it was not asked for, and gives it no row', async () => {
    const out = join(await temporaryFolder(), 'run');
    expect((await run('bench', ...SMALL, '--retrievers', 'ssr', '--out', out)).code).toBe(0);
    const summary = await rows(out, 'summary.csv');
    expect(summary.map((row) => [row.retriever, row.compared])).toEqual([['ssr', '30']]);
  });

  it('is unchecked and exits 0 where no retriever has an oracle', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run('bench', ...SMALL, '--retrievers', 'bm25', '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('unchecked: no retriever of this run has an oracle');
  });

  it('takes a k above the size of the registry', async () => {
    const out = join(await temporaryFolder(), 'run');
    expect(
      (await run('bench', '--cards', '5', '--queries', '7', '-k', '1000', '--no-latency', '--out', out)).code,
    ).toBe(0);
    for (const row of await rows(out, 'queries.csv')) expect(row.pool).toBe(row.candidates);
  });

  it('plays a script of replies, errors and silence', async () => {
    const folder = await temporaryFolder();
    const replies = join(folder, 'replies.jsonl');
    const lines = [
      { query_id: 'q0', reply: ' 1\n' },
      { query_id: 'q0', retriever: 'bm25', reply: 'the first' },
      { query_id: 'q1', error: 'Error 1: rate limited' },
      { query_id: 'Q2', reply: '1' },
    ];
    await writeFile(replies, lines.map((line) => JSON.stringify(line)).join('\n'));
    const out = join(folder, 'run');
    const { err, out: said } = await run(
      ...['bench', ...SMALL, '--orchestrator', 'scripted', '--replies', replies, '--out', out],
    );
    expect(said + err).toContain('answers 1 query not in the query set, such as "Q2" on line 4');
    const failures = (await rows(out, 'failures.csv')).filter((row) => row.retriever === 'ssr');
    expect(failures.filter(({ kind }) => kind === 'scripted')).toMatchObject([
      { outcome: 'api_failure', queries: '1' },
    ]);
    expect(failures.map(({ kind }) => kind)).toContain('no_line');
    const outcome = async (retriever: string, id: string) =>
      (await rows(out, 'queries.csv')).find((row) => row.retriever === retriever && row.query_id === id)?.outcome;
    expect(await outcome('ssr', 'q0')).toMatch(/^(selected|wrong_selection|retrieval_miss)$/);
    expect(await outcome('bm25', 'q0')).toBe('invalid_index');
    expect(await outcome('ssr', 'q1')).toBe('api_failure');
    expect(await outcome('ssr', 'q2')).toBe('api_failure');
    const [row] = await rows(out, 'summary.csv');
    const total = ['empty_pool', 'api_failure', 'invalid_index', 'selected', 'retrieval_miss', 'wrong_selection'];
    expect(total.reduce((sum, name) => sum + Number(row?.[name]), 0)).toBe(30);
  });

  it('measures the sample registry', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run('bench', ...SAMPLES, '--no-latency', '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('cards was read as A2A folder');
    expect((await rows(out, 'slices.csv')).map((row) => row.kind)).toContain('paraphrase');
  });

  it('leaves unjudged queries out of outcomes and measures, and keeps their rankings', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'cards.jsonl'),
      '{"id":"a","name":"book a flight"}\n{"id":"b","name":"book a room"}\n',
    );
    const queries = [
      { id: '1', text: 'flight', relevant: ['a'] },
      { id: '2', text: 'room' },
      { id: '3', text: 'zebra', relevant: [] },
    ];
    await writeFile(join(folder, 'queries.jsonl'), queries.map((query) => JSON.stringify(query)).join('\n'));
    const out = join(folder, 'run');
    const files = ['--registry', join(folder, 'cards.jsonl'), '--query-set', join(folder, 'queries.jsonl')];
    const printed = await run('bench', ...files, '--retrievers', 'ssr', '--no-latency', '--out', out);
    expect(printed.code).toBe(0);
    expect(printed.out).toContain('1 of 3 queries has no "relevant", such as 2: nobody has judged them');
    const [row] = await rows(out, 'summary.csv');
    expect(row).toMatchObject({
      queries: '3',
      judged: '1',
      recall_at_k: '1',
      selected: '1',
      empty_pool: '1',
      success_rate: '1',
    });
    const [, unjudged, nothing] = await rows(out, 'queries.csv');
    expect(unjudged).toMatchObject({
      candidates: '1',
      top_card: 'b',
      picked_card: '',
      outcome: '',
      success: '',
      miss_cause: '',
    });
    expect(nothing).toMatchObject({ outcome: 'empty_pool', success: 'true', miss_cause: '' });
  });

  it('takes qrels in the place of the right cards of the query set', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'cards.jsonl'),
      '{"id":"a","name":"book a flight"}\n{"id":"b","name":"book a room"}\n',
    );
    await writeFile(
      join(folder, 'queries.jsonl'),
      '{"id":"1","text":"book","relevant":["a"]}\n{"id":"2","text":"book"}\n',
    );
    const files = ['--registry', join(folder, 'cards.jsonl'), '--query-set', join(folder, 'queries.jsonl')];
    await writeFile(join(folder, 'qrels'), '1 0 b 2\n1 0 a 0\n');
    const out = join(folder, 'run');
    expect((await run('bench', ...files, '--qrels', join(folder, 'qrels'), '--no-latency', '--out', out)).code).toBe(0);
    const [first, second] = await rows(out, 'queries.csv');
    expect(first).toMatchObject({ first_relevant_rank: '2', outcome: 'wrong_selection' });
    expect(second?.outcome).toBe('');
    await writeFile(join(folder, 'qrels'), 'other 0 b 1\n');
    expect(await run('bench', ...files, '--qrels', join(folder, 'qrels'), '--out', join(folder, 'no'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--qrels .*judges none of the 2 queries.*\n$/),
    });
    expect(await readdir(folder)).not.toContain('no');
  });

  it('has measures by name in further columns, and the smallest pool that reaches a recall', async () => {
    const folder = await temporaryFolder();
    const names = ['recall@5', 'recall@20', 'ndcg@10', 'mrr', 'map', 'p@5', 'success@1', 'complete@20'];
    const asked = ['--measures', names.join(','), '--target-recall', '0.9', '--baseline', 'exhaustive-idf'];
    const out = join(folder, 'run');
    const printed = await run('bench', ...SMALL, ...asked, '--out', out);
    expect(printed.code).toBe(0);
    const summary = await rows(out, 'summary.csv');
    expect(Object.keys(summary[0] ?? {}).slice(-8)).toEqual(['index_bytes', ...names.filter((name) => name !== 'mrr')]);
    const curve = await rows(out, 'curve.csv');
    for (const row of summary) {
      expect([row['recall@20'], row['ndcg@10'], row['success@1']]).toEqual([
        row.recall_at_k,
        row.ndcg_at_10,
        row.success_at_1,
      ]);
      const at = (k: string) => curve.find((each) => each.retriever === row.retriever && each.k === k);
      expect([at('5')?.recall, at('20')?.recall, at('20')?.complete]).toEqual([
        row['recall@5'],
        row['recall@20'],
        row['complete@20'],
      ]);
    }
    expect(Object.keys((await rows(out, 'slices.csv'))[0] ?? {})).toContain('complete@20');
    const comparisons = await rows(out, 'comparisons.csv');
    expect(new Set(comparisons.map((row) => row.baseline))).toEqual(new Set(['exhaustive-idf']));
    const equal = comparisons.filter((row) => row.retriever === 'ssr');
    expect(equal.map((row) => row.measure).join()).toBe(
      'recall_at_k,success_at_1,mrr,ndcg_at_10,recall@5,map,p@5,complete@20',
    );
    for (const row of equal) expect(row).toMatchObject({ difference: '0', p_holm: '1', smallest_detectable: '' });
    const [ssr] = await rows(out, 'target.csv');
    expect(printed.out).toContain(`ssr: K = ${ssr?.smallest_k} is the smallest that reaches recall 0.9`);

    const unreached = await run('bench', ...SMALL, '--target-recall', '1', '--json', '--out', join(folder, 'json'));
    const { target } = JSON.parse(unreached.out);
    expect(target[0]).not.toHaveProperty('smallest_k');
    expect(target[0]).toMatchObject({ retriever: 'ssr', target_recall: 1 });

    const seeded = ['--seeds', 'a,A', '--cards', '64', '--queries', '12', '--measures', 'p@5', '--no-latency'];
    expect((await run('bench', ...seeded, '--out', join(folder, 'seeds'))).code).toBe(0);
    const [mean] = await rows(join(folder, 'seeds'), 'seeds.csv');
    expect(Object.keys(mean ?? {}).slice(-2)).toEqual(['p@5_mean', 'p@5_sd']);
    expect((await readdir(join(folder, 'seeds'))).filter((name) => /^(run\.ssr|qrels)\./.test(name))).toHaveLength(4);
  });

  it('says that a baseline without a row is compared with nothing', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run('bench', ...SMALL, '--check', '7', '--baseline', 'exhaustive-idf', '--out', out);
    expect(printed.out).toContain('the baseline exhaustive-idf has no row, so nothing is compared with it');
    expect(await readdir(out)).not.toContain('comparisons.csv');
  });

  it('prints one JSON document with --json, and nothing with --quiet', async () => {
    const folder = await temporaryFolder();
    const json = await run('bench', ...SMALL, '--json', '--out', join(folder, 'a'));
    const document = JSON.parse(json.out);
    expect(Object.keys(document)).toEqual([
      'manifest',
      'summary',
      'curve',
      'comparisons',
      'latency',
      'verdict',
      'paths',
    ]);
    expect(document.summary).toHaveLength(4);
    expect(json.out).not.toContain('null');
    expect(await run('bench', ...SMALL, '--quiet', '--out', join(folder, 'b'))).toEqual({ code: 0, out: '', err: '' });
  });

  it('times the retrievers unless told otherwise', async () => {
    const out = join(await temporaryFolder(), 'run');
    const printed = await run('bench', '--cards', '40', '--queries', '10', '--out', out);
    expect(printed.code).toBe(0);
    const latency = await rows(out, 'latency.csv');
    expect(latency.map((row) => row.retriever)).toEqual(['ssr', 'exhaustive-idf', 'bm25', 'wss']);
    expect(Number(latency[0]?.ratio_to_oracle)).toBeGreaterThan(0);
    expect(latency[1]?.ratio_to_oracle).toBe('');
    for (const row of latency) {
      expect(Number(row.samples) % 10).toBe(0);
      expect(Number(row.samples)).toBeGreaterThanOrEqual(200);
      expect(Number(row.p50_us)).toBeLessThanOrEqual(Number(row.max_us));
    }
    expect(new Set(latency.map((row) => row.processes))).toEqual(new Set(['5']));
    expect(Object.keys(latency[0] ?? {}).at(-1)).toBe('processes');
    expect(printed.out).toMatch(/^latency {7}[0-9,]+ samples a retriever, one a query, in 5 processes one after/m);
    expect(await readdir(out)).not.toContain('samples.json');
  });
});

describe('every sample of latency', () => {
  it('is written on request, as many as the table counts', async () => {
    const out = join(await temporaryFolder(), 'run');
    const few = ['--cards', '20', '--queries', '5', '--latency-processes', '2'];
    await run('bench', ...few, '--latency-samples', '--quiet', '--out', out);
    const samples = JSON.parse(await readFile(join(out, 'samples.json'), 'utf8'));
    const latency = await rows(out, 'latency.csv');
    expect(samples.map((each: { retriever: string }) => each.retriever)).toEqual(latency.map((row) => row.retriever));
    for (const [i, { unit, values }] of samples.entries()) {
      expect({ unit, samples: values.length }).toEqual({ unit: 'us', samples: Number(latency[i]?.samples) });
      expect(Math.max(...values)).toBe(Number(latency[i]?.max_us));
    }
  });
});

describe('a mistake', () => {
  it.each([
    [['bench', '--k', 'abc'], '--k abc: expected an integer'],
    [['bench', '--measures', 'recall@100'], '--measures recall@100: the pool has k = 20 cards'],
    [['bench', '--measures', 'precision'], '--measures precision: unknown; known are recall@N'],
    [['bench', '--target-recall', '95'], '--target-recall 95: expected a number above 0 and up to 1'],
    [['bench', '--baseline', 'random'], '--baseline random: expected one of --retrievers, ssr'],
    [['bench', '--k', '5', '7'], '7: unexpected word'],
    [['bench', '--no-k'], '--no-k: unknown option'],
    [['bench', '--card', '5'], '--card: unknown option'],
    [['bench', '--__proto__', '5'], '--__proto__: unknown option'],
    [['bench', '--latency', 'yes'], '--latency takes no value; "yes"'],
    [['bench', '--latency-processes', '0'], '--latency-processes 0: expected an integer from 1 to 10'],
    [['bench', '--latency-processes', '2', '--no-latency'], '--latency-processes and --no-latency: give one of them'],
    [['bench', '-k', '5', '--k', '6'], '--k: given 2 times'],
    [['bench', '--out', 'package.json'], '--out package.json: '],
    [['bench', '--out', 'harness'], '--out harness: expected an absent or empty folder'],
    [['bench', '--stopwords', 'nowhere'], '--stopwords nowhere: no such file'],
    [['bench', '--orchestrator', 'scripted', '--replies', 'nowhere'], '--replies nowhere: no such file'],
    [['bench', '--registry', 'nowhere', '--query-set', 'x'], '--registry nowhere: no such file'],
    [['bench', '--registry', 'datasets/samples/cards', '--query-set', 'nowhere'], '--query-set nowhere: no such file'],
    [['bench', ...SAMPLES, '--qrels', 'nowhere'], '--qrels nowhere: no such file'],
    [['generate'], '--out is required'],
    [['replay', '--case', 'nowhere'], 'nowhere: no such file'],
    [['replay', '--case', 'package.json'], 'package.json: expected a divergence.json'],
    [['bnech'], 'bnech: no such command; there are bench, '],
    [['bnech', '--cards', '5'], 'bnech: no such command'],
    [[], 'give a command: bench, generate'],
  ])('%j is one line and exit 2', async (args, message) => {
    const before = await readdir('.');
    const { code, err, out } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(await readdir('.')).toEqual(before);
  });

  it('in the data leaves nothing behind', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'cards.jsonl'), '{"id":"a"}\n{"id":"b"}\n{"id":"a"}\n');
    const out = join(folder, 'run');
    const files = ['--registry', join(folder, 'cards.jsonl'), '--query-set', 'datasets/samples/queries.jsonl'];
    const { code, err } = await run('bench', ...files, '--out', out);
    expect(code).toBe(2);
    expect(err).toMatch(/cards\.jsonl:3: .*line 1/);
    expect(await readdir(folder)).toEqual(['cards.jsonl']);
  });
});

describe('help', () => {
  it('shows examples for each command, and the defaults', async () => {
    for (const command of ['bench', 'generate', 'replay']) {
      const { code, out } = await run(command, '--help');
      expect(code).toBe(0);
      expect(out).toContain('Examples:');
    }
    expect((await run('bench', '--help')).out).toContain('default 1000');
    expect((await run('bench', '--help')).out).toMatch(/^ {2}-k, --k {2,}N: size of the pool/m);
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(['diagnose', 'explain', 'profile', 'generate', 'compare', 'gate'])(
    'of %s names no option that it does not take',
    async (command) => {
      const { out } = await run(command, '--help');
      const taken = [...out.matchAll(/^ {2,}(?:-[a-z], )?(--[a-z-]+) /gm)].map(([, option]) => option);
      expect(taken.length).toBeGreaterThan(2);
      expect(
        [...out.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option).filter((name) => !taken.includes(name)),
      ).toEqual([]);
    },
  );
});
