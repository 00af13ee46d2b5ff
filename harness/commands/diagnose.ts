import { performance } from 'node:perf_hooks';
import type { Dataset } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { cardsTable, missesTable } from '../../reports/cards.ts';
import { csv } from '../../reports/csv.ts';
import { diagnosisReport } from '../../reports/diagnosis.ts';
import { loadRetriever } from '../../retrievers/index.ts';
import { checkIndex } from '../answer-check.ts';
import { type DiagnoseConfig, readDiagnoseConfig } from '../config/diagnosis.ts';
import type { RawOptions } from '../config/options.ts';
import { Collector } from '../diagnosis/collector.ts';
import { DIAGNOSE_LIMITS, type Diagnosis, diagnose as diagnoseCards } from '../diagnosis/diagnosis.ts';
import type { Surroundings } from '../experiment.ts';
import { makePause } from '../pause.ts';
import { checkRanking } from '../ranking-check.ts';
import { explained } from '../retriever-code.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { datasetsOf, type Loaded, loadStopwords } from './inputs.ts';
import { KNOWN } from './names.ts';

/** One registry diagnosed. */
type Diagnosed = Loaded & { readonly diagnosis: Diagnosis };

/**
 * Says of every card of a registry what became of it with one retriever, and why. Needs queries with right cards.
 *
 * @returns the exit code: 0.
 * @throws UsageError or InputError for a mistake (exit 2), RetrieverError where a retriever fails (exit 1).
 */
export async function diagnose(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readDiagnoseConfig(raw, KNOWN);
  const folder = config.out === undefined ? undefined : await RunFolder.claim(config.out, screen.err);
  const progress = new Progress(screen.progress, () => performance.now());
  const all: Diagnosed[] = [];
  try {
    const world = { signal, now: () => performance.now(), onProgress: progress.report };
    for await (const loaded of datasetsOf(config.source, world)) {
      all.push({ ...loaded, diagnosis: await diagnoseDataset(loaded.dataset, loaded.seed, config, world) });
    }
    if (folder !== undefined) {
      await folder.write('cards.csv', csv(cardsTable(all.flatMap(({ diagnosis }) => diagnosis.cards))));
      await folder.write('misses.csv', csv(missesTable(all.flatMap(({ diagnosis }) => diagnosis.misses))));
      await folder.finish();
    }
  } catch (error) {
    await folder?.abandon();
    throw error;
  } finally {
    progress.stop();
  }
  screen.out(config.json ? json(all, config) : all.map((each) => report(each, config)).join('\n'));
  return 0;
}

async function diagnoseDataset(
  { cards, name, queries }: Dataset,
  seed: string | undefined,
  { k, retriever, sampleSeed, stopwords }: DiagnoseConfig,
  world: Surroundings,
): Promise<Diagnosis> {
  if (!queries.some((query) => (query.relevant?.size ?? 0) > 0)) {
    throw new InputError(`${name}: expected queries with right cards, received none of ${queries.length}`);
  }
  const pause = makePause(world.signal);
  world.onProgress(`building ${retriever}`, 0, 0);
  const options = { stopwords: await loadStopwords(stopwords), seed: seed ?? sampleSeed };
  const loaded = await loadRetriever(retriever);
  const index = await explained(retriever, 'build', () => loaded.build(cards, options));
  checkIndex(retriever, index, cards.length);
  const collector = new Collector({ seed, retriever, index, cards, k });
  const known = new Set(cards.map((card) => card.id));
  for (const [i, query] of queries.entries()) {
    await pause();
    const all = Math.max(1, cards.length);
    const full = await explained(retriever, `query ${query.id}`, async () => index.search(query.text, all));
    checkRanking(full, all, known, false, { retriever, queryId: query.id });
    collector.add(query, full, full.slice(0, k));
    world.onProgress('queries', i + 1, queries.length);
  }
  world.onProgress('diagnosing cards', 0, 0);
  return diagnoseCards(collector, DIAGNOSE_LIMITS, pause);
}

function json(all: readonly Diagnosed[], { k, retriever }: DiagnoseConfig): string {
  const documents = all.map(({ dataset, diagnosis, notices, seed }) => ({
    dataset: dataset.name,
    seed,
    retriever,
    k,
    notices: [...notices, ...diagnosis.notices],
    cards: diagnosis.cards,
    misses: diagnosis.misses,
  }));
  return `${JSON.stringify(documents, null, 2)}\n`;
}

function report({ dataset, diagnosis, notices, seed }: Diagnosed, { k, retriever }: DiagnoseConfig): string {
  return diagnosisReport(diagnosis.cards, {
    dataset: dataset.name,
    seed,
    retriever,
    k,
    cards: dataset.cards.length,
    queries: dataset.queries.length,
    notices: [...notices, ...diagnosis.notices],
  });
}
