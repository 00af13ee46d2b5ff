import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counted, countedQueries } from '../../datasets/counted.ts';
import { run } from '../runs.ts';
import { temporaryFolder } from '../support.ts';

it('a count has the form of its number, and its thousands apart', () => {
  expect([0, 1, 2, 1_000, 1_234_567].map((n) => counted(n, 'card'))).toEqual([
    '0 cards',
    '1 card',
    '2 cards',
    '1,000 cards',
    '1,234,567 cards',
  ]);
  expect([1, 3].map(countedQueries)).toEqual(['1 query', '3 queries']);
});

/** A one before a word in the plural, wherever a line says it. */
const ONE_OF_MANY =
  /(?<![\d.,])1 (?:cards|queries|rows|pools|outcomes|times|conditions|experiments|signals|folds)\b[^\n]*/g;

it('of one card and one query, nothing that is printed says "1 cards"', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const [cards, queries] = [join(folder, 'cards.jsonl'), join(folder, 'queries.jsonl')];
  await writeFile(cards, `${JSON.stringify({ id: 'c', name: 'book\u200b flights', examples: ['book one'] })}\n`);
  await writeFile(queries, `${JSON.stringify({ id: 'q', text: 'book' })}\n`);
  const judged = join(folder, 'judged.jsonl');
  await writeFile(judged, `${JSON.stringify({ id: 'q', text: 'book', relevant: ['c'] })}\n`);
  const files = ['--registry', cards, '--query-set', queries];
  const out = join(folder, 'run');
  const commands = [
    ['bench', ...files, '--retrievers', 'ssr,bm25', '--no-latency', '--out', out],
    ['compare', out, out],
    ['gate', out],
    ['explain', '--registry', cards, '--query', 'book'],
    ['diagnose', '--registry', cards, '--query-set', judged],
    ['generate', '--cards', '1', '--queries', '1', '--out', join(folder, 'generated')],
  ];
  for (const args of commands) {
    const printed = await run(...args);
    expect({ args, code: printed.code }).toEqual({ args, code: 0 });
    expect({ args, found: `${printed.out}${printed.err}`.match(ONE_OF_MANY) }).toEqual({ args, found: null });
  }
});
