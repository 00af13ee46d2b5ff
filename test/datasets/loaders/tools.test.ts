import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitIdentifier } from '../../../datasets/loaders/identifier.ts';
import { parametersOf } from '../../../datasets/loaders/json-schema.ts';
import { formOf, readTool, type ToolForm } from '../../../datasets/loaders/tools.ts';

test.each([
  ['get_userName', 'get user Name'],
  ['uber.ride2', 'uber ride2'],
  ['getUIComponents', 'get UIComponents'],
  ['a-b', 'a b'],
  ['a_b', 'a b'],
  ['io.github.x/weather-mcp', 'io github x weather mcp'],
  ['@scope/pkg:v2', 'scope pkg v2'],
  ['__proto__', 'proto'],
  ['查询_天气', '查询 天气'],
  ['caféCrème', 'caféCrème'],
  ['pay\u200bment', 'pay\u200bment'],
  ['___', ''],
  ['', ''],
])('the identifier %j reads as %j', (identifier, words) => {
  expect(splitIdentifier(identifier)).toBe(words);
});

test('splitting an identifier loses no letter and no digit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (identifier) => {
      const separators = /[\t\n\v\f\r !-/:-@[-`{-~]/g;
      expect(splitIdentifier(identifier).replaceAll(' ', '')).toBe(identifier.replace(separators, ''));
    }),
  );
});

describe('parameters', () => {
  const text = { type: 'string', description: 'what it is' };

  test('are read as name and description, in order, without those inside them', () => {
    const schema = {
      type: 'object',
      properties: {
        orderId: text,
        max_results: { type: 'number' },
        address: { type: 'object', description: ' where \n', properties: { street: text } },
        constructor: true,
      },
    };
    expect(parametersOf(schema)).toEqual(['order Id what it is', 'max results', 'address  where', 'constructor']);
    expect(parametersOf(JSON.parse('{"properties":{"__proto__":{"description":"d"},"___":{}}}'))).toEqual(['proto d']);
  });

  test('are found through references and combinations, the first of a name', () => {
    const schema = {
      $ref: '#/$defs/Args',
      $defs: {
        Args: { allOf: [{ properties: { a: { $ref: '#/$defs/A~1B' } } }, { $ref: '#/$defs/More' }] },
        'A/B': { anyOf: [{ type: 'null' }, { description: 'through two doors' }] },
        More: { properties: { a: { description: 'again' }, b: { $ref: '#/none' }, c: { $ref: 'https://x.example' } } },
      },
    };
    expect(parametersOf(schema)).toEqual(['a through two doors', 'b', 'c']);
  });

  test('of schemas that go round in circles, deep down or side by side, come to an end', () => {
    const loop = { $ref: '#', properties: { self: { $ref: '#/properties/self' }, root: { $ref: '#' } } };
    expect(parametersOf(loop)).toEqual(['self', 'root']);
    const $defs: Record<string, unknown> = { d0: { description: 'too far' } };
    for (let i = 1; i <= 100_000; i++) $defs[`d${i}`] = { $ref: `#/$defs/d${i - 1}` };
    expect(parametersOf({ $ref: '#/$defs/d100000', $defs })).toEqual([]);
    expect(
      parametersOf({ properties: { far: { $ref: '#/$defs/d100000' }, near: { $ref: '#/$defs/d9' } }, $defs }),
    ).toEqual(['far', 'near too far']);
    // Each of forty levels refers twice to the next: followed blindly, a trillion paths.
    const twice: Record<string, unknown> = { t40: { properties: { end: text } } };
    for (let i = 0; i < 40; i++)
      twice[`t${i}`] = { allOf: [{ $ref: `#/$defs/t${i + 1}` }, { $ref: `#/$defs/t${i + 1}` }] };
    expect(parametersOf({ $ref: '#/$defs/t0', $defs: twice })).toEqual(['end what it is']);
  });

  test.each([[undefined], [null], [7], [[]], [{ properties: [] }], [{ properties: null, allOf: {}, $ref: 7 }]])(
    'of %j there are none',
    (schema) => {
      expect(parametersOf(schema)).toEqual([]);
    },
  );
});

describe('a tool definition', () => {
  const schema = { type: 'object', properties: { orderId: { description: 'the order' } } };
  const about = { name: 'get_order', description: 'Gets it.' };
  const tool = { ...about, parameters: ['order Id the order'] };
  const shapes: readonly (readonly [ToolForm, unknown])[] = [
    ['mcp', { ...about, inputSchema: schema, annotations: { title: 'Order' } }],
    ['openai', { type: 'function', function: { ...about, parameters: schema } }],
    ['openai', { type: 'function', ...about, parameters: schema, strict: true }],
    ['openai', { ...about, parameters: schema }],
    ['anthropic', { ...about, input_schema: schema }],
    ['anthropic', { type: 'custom', ...about, input_schema: schema }],
  ];

  test.each(shapes)('in the form of %s: %j', (form, value) => {
    expect(formOf(value)).toBe(form);
    expect(readTool(value, form)).toEqual({ ok: true, tool });
  });

  test.each<readonly [ToolForm, unknown, string]>([
    ['mcp', { description: 'd', inputSchema: {} }, 'name: expected a string, received nothing'],
    ['mcp', { name: '', inputSchema: {} }, 'name: is empty'],
    [
      'mcp',
      { name: '\ud83d', inputSchema: {} },
      'name: holds half a character (a lone surrogate), which no UTF-8 file can carry',
    ],
    ['mcp', { name: 'x', description: 7, inputSchema: {} }, 'description: expected a string, received number'],
    ['mcp', { name: 'x', inputSchema: [] }, 'inputSchema: expected a record, received array'],
    ['mcp', 'x', 'expected an object, received string'],
    ['mcp', { name: 'x', input_schema: {} }, 'expected an MCP tool, received an Anthropic tool'],
    ['anthropic', { name: 'x', parameters: {} }, 'expected an Anthropic tool, received an OpenAI function'],
    [
      'anthropic',
      { type: 'web_search_20250305', name: 'web_search' },
      'is a tool of the model itself and describes nothing',
    ],
    ['openai', { type: 'web_search' }, 'is a tool of the model itself and describes nothing'],
    ['openai', { type: 'function', function: {} }, 'function.name: expected a string, received nothing'],
    ['openai', { type: 'function', function: 7 }, 'function: expected an object, received number'],
  ])('of %s is refused: %j', (form, value, problem) => {
    expect(readTool(value, form)).toEqual({ ok: false, problem });
  });

  test('may lack all but the name', () => {
    expect(readTool({ name: 'x', description: null }, 'mcp')).toEqual({
      ok: true,
      tool: { name: 'x', description: '', parameters: [] },
    });
  });
});
