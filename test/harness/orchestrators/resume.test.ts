import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support.ts';
import { bench, registry, results, rows, run } from './command-line.ts';
import { type Asked, says, status } from './fault-server.ts';
import { faults } from './model.ts';

const numberOf = ({ query: id }: Asked) => Number(id.slice(1));

function withKey(value: string): string[] {
  process.env.SHORTLIST_TEST_KEY = value;
  onTestFinished(() => {
    delete process.env.SHORTLIST_TEST_KEY;
  });
  return ['--api-key-env', 'SHORTLIST_TEST_KEY'];
}

describe('a run that was stopped', () => {
  it('goes on where it was, asks what is missing or failed, and ends as one that was not stopped', async () => {
    let broken = true;
    const server = await faults((asked) => (broken && numberOf(asked) % 4 === 1 ? status(404) : says('1')));
    const data = await registry(20);
    const folder = await temporaryFolder();
    const args = [...bench(data, server.url), '--concurrency', '1', '--quiet'];

    // Twelve requests, of which three failed.
    const first = await run([...args, '--max-requests', '12', '--out', join(folder, 'run')]);
    const stopped = join(folder, 'run-interrupted');
    expect(first).toEqual({
      code: 1,
      out: '',
      err: `stopped: the budget of 12 requests is used up; what was finished is in ${stopped}; --resume ${stopped} goes on\n`,
    });
    expect(await readdir(folder)).toEqual(['run-interrupted']);
    expect(JSON.parse(await readFile(join(stopped, 'manifest.json'), 'utf8'))).toMatchObject({
      verdict: {
        result: 'interrupted',
        reasons: ['the budget of 12 requests is used up', '0 experiments were finished'],
      },
      usage: { sittings: 1, requests: 12, input_tokens: 900, output_tokens: 9 },
    });

    // The budget covers both sittings.
    const same = await run([...args, '--max-requests', '12', '--resume', stopped]);
    expect(same.code).toBe(1);
    expect(server.asked).toHaveLength(12);

    broken = false;
    const second = await run([...args, '--resume', stopped]);
    expect(second).toEqual({ code: 0, out: '', err: '' });
    expect(await readdir(folder)).toEqual(['run']);
    const again = server.asked
      .slice(12)
      .map(numberOf)
      .sort((a, b) => a - b);
    expect(again).toEqual([1, 5, 9, 12, 13, 14, 15, 16, 17, 18, 19]);
    const calls = await rows(join(folder, 'run'), 'calls.csv');
    expect(calls).toHaveLength(20);
    expect(calls.filter((call) => call.sitting === '1')).toHaveLength(9);
    const { usage } = JSON.parse(await readFile(join(folder, 'run', 'manifest.json'), 'utf8'));
    expect(usage).toEqual({ sittings: 3, requests: 23, input_tokens: 2000, output_tokens: 20 });

    // A third sitting has nothing to ask.
    const third = await run([...args, '--resume', join(folder, 'run')]);
    expect(third.code).toBe(0);
    expect(server.asked).toHaveLength(23);

    expect((await run([...args, '--out', join(folder, 'unbroken')])).code).toBe(0);
    expect(await results(join(folder, 'run'))).toEqual(await results(join(folder, 'unbroken')));
  });

  it('by a wrong key keeps what was finished, and goes on with the right one', async () => {
    const server = await faults((asked) =>
      asked.authorization !== 'Bearer sk-right' && numberOf(asked) >= 5 ? status(401) : says('1'),
    );
    const data = await registry(10);
    const folder = await temporaryFolder();
    const args = [...bench(data, server.url), '--concurrency', '1', '--quiet', ...withKey('sk-wrong')];
    const first = await run([...args, '--out', join(folder, 'run')]);
    expect(first.code).toBe(1);
    expect(first.err).toMatch(/^stopped: no request can be answered: status 401: ; what was finished is in /);
    expect(server.asked).toHaveLength(6);
    process.env.SHORTLIST_TEST_KEY = 'sk-right';
    expect((await run([...args, '--resume', join(folder, 'run-interrupted')])).code).toBe(0);
    expect(server.asked).toHaveLength(11);
  });

  it('by an interrupt keeps the answers that were on their way', async () => {
    const controller = new AbortController();
    const server = await faults((asked) => async (response) => {
      if (numberOf(asked) === 6) controller.abort();
      await sleep(20);
      await says('1')(response, asked);
    });
    const data = await registry(20);
    const folder = await temporaryFolder();
    const args = [...bench(data, server.url), '--concurrency', '4', '--quiet'];
    const first = await run([...args, '--out', join(folder, 'run')], controller.signal);
    const stopped = join(folder, 'run-interrupted');
    expect(first).toEqual({
      code: 130,
      out: '',
      err: `interrupted; what was finished is in ${stopped}; --resume ${stopped} goes on\n`,
    });
    const asked = server.asked.length;
    expect(asked).toBeLessThan(20);
    expect((await run([...args, '--resume', stopped])).code).toBe(0);
    expect(server.asked).toHaveLength(20);
    expect(new Set(server.asked.map(numberOf)).size).toBe(20);
  });

  it('tells that the last line of its journal was torn', async () => {
    const server = await faults(() => says('1'));
    const data = await registry(4);
    const out = join(await temporaryFolder(), 'run');
    await run([...bench(data, server.url), '--quiet', '--out', out]);
    const journal = join(out, 'journal.jsonl');
    await writeFile(journal, (await readFile(journal)).subarray(0, -20));
    const { code, out: printed } = await run([...bench(data, server.url), '--resume', out]);
    expect(code).toBe(0);
    expect(printed).toMatch(/note +the last line of the journal was torn \(\d+ bytes\) and was dropped/);
    expect(server.asked).toHaveLength(5);
    await appendFile(journal, 'nonsense\n{}\n');
    const damaged = await run([...bench(data, server.url), '--resume', out]);
    expect(damaged.code).toBe(2);
    expect(damaged.err).toMatch(/journal\.jsonl:\d+: expected a record of a journal\n$/);
  });

  it('is refused while another process is at it', async () => {
    let resumed: ReturnType<typeof run> | undefined;
    const data = await registry(3);
    const out = join(await temporaryFolder(), 'run');
    const server = await faults((asked) => async (response) => {
      resumed ??= run([...bench(data, server.url), '--resume', out]);
      await resumed;
      await says('1')(response, asked);
    });
    expect((await run([...bench(data, server.url), '--quiet', '--out', out])).code).toBe(0);
    expect(await resumed).toEqual({ code: 2, out: '', err: `--resume ${out}: is in use by process ${process.pid}\n` });
    expect(server.asked).toHaveLength(3);
    expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is refused where anything has changed that the answers follow from, and names it', async () => {
    const server = await faults(() => says('1'));
    const other = await faults(() => says('1'));
    const data = await registry(6);
    const out = join(await temporaryFolder(), 'run');
    await run([...bench(data, server.url), '--quiet', '--out', out]);
    const journal = await readFile(join(out, 'journal.jsonl'), 'utf8');

    const oneLetter = await registry(6, {
      cards: (all) => all.map((each) => ({ ...each, description: `${each.description}s` })),
    });
    const turned = await registry(6, { cards: (all) => all.toReversed() });
    const fewer = await registry(5);
    const changes: [string, string[]][] = [
      ['cards', bench(oneLetter, server.url)],
      ['cards', bench(turned, server.url)],
      ['queries', bench(fewer, server.url)],
      ['base url', bench(data, other.url)],
      ['model', bench(data, server.url).map((word) => (word === 'm' ? 'n' : word))],
      ['k', [...bench(data, server.url), '-k', '3']],
      ['seeds', [...bench(data, server.url), '--seed', '7']],
      ['temperature', [...bench(data, server.url), '--temperature', '0.5']],
      ['max tokens', [...bench(data, server.url), '--max-tokens', '5']],
      ['llm seed', [...bench(data, server.url), '--llm-seed', '5']],
      ['shuffle pool', [...bench(data, server.url), '--shuffle-pool']],
    ];
    for (const [what, args] of changes) {
      const { code, err } = await run([...args, '--resume', out]);
      expect({ what, code }).toEqual({ what, code: 2 });
      expect(err).toMatch(
        new RegExp(
          `^--resume: the answers on disk were made with (?:an)?other ${what}(?: \\((?:\\d+; )?was .+, is .+\\)|: 6 there, 5 here)\n$`,
        ),
      );
    }
    for (const [from, to, what] of [
      [/"prompt_sha256":"[0-9a-f]+"/, '"prompt_sha256":"0"', 'prompt sha256'],
      [/"shortlist":"[^"]+"/, '"shortlist":"0"', 'shortlist'],
    ] as const) {
      await writeFile(join(out, 'journal.jsonl'), journal.replace(from, to));
      expect((await run([...bench(data, server.url), '--resume', out])).err).toContain(
        `made with another ${what} (was 0, is`,
      );
    }
    await writeFile(join(out, 'journal.jsonl'), journal);
    // What only says how results are shown or how fast they come may change.
    const shown = await run([
      ...bench(data, server.url),
      '--concurrency',
      '2',
      '--measures',
      'map',
      '--quiet',
      '--resume',
      out,
    ]);
    expect(shown.code).toBe(0);
    expect([server.asked.length, other.asked.length]).toEqual([6, 0]);
  });
});

