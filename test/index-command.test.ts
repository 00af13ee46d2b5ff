import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../harness/command-line.ts';
import { rows, run } from './runs.ts';
import { temporaryFolder } from './support.ts';

const SIZES = ['--cards', '120', '--queries', '20'];
const SAMPLES = ['--registry', 'datasets/samples/cards', '--query-set', 'datasets/samples/queries.jsonl'];

/** Runs a command that has to end well. */
async function done(...args: string[]) {
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 0 });
  return ended;
}

/** Runs a command that is a mistake; returns what it says in its one line. */
async function mistake(...args: string[]): Promise<string> {
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toMatch(/^[^\n]+\n$/);
  return ended.err.trimEnd();
}

async function fingerprintOf(folder: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).fingerprint;
}

describe('shortlist index', () => {
  it('builds what bench reads, with the results of a built index', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => join(folder, name);
    for (const name of ['ssr', 'wss']) {
      const { out } = await done('index', '--cards', '120', '--retriever', name, '--out', at(`${name}.idx`));
      expect(out).toMatch(
        new RegExp(`^${name} over 120 cards in .*${name}\\.idx, [0-9,]+ bytes; built in .* s, written in .* s\n$`),
      );
    }
    const bench = ['bench', ...SIZES, '--no-tokens', '--retrievers', 'ssr,bm25,wss'];
    await done(...bench, '--no-latency', '--out', at('built'));
    const indexes = ['--index', at('wss.idx'), '--index', at('ssr.idx')];
    const { out } = await done(...bench, ...indexes, '--json', '--out', at('read'));
    const { manifest, latency } = JSON.parse(out);

    expect(await fingerprintOf(at('read'))).toBe(await fingerprintOf(at('built')));
    expect(manifest.verdict.result).toBe('passed');
    expect(manifest.notices).toEqual([
      `the index of wss was read from ${at('wss.idx')}, and not built`,
      `the index of ssr was read from ${at('ssr.idx')}, and not built`,
    ]);
    // A reading has no time of a build, and a build none of a reading.
    expect(latency[0].build_ms).toBeUndefined();
    expect(latency[0].load_ms).toBeGreaterThan(0);
    const table = await rows(at('read'), 'latency.csv');
    expect(table.map((row) => [row.retriever, row.build_ms !== '', row.load_ms !== ''])).toEqual([
      ['ssr', false, true],
      ['bm25', true, false],
      ['wss', false, true],
    ]);
    const bytes = (await rows(at('built'), 'summary.csv')).map((row) => row.index_bytes);
    expect((await rows(at('read'), 'summary.csv')).map((row) => row.index_bytes)).toEqual(bytes);
  });

  it('takes a registry of any format, and the options that decide what its cards are', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.idx');
    const stopwords = join(folder, 'words.txt');
    await writeFile(stopwords, 'the\nagent\n');
    const options = ['--stopwords', stopwords, '--strip-invisible'];
    const { out, err } = await done(
      'index',
      '--registry',
      'datasets/samples/cards',
      ...options,
      '--json',
      '--out',
      path,
    );
    expect(err).toContain('note: cards was read as A2A folder\n');
    expect(JSON.parse(out)).toMatchObject({ file: path, retriever: 'ssr', cards: 44 });
    const bench = ['bench', ...SAMPLES, '--retrievers', 'ssr', '--no-latency', '--no-tokens', '--index', path];
    await done(...bench, ...options, '--quiet', '--out', join(folder, 'run'));
    expect(await mistake(...bench, '--out', join(folder, 'other'))).toContain(': expected an index for the stopwords');
    expect((await readdir(folder)).sort()).toEqual(['run', 'words.txt', 'x.idx']);
  });

  it('writes the same file again, and says what the index takes', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => join(folder, name);
    await done('index', '--cards', '50', '--seed', 'x', '--quiet', '--workers', '1', '--out', at('a'));
    const { out } = await done('index', '--cards', '50', '--seed', 'x', '--memory', '--json', '--out', at('b'));
    expect(await readFile(at('b'))).toEqual(await readFile(at('a')));
    const { file_bytes, memory } = JSON.parse(out);
    expect(file_bytes).toBe((await readFile(at('a'))).length);
    const bytes = (memory.parts as { bytes: number }[]).reduce((sum, part) => sum + part.bytes, 0);
    expect(memory.index_bytes).toBe(bytes);
    expect(memory.peak_bytes).toBeGreaterThan(memory.index_bytes);

    const table = (await done('index', '--cards', '50', '--memory', '--out', at('c'))).out;
    for (const part of [
      'words ',
      'word lists, bitmaps',
      'pairs ',
      'pair lists, narrow',
      'ids ',
      'memory of a search',
    ]) {
      expect(table).toContain(`\n${part}`);
    }
    expect(table).toMatch(/\nthe index +[0-9,]+\npeak of the process +[0-9,]+\n$/);
  });

  it('refuses what cannot be, in one line, and leaves nothing', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => join(folder, name);
    await writeFile(at('mine'), 'mine');
    const index = ['index', '--cards', '20'];
    expect(await mistake(...index)).toBe('--out is required');
    expect(await mistake(...index, '--out', at('mine'))).toContain('expected a name that is free');
    expect(await mistake(...index, '--out', at('no/x'))).toContain('there is no such folder');
    expect(await mistake(...index, '--retriever', 'bm25', '--out', at('x'))).toBe(
      '--retriever bm25: its index cannot be saved; expected one of ssr, wss, wss-sqrt',
    );
    expect(await mistake(...index, '--retriever', 'nix', '--out', at('x'))).toContain('--retriever nix: unknown');
    expect(await mistake('index', '--registry', at('no'), '--out', at('x'))).toContain('--registry');
    expect(await mistake('index', '--registry', at('mine'), '--out', at('x'))).toContain('--registry');
    expect(await mistake('index', '--registry', at('mine'), '--cards', '3', '--out', at('x'))).toContain('--cards');
    expect(await mistake(...index, '--workers', '0', '--out', at('x'))).toContain(
      '--workers 0: expected an integer from 1',
    );
    expect(await mistake(...index, '--quiet', '--memory', '--out', at('x'))).toContain('give one of them');
    // The first card is good: that the second is not shows when the work has begun.
    await writeFile(at('half.jsonl'), `${JSON.stringify({ id: 'a', name: '', description: 'x' })}\n{"id":\n`);
    expect(await mistake('index', '--registry', at('half.jsonl'), '--out', at('x'))).toContain('half.jsonl:2');
    expect((await readdir(folder)).sort()).toEqual(['half.jsonl', 'mine']);
    expect(await readFile(at('mine'), 'utf8')).toBe('mine');
  });

  it('that is interrupted, wherever it stands, exits 130 and leaves nothing', async () => {
    const folder = await temporaryFolder();
    const interrupted = async (place: number) => {
      const controller = new AbortController();
      let asked = 0;
      controller.signal.throwIfAborted = function () {
        asked++;
        if (asked === place) controller.abort();
        AbortSignal.prototype.throwIfAborted.call(this);
      };
      const err: string[] = [];
      const screen = { out: () => {}, err: (text: string) => void err.push(text), colour: false, progress: false };
      const args = ['index', '--cards', '40', '--quiet', '--out', join(folder, 'x.idx')];
      return { code: await main(args, screen, controller.signal), err, asked };
    };
    const { asked } = await interrupted(Number.POSITIVE_INFINITY);
    expect(await readdir(folder)).toEqual(['x.idx']);
    await rm(join(folder, 'x.idx'));
    for (const place of [1, 2, 30, 41, Math.floor(asked / 2), asked - 1]) {
      expect(await interrupted(place)).toMatchObject({ code: 130, err: ['interrupted; nothing was written\n'] });
      expect(await readdir(folder)).toEqual([]);
    }
  });
});

