import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { cardLine } from '../../../datasets/loaders/canonical-write.ts';
import { applyQrels, checkRelevantExist } from '../../../datasets/loaders/qrels.ts';
import {
  cardStream,
  loadQrels,
  loadQueries,
  loadRegistry,
  type RegistryDetails,
} from '../../../datasets/loaders/registry.ts';
import { collect, inputError, put, temporaryFolder } from './files.ts';

const root = temporaryFolder();
let made = 0;
const file = (name: string, content: string | Uint8Array) => put(root, `${made++}/${name}`, content);
const load = (content: string | Uint8Array, name = 'collection.tsv') => loadRegistry(file(name, content));
const error = (content: string | Uint8Array, name = 'collection.tsv') => inputError(() => load(content, name));
const passages = ({ cards }: { readonly cards: readonly Card[] }) =>
  cards.map(({ id, description }) => [id, description]);

// Large files and many small ones: a busy machine needs its time.
describe('MS MARCO passages', { timeout: 60_000 }, () => {
  test('a quote is a quote, a CR inside a line is text, a text may be empty', async () => {
    const found = await load('1\tfirst\r\n2\t"never closed\r\n3\tone\rtwo "x"\r\n4\t\r\n');
    expect(passages(found)).toEqual([
      ['1', 'first'],
      ['2', '"never closed'],
      ['3', 'one\rtwo "x"'],
      ['4', ''],
    ]);
    expect(found.format).toBe('MS MARCO passages');
    expect(found.notices).toEqual(['1 card without any text']);
    expect(passages(await load('\ufeff"\t"\n\'\t\'', 'x.txt'))).toEqual([
      ['"', '"'],
      ["'", "'"],
    ]);
  });

  test('ids are texts, in their order', async () => {
    const numbers = ['10', '9', '2', 'x1', '1e3', '007', '7', '-1', ' 1', '1 '];
    const names = ['__proto__', 'constructor', '"', '{', '#', 'A', 'a', '.', '../../evil', 'CON', 'x'.repeat(300)];
    const ids = [...numbers, ...names];
    const found = await load(ids.map((id) => `${id}\tt`).join('\n'));
    expect(found.cards.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['1\ta\n2\tb\tc\n', ':2: expected 2 columns between tabs (id, text), received 3'],
    ['1\ta\n2 b', ':2: expected 2 columns between tabs (id, text), received 1'],
    ['\n1\ta\n \r\n2 b\n\n', ':4: expected 2 columns between tabs (id, text), received 1'],
    ['1\ta\n\n1\tb\n', ':3: the card id "1" is already on line 1'],
    ['1\ta\n\tb', ':2: the id is empty'],
    ['1\ta\n2\tb\n1\tc', ':3: the card id "1" is already on line 1'],
    ['x\ta\ny\tb\nx\tc\nz\n', ':3: the card id "x" is already on line 1 (and 1 more problem)'],
    [Buffer.from('1\ta\n2\t\xe9\n', 'latin1'), ':2: not UTF-8'],
    ['', ': holds no card'],
  ])('refuses %j', async (content, message) => {
    expect((await error(content)).replace(/^.*collection\.tsv/, '')).toBe(message);
  });

  test('blank lines are skipped, wherever they are', async () => {
    const lines = '\r\n  \n1\ta\n\n2\tb\n\n';
    const expected = [
      ['1', 'a'],
      ['2', 'b'],
    ];
    expect(passages(await load(lines))).toEqual(expected);
    // Without a name that tells: what the first line that is not blank looks like.
    const queries = await loadQueries(file('topics.txt', lines));
    expect(queries.map(({ id, text }) => [id, text])).toEqual(expected);
  });

  test('every line is blank, a card or a line of complaint', async () => {
    const word = fc.constantFrom('1', '2', 'x', '\t', '\t', '\n', '\r\n', '\r', '"', "'", ' ', '\u2028', '\u0000', 'é');
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 25 }).map((words) => words.join('')),
        async (content) => {
          const lines = content.split('\n').filter((line) => line.replace(/[ \r]/g, '') !== '').length;
          const outcome = await load(content).catch((reason: unknown) => reason);
          if (outcome instanceof Error) await inputError(() => Promise.reject(outcome));
          else expect((outcome as { cards: unknown[] }).cards).toHaveLength(lines);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a BEIR collection', () => {
  const corpus = '{"_id":"d2","title":"Two","text":"second","metadata":{}}\n{"_id":"d10","text":"tenth"}\n';
  const queries = '{"_id":"q1","text":"which?","metadata":{"x":1}}\n{"_id":"q2","text":""}\n';
  const qrels = 'query-id\tcorpus-id\tscore\nq1\td10\t2\nq1\td2\t0\n';
  const expected = [
    { id: 'd2', name: 'Two', description: 'second', skills: [], tags: [], examples: [], tools: [] },
    { id: 'd10', name: '', description: 'tenth', skills: [], tags: [], examples: [], tools: [] },
  ];

  test.each([
    ['as it is', (text: string) => text, ''],
    ['packed', (text: string) => gzipSync(text), '.gz'],
  ])('in a folder, %s', async (_, pack, ending) => {
    const folder = join(root, `beir-${made++}`);
    put(folder, `corpus.jsonl${ending}`, pack(corpus));
    put(folder, `queries.jsonl${ending}`, pack(queries));
    const judged = put(folder, `qrels/test.tsv${ending}`, pack(qrels));
    const registry = await loadRegistry(folder);
    expect(registry.cards).toEqual(expected);
    expect(registry.format).toBe(`BEIR folder (corpus.jsonl${ending})`);
    expect((await loadRegistry(join(folder, `corpus.jsonl${ending}`))).cards).toEqual(expected);
    const found = await loadQueries(folder);
    expect(found).toEqual(await loadQueries(join(folder, `queries.jsonl${ending}`)));
    expect(found.map(({ id, text, relevant }) => [id, text, relevant])).toEqual([
      ['q1', 'which?', undefined],
      ['q2', '', undefined],
    ]);
    const { queries: complete } = applyQrels(found, await loadQrels(judged));
    expect(complete[0]?.relevant).toEqual(new Map([['d10', 2]]));
  });

  test.each([
    ['{"_id":7,"text":"x"}', ':1: _id: expected a string, received number'],
    ['{"_id":"1","text":"x"}\n{"id":"2","text":"x"}', ':2: _id: expected a string, received nothing'],
    ['{"_id":"1","text":"x"}\n{"_id":"2","text":[]}', ':2: text: expected a string, received array'],
    ['{"_id":"a","text":"x"}\n{"_id":"a","text":"y"}', ':2: the card id "a" is already on line 1'],
  ])('refuses %j', async (content, message) => {
    expect((await error(content, 'corpus.jsonl')).replace(/^.*corpus\.jsonl/, '')).toBe(message);
  });
});

describe('queries between tabs', () => {
  test('of TREC and MS MARCO, with their qrels', async () => {
    const queries = await loadQueries(file('queries.dev.tsv', '12\tfind "it\r\n007\t\r\n7\tother\r\n'));
    expect(queries.map(({ id, text }) => [id, text])).toEqual([
      ['12', 'find "it'],
      ['007', ''],
      ['7', 'other'],
    ]);
    const judged = applyQrels(queries, await loadQrels(file('qrels.dev.tsv', '12\t0\t12\t1\n007\t0\t7\t1\n')));
    // A query and a card of the same id have nothing to do with each other: both pairs stay.
    expect(judged.queries.map(({ relevant }) => relevant && [...relevant.keys()])).toEqual([['12'], ['7'], undefined]);
    const { cards } = await load('7\tx\n12\ty\n');
    expect(() => checkRelevantExist(cards, judged.queries)).not.toThrow();
    expect(await loadQueries(file('topics.txt', '1\ta'))).toHaveLength(1);
    expect(await loadQueries(file('queries.tsv.gz', gzipSync('1\ta\n2\tb\n')))).toHaveLength(2);
  });

  test.each([
    ['1\ta\n1\tb', ':2: the query id "1" is already on line 1'],
    ['1\ta\tb', ':1: expected 2 columns between tabs (id, text), received 3'],
    ['', ': holds no query'],
  ])('refuses %j', async (content, message) => {
    const path = file('topics.tsv', content);
    expect((await inputError(() => loadQueries(path))).replace(/^.*topics\.tsv/, '')).toBe(message);
  });
});

describe('gzip', { timeout: 60_000 }, () => {
  const line = cardLine({ id: 'a', name: 'n', description: 'd', skills: [], tags: [], examples: [], tools: [] });

  test('is known by its bytes, whatever the name; several parts are one file', async () => {
    for (const name of ['cards.jsonl.gz', 'cards.jsonl', 'cards']) {
      expect(await load(gzipSync(line), name)).toMatchObject({ cards: [{ id: 'a' }] });
    }
    const parts = Buffer.concat([gzipSync('1\ta\n2\t'), gzipSync('b\n')]);
    expect(passages(await load(parts, 'collection.tsv.gz'))).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ]);
    expect(passages(await load('1\ta\n', 'collection.tsv.gz'))).toEqual([['1', 'a']]);
  });

  test('an array in it is read from where it begins', async () => {
    const content = JSON.stringify({ note: 'x'.repeat(5000), cards: [JSON.parse(line)] }, null, 1);
    expect((await load(gzipSync(content), 'cards.json')).cards).toHaveLength(1);
  });

  test('that is broken, cut or made to fill memory is refused', async () => {
    const packed = gzipSync(Array.from({ length: 2000 }, (_, i) => `${i}\t${Math.imul(i, 2654435761)}\n`).join(''));
    expect(await error(packed.subarray(0, -9))).toMatch(/: the gzip data ends too early$/);
    const broken = Buffer.from(packed);
    // The checksum of what was packed stands in the last eight bytes.
    broken[broken.length - 8]! ^= 1;
    expect(await error(broken)).toMatch(/: the gzip data is broken$/);
    const blank = Buffer.alloc(24 * 1024 * 1024, `${' '.repeat(1024 * 1024)}\n`);
    expect(await error(gzipSync(blank), 'cards.jsonl')).toMatch(
      /cards\.jsonl: unpacks to more than 200 times its size$/,
    );
    expect(await error(gzipSync(Buffer.alloc(17 * 1024 * 1024, 'x')), 'collection.tsv')).toMatch(
      /(longer than 16777216 bytes|unpacks to more than 200 times its size)$/,
    );
  });
});

