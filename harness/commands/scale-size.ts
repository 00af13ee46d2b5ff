import { performance } from 'node:perf_hooks';
import { exhaustiveStream } from '../../retrievers/exhaustive-stream.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { SsrIndex } from '../../retrievers/ssr/ssr-index.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { serveParent } from '../child-process.ts';
import { measureSize, type SizePlan } from '../scale/measure-size.ts';
import { peakMemory } from '../scale/peak-memory.ts';
import type { SizeMessage } from '../scale/run-sizes.ts';

/** The process of one size: `scale` starts it, with nothing in memory but the program. */
serveParent<SizePlan, SizeMessage>(async (plan, tell) => {
  const measured = await measureSize(plan, {
    build: async (cards) => {
      const index = await ssr.build(cards, { stopwords: STOPWORDS_V1 });
      if (!(index instanceof SsrIndex)) throw new Error('ssr built an index that cannot be measured');
      return index;
    },
    oracle: (cards, queries, k) => exhaustiveStream(cards, queries, k, STOPWORDS_V1),
    now: () => performance.now(),
    peakMemory,
    collectGarbage: () => void gc?.(),
    onProgress: (stage, done, total) => tell({ stage, done, total }),
  });
  tell({ measured });
});
