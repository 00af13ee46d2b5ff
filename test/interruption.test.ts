import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { main } from '../harness/command-line.ts';
import { temporaryFolder } from './support.ts';

/** A signal that is aborted when it is asked for the `n`th time: every such place is one where a run may be broken off. */
function abortedAt(n: number): { signal: AbortSignal; asked: () => number } {
  const controller = new AbortController();
  let asked = 0;
  controller.signal.throwIfAborted = function () {
    asked++;
    if (asked === n) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(this);
  };
  return { signal: controller.signal, asked: () => asked };
}

const TWO_SEEDS = ['--seeds', 'a,b', '--cards', '30', '--queries', '6', '--latency-processes', '1'];

async function interruptedBench(out: string, n: number) {
  const errors: string[] = [];
  const screen = { out: () => {}, err: (text: string) => void errors.push(text), colour: false, progress: false };
  const { asked, signal } = abortedAt(n);
  const code = await main(['bench', ...TWO_SEEDS, '--quiet', '--out', out], screen, signal);
  return { code, err: errors.join(''), asked: asked() };
}

/** Every file is whole, and nothing unfinished lies about. */
async function expectWhole(folder: string): Promise<Record<string, Record<string, string>[]>> {
  const tables: Record<string, Record<string, string>[]> = {};
  for (const name of await readdir(folder)) {
    expect(name).toMatch(/^[a-z]+\.(csv|json|trec)$|^run\..*\.trec$/);
    const text = await readFile(join(folder, name), 'utf8');
    if (name.endsWith('.json')) JSON.parse(text);
    if (name.endsWith('.csv')) tables[name] = parse(text, { columns: true });
  }
  return tables;
}

describe('an interrupted bench', () => {
  it('at any place exits 130 and leaves whole files of whole experiments', async () => {
    const folder = await temporaryFolder();
    const { asked, code } = await interruptedBench(join(folder, 'whole'), Number.POSITIVE_INFINITY);
    expect(code).toBe(0);
    // A busy machine lets signals in more often: the last place is one that every run comes to.
    const places = Array.from({ length: 12 }, (_, i) => 1 + Math.floor((i * (asked - 21)) / 11));
    const seeds: number[] = [];
    for (const place of places) {
      const out = join(folder, `run${place}`);
      const broken = await interruptedBench(out, place);
      expect(broken.code).toBe(130);
      expect(broken.err).toBe(`interrupted; what was finished is in ${out}-interrupted\n`);
      const tables = await expectWhole(`${out}-interrupted`);
      const manifest = JSON.parse(await readFile(join(`${out}-interrupted`, 'manifest.json'), 'utf8'));
      expect(manifest.verdict.result).toBe('interrupted');
      expect(manifest.fingerprint).toBeUndefined();
      const finished = tables['summary.csv']?.length ?? 0;
      expect(finished % 4).toBe(0);
      expect(tables['queries.csv']?.length ?? 0).toBe(finished * 6);
      seeds.push(finished / 4);
    }
    // Broken off before the first seed was finished, and after it.
    expect(seeds[0]).toBe(0);
    expect(seeds.at(-1)).toBe(1);
    expect((await readdir(folder)).filter((name) => /^run\d+$/.test(name))).toEqual([]);
  });

  it('generate leaves no half file', async () => {
    const folder = await temporaryFolder();
    const screen = { out: () => {}, err: () => {}, colour: false, progress: false };
    const { signal } = abortedAt(2);
    const out = join(folder, 'made');
    expect(await main(['generate', '--cards', '5000', '--queries', '6', '--out', out], screen, signal)).toBe(130);
    expect(await readdir(folder)).toEqual(['made-interrupted']);
    expect(await readdir(`${out}-interrupted`)).toEqual([]);
  });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program as a user does. `meddle` may send signals or close pipes. */
function launch(args: readonly string[], meddle: (child: ReturnType<typeof spawn>) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'harness/cli.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => void out.push(data));
  child.stderr?.on('data', (data: Buffer) => void err.push(data));
  meddle(child);
  const text = (pieces: readonly Buffer[]) => Buffer.concat(pieces).toString('utf8');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: text(out), err: text(err) })));
}

const SMALL = ['bench', '--cards', '60', '--queries', '12', '--no-latency'];

describe('the program', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends in order on %s', async (name) => {
    const folder = await temporaryFolder();
    const out = join(folder, 'run');
    const args = ['bench', '--cards', '4000', '--queries', '4000', '--out', out];
    const ended = await launch(args, (child) => {
      // The folder is claimed before the work begins: then there is something to interrupt.
      const poll = setInterval(async () => {
        if (!(await readdir(folder)).includes('run')) return;
        clearInterval(poll);
        child.kill(name);
      }, 20);
    });
    expect(ended).toEqual({ code: 130, out: '', err: `interrupted; what was finished is in ${out}-interrupted\n` });
    await expectWhole(`${out}-interrupted`);
  });

  it('prints its whole JSON into a pipe, whatever the exit code', async () => {
    const folder = await temporaryFolder();
    const seeds = Array.from({ length: 60 }, (_, i) => `s${i}`).join(',');
    const args = ['bench', '--seeds', seeds, '--cards', '12', '--queries', '4', '--no-latency', '--json'];
    const ended = await launch([...args, '--out', join(folder, 'run')]);
    expect(ended.code).toBe(0);
    expect(ended.out.length).toBeGreaterThan(2 ** 16);
    expect(JSON.parse(ended.out).summary).toHaveLength(240);
  });

  it('does not mind a reader that leaves, and keeps its exit code', async () => {
    const folder = await temporaryFolder();
    for (const args of [SMALL, [...SMALL, '--json']]) {
      const ended = await launch([...args, '--out', join(folder, args.join(''))], (child) => child.stdout?.destroy());
      expect(ended).toEqual({ code: 0, out: '', err: '' });
    }
  });

  it('says a mistake on stderr alone', async () => {
    const ended = await launch(['bench', '--k', 'abc']);
    expect(ended.code).toBe(2);
    expect(ended.out).toBe('');
    expect(ended.err).toMatch(/^--k abc: [^\n]+\n$/);
  });
});
