import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Card } from '../datasets/card.ts';
import type { Query } from '../datasets/dataset.ts';
import { cardLine, queryLine } from '../datasets/loaders/canonical-write.ts';
import { applyQrels, loadQrels } from '../datasets/loaders/qrels.ts';

let told = false;

/**
 * The folder of real data that lies beside some checkouts, or undefined where it does not: then the tests that need it
 * are skipped, and stderr says so once a test file.
 */
export function sharedData(): string | undefined {
  const folder = fileURLToPath(new URL('../../shared/data', import.meta.url));
  if (existsSync(folder)) return folder;
  if (!told) process.stderr.write('skipped: tests on real data, for there is no ../shared/data beside this checkout\n');
  told = true;
  return undefined;
}

/** SciFact as cards (title as name, abstract as description) and its 300 judged queries. Needs `sharedData()`. */
export async function scifact(): Promise<{ readonly cards: Card[]; readonly queries: Query[] }> {
  const folder = join(sharedData()!, 'scifact', 'beir');
  const cards: Card[] = [];
  for await (const { _id: id, title: name, text: description } of beirLines(join(folder, 'corpus.jsonl'))) {
    cards.push({ id: id!, name: name!, description: description!, skills: [], tags: [], examples: [], tools: [] });
  }
  const queries: Query[] = [];
  for await (const { _id: id, text } of beirLines(join(folder, 'queries.jsonl'))) {
    queries.push({ id: id!, text: text!, relevant: undefined, kind: undefined });
  }
  const judged = applyQrels(queries, await loadQrels(join(folder, 'qrels', 'test.tsv')));
  return { cards, queries: judged.queries.filter((query) => query.relevant !== undefined) };
}

/**
 * Writes SciFact as `cards.jsonl` and `queries.jsonl` into a folder, which is made if need be.
 *
 * @returns the paths of the two files.
 */
export async function scifactCanonical(folder: string): Promise<{ readonly cards: string; readonly queries: string }> {
  const { cards, queries } = await scifact();
  const paths = { cards: join(folder, 'cards.jsonl'), queries: join(folder, 'queries.jsonl') };
  mkdirSync(folder, { recursive: true });
  writeFileSync(paths.cards, cards.map((card) => `${cardLine(card)}\n`).join(''));
  writeFileSync(paths.queries, queries.map((query) => `${queryLine(query)}\n`).join(''));
  return paths;
}

async function* beirLines(path: string): AsyncGenerator<Record<'_id' | 'title' | 'text', string | undefined>> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') yield JSON.parse(line);
  }
}
