import { describe, expect, it } from 'vitest';
import type { FinishedRun } from '../../../harness/finished-runs/finished-run.ts';
import { pairsToTime } from '../../../harness/finished-runs/retiming.ts';

/** A run of which only retrievers and stopwords are known. */
function run(retrievers: readonly string[], stopwords = 'a'): FinishedRun {
  return {
    experiment: { stopwords: { name: '', sha256: stopwords } },
    subjects: retrievers.map((retriever) => ({ retriever })),
  } as unknown as FinishedRun;
}

const texts = (one: FinishedRun, other: FinishedRun) =>
  pairsToTime(one, other).pairs.map(({ baseline, ours }) => `${ours}/${baseline}`);

describe('what is timed of two runs', () => {
  it('is what one of them has alone, against all of the other', () => {
    expect(texts(run(['bm25']), run(['wss']))).toEqual(['wss/bm25']);
    expect(texts(run(['ssr', 'bm25']), run(['ssr', 'bm25', 'wss']))).toEqual(['wss/ssr', 'wss/bm25']);
    expect(texts(run(['ssr', 'bm25', 'wss']), run(['ssr', 'bm25']))).toEqual(['ssr/wss', 'bm25/wss']);
    expect(texts(run(['ssr', 'bm25']), run(['wss', 'ssr']))).toEqual(['wss/ssr', 'wss/bm25', 'ssr/bm25']);
  });

  it('is one name twice where its settings differ, and never where they do not', () => {
    expect(texts(run(['ssr', 'bm25']), run(['ssr', 'bm25'], 'b'))).toEqual(['ssr/ssr', 'bm25/bm25']);
    expect(pairsToTime(run(['ssr', 'bm25']), run(['bm25', 'ssr']))).toEqual({ pairs: [], same: ['bm25', 'ssr'] });
  });
});
