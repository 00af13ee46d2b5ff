import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { applyQrels, checkRelevantExist } from '../../../datasets/loaders/qrels.ts';
import { loadQrels, loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { scifact, scifactCanonical, sharedData } from '../../shared-data.ts';
import { temporaryFolder } from './files.ts';

const data = sharedData();
const folder = temporaryFolder();

test('the samples load, and every right answer is there', async () => {
  const samples = fileURLToPath(new URL('../../../datasets/samples/', import.meta.url));
  const { cards, skipped } = await loadRegistry(join(samples, 'cards'), { strict: true });
  const queries = await loadQueries(join(samples, 'queries.jsonl'));
  checkRelevantExist(cards, queries);
  expect(skipped).toEqual([]);
  expect(cards.length).toBeGreaterThan(30);
  expect(queries.length).toBeGreaterThanOrEqual(60);
});

describe.skipIf(data === undefined)('real data', () => {
  test('every A2A file is loaded or listed', async () => {
    const root = join(data!, 'a2a-cards', 'cards');
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      );
    const { cards, skipped, format } = await loadRegistry(root);
    expect(format).toBe('A2A folder');
    expect([...cards.map(({ id }) => id), ...skipped.map(({ path }) => path)].sort()).toEqual(files.sort());
    expect(skipped).toEqual([
      { path: 'prassanna-ravishankar+a2a-registry/agents/nexara.json', reason: 'holds no card' },
    ]);
    // Each of them says something; the wrappers give the skills of the card they carry.
    for (const card of cards) expect(`${card.name}${card.description}`).not.toBe('');
    const wrapped = cards.filter(({ id }) => id.endsWith('.registration.json'));
    expect(wrapped).toHaveLength(18);
    for (const card of wrapped) expect(card.skills.length).toBeGreaterThan(0);
  });

  test.each([
    ['bfcl-live', 'cards.jsonl', 'queries.jsonl', 528, 1351],
    ['livemcpbench', 'tools.jsonl', 'tool-queries.jsonl', 527, 91],
    ['livemcpbench', 'servers.jsonl', 'server-queries.jsonl', 70, 91],
  ])('%s %s', async (set, cardFile, queryFile, cardCount, queryCount) => {
    const { cards } = await loadRegistry(join(data!, set, 'canonical', cardFile));
    const queries = await loadQueries(join(data!, set, 'canonical', queryFile));
    checkRelevantExist(cards, queries);
    expect([cards.length, queries.length]).toEqual([cardCount, queryCount]);
  });

  test('SciFact, through its qrels and through canonical files', async () => {
    const { cards, queries } = await scifact();
    expect([cards.length, queries.length]).toEqual([5183, 300]);
    checkRelevantExist(cards, queries);
    const paths = await scifactCanonical(folder);
    expect((await loadRegistry(paths.cards)).cards).toEqual(cards);
    const read = await loadQueries(paths.queries);
    expect(read).toEqual(queries);
    const qrels = await loadQrels(join(data!, 'scifact', 'beir', 'qrels', 'test.tsv'));
    expect(qrels.format).toBe('BEIR');
    expect(applyQrels(read, qrels)).toEqual({ queries, notices: [] });
  });
});
