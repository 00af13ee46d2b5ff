import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from '../../../harness/orchestrators/prompt.ts';
import { card, query, temporaryFolder } from '../../support.ts';
import { bench, registry, results, rows, run } from './command-line.ts';
import { type Asked, type Play, says, status } from './fault-server.ts';
import { faults } from './model.ts';

const numberOf = ({ query: id }: Asked) => Number(id.slice(1));
/** Picks the right card, wherever it stands. */
const right = (asked: Asked) => says(String(asked.agents.indexOf(`c${numberOf(asked) % 10}`) + 1));

/** Some of everything, later ones first. */
function mixed(asked: Asked): Play {
  const n = numberOf(asked);
  const play = [right(asked), says('0'), status(404), asked.attempt === 1 ? status(503) : right(asked)][n % 4] as Play;
  return async (response) => {
    await sleep(30 - n);
    await play(response, asked);
  };
}
const QUICK = ['--retries', '1'];

describe('bench with a model', () => {
  it('writes the same bytes however many calls run at a time', async () => {
    const server = await faults((asked) => (asked.attempt === 2 ? right(asked) : mixed(asked)));
    const data = await registry(24);
    const folder = await temporaryFolder();
    const all = [];
    for (const concurrency of ['1', '4', '10']) {
      const out = join(folder, concurrency);
      const { code, err } = await run(
        bench(data, server.url, ...QUICK, '--concurrency', concurrency, '--quiet', '--out', out),
      );
      expect({ code, err }).toEqual({ code: 0, err: '' });
      all.push(await results(out));
    }
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
  });

  it('gives every failure its kind, attempts and status, and keeps all in the denominator', async () => {
    const server = await faults(mixed);
    const out = join(await temporaryFolder(), 'run');
    const { code, out: printed } = await run(bench(await registry(24), server.url, ...QUICK, '--out', out));
    expect(code).toBe(0);
    const queries = await rows(out, 'queries.csv');
    expect(queries).toHaveLength(24);
    const kinds = [
      { outcome: 'selected', success: 'true', failure_kind: '', attempts: '1', http_status: '200' },
      { outcome: 'invalid_index', success: 'false', failure_kind: 'out_of_range', attempts: '1', http_status: '200' },
      { outcome: 'api_failure', success: 'false', failure_kind: 'refused', attempts: '1', http_status: '404' },
      { outcome: 'selected', success: 'true', failure_kind: '', attempts: '2', http_status: '200' },
    ];
    for (const [n, row] of queries.entries()) expect(row).toMatchObject({ query_id: `q${n}`, ...kinds[n % 4] });
    expect(await rows(out, 'failures.csv')).toEqual([
      { seed: '', retriever: 'ssr', outcome: 'api_failure', kind: 'refused', queries: '6' },
      { seed: '', retriever: 'ssr', outcome: 'invalid_index', kind: 'out_of_range', queries: '6' },
    ]);
    const [summary] = await rows(out, 'summary.csv');
    expect(summary).toMatchObject({ success_rate: '0.5', answered_share: '0.75', success_answered: `${12 / 18}` });
    expect(printed).toContain('answered      ssr: 75.00 % of the queries; success among them 0.667');
    expect(printed).toMatch(/ssr +api failure +refused +6/);

    const calls = await rows(out, 'calls.csv');
    expect(calls.map((call) => call.query_id)).toEqual(queries.map((row) => row.query_id));
    expect(calls.reduce((sum, call) => sum + Number(call.attempts), 0)).toBe(server.asked.length);
    const { usage } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
    expect(usage).toEqual({ sittings: 1, requests: server.asked.length, input_tokens: 1800, output_tokens: 18 });
  });

  it('fails the gate where no call was answered', async () => {
    const server = await faults(() => status(404));
    const out = join(await temporaryFolder(), 'run');
    const { code, err } = await run(bench(await registry(3), server.url, '--quiet', '--out', out));
    expect({ code, err }).toEqual({ code: 1, err: 'failed: ssr: the orchestrator answered none of 3 calls\n' });
    expect((await rows(out, 'queries.csv')).every((row) => row.outcome === 'api_failure')).toBe(true);
  });

  it('calls nobody for an empty pool', async () => {
    const server = await faults(right);
    const data = await registry(2, { queries: (all) => [...all, query('none', 'zzzz', ['c1']), query('q', '', [])] });
    const out = join(await temporaryFolder(), 'run');
    expect((await run(bench(data, server.url, '--quiet', '--out', out))).code).toBe(0);
    expect(server.asked).toHaveLength(2);
    expect((await rows(out, 'queries.csv')).slice(2)).toMatchObject([
      { outcome: 'empty_pool', success: 'false', failure_kind: '', attempts: '', http_status: '' },
      { outcome: 'empty_pool', success: 'true' },
    ]);
  });

  it('shows by position that an orchestrator always takes the first', async () => {
    const server = await faults(() => says('1'));
    const folder = await temporaryFolder();
    const data = await registry(60);
    const successes = [];
    for (const more of [[], ['--shuffle-pool']]) {
      const out = join(folder, `run${more.length}`);
      expect((await run(bench(data, server.url, ...more, '--quiet', '--out', out))).code).toBe(0);
      successes.push(
        (await rows(out, 'positions.csv')).map((row) => [Number(row.right), Number(row.selected), Number(row.picked)]),
      );
      if (more.length > 0) {
        // The order follows from the seed alone.
        const again = join(folder, 'again');
        await run(bench(data, server.url, ...more, '--quiet', '--out', again));
        expect(await results(again)).toEqual(await results(out));
      }
    }
    // In the order of the ranking the right card is first: a model that is blind looks perfect.
    expect(successes[0]?.[0]).toEqual([60, 60, 60]);
    const shuffled = successes[1] ?? [];
    expect(shuffled).toHaveLength(10);
    expect(shuffled.reduce((sum, [there = 0]) => sum + there, 0)).toBe(60);
    expect(shuffled.filter(([there = 0]) => there > 0).length).toBeGreaterThan(5);
    for (const [i, [there, selected, picked]] of shuffled.entries()) {
      expect([selected, picked]).toEqual(i === 0 ? [there, 60] : [0, 0]);
    }
  });

  it('asks again and tells whether the answers agree', async () => {
    const times = new Map<string, number>();
    const server = await faults((asked) => {
      times.set(asked.query, (times.get(asked.query) ?? 0) + 1);
      return numberOf(asked) < 2 && times.get(asked.query) === 3 ? says('2') : says('1');
    });
    const out = join(await temporaryFolder(), 'run');
    const { out: printed } = await run(bench(await registry(5), server.url, '--repeat', '3', '--out', out));
    expect(server.asked).toHaveLength(15);
    expect(printed).toContain('repeats       ssr: 3 of 5 queries ended alike every time');
    const repeats = await rows(out, 'repeats.csv');
    expect(repeats).toHaveLength(15);
    expect(repeats.filter((row) => row.query_id === 'q1').map((row) => row.success)).toEqual(['true', 'true', 'false']);
    expect((await rows(out, 'queries.csv'))[1]).toMatchObject({ outcome: 'selected' });
    expect(await rows(out, 'calls.csv')).toHaveLength(15);
  });

  it('dry, sends nothing, writes nothing, and foretells what is sent', async () => {
    const server = await faults(right);
    const data = await registry(7);
    const folder = await temporaryFolder();
    const prices = ['--price-in', '2', '--price-out', '10'];
    const dry = await run(bench(data, server.url, ...prices, '--dry-run', '--json', '--out', join(folder, 'run')));
    expect(dry.code).toBe(0);
    expect(server.asked).toHaveLength(0);
    expect(await readdir(folder)).toEqual([]);
    const [forecast] = JSON.parse(dry.out).dry_run.forecasts;

    expect((await run(bench(data, server.url, '--quiet', '--out', join(folder, 'run')))).code).toBe(0);
    const tokens = (await rows(join(folder, 'run'), 'calls.csv')).map((call) => Number(call.prompt_tokens));
    const input = tokens.reduce((sum, each) => sum + each, 0);
    expect(forecast).toEqual({
      retriever: 'ssr',
      requests: 7,
      input_tokens: input,
      output_tokens_at_most: 7 * 16,
      cost_at_most: (input * 2 + 7 * 16 * 10) / 1e6,
    });
    expect(server.asked.map(({ prompt }) => encode(prompt).length).reduce((a, b) => a + b)).toBe(input);
    const shown = await run(bench(data, server.url, ...prices, '--dry-run'));
    expect(shown.out).toMatch(/ssr +7 +[\d,]+ +112 +0\.\d{4}\n/);
  });

  it('puts no file where a name would lead it', async () => {
    const server = await faults(() => says('1'));
    const folder = await temporaryFolder();
    const cards = ['../../evil', 'CON', 'A', 'a', '.', 'x'.repeat(300)].map((id) => card(id, 'book flights'));
    const data = await registry(0, {
      cards: () => cards,
      queries: () => cards.map((each, n) => query(`../${each.id}`, `q${n} book flights`, [each.id])),
    });
    const out = join(folder, 'run');
    const args = bench(data, server.url, '--quiet', '--out', out).map((word) =>
      word === 'm' ? '../org/model:free' : word,
    );
    expect((await run(args)).code).toBe(0);
    expect(await readdir(folder)).toEqual(['run']);
    expect((await rows(out, 'queries.csv')).map((row) => row.query_id)).toEqual(cards.map((each) => `../${each.id}`));
    expect(server.asked[0]?.body.model).toBe('../org/model:free');
  });
});

