/*
 * Writes a registry that mixes long agents and short tools, and its queries, for an ordinary bench:
 *
 *   npm run mixed-registry -- FOLDER
 *   npm run bench -- --registry FOLDER/cards.jsonl --query-set FOLDER/queries.jsonl --retrievers ssr,bm25,wss,wss-sqrt
 *
 * Agents are the A2A cards of ../shared/data, asked for by half of their own examples, which are left out of the cards;
 * tools and servers are those of BFCL and LiveMCPBench, asked for by their own queries. The kind of a query is the kind of
 * card that it wants: `slices.csv` has a row for each. Not part of the tests: the data is not in the repository.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card } from '../../datasets/card.ts';
import type { Query } from '../../datasets/dataset.ts';
import { knownItems } from '../../datasets/known-item.ts';
import { cardLine, queryLine } from '../../datasets/loaders/canonical-write.ts';
import { loadQueries, loadRegistry } from '../../datasets/loaders/registry.ts';
import { sharedData } from '../shared-data.ts';

interface Collection {
  readonly cards: readonly Card[];
  readonly queries: readonly Query[];
}

const FOLDS = 2;
const SEED = '42';

async function agents(data: string): Promise<Collection> {
  const { cards } = await loadRegistry(join(data, 'a2a-cards', 'cards'));
  return knownItems({ cards, name: 'a2a' }, FOLDS, SEED).folds[0]!;
}

async function canonical(data: string, folder: string, cards: string, queries: string): Promise<Collection> {
  const from = join(data, folder, 'canonical');
  return { cards: (await loadRegistry(join(from, cards))).cards, queries: await loadQueries(join(from, queries)) };
}

/** The collections in one registry: ids are told apart by the name of their collection, queries have its kind. */
function mixed(collections: readonly (readonly [name: string, kind: string, of: Collection])[]): Collection {
  return {
    cards: collections.flatMap(([name, , of]) => of.cards.map((card) => ({ ...card, id: `${name}/${card.id}` }))),
    queries: collections.flatMap(([name, kind, of]) =>
      of.queries.map(({ id, relevant, text }) => {
        const right = relevant && new Map([...relevant].map(([card, grade]) => [`${name}/${card}`, grade]));
        return { id: `${name}/${id}`, text, relevant: right, kind };
      }),
    ),
  };
}

const data = sharedData();
const folder = process.argv[2];
if (data === undefined || folder === undefined) {
  process.stderr.write('usage: npm run mixed-registry -- FOLDER; needs ../shared/data\n');
  process.exitCode = 2;
} else {
  const { cards, queries } = mixed([
    ['a2a', 'agent', await agents(data)],
    ['bfcl', 'bfcl tool', await canonical(data, 'bfcl-live', 'cards.jsonl', 'queries.jsonl')],
    ['mcp-tool', 'mcp tool', await canonical(data, 'livemcpbench', 'tools.jsonl', 'tool-queries.jsonl')],
    ['mcp-server', 'mcp server', await canonical(data, 'livemcpbench', 'servers.jsonl', 'server-queries.jsonl')],
  ]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cards.jsonl'), cards.map((card) => `${cardLine(card)}\n`).join(''));
  writeFileSync(join(folder, 'queries.jsonl'), queries.map((query) => `${queryLine(query)}\n`).join(''));
  process.stderr.write(`${cards.length} cards, ${queries.length} queries in ${folder}\n`);
}
