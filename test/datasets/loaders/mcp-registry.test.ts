import { describe, expect, test } from 'vitest';
import { loadRegistry, type RegistryOptions } from '../../../datasets/loaders/registry.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const root = temporaryFolder();
let made = 0;
const load = (content: unknown, options?: RegistryOptions) =>
  loadRegistry(
    put(root, `${made++}/servers.json`, typeof content === 'string' ? content : JSON.stringify(content, null, 1)),
    options,
  );

const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const server = {
  name: 'com.example/weatherHub',
  description: 'Tells the weather.',
  version: '1.2.0',
  remotes: [{ type: 'sse', url: 'u' }],
};
const card = {
  id: 'com.example/weatherHub',
  name: 'com example weather Hub',
  description: 'Tells the weather.',
  skills: [],
  tags: [],
  examples: [],
  tools: [],
};

describe('entries of an MCP registry', () => {
  test.each([
    [
      'an answer of the registry',
      { servers: [{ server, _meta: { [OFFICIAL]: { status: 'active', isLatest: true } } }], metadata: { count: 1 } },
    ],
    [
      'an answer of the oldest form',
      { servers: [{ id: 'a5e8', ...server, version_detail: { version: '1', is_latest: true } }], next: '' },
    ],
    ['a list of them', [{ server }]],
    ['a server.json', server],
    [
      'a server.json without packages',
      {
        $schema: 'https://static.example/2025-10-17/server.schema.json',
        name: server.name,
        description: server.description,
      },
    ],
  ])('%s', async (_, content) => {
    const found = await load(content);
    expect(found.cards).toEqual([card]);
    expect(found.format).toMatch(/^MCP registry entries/);
    expect(found.notices).toEqual([]);
    expect(found.skipped).toEqual([]);
  });

  test('the title is the name where there is one', async () => {
    expect((await load({ ...server, title: 'Weather Hub' })).cards[0]).toMatchObject({
      id: server.name,
      name: 'Weather Hub',
    });
  });

  test('of several versions the latest is taken, by what the registry says, else the last one', async () => {
    const version = (description: string, isLatest?: boolean) => ({
      server: { ...server, description },
      _meta: isLatest === undefined ? {} : { [OFFICIAL]: { isLatest } },
    });
    const told = await load({ servers: [version('1', false), version('3', true), version('2', false)] });
    expect(told.cards.map(({ description }) => description)).toEqual(['3']);
    expect(told.notices).toEqual(['2 other versions of the same servers left aside']);
    expect((await load([version('1'), version('2')])).cards.map(({ description }) => description)).toEqual(['2']);
  });

  test('deleted and bad ones are listed', async () => {
    const found = await load({
      servers: [
        { server },
        { server: { ...server, name: 'gone', status: 'deleted' } },
        { server: { ...server, name: 'gone' }, _meta: { [OFFICIAL]: { status: 'deleted' } } },
        { server: { name: 7 } },
        { server: 7 },
        { url: 'u', skills: [] },
      ],
    });
    expect(found.cards).toHaveLength(1);
    expect(found.skipped.map(({ reason }) => reason)).toEqual([
      'server.status: the registry says that it is deleted',
      'server.status: the registry says that it is deleted',
      'server.name: expected a string, received number',
      'name: expected a string, received nothing',
      'holds A2A agent cards, not a server',
    ]);
    for (const { path } of found.skipped) expect(path).toMatch(/^servers\.json:\d+$/);
  });

  test('a page that names another one is said to be incomplete', async () => {
    const incomplete = ['incomplete: the last page read names another one (nextCursor)'];
    for (const rest of [
      { metadata: { nextCursor: 'x' } },
      { metadata: { next_cursor: 'x' } },
      { next: 'https://x.example' },
    ]) {
      expect((await load({ servers: [{ server }], ...rest })).notices).toEqual(incomplete);
      expect((await load({ ...rest, servers: [{ server }] })).notices).toEqual(incomplete);
    }
    expect((await load({ servers: [{ server }], metadata: { nextCursor: null } })).notices).toEqual([]);
    const pages = [
      { servers: [{ server }], metadata: { nextCursor: 'x' } },
      { servers: [{ server: { ...server, name: 'b' } }], metadata: {} },
    ];
    const both = await load(pages);
    expect(both.cards.map(({ id }) => id)).toEqual([server.name, 'b']);
    expect(both.notices).toEqual([]);
  });

  test('have no tools to choose', async () => {
    expect(await inputError(() => load(server, { granularity: 'tool' }))).toMatch(
      /servers\.json: --granularity tool: read as MCP registry entries \(server\.json\), which knows no tools with their own text$/,
    );
  });
});