describe('a stream of cards', { timeout: 60_000 }, () => {
  test('gives what loading gives, and the same details at the end', async () => {
    for (const path of [
      file('cards.json', `{"agents":[{"id":"a","tags":["x\u200b"]},{"id":"b"}]}`),
      file('collection.tsv', '1\ta\n2\t\n'),
      file('tools.json', JSON.stringify({ tools: [{ name: 'x', inputSchema: {} }, 7] })),
    ]) {
      let details: RegistryDetails | undefined;
      const formats: string[] = [];
      const stream = cardStream(path, {
        onFormat: (format) => formats.push(format),
        onEnd: (found) => {
          details = found;
        },
      });
      const { cards, ...rest } = await loadRegistry(path);
      expect(await collect(stream)).toEqual(cards);
      expect(details).toEqual(rest);
      expect(formats).toEqual([rest.format]);
    }
  });

  test('reads no further than a little ahead', async () => {
    const row = (i: number) => `${i}\t${'x'.repeat(90)}\n`;
    const rows = Array.from({ length: 80_000 }, (_, i) => row(i));
    const path = file('collection.tsv', rows.join(''));
    const kept = rows.slice(0, 10_000).join('').length;
    let count = 0;
    for await (const card of cardStream(path)) {
      // What is cut off after the first card can only come out if it was in memory by then.
      if (count === 0) truncateSync(path, kept);
      expect(card.id).toBe(String(count++));
    }
    expect(count).toBe(10_000);
  });

  test('hands out the good cards of a bad collection before it complains', async () => {
    const seen: string[] = [];
    const path = file('collection.tsv', 'a\t1\nb\nc\t3\na\t4\n');
    const message = await inputError(async () => {
      for await (const { id } of cardStream(path)) seen.push(id);
    });
    expect(seen).toEqual(['a', 'c']);
    expect(message).toMatch(/:2: expected 2 columns between tabs \(id, text\), received 1 \(and 1 more problem\)$/);
  });

  test('an id that comes twice is found among elements of one line, and behind any chunk', async () => {
    expect(await error('[{"id":"a"},{"id":"b"},{"id":"b"}]', 'cards.json')).toMatch(
      /:1: the card id "b" is already on line 1$/,
    );
    const lines = Array.from({ length: 5000 }, (_, i) => JSON.stringify({ id: `card-${i % 4999}` }));
    expect(await error(lines.join('\n'), 'cards.jsonl')).toMatch(/:5000: the card id "card-0" is already on line 1$/);
  });
});
