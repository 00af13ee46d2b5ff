import { performance } from 'node:perf_hooks';
import { loadRetriever } from '../../retrievers/index.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import { makeStopwords, STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { serveParent } from '../child-process.ts';
import type { RebuildInput, TimingMessage, TimingTask } from '../latency/processes.ts';
import { serveTiming } from '../latency/serve.ts';
import { makePause } from '../pause.ts';
import { makeSubjects } from '../subjects.ts';

/** A process that times searches of indexes of its own, beside those of the bench that started it. */
serveParent<RebuildInput, TimingMessage, TimingTask>((input, tell, task) =>
  serveTiming(input, tell, task, makeIndexes),
);

async function makeIndexes({ cards, indexes, retrievers: names, seed, stopwords }: RebuildInput) {
  const retrievers = await Promise.all(names.map(loadRetriever));
  // Retrievers with stopwords of their own take the default table itself, and not its words, for "nobody has chosen".
  const table = stopwords === undefined ? STOPWORDS_V1 : makeStopwords(stopwords.name, stopwords.words);
  const signal = new AbortController().signal;
  const plan = {
    options: { stopwords: table, seed },
    retrievers,
    oracles: new Map(),
    saved: await readIndexes(indexes, retrievers),
  };
  const world = { signal, now: () => performance.now(), onProgress: () => {} };
  return makeSubjects({ name: '', cards, queries: [] }, plan, world, makePause(signal));
}

/** What reads indexes is loaded where there are any: it takes longer to load than all else. */
async function readIndexes(paths: readonly string[], retrievers: readonly Retriever[]) {
  return paths.length === 0 ? new Map() : (await import('./saved-indexes.ts')).openIndexes(paths, retrievers);
}
