import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Card } from '../../../datasets/card.ts';
import type { Query } from '../../../datasets/dataset.ts';
import { cardLine, queryLine } from '../../../datasets/loaders/canonical-write.ts';
import { runArgs } from '../../runs.ts';
import { card, query, temporaryFolder } from '../../support.ts';

/** Runs a command line in this process. */
export const run = runArgs;

export async function rows(folder: string, name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folder, name), 'utf8'), { columns: true });
}

/** A registry of ten cards and so many queries: the words of query n are those of every card, and c{n mod 10} is right. */
export async function registry(
  queries: number,
  change: { readonly cards?: (cards: Card[]) => Card[]; readonly queries?: (queries: Query[]) => Query[] } = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const cards = Array.from({ length: 10 }, (_, i) => card(`c${i}`, `book flights topic${i}`));
  const asked = Array.from({ length: queries }, (_, n) =>
    query(`q${n}`, `q${n} book flights topic${n % 10}`, [`c${n % 10}`]),
  );
  const [theirs, ours] = [change.cards?.(cards) ?? cards, change.queries?.(asked) ?? asked];
  await writeFile(join(folder, 'cards.jsonl'), theirs.map((each) => `${cardLine(each)}\n`).join(''));
  await writeFile(join(folder, 'queries.jsonl'), ours.map((each) => `${queryLine(each)}\n`).join(''));
  return folder;
}

/** The words of a bench that asks a model about such a registry. */
export function bench(data: string, url: string, ...more: string[]): string[] {
  return [
    ...['bench', '--registry', join(data, 'cards.jsonl'), '--query-set', join(data, 'queries.jsonl')],
    ...['--retrievers', 'ssr', '--no-latency', '--orchestrator', 'openai', '--base-url', url, '--model', 'm'],
    ...more,
  ];
}

/** Every file of a folder by name, but those that hold times or the order in which answers came. */
export async function results(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    if (['journal.jsonl', 'manifest.json', 'calls.csv', 'report.html'].includes(name)) continue;
    files[name] = await readFile(join(folder, name), 'utf8');
  }
  const { fingerprint } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return { ...files, fingerprint };
}
