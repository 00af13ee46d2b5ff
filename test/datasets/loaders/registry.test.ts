import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cardLine } from '../../../datasets/loaders/canonical-write.ts';
import { loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const root = temporaryFolder();
let folders = 0;
/** A fresh folder with the files given. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = join(root, `registry-${folders++}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    put(folder, name, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}
const fileOf = (name: string, content: unknown) => join(folderOf({ [name]: content }), name);
const a2a = (name: string) => ({ name, description: `${name} does.`, protocolVersion: '0.3.0', url: 'u', skills: [] });
const ids = (cards: readonly { readonly id: string }[]) => cards.map((card) => card.id);

describe('a canonical registry', () => {
  const card = { id: 'a', name: 'pay\u200bment', description: '', skills: [], tags: [], examples: [], tools: [] };
  const line = cardLine(card);

  test.each([
    ['cards.jsonl', line, 'canonical JSON Lines'],
    ['cards.json', `[${line}]`, 'canonical JSON'],
    ['cards.txt', `${line}\n`, 'canonical JSON Lines'],
  ])('%s', async (name, content, format) => {
    expect(await loadRegistry(fileOf(name, content))).toEqual({
      name,
      cards: [card],
      format,
      skipped: [],
      notices: [],
      invisible: { cards: 1, characters: 1 },
    });
  });

  test('in a folder, as cards.jsonl', async () => {
    const folder = folderOf({
      'cards.jsonl': `${line}\n{"id":"b"}`,
      'queries.jsonl': '{"id":"q","text":"t"}',
      'agent.json': a2a('x'),
    });
    const found = await loadRegistry(`${folder}/`);
    expect(found).toMatchObject({ format: 'canonical folder (cards.jsonl)', notices: ['1 card without any text'] });
    expect(ids(found.cards)).toEqual(['a', 'b']);
    expect(folder.endsWith(`/${found.name}`)).toBe(true);
  });

  test('that is wrong is an error, strict or not', async () => {
    const path = fileOf('cards.jsonl', `${line}\n${line}`);
    expect(await inputError(() => loadRegistry(path))).toMatch(/cards\.jsonl:2: the card id "a" is already on line 1$/);
  });
});

describe('A2A files', () => {
  test('one card goes by the name of its file', async () => {
    const found = await loadRegistry(fileOf('wings.json', a2a('Wings')));
    expect(found).toMatchObject({ format: 'A2A file', cards: [{ id: 'wings.json', name: 'Wings' }], skipped: [] });
    expect(found.notices).toEqual(['A2A protocol versions: 0.3.0 (1)']);
    const pretty = fileOf('wings.json', JSON.stringify(a2a('Wings'), null, 2));
    expect((await loadRegistry(pretty)).cards).toEqual(found.cards);
  });

  test('a list: versions mixed, numbered, bad ones listed with line and reason', async () => {
    const list = [a2a('A'), { ...a2a('B'), name: 5 }, { ...a2a('C'), protocolVersion: '1.0' }];
    for (const content of [list, { agents: list }]) {
      const path = fileOf('all.json', JSON.stringify(content, null, 1));
      const found = await loadRegistry(path);
      expect(ids(found.cards)).toEqual(['all.json#0', 'all.json#2']);
      expect(found.format).toBe('A2A file (a list)');
      expect(found.skipped).toEqual([
        { path: expect.stringMatching(/^all\.json:\d+$/), reason: 'name: expected a string, received number' },
      ]);
      expect(found.notices).toEqual(['A2A protocol versions: 0.3.0 (1), 1.0 (1)']);
      expect(await inputError(() => loadRegistry(path, { strict: true }))).toMatch(
        /all\.json: 1 of its cards left out, the first all\.json:\d+: name: expected a string, received number$/,
      );
    }
  });

  test('as JSON Lines, and a list of one', async () => {
    expect(ids((await loadRegistry(fileOf('a.jsonl', JSON.stringify(a2a('A'))))).cards)).toEqual(['a.jsonl#0']);
    expect(ids((await loadRegistry(fileOf('a.json', [a2a('A')]))).cards)).toEqual(['a.json#0']);
  });

  test('without any good card are an error', async () => {
    const path = fileOf('bad.json', { ...a2a('A'), skills: 7 });
    expect(await inputError(() => loadRegistry(path))).toMatch(
      /bad\.json: holds no A2A card \(1 left out, the first bad\.json: skills: expected an array, received number\)$/,
    );
  });
});

describe('a folder of A2A cards', () => {
  const files = {
    'b.json': a2a('B'),
    '.well-known/agent.json': { name: 'Hidden' },
    'sub/deep/\uffff.json': a2a('high'),
    'sub/deep/\u{10000}.json': a2a('higher'),
    'sub/list.json': [a2a('L0'), a2a('L1')],
    'A.JSON': a2a('A'),
    'broken.json': '{\n"name": }',
    'empty.json': '\n',
    'half.json': `[${JSON.stringify(a2a('half'))},\n`,
    'latin1.json': '',
    'package.json': { name: 'npm', description: 'a package', scripts: {} },
    'tools.json': { tools: [{ name: 'x', inputSchema: {} }] },
    'mine.json': { id: 'a', tags: ['x'] },
    'README.md': '# no card',
    'node_modules/x/agent.json': a2a('no'),
    '.git/agent.json': a2a('no'),
  };
  const good = [
    '.well-known/agent.json',
    'A.JSON',
    'b.json',
    'sub/deep/\uffff.json',
    'sub/deep/\u{10000}.json',
    'sub/list.json#0',
    'sub/list.json#1',
  ];

  test('loads what is good in the order of paths, and lists the rest with true reasons', async () => {
    const folder = folderOf(files);
    put(folder, 'latin1.json', Buffer.from('{"name":"\xe9"}', 'latin1'));
    symlinkSync(join(root), join(folder, 'out'));
    symlinkSync(join(folder, 'b.json'), join(folder, 'again.json'));
    const found = await loadRegistry(folder);
    expect(ids(found.cards)).toEqual(good);
    expect(found.format).toBe('A2A folder');
    expect(Object.fromEntries(found.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'broken.json': "line 2: not JSON: Unexpected token '}'",
      'empty.json': 'holds no card',
      'half.json': 'line 2: the array is not closed',
      'latin1.json': 'line 1: not UTF-8',
      'mine.json': 'holds a canonical card; a folder of those keeps them in cards.jsonl',
      'package.json': 'not an A2A card: no skills, capabilities, url, supportedInterfaces or protocolVersion',
      'tools.json': 'holds MCP tools (tools/list), not an A2A card',
    });
    expect(found.notices).toEqual([
      'A2A protocol versions: 0.3.0 (6), not stated (1)',
      '1 file not JSON by name, not read',
      '2 symbolic links not followed',
    ]);
    expect((await loadRegistry(folder)).cards).toEqual(found.cards);
    expect(await inputError(() => loadRegistry(folder, { strict: true }))).toMatch(
      /: 7 of its cards left out, the first broken\.json: line 2: not JSON/,
    );
  });

  test('with nothing in it is an error', async () => {
    expect(await inputError(() => loadRegistry(folderOf({})))).toMatch(/: holds no A2A card$/);
    expect(await inputError(() => loadRegistry(folderOf({ 'a.md': '' })))).toMatch(/: holds no A2A card$/);
    expect(await inputError(() => loadRegistry(folderOf({ 'a.json': '' })))).toMatch(
      /: holds no A2A card \(1 left out, the first a\.json: holds no card\)$/,
    );
  });
});

describe('one agent under several names', () => {
  const about = (count: number, groups: string) =>
    `${count} ${count === 1 ? 'card shows' : 'cards show'} an agent again that another card shows, all kept: ${groups}`;

  test('is kept and told: published forms in one folder, signed ones, the same text elsewhere', async () => {
    const folder = folderOf({
      'a/.well-known/agent.json': a2a('A'),
      'a/.well-known/agent-card.json': { ...a2a('A'), description: 'more' },
      'a/.well-known/agent-card.signed.json': { ...a2a('A'), signatures: [{}] },
      'b/agent.json': a2a('B'),
      'c.json': a2a('C'),
      'c.signed.json': { ...a2a('C'), signatures: [{}], description: 'C does more.' },
      'wrapped.json': { a2aAgentDefinition: { jsonAgentCard: JSON.stringify(a2a('B')) } },
    });
    const found = await loadRegistry(folder);
    expect(found.cards).toHaveLength(7);
    expect(found.skipped).toEqual([]);
    expect(found.notices[1]).toBe(
      about(
        4,
        'a/.well-known/agent-card.json = a/.well-known/agent-card.signed.json = a/.well-known/agent.json; ' +
          'c.json = c.signed.json; b/agent.json = wrapped.json',
      ),
    );
    const list = fileOf('all.json', [a2a('A'), a2a('B'), a2a('A')]);
    expect((await loadRegistry(list)).notices[1]).toBe(about(1, 'all.json#0 = all.json#2'));
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.json`, a2a(`X${i % 5}`)]));
    expect((await loadRegistry(folderOf(many))).notices[1]).toMatch(/^5 cards show .*; and 2 more$/);
  });
});

describe('--format and --granularity', () => {
  test('a format that is named is taken at its word', async () => {
    const bare = fileOf('a.json', { name: 'A', description: 'does.' });
    expect(await inputError(() => loadRegistry(bare))).toMatch(/: id: expected a string, received nothing$/);
    expect(ids((await loadRegistry(bare, { format: 'a2a' })).cards)).toEqual(['a.json']);
    expect(ids((await loadRegistry(bare, { format: 'mcp' })).cards)).toEqual(['A']);
    const tabbed = fileOf('a.json', '{"id":\t"a"}');
    expect(ids((await loadRegistry(tabbed)).cards)).toEqual(['a']);
    expect(ids((await loadRegistry(tabbed, { format: 'msmarco' })).cards)).toEqual(['{"id":']);
    const card = fileOf('a.json', { id: 'a', name: 'n', url: 'u', skills: [{ name: 's' }] });
    expect((await loadRegistry(card)).format).toBe('A2A file');
    expect(await inputError(() => loadRegistry(card, { format: 'canonical' }))).toMatch(
      /a\.json:1: skills\[0\]: expected a string, received object$/,
    );
    expect(await inputError(() => loadRegistry(card, { format: 'livemcpbench' }))).toMatch(
      /holds no tool \(1 left out, the first a\.json: holds A2A agent cards, not tools\)$/,
    );
  });

  test('a folder is what most of its files are, or what it is said to be', async () => {
    const tools = { tools: [{ name: 'x', inputSchema: {} }] };
    const folder = folderOf({
      'one.json': tools,
      'two.json': tools,
      'agent.json': a2a('A'),
      'queries.jsonl': '{"id":"q","text":"t"}\n{"id":"r","text":"t"}',
    });
    const found = await loadRegistry(folder);
    expect(ids(found.cards)).toEqual(['one/x', 'two/x']);
    expect(found.skipped).toEqual([
      { path: 'agent.json', reason: 'holds A2A agent cards, not tools' },
      {
        path: 'queries.jsonl',
        reason: 'none of its 2 records is of use, the first: not a tool: no inputSchema',
      },
    ]);
    expect(ids((await loadRegistry(folder, { format: 'a2a' })).cards)).toEqual(['agent.json']);
    expect((await loadRegistry(folderOf({ 'a.json': a2a('A'), 'b.json': tools }))).format).toBe('A2A folder');
    expect(await inputError(() => loadRegistry(folder, { format: 'beir' }))).toMatch(
      /: expected a file corpus\.jsonl or corpus\.jsonl\.gz in it, or name the file itself$/,
    );
    const beir = folderOf({ 'corpus.jsonl': '{"_id":"1","text":"x"}', 'agent.json': a2a('A') });
    expect((await loadRegistry(beir)).format).toBe('BEIR folder (corpus.jsonl)');
    expect((await loadRegistry(beir, { format: 'a2a' })).format).toBe('A2A folder');
    const marco = folderOf({ 'collection.tsv': '1\tx\n' });
    expect((await loadRegistry(marco)).format).toBe('MS MARCO folder (collection.tsv)');
  });

  test.each([
    ['server', [{ name: 'x', parameters: {} }], 'OpenAI tool definitions, which knows no servers with their own text'],
    ['tool', a2a('A'), 'A2A agent cards, which has neither tools nor servers'],
    ['server', [{ id: 'a', tags: [] }], 'canonical cards, which has neither tools nor servers'],
  ] as const)('--granularity %s is refused for %j', async (granularity, content, reason) => {
    const path = fileOf('a.json', content);
    expect(await inputError(() => loadRegistry(path, { granularity }))).toMatch(
      new RegExp(`a\\.json: --granularity ${granularity}: read as ${reason}$`),
    );
  });

  test('a field named servers, or lists of other things, make no registry of servers', async () => {
    const open = { ...a2a('A'), servers: [{ url: 'https://a.example' }] };
    expect((await loadRegistry(fileOf('a.json', open))).format).toBe('A2A file');
    expect(ids((await loadRegistry(folderOf({ 'a.json': open, 'b.json': { ...open, servers: [] } }))).cards)).toEqual([
      'a.json',
      'b.json',
    ]);
    const line = JSON.stringify({ id: 'a', servers: [{ url: 'u' }], tags: ['t'] });
    expect(ids((await loadRegistry(fileOf('a.jsonl', `${line}\n{"id":"b"}`))).cards)).toEqual(['a', 'b']);
    expect(ids((await loadRegistry(fileOf('a.json', `${line}\n{"id":"b"}`))).cards)).toEqual(['a', 'b']);
    const npm = { name: 'p', description: 'd', files: [], contributors: [{ name: 'me' }], scripts: { test: 'x' } };
    expect(await inputError(() => loadRegistry(fileOf('package.json', npm)))).toMatch(/: id: expected a string/);
  });
});

describe('what is no registry', () => {
  test.each([
    ['a.json', { tools: [] }, 'holds no tool'],
    ['a.json', { jsonrpc: '2.0', id: '1', result: { tools: [] } }, 'holds no tool'],
    ['a.json', [{ name: 'x', tools: { key: { tools: [] } } }], 'holds no tool'],
    ['a.json', { servers: [] }, 'holds no MCP server'],
    [
      'a.json',
      { mcpServers: { x: { command: 'npx' } } },
      'holds the configuration of an MCP client, which names servers and not their tools',
    ],
    ['a.jsonl', '{"id":"1","question":[],"function":[]}', 'holds no function'],
    ['a.jsonl', '{"id":"1","text":"x"}', 'holds queries, cards are expected'],
    ['a.json', '', 'holds no card'],
    ['a.tsv', '', 'holds no card'],
  ])('%s with %j', async (name, content, message) => {
    const found = await inputError(() => loadRegistry(fileOf(name, content)));
    expect(found.slice(found.indexOf(name) + name.length + 2)).toBe(message);
  });

  test('paths that lead nowhere', async () => {
    expect(await inputError(() => loadRegistry(join(root, 'none')))).toMatch(/none: no such file or folder$/);
    expect(await inputError(() => loadRegistry(''))).toBe('"": no such file or folder');
    expect(await inputError(() => loadRegistry('/dev/null'))).toBe('/dev/null: is neither a file nor a folder');
    expect(await inputError(() => loadQueries('/dev/null'))).toBe('/dev/null: is neither a file nor a folder');
    expect(await inputError(() => loadQueries(join(root, 'none')))).toMatch(/none: no such file or folder$/);
    expect(await inputError(() => loadQueries(root))).toMatch(/: a folder without queries\.jsonl; name the file$/);
    expect(await inputError(() => loadRegistry(folderOf({ 'corpus.jsonl': '' })))).toMatch(
      /corpus\.jsonl: holds no card$/,
    );
  });
});
