import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRegistry, type RegistryOptions } from '../../../datasets/loaders/registry.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const root = temporaryFolder();
let made = 0;
const inFile = (content: unknown, name = 'tools.json') =>
  put(root, `${made++}/${name}`, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
const inFolder = (files: Readonly<Record<string, unknown>>): string => {
  const folder = `folder-${made++}`;
  for (const [name, content] of Object.entries(files)) put(root, join(folder, name), JSON.stringify(content));
  return join(root, folder);
};
const load = (content: unknown, options?: RegistryOptions) => loadRegistry(inFile(content), options);
const ids = ({ cards }: { readonly cards: readonly { readonly id: string }[] }) => cards.map(({ id }) => id);
const tool = (name: string, description = `${name}.`) => ({ name, description, inputSchema: { type: 'object' } });
const empty = { skills: [], tags: [], examples: [], tools: [] };

describe('MCP tools of one server', () => {
  const tools = [tool('sendEmail'), tool('list_folders')];

  test.each([
    ['the answer to tools/list', { jsonrpc: '2.0', id: '1', result: { tools } }],
    ['a list under tools', { tools }],
    ['a bare list', tools],
  ])('%s', async (_, content) => {
    const found = await load(content);
    expect(found.cards).toEqual([
      { id: 'sendEmail', name: 'send Email', description: 'sendEmail.', ...empty },
      { id: 'list_folders', name: 'list folders', description: 'list_folders.', ...empty },
    ]);
    expect(found.format).toMatch(/^MCP tools \(tools\/list\)/);
    expect(found.notices).toEqual([
      '2 tools of 1 server, a card for each tool; --granularity server makes one for each server',
    ]);
  });

  test('a server that the file names stands in front of its tools', async () => {
    for (const named of [
      { name: 'mail', tools },
      { serverInfo: { name: 'mail' }, tools },
      { server_name: 'mail', tools },
    ]) {
      expect(ids(await load(named))).toEqual(['mail/sendEmail', 'mail/list_folders']);
    }
  });

  test('as a card of its own', async () => {
    const { cards } = await load(
      { name: 'mailBox', description: 'Mail.', tools: [tool('sendEmail'), tool('x', '')] },
      { granularity: 'server' },
    );
    expect(cards).toEqual([
      { id: 'mailBox', name: 'mail Box', description: 'Mail.', ...empty, tools: ['send Email: sendEmail.', 'x'] },
    ]);
    expect(ids(await load(tools, { granularity: 'server' }))).toEqual(['tools']);
  });

  test('texts are taken as they are, and what they hide is counted', async () => {
    const description = `half \ud83d, nothing \u0000, two\u2028lines, ${'long '.repeat(200_000)}`;
    const found = await load({ tools: [tool('pay\u200bment', description), tool('plain')] });
    expect(found.cards[0]).toEqual({ id: 'pay\u200bment', name: 'pay\u200bment', description, ...empty });
    expect(found.invisible).toEqual({ cards: 1, characters: 2 });
  });

  test('tools that are none are listed with their place', async () => {
    const found = await load({ tools: [tool('a'), { name: 7, inputSchema: {} }, null] });
    expect(ids(found)).toEqual(['a']);
    expect(found.skipped).toEqual([
      { path: 'tools.json tools[1]', reason: 'name: expected a string, received number' },
      { path: 'tools.json tools[2]', reason: 'expected an object, received null' },
    ]);
    const path = inFile([tool('a'), { name: 'b', parameters: {} }, { url: 'u', skills: [] }]);
    expect((await loadRegistry(path)).skipped).toEqual([
      { path: 'tools.json:9', reason: 'expected an MCP tool, received an OpenAI function' },
      { path: 'tools.json:13', reason: 'holds A2A agent cards, not tools' },
    ]);
    expect(await inputError(() => loadRegistry(path, { strict: true }))).toMatch(
      /: 2 of its cards left out, the first /,
    );
  });
});

describe('MCP tools of several servers', () => {
  const mail = { tools: [tool('send_email', 'by post office')] };
  const crm = { tools: [tool('send_email', 'to a customer')] };

  test.each([
    ['by name', { mail, crm }],
    ['under servers', { servers: { mail, crm } }],
    ['under mcpServers', { mcpServers: { mail, crm } }],
    ['as bare lists', { mail: mail.tools, crm: crm.tools }],
    ['as answers', { mail: { result: mail }, crm: { jsonrpc: '2.0', id: 2, result: crm } }],
    [
      'as a list of servers',
      [
        { name: 'mail', ...mail },
        { name: 'crm', ...crm },
      ],
    ],
  ])('%s: tools of the same name stay apart', async (_, content) => {
    const { cards } = await load(content);
    expect(cards.map(({ id, description }) => [id, description])).toEqual([
      ['mail/send_email', 'by post office'],
      ['crm/send_email', 'to a customer'],
    ]);
    expect(ids(await load(content, { granularity: 'server' }))).toEqual(['mail', 'crm']);
  });

  test('one file each, in a folder', async () => {
    const folder = inFolder({
      'mail.json': mail,
      'deep/crm.json': { jsonrpc: '2.0', id: 1, result: crm },
      'note.json': { a: 1 },
    });
    const found = await loadRegistry(folder);
    expect(ids(found)).toEqual(['deep/crm/send_email', 'mail/send_email']);
    expect(found.format).toBe('MCP tools (tools/list) folder');
    expect(found.skipped).toEqual([{ path: 'note.json', reason: 'not a tool: no inputSchema' }]);
  });

  test('names that look alike once they are split stay apart', async () => {
    const { cards } = await load({ s: { tools: ['a-b', 'a_b', 'aB', 'AB'].map((name) => tool(name)) } });
    expect(cards.map(({ id, name }) => [id, name])).toEqual([
      ['s/a-b', 'a b'],
      ['s/a_b', 'a b'],
      ['s/aB', 'a B'],
      ['s/AB', 'AB'],
    ]);
  });

  test('two tools with one id stop the load, wherever they stand', async () => {
    const clash = { 'a/b': { tools: [tool('c')] }, a: { tools: [tool('x'), tool('b/c')] } };
    expect(await inputError(() => load(clash))).toBe(
      'tools.json a.tools[1]: the card id "a/b/c" is already at tools.json a/b.tools[0]',
    );
    expect(await inputError(() => load({ tools: [tool('x'), tool('x', 'another')] }))).toMatch(
      /^tools\.json tools\[1\]: the card id "x" is already at tools\.json tools\[0\]$/,
    );
    const same = { name: 'mail', tools: [tool('x')] };
    const many = { name: 'mail', tools: Array.from({ length: 30 }, (_, i) => tool(`t${i}`)) };
    expect(await inputError(() => loadRegistry(inFolder({ '1.json': same, '2.json': same })))).toBe(
      '2.json tools[0]: the card id "mail/x" is already at 1.json tools[0]',
    );
    expect(await inputError(() => loadRegistry(inFolder({ '1.json': many, '2.json': many })))).toMatch(
      /^2\.json tools\[0\]: .* \(and at least 9 more problems\)$/,
    );
    expect(await inputError(() => load({ tools: [tool('x'), tool('x')] }, { granularity: 'server' }))).toMatch(
      /already at/,
    );
  });

  test('ids that JavaScript knows or would sort are names like others', async () => {
    const content =
      '{"__proto__":{"tools":[{"name":"constructor","inputSchema":{}},{"name":"__proto__","inputSchema":{}}]},"toString":{"tools":[{"name":"007","inputSchema":{}},{"name":"7","inputSchema":{}}]}}';
    expect(ids(await load(content))).toEqual([
      '__proto__/constructor',
      '__proto__/__proto__',
      'toString/007',
      'toString/7',
    ]);
    const tools = ['10', '9', '2', 'x1', '1e3', '007', '-1'].map((name) => tool(name));
    expect(ids(await load({ tools }))).toEqual(['10', '9', '2', 'x1', '1e3', '007', '-1']);
  });

  test('what stands among them and is none is listed', async () => {
    const found = await load({ $schema: {}, mail, crm: { error: 'down' }, '': crm, '\ud83d': crm });
    expect(ids(found)).toEqual(['mail/send_email']);
    expect(found.skipped).toEqual([
      { path: 'tools.json crm', reason: 'expected a list of tools' },
      { path: 'tools.json .tools', reason: 'server: is empty' },
      { path: 'tools.json \\u{d83d}.tools', reason: expect.stringMatching(/^server: holds half a character/) },
    ]);
  });
});

describe('stored pages', () => {
  const page = (from: number, count: number, nextCursor?: string) => ({
    jsonrpc: '2.0',
    id: from,
    result: { tools: Array.from({ length: count }, (_, i) => tool(`t${from + i}`)), nextCursor },
  });
  const incomplete = 'incomplete: the last page read names another one (nextCursor), of';

  test('of one server come together', async () => {
    const found = await load([page(1, 50, 'a'), page(51, 50, 'b'), page(101, 20)]);
    expect(ids(found)).toEqual(Array.from({ length: 120 }, (_, i) => `t${i + 1}`));
    expect(found.notices).toHaveLength(1);
    const lines = [page(1, 2, 'a'), page(3, 1)].map((each) => JSON.stringify(each)).join('\n');
    expect((await loadRegistry(inFile(lines, 'pages.jsonl'))).cards).toHaveLength(3);
  });

  test('that go on, or end in an error, are said to be incomplete', async () => {
    expect((await load(page(1, 50, 'a'))).notices[1]).toBe(`${incomplete} tools`);
    expect((await load({ mail: page(1, 2, 'a'), crm: page(1, 2, '') })).notices[1]).toBe(`${incomplete} mail`);
    const found = await load([page(1, 50, 'a'), { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'down' } }]);
    expect(found.skipped).toEqual([
      {
        path: expect.stringMatching(/^tools\.json:\d+$/),
        reason: 'expected a list of tools, received an error answer',
      },
    ]);
    expect(found.notices[1]).toBe(`${incomplete} tools`);
  });

  test('that come twice stop the load', async () => {
    expect(await inputError(() => load([page(1, 8, 'same'), page(1, 8, 'same')]))).toMatch(
      /: the card id "t1" is already at tools\.json:2 result\.tools\[0\] \(and 7 more problems\)$/,
    );
  });

  test('an error alone is no registry', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } };
    expect(await inputError(() => load(error))).toMatch(
      /: holds no tool \(1 left out, the first tools\.json: expected a list of tools, received an error answer\)$/,
    );
  });
});

