import { serveParent } from '../../../harness/child-process.ts';
import type { AloneMessage } from '../../../harness/peers/alone.ts';
import type { PeersTask } from '../../../harness/peers/measure-size.ts';

/** Tells of a million bytes where the cards are only read, else of as many times that as its seed says. */
serveParent<PeersTask, AloneMessage>(async (task, tell) => {
  if (!('alone' in task)) return;
  const bytes = 1e6 * (task.alone.retriever === undefined ? 1 : Number(task.alone.seed));
  tell({ built: { indexingMs: 1, memory: { peak: bytes, rss: bytes, heap: bytes }, indexBytes: undefined } });
});
