import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import type { Query } from '../../../datasets/dataset.ts';
import { InputError } from '../../../datasets/input-error.ts';
import { cardLine, queryLine } from '../../../datasets/loaders/canonical-write.ts';
import { cardsOfCollection } from '../../../datasets/loaders/collections.ts';
import { loadQueries } from '../../../datasets/loaders/queries.ts';
import { collect, inputError, put, temporaryFolder } from './files.ts';

const folder = temporaryFolder();
const empty = { name: '', description: '', skills: [], tags: [], examples: [], tools: [] };
const cardsIn = (path: string, options?: Parameters<typeof cardsOfCollection>[2]) =>
  collect(cardsOfCollection(path, 'canonical', options));
const cards = (content: string, name = 'cards.jsonl') => cardsIn(put(folder, name, content));
const queries = (content: string, name = 'queries.jsonl') => loadQueries(put(folder, name, content));
const cardsError = (content: string, name?: string) => inputError(() => cards(content, name));
const queriesError = (content: string, name?: string) => inputError(() => queries(content, name));

describe('canonical cards', () => {
  test('what is missing or null is empty; what is unknown is ignored', async () => {
    const lines =
      '{"id":"a"}\n\n{"id":"b","name":null,"description":null,"skills":null,"tags":["x",""],"url":7}\n  \r\n';
    expect(await cards(lines)).toEqual([
      { id: 'a', ...empty },
      { id: 'b', ...empty, tags: ['x', ''] },
    ]);
  });

  test('ids that look like numbers or that objects know stay what they are, in their order', async () => {
    const ids = ['10', '9', '2', 'x1', '1e3', '007', '7', '-1', '__proto__', 'constructor'];
    const found = await cards(ids.map((id) => JSON.stringify({ id })).join('\n'));
    expect(found.map((card) => card.id)).toEqual(ids);
  });

  test('keys with a meaning for JavaScript do no harm', async () => {
    expect(await cards('{"id":"a","__proto__":{"name":"x"},"constructor":{"prototype":1},"toString":1}')).toEqual([
      { id: 'a', ...empty },
    ]);
    expect('name' in {}).toBe(false);
  });

  test('the same cards as lines, as an array and under "cards"', async () => {
    const list = [
      { id: 'a', ...empty, description: 'an "escaped" [ { text \\' },
      { id: 'b', ...empty, tags: ['ü😀', '\ud83d'] },
    ];
    expect(await cards(list.map(cardLine).join('\r\n'))).toEqual(list);
    expect(await cards(JSON.stringify(list), 'cards.json')).toEqual(list);
    expect(await cards(`\ufeff ${JSON.stringify(list, null, 2)}\n`, 'cards.json')).toEqual(list);
    expect(await cards(JSON.stringify({ version: 1, cards: list, more: [] }), 'cards.json')).toEqual(list);
    expect(await cards(JSON.stringify({ note: 'cards', cards: list }, null, 1), 'cards.json')).toEqual(list);
    expect(await cards(list.map(cardLine).join('\n'), 'lines.json')).toEqual(list);
    expect(await cards(JSON.stringify(list[0], null, 2), 'one.json')).toEqual([list[0]]);
  });

  test.each([
    ['{"id":"a"}\n{"name":"b"}', ':2: id: expected a string, received nothing'],
    ['{"id":7}', ':1: id: expected a string, received number'],
    ['{"id":null}', ':1: id: expected a string, received null'],
    ['{"id":""}', ':1: id: is empty'],
    ['{"id":"\\ud83d"}', ':1: id: holds half a character (a lone surrogate), which no UTF-8 file can carry'],
    ['{"id":"a","tags":["x","y",3]}', ':1: tags[2]: expected a string, received number'],
    ['{"id":"a","skills":"x"}', ':1: skills: expected an array, received string'],
    ['{"id":"a","description":{}}', ':1: description: expected a string, received object'],
    ['7', ':1: expected an object, received number'],
    ['null', ':1: expected an object, received null'],
    ['{"id":"a"}\n\n{"id":"b"}\n{"id":"a"}', ':4: the card id "a" is already on line 1'],
    ['{"id":"a"', ":1: not JSON: Expected ',' or '}' after property value"],
    ['{"id":"a"}{"id":"b"}', ':1: not JSON: Unexpected non-whitespace character after JSON'],
    ['{"id":"a"} \u0001', ':1: not JSON: Unexpected non-whitespace character after JSON'],
    ['{"id":"a\u0001"}', ':1: not JSON: Bad control character in string literal'],
    [`{"id":"a","x":${'['.repeat(200)}`, ':1: nested deeper than 100 levels'],
    ['', ': holds no card'],
    ['\n \n', ': holds no card'],
    ['\ufeff', ': holds no card'],
    ['[]', ': holds no card'],
  ])('refuses %j', async (content, message) => {
    const found = await cardsError(content);
    expect(found).toMatch(/cards\.jsonl:/);
    expect(found.slice(found.indexOf('cards.jsonl') + 'cards.jsonl'.length)).toBe(message);
  });

  test.each([
    ['[\n{"id":"a"},\n{"id":"b",\n"tags":[1]}]', ':3: tags[0]: expected a string, received number'],
    ['[\n{"id":"a"},\n\n{"id":"a"}]', ':4: the card id "a" is already on line 2'],
    ['[{"id":"a"}\n,]', ':2: not JSON: expected an element'],
    ['[{"id":"a"}\n{"id":"b"}]', ':2: not JSON: expected a comma or ] after an element'],
    ['[{"id":"a"},\n', ':2: the array is not closed'],
    ['[{"id":"a"}] x', ':1: not JSON: Unexpected non-whitespace character after JSON (after the array)'],
    ['[{"id":"a"},\n{"id":\n"b" 7}]', ":3: not JSON: Expected ',' or '}' after property value"],
    ['{"cards":[{"id":"a"}], "b":}', ":1: not JSON: Unexpected token '}' (after the array)"],
    ['{"cards":[]}', ': holds no card'],
    ['{\n"id": 1\n}', ':1: id: expected a string, received number'],
    ['{\n"id": "a",\n}', ':3: not JSON: Expected double-quoted property name'],
    ['{\n"id": "a",\n"tags": [},\n"name": ""}', ":3: not JSON: Unexpected token '}'"],
    ['id,name\na,b', ":1: not JSON: Unexpected token 'i'"],
  ])('refuses %j in a .json file', async (content, message) => {
    const found = await cardsError(content, 'cards.json');
    expect(found.slice(found.indexOf('cards.json') + 'cards.json'.length)).toBe(message);
  });

  test('tells the first problem and how many more there are, and stops at ten', async () => {
    const bad = (count: number) => '{"id":1}\n'.repeat(count);
    expect(await cardsError(bad(2))).toMatch(/:1: id: .* \(and 1 more problem\)$/);
    expect(await cardsError(bad(4))).toMatch(/ \(and 3 more problems\)$/);
    expect(await cardsError(bad(100))).toMatch(/ \(and at least 9 more problems\)$/);
    const error = await cards(bad(3)).catch((reason: unknown) => reason);
    expect((error as InputError).problems).toHaveLength(3);
  });

  test('an id is shown without what could play tricks on a terminal, and cut', async () => {
    const id = JSON.stringify(`\u001b[31m\u202e${'x'.repeat(500)}`);
    const message = await cardsError(`{"id":${id}}\n{"id":${id}}`);
    expect(message).toContain('the card id "\\u{1b}[31m\\u{202e}xxx');
    expect(message.length).toBeLessThan(300);
  });

  test('a 5 MB array is read in small pieces', async () => {
    const list = Array.from({ length: 5000 }, (_, i) => ({ id: `card ${i}`, ...empty, description: 'é'.repeat(500) }));
    const path = put(folder, 'big.json', JSON.stringify(list));
    expect(await cardsIn(path, { chunkBytes: 1000 })).toEqual(list);
  });
});

