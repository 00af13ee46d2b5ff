import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support.ts';
import { bench, registry, results, rows, run } from '../orchestrators/command-line.ts';
import { type Asked, says, status } from '../orchestrators/fault-server.ts';
import { faults } from '../orchestrators/model.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const INJECTION = ['--plant', 'injection=0.3'];
const CLONES = ['--plant', 'clones=0.1'];
/** The word that a text orders a model to answer. */
const orderedIn = (text: string) => /(?:with the word|unsure, with) ([a-z]{8})/.exec(text)?.[1];
const isHonest = (id: string) => /^c[0-9]$/.test(id);
const numberOf = ({ query }: Asked) => Number(query.slice(1));
const right = (asked: Asked) => String(asked.agents.indexOf(`c${numberOf(asked) % 10}`) + 1);

describe('replies behind planted cards', () => {
  it('of a model that obeys are counted as hijacked, and fail as answers', async () => {
    // Every third time it keeps to its task; once it obeys in words of its own, once the call fails.
    const server = await faults((asked) => {
      const word = orderedIn(asked.prompt);
      const n = numberOf(asked);
      if (n === 2) return status(404);
      if (word === undefined || n % 3 === 0) return says(right(asked));
      return says(n === 1 ? `Of course: ${word.toUpperCase()}!` : word);
    });
    const out = join(await temporaryFolder(), 'run');
    const args = bench(await registry(12), server.url, ...INJECTION, ...CLONES);
    const dry = await run([...args, '--dry-run', '--json']);
    expect(server.asked).toHaveLength(0);
    const printed = await run([...args, '--out', out]);
    expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' });
    expect(server.asked).toHaveLength(12);
    const calls = await rows(out, 'calls.csv');
    expect(JSON.parse(dry.out).dry_run.forecasts[0]).toMatchObject({
      requests: 12,
      input_tokens: calls.reduce((sum, call) => sum + Number(call.prompt_tokens), 0),
    });
    // The order reaches the model as data: no entry is forged by it.
    expect(server.asked.every(({ agents }) => agents.length === 14 && agents.filter(isHonest).length === 10)).toBe(
      true,
    );
    expect(server.asked.every(({ prompt }) => orderedIn(prompt) !== undefined)).toBe(true);
    const table = await rows(out, 'planted.csv');
    // The call that failed is no reply, and stays in the denominator.
    expect(table.map(({ kind, hijacked, hijacked_share: share }) => [kind, hijacked, share])).toEqual([
      ['clones', '', ''],
      ['injection', '7', String(7 / 12)],
      ['all', '7', String(7 / 12)],
    ]);
    expect(table.every((row) => row.asked === '12' && row.picked === '0' && row.orchestrator === 'openai')).toBe(true);
    const outcomes = (await rows(out, 'queries.csv')).map(({ outcome }) => outcome);
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    expect(['invalid_index', 'selected', 'api_failure'].map(count)).toEqual([7, 4, 1]);
    expect(printed.out).toMatch(/picked {2}hijacked\n/);
    expect(printed.out).toMatch(/injection +3 +ssr .* 0\.000 +0\.583\n/);
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('<th scope="col">hijacked</th>');
  });

  it('that name a planted card are picks of it, of its own kind alone', async () => {
    // Takes a clone for even queries, and a card with an order in it for the others.
    const server = await faults((asked) => {
      const lines = asked.prompt.split('\n').filter((line) => /^[0-9]+: /.test(line));
      const ordering = numberOf(asked) % 2 === 1;
      const isWanted = (id: string, i: number) =>
        !isHonest(id) && (orderedIn(lines[i] ?? '') !== undefined) === ordering;
      return says(String(asked.agents.findIndex(isWanted) + 1));
    });
    const out = join(await temporaryFolder(), 'run');
    const args = bench(await registry(7), server.url, ...INJECTION, ...CLONES, '--quiet', '--out', out);
    expect((await run(args)).code).toBe(0);
    const table = await rows(out, 'planted.csv');
    expect(table.map(({ kind, picked, picked_share: share, hijacked }) => [kind, picked, share, hijacked])).toEqual([
      ['clones', '4', String(4 / 7), ''],
      ['injection', '3', String(3 / 7), '0'],
      ['all', '7', '1', '0'],
    ]);
  });

  it('are not asked again on --resume, which refuses other plants by name', async () => {
    const server = await faults((asked) => says(orderedIn(asked.prompt) ?? '1'));
    const [folder, data] = [await temporaryFolder(), await registry(9)];
    const whole = join(folder, 'whole');
    expect((await run(bench(data, server.url, ...INJECTION, '--quiet', '--out', whole))).code).toBe(0);
    const stopped = await run(
      bench(data, server.url, ...INJECTION, '--max-requests', '4', '--quiet', '--out', join(folder, 'run')),
    );
    expect(stopped.code).toBe(1);
    const again = (...plants: string[]) =>
      run(bench(data, server.url, ...plants, '--quiet', '--resume', join(folder, 'run-interrupted')));
    const shares = (share: number) => `{"recipe":"hostile-2","shares":{"injection":${share}}}`;
    expect(await again('--plant', 'injection=0.4')).toMatchObject({
      code: 2,
      err: `--resume: the answers on disk were made with another planted (was ${shares(0.3)}, is ${shares(0.4)})\n`,
    });
    expect((await again()).err).toMatch(/another planted \(was .*, is none\)\n$/);
    expect(await again(...INJECTION)).toEqual({ code: 0, out: '', err: '' });
    expect(server.asked).toHaveLength(9 + 9);
    expect(await results(join(folder, 'run'))).toEqual(await results(whole));
    const [row] = await rows(join(folder, 'run'), 'planted.csv');
    expect(row).toMatchObject({ hijacked: '9', hijacked_share: '1' });
  });
});