describe('tokens', () => {
  it('of every bench are those of the whole prompts, counted outside it', async () => {
    const out = join(await temporaryFolder(), 'run');
    const sizes = ['--cards', '150', '--queries', '8', '-k', '5'];
    const { code, out: printed } = await run(['bench', ...sizes, '--retrievers', 'ssr', '--no-latency', '--out', out]);
    expect(code).toBe(0);
    const made = join(await temporaryFolder(), 'made');
    await run(['generate', '--cards', '150', '--queries', '8', '--out', made, '--quiet']);
    const lines = async (name: string) =>
      (await readFile(join(made, name), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const [cards, queries] = [await lines('cards.jsonl'), await lines('queries.jsonl')];
    const hits = await rows(out, 'rankings.csv');
    const expected = queries.map(({ id, text }) => {
      const pool = hits
        .filter((hit) => hit.query_id === id)
        .map((hit) => cards.find((each) => each.id === hit.card_id));
      const registryTokens = encode(renderPrompt(text, cards)).length;
      const poolTokens = pool.length === 0 ? undefined : encode(renderPrompt(text, pool)).length;
      return {
        ...{ seed: '42', retriever: 'ssr', query_id: id, registry_tokens: `${registryTokens}` },
        pool_tokens: poolTokens === undefined ? '' : `${poolTokens}`,
        reduction: poolTokens === undefined ? '' : `${1 - poolTokens / registryTokens}`,
      };
    });
    expect(await rows(out, 'tokens.csv')).toEqual(expected);
    const reductions = expected.filter((row) => row.reduction !== '').map((row) => Number(row.reduction));
    const mean = (100 * reductions.reduce((sum, each) => sum + each, 0)) / reductions.length;
    expect(printed).toContain(`input reduction ${mean.toFixed(2)} % mean`);
    expect(printed).toContain('(from a prompt with the whole registry to one with the pool, in o200k_base)');
  });

  it('are not counted where nobody wants it', async () => {
    const out = join(await temporaryFolder(), 'run');
    const { code } = await run([
      'bench',
      '--cards',
      '30',
      '--queries',
      '4',
      '--no-latency',
      '--no-tokens',
      '--quiet',
      '--out',
      out,
    ]);
    expect(code).toBe(0);
    expect(await readdir(out)).not.toContain('tokens.csv');
  });
});

describe('the options of a model', () => {
  const given = ['bench', '--orchestrator', 'openai', '--base-url', 'http://127.0.0.1:9', '--model', 'm'];
  it.each([
    [['bench', '--orchestrator', 'openai'], '--orchestrator openai needs --base-url'],
    [['bench', '--orchestrator', 'openai', '--base-url', 'http://x'], '--orchestrator openai needs --model'],
    [['bench', '--base-url', 'http://x'], '--base-url needs --orchestrator openai'],
    [['bench', '--resume', 'x'], '--resume needs --orchestrator openai'],
    [['bench', '--dry-run'], '--dry-run needs --orchestrator openai'],
    [[...given, '--temperature', '3'], '--temperature 3: expected a number from 0 to 2, in decimal digits'],
    [[...given, '--temperature', 'warm'], '--temperature warm: expected a number from 0 to 2, in decimal digits'],
    [[...given, '--timeout', '0'], '--timeout 0: expected a number from 0.1 to 300, in decimal digits'],
    [[...given, '--timeout', '301'], '--timeout 301: expected a number from 0.1 to 300, in decimal digits'],
    [[...given, '--concurrency', '0'], '--concurrency 0: expected an integer from 1 to 4294967295, in decimal digits'],
    [[...given, '--concurrency', '1001'], '--concurrency 1001: expected an integer from 1 to 1000'],
    [
      [...given, '--max-requests', '1e3'],
      '--max-requests 1e3: expected an integer from 1 to 4294967295, in decimal digits',
    ],
    [
      [...given, '--max-tokens', '1', '--max-completion-tokens', '1'],
      '--max-tokens and --max-completion-tokens: give one of them',
    ],
    [[...given, '--max-cost', '1'], '--max-cost needs --price-in and --price-out'],
    [[...given, '--price-in', '1'], '--price-in and --price-out: give both or none'],
    [[...given, '--resume', 'x', '--out', 'y'], '--resume and --out: give one of them'],
    [[...given, '--resume', 'x', '--dry-run'], '--dry-run and --resume: give one of them'],
    [
      [...given, '--resume', '/nowhere/x'],
      '--resume /nowhere/x: expected the folder of a run with a journal.jsonl in it; there is none',
    ],
    [
      [...given, '--api-key-env', 'SHORTLIST_NOT_SET'],
      '--api-key-env SHORTLIST_NOT_SET: this environment variable is not set',
    ],
    [[...given, '--tokens', '--no-tokens'], '--tokens and --no-tokens: give one of them'],
  ])('%j are refused', async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: '', err: `${message}\n` });
  });
});
