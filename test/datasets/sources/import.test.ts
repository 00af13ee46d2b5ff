import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../datasets/loaders/registry.ts';
import { runArgs } from '../../runs.ts';
import { temporaryFolder } from '../../support.ts';
import { expectNoneLeft } from './processes.ts';
import { json, mcp, nobody, paged, serve, tools } from './servers.ts';

const CANARY = 'canary-Zq3v9Lx7Tb';
const CARD = { name: 'Weather', description: 'Knows it.', url: 'https://w.example', skills: [], capabilities: {} };

/** Runs `shortlist import` in this process. */
function run(args: readonly string[], signal?: AbortSignal) {
  return runArgs(['import', ...args], signal);
}

async function rows(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A configuration with programs of `program.mjs`, by name. */
async function config(servers: Record<string, object>, env: Record<string, string> = {}): Promise<string> {
  const path = join(await temporaryFolder(), 'servers.json');
  const entry = (does: object) => ({
    command: process.execPath,
    args: ['test/datasets/sources/program.mjs', JSON.stringify(does)],
    env,
  });
  const all = Object.entries(servers).map(([name, server]) => [name, 'url' in server ? server : entry(server)]);
  await writeFile(path, JSON.stringify({ mcpServers: Object.fromEntries(all) }));
  return path;
}

describe('import', () => {
  it('writes the cards of all sources, and where each came from', async () => {
    const folder = await temporaryFolder();
    const out = join(folder, 'out');
    await writeFile(join(folder, 'own.jsonl'), '{"id":"own","name":"Own"}\n');
    const web = await serve(mcp({ list: paged(120, 50) }));
    const agent = await serve((_, response) => json(response, 200, CARD));
    const servers = await config({
      mail: { names: ['send_email'], tools: 1 },
      crm: { names: ['send_email'], tools: 1 },
    });
    const done = await run([
      ...['--from', join(folder, 'own.jsonl'), '--mcp-config', servers, '--mcp-url', web.url],
      ...['--a2a-url', agent.url, '--out', out],
    ]);
    expect(done).toEqual({
      code: 0,
      out: `124 cards in ${out}: cards.jsonl, sources.jsonl, import.json\n`,
      err: [
        'own.jsonl was read as canonical JSON Lines',
        'mail: 1 tool on 1 page',
        'crm: 1 tool on 1 page',
        'web: 120 tools on 3 pages',
        `${agent.url}/.well-known/agent-card.json: A2A not stated`,
        '',
      ].join('\n'),
    });
    expect((await readdir(out)).sort()).toEqual(['cards.jsonl', 'import.json', 'sources.jsonl']);
    const { cards } = await loadRegistry(out);
    expect(cards.map(({ id }) => id)).toEqual([
      ...['own', 'mail/send_email', 'crm/send_email'],
      ...Array.from({ length: 120 }, (_, i) => `web/tool${i}`),
      agent.url,
    ]);
    const sources = await rows(join(out, 'sources.jsonl'));
    expect(sources.map(({ id }) => id)).toEqual(cards.map(({ id }) => id));
    expect([sources[0], sources[2], sources[122], sources[123]]).toEqual([
      { id: 'own', kind: 'file', path: join(folder, 'own.jsonl') },
      { id: 'crm/send_email', kind: 'mcp', server: 'crm', transport: 'stdio', command: 'node', page: 1 },
      { id: 'web/tool119', kind: 'mcp', server: 'web', transport: 'http', url: `${web.url}/`, page: 3 },
      { id: agent.url, kind: 'a2a', url: `${agent.url}/.well-known/agent-card.json` },
    ]);
    const about = JSON.parse(await readFile(join(out, 'import.json'), 'utf8'));
    expect(about).toMatchObject({ cards: 124, sha256: { 'cards.jsonl': expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(about.sources.map((source: { cards: number }) => source.cards)).toEqual([1, 1, 1, 120, 1]);
  });

  it('reads a packed collection and says nothing with --quiet', async () => {
    const folder = await temporaryFolder();
    const lines = Array.from({ length: 2500 }, (_, i) => `${i}\tpassage "${i}\n`);
    await writeFile(join(folder, 'collection.tsv.gz'), gzipSync(lines.join('')));
    const out = join(folder, 'out');
    const done = await run(['--from', join(folder, 'collection.tsv.gz'), '--out', out, '--quiet']);
    expect(done).toEqual({ code: 0, out: '', err: '' });
    const { cards } = await loadRegistry(out);
    expect(cards.map(({ id, description }) => `${id}\t${description}\n`)).toEqual(lines);
    expect(await rows(join(out, 'sources.jsonl'))).toHaveLength(2500);
  });

  it('shows a key in no file and no line', async () => {
    const folder = await temporaryFolder();
    const out = join(folder, 'out');
    const web = await serve(mcp({ list: () => ({ tools: tools(`with ${CANARY}`) }) }));
    const url = `${web.url.replace('http://', `http://me:${CANARY}@`)}/?key=${CANARY}`;
    const servers = await config(
      { a: { tools: 2 }, b: { url, headers: { 'X-Api-Key': CANARY } } },
      { API_KEY: CANARY },
    );
    const done = await run(['--mcp-config', servers, '--out', out]);
    expect(done.code).toBe(0);
    const files = await Promise.all((await readdir(out)).map((name) => readFile(join(out, name), 'utf8')));
    expect(`${files.join('')}${done.out}${done.err}`).not.toContain(CANARY);
    expect(done.err).toContain('a: 2 tools showed a secret, which is now ***');

    const failing = await config({ a: { failPage: 1 } }, { API_KEY: CANARY });
    const failed = await run(['--mcp-config', failing, '--out', join(folder, 'no')]);
    expect(failed).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^[^\n]*out of order with \*\*\*\n$/),
    });
  });
});

describe('an import that cannot be whole', () => {
  it.each([
    ['mail: a page fails', { mail: { tools: 120, failPage: 2 } }, 'server "mail": page 2 of tools/list'],
    [
      'mail: a cursor comes again',
      { a: {}, mail: { repeat: 'x' } },
      'server "mail": page 2 of tools/list: expected a new',
    ],
    ['mail: a tool comes twice', { mail: { names: ['a', 'a', 'b'] } }, 'tool 2: expected a new tool, received "a"'],
    [
      'ids of two servers meet',
      { a: { names: ['b/c'], tools: 1 }, 'a/b': { names: ['c'], tools: 1 } },
      '"a/b/c" from two',
    ],
    ['nothing has a tool', { mail: { noTools: true } }, 'expected a card, received none'],
    ['nobody is there', { web: { url: 'http://127.0.0.1:1/' } }, 'server "web": initialize: cannot be reached'],
  ])(
    'because %s, leaves nothing',
    async (_, servers, problem) => {
      const folder = await temporaryFolder();
      const done = await run(['--mcp-config', await config(servers), '--out', join(folder, 'a', 'b')]);
      expect(done).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
      expect(done.err).toContain(problem);
      expect(await readdir(folder)).toEqual([]);
    },
    20_000,
  );

  it('because two servers call themselves the same, says how to tell them apart', async () => {
    const one = await serve(mcp({ list: () => ({ tools: tools('a') }) }));
    const two = await serve(mcp({ list: () => ({ tools: tools('b') }) }));
    const folder = await temporaryFolder();
    const done = await run(['--mcp-url', `${one.url},${two.url}`, '--out', join(folder, 'x')]);
    expect(done.err).toBe(
      `--mcp-url ${two.url}/: expected a server of another name than "web", which is that of --mcp-url ${one.url}/; --mcp-config gives names\n`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('because a file is wrong further down, or has a card of a server, leaves nothing', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'cards.jsonl');
    const lines = Array.from({ length: 3000 }, (_, i) => `{"id":"c${i}"}\n`);
    await writeFile(path, `${lines.join('')}{"id":5}\n`);
    const wrong = await run(['--from', path, '--out', join(folder, 'x')]);
    expect(wrong).toMatchObject({ code: 2, err: `--from ${path}:3001: id: expected a string, received number\n` });
    const { url } = await serve(mcp({ name: 'web', list: paged(1, 1) }));
    await writeFile(path, `${lines.join('')}{"id":"web/tool0"}\n`);
    const twice = await run(['--from', path, '--mcp-url', url, '--out', join(folder, 'x')]);
    expect(twice.err).toBe('expected each card id once, received "web/tool0" from two sources\n');
    expect(await readdir(folder)).toEqual(['cards.jsonl']);
  });

  it.each(['.cards.jsonl', '.sources.jsonl', '.import.json'])(
    'because %s cannot be written, leaves nothing of the others',
    async (name) => {
      const folder = await temporaryFolder();
      const out = join(folder, 'out');
      const { url } = await serve(
        mcp({
          list: () => {
            // Where the file is about to be written, somebody else has one.
            writeFileSync(join(out, `${name}.unfinished`), '');
            return { tools: tools(...Array.from({ length: 3000 }, (_, i) => `tool${i}`)) };
          },
        }),
      );
      const done = await run(['--mcp-url', url, '--out', out]);
      expect(done).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(`${name.slice(1)}: cannot be written`),
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('because it is interrupted, leaves nothing and no program', async () => {
    const folder = await temporaryFolder();
    const pids = join(folder, 'pids');
    const servers = await config({ mail: { silent: true, stubborn: true, pids } });
    const args = ['import', '--mcp-config', servers, '--out', join(folder, 'out')];
    const child = spawn(process.execPath, ['--import', 'tsx', 'harness/cli.ts', ...args], { stdio: 'pipe' });
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    await expect.poll(() => readFile(pids, 'utf8').catch(() => ''), { timeout: 20_000 }).toMatch(/\n.*\n/);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect({ code, err }).toEqual({ code: 130, err: 'interrupted; nothing was written\n' });
    expect(await readdir(folder)).toEqual(['pids']);
    await expectNoneLeft(pids);
  }, 30_000);

  it('because nobody waits for its end, leaves no program', async () => {
    const folder = await temporaryFolder();
    const pids = join(folder, 'pids');
    const servers = await config({ mail: { silent: true, stubborn: true, pids } });
    const args = ['import', '--mcp-config', servers, '--out', join(folder, 'out')];
    const child = spawn(process.execPath, ['--import', 'tsx', 'harness/cli.ts', ...args], { stdio: 'ignore' });
    await expect.poll(() => readFile(pids, 'utf8').catch(() => ''), { timeout: 20_000 }).toMatch(/\n.*\n/);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    await once(child, 'exit');
    await expectNoneLeft(pids);
  }, 30_000);
});

describe('a mistake in the options of import', () => {
  const out = ['--out', 'nowhere'];
  it.each([
    [[...out], 'give a source: --from, --mcp-config, --mcp-command, --mcp-url, --a2a-url'],
    [['--from', 'package.json'], '--out is required'],
    [['--mcp-command', 'a "b', ...out], '--mcp-command: expected a program and its arguments'],
    [['--mcp-url', 'a', ...out], '--mcp-url a: expected http:// or https:// addresses'],
    [['--mcp-url', 'http://a,', ...out], '--mcp-url : expected http:// or https:// addresses'],
    [['--a2a-url', `ftp://me:${CANARY}@a?${CANARY}`, ...out], '--a2a-url ***@a?***: expected http:// or'],
    [['--a2a-url', `http://me:${CANARY}@a,http://a`, ...out], '--a2a-url http://a/: is given twice'],
    [['--a2a-url', 'http://a', '--timeout', '0', ...out], '--timeout 0: expected an integer from 1'],
    [['--a2a-url', 'http://a', '--timeout', '3601', ...out], '--timeout 3601: expected an integer from 1 to 3600'],
    [['--a2a-url', 'http://a', '--strict', ...out], '--strict needs --from'],
    [['--a2a-url', 'http://a', '--format', 'mcp', ...out], '--format needs --from'],
    [['--from', 'a', '--format', 'x', ...out], '--format x: unknown; known are canonical, a2a, mcp'],
    [['--from', 'missing', ...out], '--from missing: no such file or folder'],
    [['--mcp-config', 'missing', ...out], '--mcp-config missing: no such file or folder'],
    [['--mcp-config', 'tsconfig.json', ...out], '--mcp-config tsconfig.json: expected {"mcpServers"'],
    [['--from', 'package.json', '--out', 'harness'], '--out harness: expected an absent or empty folder'],
  ])('%j is one line and exit 2', async (args, message) => {
    const before = await readdir('.');
    const done = await run(args);
    expect(done).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
    expect(done.err).toContain(message);
    expect(done.err).not.toContain(CANARY);
    expect(await readdir('.')).toEqual(before);
  });

  it('leaves an address where nobody is without a trace', async () => {
    const folder = await temporaryFolder();
    const host = await nobody();
    const done = await run(['--a2a-url', `http://${host}`, '--out', join(folder, 'x')]);
    expect(done.err).toBe(`--a2a-url http://${host}/.well-known/agent-card.json: cannot be reached (ECONNREFUSED)\n`);
    expect(await readdir(folder)).toEqual([]);
  });
});
