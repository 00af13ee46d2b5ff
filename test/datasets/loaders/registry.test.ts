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
    expect(await inputError(() => loadQueries(root))).toMatch(/: a folder without queries\.jsonl; name the file$/);
    expect(await inputError(() => loadRegistry(folderOf({ 'corpus.jsonl': '' })))).toMatch(
      /corpus\.jsonl: holds no card$/,
    );
  });
});
