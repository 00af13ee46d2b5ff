import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadQrels, loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const folder = temporaryFolder();

/** Loads, or is refused in one line: nothing else may come out of a loader. */
async function loadsOrRefuses(name: string, content: string | Uint8Array): Promise<void> {
  const path = put(folder, name, content);
  const cards = join(folder, 'cards');
  mkdirSync(cards, { recursive: true });
  put(cards, name, content);
  for (const load of [loadRegistry, loadQueries, loadQrels]) {
    const outcome: unknown = await load(path).catch((error: unknown) => error);
    if (outcome instanceof Error) await inputError(() => Promise.reject(outcome));
  }
  const outcome: unknown = await loadRegistry(cards).catch((error: unknown) => error);
  if (outcome instanceof Error) await inputError(() => Promise.reject(outcome));
}

const name = fc.constantFrom('a.json', 'a.jsonl', 'agent.json', 'a.tsv', 'a.txt');
/** JSON that is close to what the loaders look for. */
const key = fc.constantFrom(
  ...[
    'id',
    'name',
    'description',
    'skills',
    'tags',
    'examples',
    'tools',
    'text',
    'relevant',
    'kind',
    'cards',
    'queries',
  ],
  ...['agents', 'url', 'protocolVersion', 'supportedInterfaces', 'capabilities', 'meta', 'a2aAgentDefinition', '_id'],
  ...[
    'jsonAgentCard',
    'jsonrpc',
    'error',
    'server',
    'mcpServers',
    'functions',
    'question',
    'nextCursor',
    'metadata',
    'input_schema',
    'properties',
    '$ref',
    'allOf',
    'title',
    'packages',
    'status',
    'type',
    'inputSchema',
    'parameters',
    'function',
    'result',
    'servers',
    '__proto__',
    'constructor',
    'toString',
  ],
);
const { value } = fc.letrec((again) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      0,
      -1.5,
      '',
      'a',
      '\ud83d',
      '\u202e\n',
      '{"name":"x","url":""}',
      'function',
      '#',
      '#/properties/name',
    ),
    fc.array(again('value'), { maxLength: 3 }),
    fc.dictionary(key, again('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const valid = [
  '{"id":"a","name":"n","description":"d","skills":["s"],"tags":[],"examples":[],"tools":["t \\u00e9"]}\n{"id":"b"}\n',
  '{"id":"q","text":"find é","relevant":["a","b"],"kind":"vague"}\r\n{"id":"r","text":""}\r\n',
  '[{"id":"a"},\n {"id":"b","tags":["x"]}]\n',
  '{"version":1,"cards":[{"name":"A","skills":[{"name":"s","tags":["t"]}],"url":"u"}],"more":{}}',
  '{\n "name": "A",\n "protocolVersion": "1.0",\n "skills": [{"id": "x", "examples": ["e"]}]\n}\n',
  '{"mail":{"tools":[{"name":"a","inputSchema":{"properties":{"p":{"$ref":"#"}}}}],"nextCursor":"c"},"crm":{"result":{"tools":[]}}}',
  '{"servers":[{"server":{"name":"a/b","packages":[]},"_meta":{}},\n{"name":"c","tools":{"k":{"tools":[{"name":"t"}]}}}],"metadata":{}}',
  '[{"type":"function","function":{"name":"f","parameters":{}}},{"name":"g","input_schema":{}}]',
  '{"id":"1","question":[],"function":[{"name":"f","parameters":{"properties":{"x":{}}}}]}\n',
  '{"_id":"1","title":"t","text":"x"}\n',
  '1\ta "b\r\n2\t\n',
  'q 0 a 1\nq 0 b 0\nr 0 a -1\n',
  'query-id\tcorpus-id\tscore\nq\ta\t1\n',
];

// Hundreds of small files: a busy machine needs its time.
describe('nothing but cards, queries, qrels or one line comes out of', { timeout: 60_000 }, () => {
  test('any bytes', async () => {
    await fc.assert(fc.asyncProperty(name, fc.uint8Array({ maxLength: 60 }), loadsOrRefuses), { numRuns: 60 });
  });

  test('any text of structure', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'[]{}",:\\ \n\r\ta1-é\ud83d\u2028\ufeff'), maxLength: 30 });
    await fc.assert(fc.asyncProperty(name, text, loadsOrRefuses), { numRuns: 100 });
  });

  test('any JSON', async () => {
    const content = fc.oneof(
      value.map((one) => JSON.stringify(one)),
      value.map((one) => JSON.stringify(one, null, 1)),
      fc.array(value, { maxLength: 4 }).map((list) => list.map((one) => JSON.stringify(one)).join('\n')),
    );
    await fc.assert(fc.asyncProperty(name, content, loadsOrRefuses), { numRuns: 120 });
  });

  test('a good file with a byte changed, cut or put in', async () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(...valid),
        fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 3 }),
      )
      .map(([text, changes]) => {
        let bytes = [...Buffer.from(text)];
        for (const [at, byte, removed] of changes) {
          const i = at % bytes.length;
          bytes = [...bytes.slice(0, i), byte, ...bytes.slice(i + removed)];
        }
        return Uint8Array.from(bytes);
      });
    await fc.assert(fc.asyncProperty(name, mutated, loadsOrRefuses), { numRuns: 120 });
  });

  test('the good files, which load', async () => {
    for (const content of valid) await loadsOrRefuses('a.json', content);
    expect((await loadRegistry(put(folder, 'a.jsonl', valid[0]!))).cards).toHaveLength(2);
    expect(await loadQueries(put(folder, 'a.jsonl', valid[1]!))).toHaveLength(2);
    expect((await loadQrels(put(folder, 'a.tsv', valid.at(-2)!))).grades.size).toBe(2);
  });
});