describe('bench --index', () => {
  it('refuses in one line what it cannot use, and leaves no folder', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => join(folder, name);
    await done('index', '--cards', '30', '--quiet', '--out', at('ssr.idx'));
    await done('index', '--cards', '30', '--retriever', 'wss', '--quiet', '--out', at('wss.idx'));
    const bytes = await readFile(at('ssr.idx'));
    await writeFile(at('torn.idx'), bytes.subarray(0, bytes.length - 1));
    const damaged = Buffer.from(bytes);
    damaged[bytes.length - 1] = damaged[bytes.length - 1]! ^ 1;
    await writeFile(at('damaged.idx'), damaged);

    const bench = (...args: string[]) =>
      mistake('bench', '--cards', '30', '--queries', '5', '--no-latency', '--no-tokens', '--out', at('run'), ...args);
    const of = (name: string) => ['--index', at(name)];
    expect(await bench(...of('absent'))).toBe(`--index ${at('absent')}: no such file or folder`);
    expect(await bench(...of('torn.idx'))).toContain('it is torn; build it again with');
    expect(await bench(...of('damaged.idx'))).toContain('it is damaged; build it again with');
    expect(await bench('--seed', '43', ...of('ssr.idx'))).toContain('expected an index over the cards of this run');
    expect(await bench('--retrievers', 'bm25', ...of('ssr.idx'))).toContain(
      'expected the index of one of --retrievers, bm25, received one of ssr',
    );
    expect(await bench(...of('ssr.idx'), ...of('ssr.idx'))).toContain('expected one index of ssr, received another');
    expect(await bench(...of('ssr.idx'), ...of('torn.idx'))).toContain('it is torn');
    expect(await bench('--seeds', 'a,b', ...of('ssr.idx'))).toBe('--index goes with one seed, not with several');
    const examples = ['--registry', 'datasets/samples/cards', '--queries-from', 'examples'];
    expect(await mistake('bench', ...examples, ...of('ssr.idx'), '--out', at('run'))).toContain('--queries-from');
    expect(await readdir(folder)).not.toContain('run');
  });
});
