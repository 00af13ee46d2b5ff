import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

// Each test starts processes.
vi.setConfig({ testTimeout: 120_000 });

const TWO = ['--latency-processes', '2', '--no-tokens', '--quiet'];
const SAMPLES = ['--registry', 'datasets/samples/cards', '--query-set', 'datasets/samples/queries.jsonl'];
const FEW = ['--cards', '30', '--queries', '6'];
/** One of each kind: exact, an oracle, fused, fused of fused, drawn from the seed. */
const ALL = 'ssr,exhaustive-idf,bm25,wss,rrf(ssr,bm25),rrf(wss,rrf(bm25,random)),random';

describe('a bench that times in processes of their own', () => {
  it.each([
    [
      'seeds, more hits asked for than there are',
      ['--seeds', 'a,b', ...FEW, '-k', '1000', '--retrievers', 'bm25,wss'],
      2,
      2,
    ],
    ['given cards, stopwords of its own', [...SAMPLES, '--stopwords', 'words', '--retrievers', ALL], 1, 7],
    ['folds', ['--registry', SAMPLES[1], '--queries-from', 'examples', '--retrievers', 'ssr,exhaustive-idf'], 1, 2],
  ])('finds there what it has checked: %s', async (_, args, seeds, retrievers) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'words'), 'the of invoice extract');
    const given = args.map((arg) => (arg === 'words' ? join(folder, arg) : (arg ?? '')));
    const out = join(folder, 'run');
    expect(await run('bench', ...given, ...TWO, '--out', out)).toEqual({ code: 0, out: '', err: '' });
    const latency = await rows(out, 'latency.csv');
    expect(latency).toHaveLength(seeds * retrievers);
    expect(new Set(latency.map((row) => row.processes))).toEqual(new Set(['2']));
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.times).toMatchObject({ latency_processes: 2, latency_rounds: expect.any(Number) });
  });

  it('reads saved indexes there too', async () => {
    const folder = await temporaryFolder();
    const sizes = ['--cards', '30', '--seed', 'a'];
    const file = join(folder, 'ssr.idx');
    expect((await run('index', ...sizes, '--retriever', 'ssr', '--out', file, '--quiet')).code).toBe(0);
    const out = join(folder, 'run');
    const reading = ['--queries', '6', '--retrievers', 'ssr', '--index', file];
    const { code, err } = await run('bench', ...sizes, ...reading, ...TWO, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await rows(out, 'latency.csv'))[0]).toMatchObject({ retriever: 'ssr', build_ms: '', processes: '2' });
  });

  it('says of one process what its intervals do not cover', async () => {
    const out = join(await temporaryFolder(), 'run');
    const one = [...FEW, '--no-tokens', '--latency-processes', '1'];
    const printed = await run('bench', ...one, '--retrievers', 'ssr,exhaustive-idf', '--out', out);
    expect(printed.out).toMatch(
      /a retriever, one a query, in one process\n +\(the intervals cover its rounds, not what/,
    );
    expect((await rows(out, 'latency.csv'))[0]?.processes).toBe('1');
    const without = await run('bench', ...one, '--retrievers', 'bm25', '--out', `${out}2`);
    expect(without.out).toMatch(/in one process\n +smallest step/);
  });
});

/** Processes of a parent that time. */
async function timingProcessesOf(parent: number | undefined): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^[0-9]+$/.test(pid)) continue;
    const [stat = '', command = ''] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    // The name in brackets may hold anything.
    const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) === parent && command.includes('timing-process')) found.push(Number(pid));
  }
  return found;
}

/** A bench that has three processes which time, and how it ends. */
async function benchWithProcesses() {
  const out = join(await temporaryFolder(), 'run');
  const args = ['--cards', '100', '--queries', '60', '--latency-processes', '3', '--no-tokens', '--out', out];
  const child = spawn(process.execPath, ['--import', 'tsx', 'harness/cli.ts', 'bench', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  let pids: number[] = [];
  await vi.waitFor(
    async () => {
      pids = await timingProcessesOf(child.pid);
      expect(pids).toHaveLength(3);
    },
    { timeout: 60_000, interval: 50 },
  );
  const end = once(child, 'close').then(([code]) => ({ code, err, out }));
  return { child, end, pids };
}

async function expectGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000, interval: 50 });
  }
}

describe.runIf(process.platform === 'linux')('processes that time', () => {
  it('end with an interrupt, which is in order', async () => {
    const { child, end, pids } = await benchWithProcesses();
    child.kill('SIGINT');
    const { code, err, out } = await end;
    expect({ code, err }).toEqual({ code: 130, err: `interrupted; what was finished is in ${out}-interrupted\n` });
    await expectGone(pids);
  });

  it('end with their parent, whatever ends it', async () => {
    const { child, end, pids } = await benchWithProcesses();
    child.kill('SIGKILL');
    await end;
    await expectGone(pids);
  });

  it('fail the bench with one line where one of them is killed', async () => {
    const { end, pids } = await benchWithProcesses();
    await wait(100);
    process.kill(pids[1] ?? 0, 'SIGKILL');
    const { code, err } = await end;
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^failed: latency, process [123] of 3: was killed from outside, [^\n]*\n$/),
    });
    await expectGone(pids);
  });
});
