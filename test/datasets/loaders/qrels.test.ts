import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Query } from '../../../datasets/dataset.ts';
import { applyQrels, checkRelevantExist, loadQrels } from '../../../datasets/loaders/qrels.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const folder = temporaryFolder();
const load = (content: string) => loadQrels(put(folder, 'qrels.tsv', content));

async function read(content: string): Promise<[string, [string, number][]][]> {
  const { grades } = await load(content);
  return [...grades].map(([query, cards]) => [query, [...cards]]);
}

function query(id: string, relevant?: string[]): Query {
  return { id, text: id, relevant: relevant && new Map(relevant.map((card) => [card, 1])), kind: undefined };
}

describe('qrels files', () => {
  test('TREC: four columns between any white space, grades of any sign', async () => {
    expect(await read('q1 0 d1 1\r\nq1\t0\td2\t-2\n\n  q2   Q0  d1   0  ')).toEqual([
      [
        'q1',
        [
          ['d1', 1],
          ['d2', -2],
        ],
      ],
      ['q2', [['d1', 0]]],
    ]);
  });

  test('TREC with tabs: ids may hold spaces', async () => {
    expect(await read('a b\t0\tMCP Server Chart\t1\n')).toEqual([['a b', [['MCP Server Chart', 1]]]]);
  });

  test('BEIR: a header, then three columns between tabs; a quote is a quote', async () => {
    const { format } = await load('query-id\tcorpus-id\tscore\n1\t2\t1\n');
    expect(format).toBe('BEIR');
    expect(await read('query-id\tcorpus-id\tscore\r\n"1\t2 3\t2\r\n007\t"\t1\n7\t"\t1')).toEqual([
      ['"1', [['2 3', 2]]],
      ['007', [['"', 1]]],
      ['7', [['"', 1]]],
    ]);
  });

  test('ids that objects know are ids', async () => {
    expect(await read('__proto__ 0 constructor 1\n10 0 9 1\n9 0 10 1')).toEqual([
      ['__proto__', [['constructor', 1]]],
      ['10', [['9', 1]]],
      ['9', [['10', 1]]],
    ]);
  });

  const columns = 'expected 4 columns (query, iteration, card, grade) or the header "query-id corpus-id score"';
  test.each([
    ['q1 0 d1 1\nq1 d2 1', `:2: ${columns}, received 3 columns`],
    ['q1', `:1: ${columns}, received 1 column`],
    ['q1 0 d1 1 5', `:1: ${columns}, received 5 columns`],
    ['q1 0 d1 1.5', ':1: expected an integer as the grade, received "1.5"'],
    ['q1 0 d1 1e3', ':1: expected an integer as the grade, received "1e3"'],
    ['q1 0 d1 99999999999999999', ':1: expected an integer as the grade, received "99999999999999999"'],
    ['q1 0 d1 \u001b[2J', ':1: expected an integer as the grade, received "\\u{1b}[2J"'],
    ['q1\t0\t\t1', ':1: an id is empty'],
    ['q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 0', ':3: query "q1" and card "d1" are already judged on line 1'],
    [
      'query-id\tcorpus-id\tscore\n1\t2',
      ':2: expected 3 columns between tabs (query-id, corpus-id, score), received 2',
    ],
    [
      'query-id\tcorpus-id\tscore\n1\t2\t3\t4',
      ':2: expected 3 columns between tabs (query-id, corpus-id, score), received 4',
    ],
    ['query-id\tcorpus-id\tscore\n\t2\t3', ':2: an id is empty'],
    ['query-id\tcorpus-id\tscore\n', ': holds no judgment'],
    ['', ': holds no judgment'],
    ['x\n'.repeat(20), `:1: ${columns}, received 1 column (and at least 9 more problems)`],
  ])('refuses %j', async (content, message) => {
    const found = await inputError(() => load(content));
    expect(found.slice(found.indexOf('qrels.tsv') + 'qrels.tsv'.length)).toBe(message);
  });
});

describe('qrels put to queries', () => {
  test('grades of at least 1 are right; named without one is nothing right; not named is not judged', async () => {
    const qrels = await load('a 0 x 1\na 0 y 3\na 0 z 0\nb 0 x -1\nother 0 x 1');
    const { queries, notices } = applyQrels([query('a', ['old']), query('b'), query('c', ['x'])], qrels);
    expect(queries.map(({ relevant }) => relevant && [...relevant])).toEqual([
      [
        ['x', 1],
        ['y', 3],
      ],
      [],
      undefined,
    ]);
    expect(notices.map((line) => line.replace(/^.*qrels/, 'qrels'))).toEqual([
      'qrels.tsv: 1 of 3 queries not judged, such as "c"',
      'qrels.tsv: judges 1 query not in the query set, such as "other"',
    ]);
  });

  test('a full match has nothing to say', async () => {
    expect(applyQrels([query('a')], await load('a 0 x 1')).notices).toEqual([]);
  });

  test('no overlap at all is an error with an example of each side', async () => {
    const qrels = await load('1 0 x 1');
    const message = await inputError(async () => applyQrels([query('q1'), query('q2')], qrels));
    expect(message).toMatch(/: judges none of the 2 queries \(ids such as "1" there, "q1" in the query set\)$/);
  });
});

describe('right answers', () => {
  const card = { id: 'x', name: '', description: '', skills: [], tags: [], examples: [], tools: [] };

  test('must be in the registry', async () => {
    expect(() => checkRelevantExist([card], [query('a', ['x']), query('b', []), query('c')])).not.toThrow();
    const act = async () => checkRelevantExist([card], [query('a', ['x', 'y\n']), query('b', ['z'])]);
    expect(await inputError(act)).toBe('2 right answers not in the registry, such as card "y\\n" of query "a"');
  });
});

test('a qrels file of any text loads or is refused in one line', async () => {
  const word = fc.constantFrom(
    'q1',
    'q2',
    '0',
    '1',
    '-3',
    '\t',
    ' ',
    '\n',
    '\r\n',
    '"',
    '\u0000',
    '\u2028',
    'query-id\tcorpus-id\tscore\n',
    'q1 0 d 1\n',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(word).map((words) => words.join('')),
      async (content) => {
        const outcome = await load(content).catch((error: unknown) => error);
        if (outcome instanceof Error) await inputError(() => Promise.reject(outcome));
      },
    ),
  );
});
