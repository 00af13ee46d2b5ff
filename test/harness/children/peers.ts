import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from '../../../harness/child-process.ts';
import { type AloneMessage, runAlone } from '../../../harness/peers/alone.ts';
import type { PeersTask } from '../../../harness/peers/measure-size.ts';
import { runSideBySide, type SideBySideMessage } from '../../../harness/peers/side-by-side.ts';
import { loadRetriever } from '../../../retrievers/index.ts';
import type { Retriever, SearchIndex } from '../../../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';

/** Retrievers of the tests, by what is wrong with them. */
async function load(name: string): Promise<Retriever> {
  const bm25 = await loadRetriever(name === 'ssr' ? 'ssr' : 'bm25');
  const searching = (search: SearchIndex['search']): Retriever => ({
    ...bm25,
    build: async (cards, options) => {
      const { cards: count } = await bm25.build(cards, options);
      return { cards: count, countCandidates: () => 0, indexBytes: () => undefined, search };
    },
  });
  switch (name) {
    case 'never-answers':
      return searching(() => sleep(600_000).then(() => []));
    case 'dies':
      return searching(() => process.exit(9));
    case 'throws':
      return searching(() => {
        throw new Error('no such word');
      });
    case 'unbuildable':
      return { ...bm25, build: () => Promise.reject(new Error('no such machine')) };
    case 'throws-beside':
    case 'differs-beside': {
      // Alone, each of the 12 queries of the test is put to it once.
      let searches = 0;
      return searching(() => {
        if (++searches <= 12) return [];
        if (name === 'throws-beside') throw new Error('asked too often');
        return [{ id: '0', score: 1, matched: undefined }];
      });
    }
    case 'dies-beside': {
      let searches = 0;
      return searching(() => (++searches <= 12 ? [] : process.exit(9)));
    }
    default:
      return bm25;
  }
}

/** Two numbers that no two processes have in common. */
const memory = () => ({ peak: process.pid * 3, rss: process.pid * 2, heap: process.pid });

serveParent<PeersTask, AloneMessage | SideBySideMessage>(async (task, tell) => {
  const tools = { load, options: { stopwords: STOPWORDS_V1 }, now: () => performance.now(), collectGarbage: () => {} };
  if ('alone' in task) await runAlone(task.alone, { ...tools, memory }, tell);
  else await runSideBySide(task.sideBySide, tools, tell);
});