describe('a key', () => {
  const CANARY = /CANARY|Q0FOQVJZ|NBTkFSW|DQU5BUl/;

  it('is in no file and no output, whatever the server does with it', async () => {
    const key = 'sk-test-CANARY/123+x';
    const server = await faults((asked) => {
      // What a server was given, as it came and in other clothes.
      const { authorization = '', path } = asked;
      const secret = authorization.split(' ')[1] ?? '';
      const clear = authorization.startsWith('Basic') ? atob(secret) : secret;
      const echo = [authorization, path, clear, encodeURIComponent(clear), clear.replace('/', '\\/'), btoa(clear)].join(
        ' ',
      );
      const error = JSON.stringify({ error: { message: `${'x'.repeat(180)} ${echo}` } });
      const plays = [
        status(400, error),
        status(500, echo),
        says(echo),
        says('1'),
        status(429, error),
        status(404, echo),
      ];
      return numberOf(asked) === 11 ? status(401, error) : (plays[numberOf(asked) % 6] ?? says('1'));
    });
    const data = await registry(12);
    for (const [name, more, base] of [
      ['key', withKey(key), server.url],
      ['user', [], server.url.replace('//', '//CANARYUSER:CANARYPASS@')],
      ['query', [], `${server.url}?key=CANARYQUERY`],
    ] as const) {
      const folder = await temporaryFolder();
      const args = [...bench(data, base), ...more, '--retries', '1', '--concurrency', '1'];
      const printed = [await run([...args, '--out', join(folder, 'run')])];
      if (name === 'key') {
        printed.push(await run([...args, '--resume', join(folder, 'run-interrupted')]));
        printed.push(await run([...args, '--dry-run']));
      }
      expect(printed.map(({ code }) => code)).toEqual([1, 1, 0].slice(0, printed.length));
      // A whole run too, without the query that ends them.
      const whole = bench(
        await registry(11),
        base,
        ...more,
        '--retries',
        '1',
        '--json',
        '--out',
        join(folder, 'whole'),
      );
      printed.push(await run(whole));
      expect(printed.at(-1)?.code).toBe(0);
      const page = await readFile(join(folder, 'whole', 'report.html'), 'utf8');
      expect(/--base-url .{0,6}http:\/\/127\.0\.0\.1:/.test(page)).toBe(true);
      expect({ name, leak: CANARY.exec(JSON.stringify(printed))?.[0] }).toEqual({ name, leak: undefined });
      for (const run of await readdir(folder)) {
        for (const file of await readdir(join(folder, run))) {
          const text = await readFile(join(folder, run, file), 'utf8');
          expect({ file, leak: CANARY.exec(text)?.[0] }).toEqual({ file, leak: undefined });
        }
      }
    }
  });

  it.each([
    [['--api-key', 'sk-test-CANARY-123'], '--api-key: unknown option'],
    [['--api-key=sk-test-CANARY-123'], '--api-key: unknown option'],
    [['--api-key-env', 'sk-test-CANARY-123'], '--api-key-env: expected the name of an environment variable'],
    [['--base-url', 'CANARY:x@y'], '--base-url: expected an http or https address'],
  ])('in the wrong place (%j) is not shown', async (more, message) => {
    const given = ['bench', '--orchestrator', 'openai', '--model', 'm'];
    const base = more[0] === '--base-url' ? [] : ['--base-url', 'http://127.0.0.1:9'];
    const { code, err, out } = await run([...given, ...base, ...more]);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
    expect(`${err}${out}`).not.toMatch(CANARY);
  });

  it('that no header can hold is refused without being shown', async () => {
    const args = ['bench', '--orchestrator', 'openai', '--model', 'm', '--base-url', 'http://127.0.0.1:9'];
    const { code, err } = await run([...args, ...withKey('CANARY\nx')]);
    expect({ code, err }).toEqual({
      code: 2,
      err: '--api-key-env SHORTLIST_TEST_KEY: the key holds characters that no key has\n',
    });
  });
});
