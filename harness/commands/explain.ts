import { performance } from 'node:perf_hooks';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { explainReport } from '../../reports/explain.ts';
import { loadRetriever } from '../../retrievers/index.ts';
import { checkIndex } from '../answer-check.ts';
import { readExplainConfig } from '../config/diagnosis.ts';
import { type RawOptions, UsageError } from '../config/options.ts';
import { closestIds } from '../diagnosis/closest.ts';
import { explainQuery } from '../diagnosis/explain.ts';
import { explained } from '../retriever-code.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { loadStopwords } from './inputs.ts';
import { KNOWN } from './names.ts';
import { plantedDatasets } from './planting.ts';

/** Ids that are suggested in place of an unknown one. */
const SUGGESTED = 3;

/**
 * Explains the pool of one query, and one card besides: which signals make each score.
 *
 * @returns the exit code: 0.
 * @throws UsageError or InputError for a mistake (exit 2), RetrieverError where an explanation does not add up (exit 1).
 */
export async function explain(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readExplainConfig(raw, KNOWN);
  const stopwords = await loadStopwords(config.stopwords);
  const progress = new Progress(screen.progress, () => performance.now());
  try {
    const world = { signal, now: () => performance.now(), onProgress: progress.report };
    for await (const { dataset, notices } of plantedDatasets(config, world)) {
      const { cards } = dataset;
      const wanted = cards.find((card) => card.id === config.card);
      if (config.card !== undefined && wanted === undefined) {
        const ids = cards.map((card) => card.id);
        const closest = closestIds(config.card, ids, SUGGESTED).map((id) => visible(id, 1000));
        const hint = closest.length === 0 ? `; there are ${cards.length}` : `; closest are ${closest.join(', ')}`;
        throw new InputError(`--card ${visible(config.card)}: no such card${hint}`);
      }
      progress.report(`building ${config.retriever}`, 0, 0);
      const { retriever } = config;
      const loaded = await loadRetriever(retriever);
      const index = await explained(retriever, 'build', () => loaded.build(cards, { stopwords }));
      checkIndex(retriever, index, cards.length);
      if (index.explain === undefined) {
        throw new UsageError(`--retriever ${config.retriever}: its score is no sum that could be explained`);
      }
      const { query } = config;
      const found = await explained(retriever, 'the query', () =>
        explainQuery({ ...config, index, cards }, query, wanted),
      );
      progress.stop();
      for (const notice of notices) screen.err(`note: ${visible(notice, 300)}\n`);
      screen.out(config.json ? `${JSON.stringify({ ...found, notices }, null, 2)}\n` : explainReport(found));
    }
  } finally {
    progress.stop();
  }
  return 0;
}
