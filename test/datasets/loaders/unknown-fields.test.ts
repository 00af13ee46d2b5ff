import { describe, expect, test } from 'vitest';
import { loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { put, temporaryFolder } from './files.ts';

const root = temporaryFolder();
let made = 0;
const file = (name: string, records: readonly object[]) =>
  put(root, `${made++}/${name}`, records.map((record) => JSON.stringify(record)).join('\n'));

/** The notices about fields, without the path. */
async function ofCards(records: readonly object[], name = 'cards.jsonl'): Promise<string[]> {
  const path = file(name, records);
  const { notices } = await loadRegistry(path);
  return notices.filter((notice) => notice.includes('unknown')).map((notice) => notice.replace(path, '*'));
}

async function ofQueries(records: readonly object[]): Promise<string[]> {
  const path = file('queries.jsonl', records);
  const notices: string[] = [];
  await loadQueries(path, { onNotice: (notice) => notices.push(notice) });
  return notices.map((notice) => notice.replace(path, '*'));
}

const START = '*: unknown fields are passed over: ';

describe('unknown fields of canonical files', () => {
  test('are counted by name, with the first line, those that look misspelt before others', async () => {
    const own = { id: 'a', metadata: {} };
    expect(await ofCards([own, { id: 'b', descripton: 'x' }, { id: 'c', descripton: 'y', metadata: 1 }])).toEqual([
      `${START}"descripton" in 2 cards (first on line 2; did you mean "description"?), "metadata" in 2 cards (first on line 1)`,
    ]);
    expect(await ofQueries([{ id: '1', text: 'x', relevent: ['a'] }])).toEqual([
      `${START}"relevent" in 1 query (first on line 1; did you mean "relevant"?)`,
    ]);
  });

  test.each([
    ['Name', 'name'],
    ['desc', 'description'],
    ['tag', 'tags'],
    ['exmaples', 'examples'],
    ['skils', 'skills'],
    ['url', undefined],
    ['author', undefined],
    ['no', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.20s: did you mean %s', async (name, meant) => {
    const [notice] = await ofCards([{ id: 'a', [name]: 'x' }]);
    expect(/did you mean "(.*)"/.exec(notice ?? '')?.[1]).toBe(meant);
  });

  test('are none where every field is known, and of other formats nobody asks', async () => {
    const whole = { id: 'a', name: '', description: '', skills: [], tags: [], examples: [], tools: [] };
    expect(await ofCards([whole])).toEqual([]);
    expect(await ofQueries([{ id: '1', text: '', relevant: [], kind: 'x' }])).toEqual([]);
    expect(await ofCards([{ _id: 'a', text: 'x', metadata: {} }], 'corpus.jsonl')).toEqual([]);
    expect(await ofQueries([{ _id: '1', text: 'x', metadata: {} }])).toEqual([]);
  });

  test('are told in one line that is safe to print, however many there are and whatever they are called', async () => {
    const names = Array.from({ length: 1500 }, (_, i) => `\u001b[31m\n${i}`);
    const record = Object.fromEntries(names.map((name) => [name, 1]));
    const [notice, ...more] = await ofCards([
      { id: 'a', ...record },
      { id: 'b', ['__proto__']: 1, constructor: 1 },
    ]);
    expect(more).toEqual([]);
    expect(notice).toMatch(/^\*: [^\p{Cc}]+, and at least 995 more$/u);
    expect(notice!.length).toBeLessThan(600);
  });
});
