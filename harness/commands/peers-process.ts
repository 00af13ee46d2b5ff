import { performance } from 'node:perf_hooks';
import { loadRetriever } from '../../retrievers/index.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { serveParent } from '../child-process.ts';
import { type AloneMessage, runAlone } from '../peers/alone.ts';
import type { PeersTask } from '../peers/measure-size.ts';
import type { ProcessMemory } from '../peers/records.ts';
import { runSideBySide, type SideBySideMessage } from '../peers/side-by-side.ts';
import { peakMemory } from '../scale/peak-memory.ts';

/** A process of `peers`, with nothing in memory but the program: one retriever alone, or all side by side. */
serveParent<PeersTask, AloneMessage | SideBySideMessage>(async (task, tell) => {
  const tools = {
    load: loadRetriever,
    options: { stopwords: STOPWORDS_V1 },
    now: () => performance.now(),
    collectGarbage,
  };
  if ('alone' in task) await runAlone(task.alone, { ...tools, memory }, tell);
  else await runSideBySide(task.sideBySide, tools, tell);
});

/** Twice: what finalizers of the first collection let go, the second collects. */
function collectGarbage(): void {
  gc?.();
  gc?.();
}

function memory(): ProcessMemory {
  const peak = peakMemory();
  collectGarbage();
  const { external, heapUsed, rss } = process.memoryUsage();
  return { peak, rss, heap: heapUsed + external };
}
