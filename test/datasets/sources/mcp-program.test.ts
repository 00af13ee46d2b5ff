import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../datasets/loaders/registry.ts';
import { readMcpServer } from '../../../datasets/sources/live.ts';
import type { McpServer } from '../../../datasets/sources/mcp.ts';
import { Secrets } from '../../../datasets/sources/secrets.ts';
import { temporaryFolder } from '../../support.ts';
import { expectNoneLeft } from './processes.ts';

const CANARY = 'canary-Zq3v9Lx7Tb';

/** The program in `program.mjs`, told what to do. */
function program(does: object, env: Record<string, string> = {}): McpServer {
  const args = ['test/datasets/sources/program.mjs', JSON.stringify(does)];
  return {
    name: undefined,
    label: 'the server',
    reach: { kind: 'stdio', program: { command: process.execPath, args, env, cwd: undefined } },
  };
}

function read(server: McpServer, options: { timeoutMs?: number; signal?: AbortSignal; secrets?: Secrets } = {}) {
  return readMcpServer(server, {
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    secrets: new Secrets(),
    version: '0.0.0',
    ...options,
  });
}

describe('a program that is an MCP server', () => {
  it('is read to its last page, as a saved list of its tools is', async () => {
    const { found, notices, source } = await read(program({ tools: 120, banner: true }));
    expect(found.map(({ card }) => card.id)).toEqual(Array.from({ length: 120 }, (_, i) => `program/tool_${i}`));
    expect(found.map(({ origin }) => origin.page)).toEqual(
      Array.from({ length: 120 }, (_, i) => (i < 50 ? 1 : i < 100 ? 2 : 3)),
    );
    expect(source).toEqual({
      kind: 'mcp',
      server: 'program',
      transport: 'stdio',
      command: 'node',
      version: '1.2.3',
      protocol: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      pages: 3,
      cards: 120,
    });
    expect(notices).toEqual(['program: 120 tools on 3 pages']);

    const schema = (i: number) => ({
      type: 'object',
      properties: { cityName: { type: 'string', description: `city ${i}` } },
    });
    const list = Array.from({ length: 120 }, (_, i) => ({
      name: `tool_${i}`,
      description: `Does thing number ${i} with none.`,
      inputSchema: schema(i),
    }));
    const file = join(await temporaryFolder(), 'saved.json');
    await writeFile(file, JSON.stringify({ program: { tools: list } }));
    expect(found.map(({ card }) => card)).toEqual((await loadRegistry(file)).cards);
  });

  it.each([
    [{ repeat: 'the cursor' }, 'page 2 of tools/list: expected a new cursor, received "the cursor" a second time'],
    [{ tools: 120, failPage: 2 }, 'page 2 of tools/list: expected an answer, received error -32000: out of order'],
    [{ exit: 3 }, 'initialize: expected an answer, received the end of the program (exit code 3)'],
    [{ silent: true }, 'initialize: expected an answer within 0.3 s, received none'],
    [{ deep: 100 }, 'page 1 of tools/list: its output: nested deeper than 100 levels'],
    [{ huge: true }, 'page 1 of tools/list: line 2 of its output: longer than 16777216 bytes'],
    [
      { names: ['a', 'b', 'a'] },
      'page 1 of tools/list, tool 3: expected a new tool, received "a", which is tool 1 already',
    ],
    [{ names: ['a', ''] }, 'page 1 of tools/list, tool 2: name: is empty'],
    [{ names: ['a', 7] }, 'page 1 of tools/list, tool 2: name: expected a string, received number'],
    [{ tools: 1001, perPage: 1 }, 'page 1001 of tools/list: expected at most 1000 pages, received another'],
  ])(
    'that does %j is read not at all',
    async (does, problem) => {
      const timeoutMs = 'silent' in does ? 300 : 20_000;
      await expect(read(program(does), { timeoutMs })).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining(`the server: ${problem}`),
      });
    },
    20_000,
  );

  it('may have no tools at all', async () => {
    const { found, notices } = await read(program({ noTools: true }));
    expect({ found, notices }).toEqual({ found: [], notices: ['program: 0 tools on 1 page'] });
  });

  it('that is not there, or takes no such argument, is an error without its arguments', async () => {
    const missing = (command: string, arg: string): McpServer => ({
      name: 'x',
      label: 'x',
      reach: { kind: 'stdio', program: { command, args: [arg], env: {}, cwd: undefined } },
    });
    await expect(read(missing('/no/such/program', CANARY))).rejects.toMatchObject({
      message: 'x: initialize: cannot be started (no such program or working folder)',
    });
    await expect(read(missing(process.execPath, `${CANARY}\0`))).rejects.toMatchObject({
      message: 'x: initialize: cannot be started (ERR_INVALID_ARG_VALUE)',
    });
  });

  it.each([
    ['is done', {}],
    ['fails', { failPage: 1 }],
    ['never answers and ends for nobody', { silent: true, stubborn: true }],
  ])(
    'ends with all that it has started where it %s',
    async (_, does) => {
      const pids = join(await temporaryFolder(), 'pids');
      // Time enough to start, on a busy machine too.
      const timeoutMs = 'silent' in does ? 2000 : 20_000;
      await read(program({ ...does, pids }), { timeoutMs }).catch(() => undefined);
      await expectNoneLeft(pids);
    },
    20_000,
  );

  it('ends when the reading is interrupted', async () => {
    const pids = join(await temporaryFolder(), 'pids');
    const controller = new AbortController();
    const server = program({ silent: true, stubborn: true, pids });
    const reading = read(server, { signal: controller.signal, timeoutMs: 60_000 });
    reading.catch(() => undefined);
    await expect.poll(() => readFile(pids, 'utf8').catch(() => ''), { timeout: 15_000 }).toMatch(/\n.*\n/);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expectNoneLeft(pids);
  }, 20_000);

  it('gets what it was given of the environment and nothing else, and its key shows nowhere', async () => {
    process.env.SHORTLIST_TEST_SECRET = 'ours alone';
    const secrets = new Secrets();
    secrets.add('API_KEY', CANARY);
    const { found, notices } = await read(program({ tools: 1 }, { API_KEY: CANARY }), { secrets });
    expect(found[0]?.card.description).toBe('Does thing number 0 with ***.');
    expect(notices).toContain('program: 1 tool showed a secret, which is now ***');
    await expect(read(program({ failPage: 1 }, { API_KEY: CANARY }), { secrets })).rejects.toMatchObject({
      message: 'the server: page 1 of tools/list: expected an answer, received error -32000: out of order with ***',
    });
    const shows = program({}, {});
    const other = { ...shows, reach: { kind: 'stdio', program: environmentShower() } } as const;
    await expect(read(other)).rejects.toMatchObject({ message: expect.stringContaining('exit code 0') });
    delete process.env.SHORTLIST_TEST_SECRET;
  });
});

/** Ends with exit code 0 where our own variable did not reach it, else 1. */
function environmentShower() {
  const code = 'process.exit(process.env.SHORTLIST_TEST_SECRET === undefined ? 0 : 1)';
  return { command: process.execPath, args: ['-e', code], env: {}, cwd: undefined };
}
