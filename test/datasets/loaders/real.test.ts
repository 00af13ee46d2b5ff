import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { applyQrels, checkRelevantExist } from '../../../datasets/loaders/qrels.ts';
import { loadQrels, loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { scifact, scifactCanonical, sharedData } from '../../shared-data.ts';
import { put, temporaryFolder } from './files.ts';

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

  const lines = (path: string) =>
    readFileSync(join(data!, path), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const jsonLines = (path: string): Card[] => lines(path).map((line) => JSON.parse(line));

  test('LiveMCPBench, as servers and as tools', async () => {
    const path = join(data!, 'livemcpbench', 'tools.json');
    const servers = await loadRegistry(path);
    expect(servers.notices).toEqual([
      '527 tools of 70 servers, a card for each server; --granularity tool makes one for each tool',
    ]);
    // Where a tool has no description, the converted file ends in a colon; ours does not.
    const expected = jsonLines('livemcpbench/canonical/servers.jsonl').map((card) => ({
      ...card,
      tools: card.tools.map((text) => text.replace(/: $/, '')),
    }));
    expect(servers.cards).toEqual(expected);
    expect(await loadRegistry(path, { granularity: 'server' })).toEqual(servers);

    // The converted file has no parameters, which here are the tool card's `tools`.
    const tools = await loadRegistry(path, { granularity: 'tool' });
    expect(tools.cards.map((card) => ({ ...card, tools: [] }))).toEqual(
      jsonLines('livemcpbench/canonical/tools.jsonl'),
    );
    expect(tools.cards.filter((card) => card.tools.length > 0)).toHaveLength(475);
    const queries = await loadQueries(join(data!, 'livemcpbench', 'canonical', 'tool-queries.jsonl'));
    checkRelevantExist(tools.cards, queries);
  });

  test('BFCL, from its requests', async () => {
    const requests = ['simple', 'multiple', 'parallel', 'parallel_multiple'].flatMap((part) =>
      lines(`bfcl-live/BFCL_v4_live_${part}.json`),
    );
    const { cards, skipped } = await loadRegistry(put(folder, 'bfcl.json', requests.join('\n')));
    expect(skipped).toEqual([]);
    expect(cards).toEqual(jsonLines('bfcl-live/canonical/cards.jsonl'));
  });

  test('SciFact as the BEIR folder that it is', async () => {
    const beir = join(data!, 'scifact', 'beir');
    const found = await loadRegistry(beir);
    const { cards, queries } = await scifact();
    expect(found).toMatchObject({ format: 'BEIR folder (corpus.jsonl)', name: 'beir', notices: [], skipped: [] });
    expect(found.cards).toEqual(cards);
    const judged = applyQrels(await loadQueries(beir), await loadQrels(join(beir, 'qrels', 'test.tsv')));
    expect(judged.queries.filter(({ relevant }) => relevant !== undefined)).toEqual(queries);
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