describe('canonical queries', () => {
  test('not judged, nothing right, and a right card named twice', async () => {
    const found = await queries(
      '{"id":"1","text":""}\n{"id":"2","text":"x","relevant":null,"kind":null}\n{"id":"3","text":"y","relevant":[]}\n{"id":"4","text":"z","relevant":["b","a","b"],"kind":"vague"}',
    );
    expect(found).toEqual([
      { id: '1', text: '', relevant: undefined, kind: undefined },
      { id: '2', text: 'x', relevant: undefined, kind: undefined },
      { id: '3', text: 'y', relevant: new Map(), kind: undefined },
      {
        id: '4',
        text: 'z',
        relevant: new Map([
          ['b', 1],
          ['a', 1],
        ]),
        kind: 'vague',
      },
    ]);
    expect([...found[3]!.relevant!.keys()]).toEqual(['b', 'a']);
  });

  test.each([
    ['{"id":"1"}', ':1: text: expected a string, received nothing'],
    ['{"id":"1","text":null}', ':1: text: expected a string, received null'],
    ['{"id":"1","text":"x","kind":3}', ':1: kind: expected a string, received number'],
    ['{"id":"1","text":"x","relevant":"a"}', ':1: relevant: expected an array, received string'],
    ['{"id":"1","text":"x","relevant":{"a":1}}', ':1: relevant: expected an array, received object'],
    ['{"id":"1","text":"x","relevant":[1]}', ':1: relevant[0]: expected a string, received number'],
    ['{"id":"1","text":"x"}\n{"id":"1","text":"y"}', ':2: the query id "1" is already on line 1'],
    ['', ': holds no query'],
  ])('refuses %j', async (content, message) => {
    const found = await queriesError(content);
    expect(found.slice(found.indexOf('queries.jsonl') + 'queries.jsonl'.length)).toBe(message);
  });
});

