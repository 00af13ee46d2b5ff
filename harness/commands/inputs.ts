import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Dataset } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { stripInvisible } from '../../datasets/invisible.ts';
import { pathError } from '../../datasets/loaders/bytes.ts';
import { applyQrels, checkRelevantExist } from '../../datasets/loaders/qrels.ts';
import { type LoadedRegistry, loadQrels, loadQueries, loadRegistry } from '../../datasets/loaders/registry.ts';
import { syntheticCards, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { makeStopwords, STOPWORDS_V1, type Stopwords } from '../../retrievers/stopwords.ts';
import type { Source } from '../config.ts';
import type { Surroundings } from '../experiment.ts';
import { makePause } from '../pause.ts';

/** A dataset to run an experiment on, and what a reader has to be told about it. */
export interface Loaded {
  readonly dataset: Dataset;
  readonly seed: string | undefined;
  readonly notices: readonly string[];
}

/** The datasets of a run, one at a time: one for each seed, or the given one. */
export async function* datasetsOf(source: Source, world: Surroundings): AsyncGenerator<Loaded> {
  if (source.kind === 'files') yield await loadFiles(source, world);
  else for (const seed of source.seeds) yield await generateDataset(seed, source.cards, source.queries, world);
}

async function generateDataset(seed: string, count: number, queries: number, world: Surroundings): Promise<Loaded> {
  const pause = makePause(world.signal);
  const cards = [];
  for (const card of syntheticCards(seed, count)) {
    cards.push(card);
    await pause();
    world.onProgress('generating cards', cards.length, count);
  }
  const dataset = { name: 'synthetic', cards, queries: syntheticQueries(seed, count, queries) };
  return { dataset, seed, notices: [] };
}

async function loadFiles(source: Source & { kind: 'files' }, world: Surroundings): Promise<Loaded> {
  world.onProgress('loading the registry', 0, 0);
  const registry = await loadRegistry(source.registry, { strict: source.strict });
  const notices = registryNotices(registry, source.stripInvisible);
  const judged = await loadQueries(source.querySet);
  const qrels = source.qrels === undefined ? undefined : applyQrels(judged, await loadQrels(source.qrels));
  if (qrels !== undefined) notices.push(...qrels.notices);
  const queries = qrels?.queries ?? judged;
  const cards = source.stripInvisible ? registry.cards.map(stripInvisible) : registry.cards;
  checkRelevantExist(cards, queries);
  return { dataset: { name: registry.name, cards, queries }, seed: undefined, notices };
}

/** What a registry was taken for, what was left out of it and why, and what hides in its texts. A line each. */
function registryNotices(registry: LoadedRegistry, stripped: boolean): string[] {
  const { format, invisible, name, notices, skipped } = registry;
  const lines = [`${visible(name)} was read as ${format}`, ...notices];
  if (skipped.length > 0) lines.push(`${skipped.length} left out:`);
  for (const { path, reason } of skipped) lines.push(`left out: ${visible(path)}: ${reason}`);
  if (invisible.characters > 0) {
    const what = `${invisible.characters} invisible characters in ${invisible.cards} cards`;
    lines.push(stripped ? `${what}, removed` : `${what}; --strip-invisible removes them`);
  }
  return lines;
}

/** Reads the stopwords of `--stopwords`: words between white space. Without a path, the default table. */
export async function loadStopwords(path: string | undefined): Promise<Stopwords> {
  if (path === undefined) return STOPWORDS_V1;
  const text = await readTextFile(path);
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) throw new InputError(`--stopwords ${visible(path)}: holds no word`);
  return makeStopwords(basename(path), words);
}

/** sha256 (hex) of a file's bytes. @throws InputError where it cannot be read. */
export async function hashFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readTextFile(path))
    .digest('hex');
}

/** @throws InputError where the file cannot be read. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw pathError(path, error);
  }
}
