import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { counted, countedQueries } from '../../datasets/counted.ts';
import type { Dataset, Query } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { stripInvisible, stripInvisibleQuery } from '../../datasets/invisible.ts';
import { type KnownItems, knownItems } from '../../datasets/known-item.ts';
import { pathError } from '../../datasets/loaders/bytes.ts';
import { applyQrels, checkRelevantExist } from '../../datasets/loaders/qrels.ts';
import { loadQrels, loadQueries, loadRegistry, type RegistryDetails } from '../../datasets/loaders/registry.ts';
import { syntheticCards, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { isRetriever, retrieverProblem } from '../../retrievers/index.ts';
import { makeStopwords, STOPWORDS_V1, type Stopwords } from '../../retrievers/stopwords.ts';
import type { Source } from '../config/source.ts';
import type { Surroundings } from '../experiment.ts';
import { sha256 } from '../manifest.ts';
import { loadReplies, type Script } from '../orchestrators/scripted.ts';
import { makePause } from '../pause.ts';

/** A dataset to run an experiment on, and what a reader has to be told about it. */
export interface Loaded {
  readonly dataset: Dataset;
  /** Where each part of the queries has a registry of its own; undefined: all are put to the one of `dataset`. */
  readonly folds?: readonly Dataset[];
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
  const { format, granularity, knownItem, qrels, querySet, strict, stripInvisible: strip } = source;
  const registry = await ofOption('registry', () => loadRegistry(source.registry, { format, granularity, strict }));
  const notices = registryNotices(registry, strip);
  const cards = strip ? registry.cards.map(stripInvisible) : registry.cards;
  if (knownItem !== undefined) {
    const { folds, seed } = knownItem;
    const found = await ofOption('queries-from examples:', async () =>
      knownItems({ name: registry.name, cards }, folds, seed),
    );
    notices.unshift(...knownItemNotices(found));
    return { dataset: found.dataset, folds: found.folds, seed: undefined, notices };
  }
  const onNotice = (notice: string) => void notices.push(notice);
  let queries: readonly Query[] =
    querySet === undefined ? [] : await ofOption('query-set', () => loadQueries(querySet, { onNotice }));
  if (qrels !== undefined) {
    const judged = await ofOption('qrels', async () => applyQrels(queries, await loadQrels(qrels)));
    notices.push(...judged.notices);
    queries = judged.queries;
  }
  if (qrels === undefined) notices.push(...unjudgedNotices(queries));
  if (strip) queries = queries.map(stripInvisibleQuery);
  const judge = qrels === undefined ? 'query-set' : 'qrels';
  await ofOption(judge, async () => checkRelevantExist(cards, queries));
  return { dataset: { name: registry.name, cards, queries }, seed: undefined, notices };
}

/** Queries may come without a list of right cards; a misspelt `relevant` looks the same, so it is said. */
function unjudgedNotices(queries: readonly Query[]): string[] {
  const unjudged = queries.filter((query) => query.relevant === undefined);
  const [first] = unjudged;
  if (first === undefined) return [];
  const which = `${unjudged.length} of ${countedQueries(queries.length)} ${unjudged.length === 1 ? 'has' : 'have'} no "relevant", such as ${visible(first.id, 60)}`;
  return [`${which}: nobody has judged them, and they are in no measure and no outcome`];
}

/** What the figures of known-item queries are, and are not. A line each. */
function knownItemNotices({ asked, dataset, folds }: KnownItems): string[] {
  const silent = dataset.cards.length - asked;
  return [
    `known-item: a lower bound. ${countedQueries(dataset.queries.length)} ${dataset.queries.length === 1 ? 'is an example' : 'are examples'} of ${counted(asked, 'card')}, and right for those that carry them: other cards that would do count as wrong`,
    `${counted(folds.length, 'fold')}: each index is without the examples that it is asked, in every card`,
    ...(silent === 0
      ? []
      : [
          `${silent} of ${counted(dataset.cards.length, 'card')} ${silent === 1 ? 'has no example: it is found in place of others, and no query wants it' : 'have no example: they are found in place of others, and no query wants them'}`,
        ]),
    'cards are not diagnosed: each fold knows other texts of them',
  ];
}

/** Runs a reader; an error of the data comes out with the option that named it. */
export async function ofOption<T>(option: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`--${option} ${error.message}`, error.problems);
  }
}

/** What a registry was taken for, what was left out of it and why, and what hides in its texts. A line each. */
export function registryNotices(registry: RegistryDetails, stripped: boolean): string[] {
  const { format, invisible, name, notices, skipped } = registry;
  const lines = [`${visible(name)} was read as ${format}`, ...notices];
  if (skipped.length > 0) lines.push(`${skipped.length} left out:`);
  for (const { path, reason } of skipped) lines.push(`left out: ${visible(path)}: ${reason}`);
  if (invisible.characters > 0) {
    const what = `${counted(invisible.characters, 'invisible character')} in ${counted(invisible.cards, 'card')}`;
    lines.push(stripped ? `${what}, removed` : `${what}; --strip-invisible removes them`);
  }
  return lines;
}

/** Reads the stopwords of `--stopwords`: words between white space. Without a path, the default table. */
export async function loadStopwords(path: string | undefined): Promise<Stopwords> {
  if (path === undefined) return STOPWORDS_V1;
  const text = await ofOption('stopwords', () => readTextFile(path));
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) throw new InputError(`--stopwords ${visible(path)}: holds no word`);
  return makeStopwords(basename(path), words);
}

/** Reads the script of `--replies`; the hash is that of its contents, and stands in the manifest. */
export async function loadScript(path: string): Promise<Script & { readonly sha256: string }> {
  return ofOption('replies', async () => {
    // One whose package is not installed here may be in the script all the same.
    const script = await loadReplies(path, (name) => (isRetriever(name) ? undefined : retrieverProblem(name)));
    return { ...script, sha256: sha256(JSON.stringify(script.replies)) };
  });
}

/** @throws InputError where the file cannot be read. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw pathError(path, error);
  }
}