describe('definitions for models', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string', description: 'where' } } };
  const about = { name: 'getWeather', description: 'Tells it.' };
  const card = { id: 'getWeather', name: 'get Weather', description: 'Tells it.', ...empty, tools: ['city where'] };

  test.each([
    ['OpenAI tool definitions', [{ type: 'function', function: { ...about, parameters } }]],
    ['OpenAI tool definitions', [{ type: 'function', ...about, parameters }]],
    ['OpenAI tool definitions', { model: 'm', tools: [{ type: 'function', function: { ...about, parameters } }] }],
    ['OpenAI tool definitions', { functions: [{ ...about, parameters }] }],
    ['Anthropic tool definitions', [{ ...about, input_schema: parameters }]],
    ['Anthropic tool definitions', { tools: [{ ...about, input_schema: parameters }] }],
  ])('%s: %j', async (format, content) => {
    const found = await load(content);
    expect(found.cards).toEqual([card]);
    expect(found.format.replace(/ \(a list\)$/, '')).toBe(format);
    expect(found.notices).toEqual([]);
  });

  test('the same name twice stops the load; tools of the model itself are left out', async () => {
    const mine = { ...about, input_schema: parameters };
    expect(await inputError(() => load([mine, mine]))).toMatch(
      /:\d+: the card id "getWeather" is already at tools\.json:2$/,
    );
    expect((await load([mine, { type: 'bash_20250124', name: 'bash' }])).skipped).toHaveLength(1);
  });

  test('BFCL requests: a card for each name, as it is defined first', async () => {
    const request = (id: string, ...definitions: readonly object[]) => ({ id, question: [[]], function: definitions });
    const lines = [
      request('q1', { ...about, parameters }, { name: 'x.y', description: '', parameters: {} }),
      request('q2', { ...about, description: 'In other words.', parameters }, { name: 7 }),
    ];
    const found = await loadRegistry(inFile(lines.map((each) => JSON.stringify(each)).join('\n'), 'bfcl.json'));
    expect(found.cards).toEqual([card, { id: 'x.y', name: 'x y', description: '', ...empty }]);
    expect(found.skipped).toEqual([
      { path: 'bfcl.json:2 function[1]', reason: 'name: expected a string, received number' },
    ]);
    expect(found.notices).toEqual([
      '2 functions by name, each as it is defined first',
      '1 function defined in several wordings',
    ]);
  });
});
