import { serveParent } from '../../../harness/child-process.ts';
import type { SizePlan } from '../../../harness/scale/measure-size.ts';
import type { SizeMessage } from '../../../harness/scale/run-sizes.ts';
import { scaleRow } from '../scale/row.ts';

/** The process of a size, for the tests: what it does follows from the size. */
serveParent<SizePlan, SizeMessage>(async ({ cards, check, k, queries, seed, shape }, tell) => {
  tell({ stage: 'building', done: 0, total: cards });
  if (cards === 13) process.exit(3);
  if (cards === 14) throw new Error('of no use');
  if (cards === 15) await new Promise((resolve) => setTimeout(resolve, 600_000));
  if (cards === 16) return;
  const of = { shape, seed, cards, queries, k, compared: check };
  if (cards === 17)
    tell({ measured: { row: scaleRow({ ...of, divergent: 2 }), divergence: 'query "a\u001b[31mb": k 20' } });
  else if (cards === 18) tell({ measured: { row: scaleRow({ ...of, compared: 0 }), divergence: undefined } });
  else tell({ measured: { row: scaleRow({ ...of, visited_mean: cards ** 0.5 }), divergence: undefined } });
});