describe('writing and reading again', () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\ud83d', '\n', '"', '\u2028')),
  });
  const anyId = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('__proto__', '007', '1e3'));
  const list = fc.array(anyText, { maxLength: 3 });
  const card: fc.Arbitrary<Card> = fc.record({
    id: anyId,
    name: anyText,
    description: anyText,
    skills: list,
    tags: list,
    examples: list,
    tools: list,
  });
  const query: fc.Arbitrary<Query> = fc.record({
    id: anyId,
    text: anyText,
    relevant: fc.option(
      fc.array(anyText).map((ids) => new Map(ids.map((id) => [id, 1]))),
      { nil: undefined },
    ),
    kind: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
  });

  test('gives the same cards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(card, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }), async (list) => {
        expect(await cards(list.map((one) => `${cardLine(one)}\n`).join(''))).toEqual(list);
        expect(await cards(`[${list.map(cardLine).join(',')}]`, 'cards.json')).toEqual(list);
      }),
    );
  });

  test('gives the same queries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(query, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        async (list) => {
          const found = await queries(list.map((one) => `${queryLine(one)}\n`).join(''));
          expect(found).toEqual(list);
          expect(found.map(({ relevant }) => relevant && [...relevant])).toEqual(
            list.map(({ relevant }) => relevant && [...relevant]),
          );
        },
      ),
    );
  });

  test('keys stand in one order and undefined ones are left out', () => {
    expect(cardLine({ ...empty, name: 'n', id: 'a' })).toBe(
      '{"id":"a","name":"n","description":"","skills":[],"tags":[],"examples":[],"tools":[]}',
    );
    expect(queryLine({ id: 'q', text: 't', relevant: undefined, kind: undefined })).toBe('{"id":"q","text":"t"}');
    expect(
      queryLine({
        id: 'q',
        text: 't',
        relevant: new Map([
          ['b', 2],
          ['a', 1],
        ]),
        kind: 'k',
      }),
    ).toBe('{"id":"q","text":"t","relevant":["b","a"],"kind":"k"}');
  });
});

test('an InputError carries its message as its one problem', () => {
  expect(new InputError('a').problems).toEqual(['a']);
});
