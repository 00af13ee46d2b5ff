import { expect, test } from 'vitest';
import { loadRetriever, RETRIEVERS } from '../../retrievers/index.ts';

test('every retriever stands under its own name, and so does its oracle', async () => {
  for (const name of RETRIEVERS.keys()) {
    const retriever = await loadRetriever(name);
    expect(retriever.name).toBe(name);
    if (retriever.oracle !== undefined) expect(RETRIEVERS.has(retriever.oracle)).toBe(true);
  }
});

test.each(['constructor', '__proto__', 'SSR', ''])(
  '%j is no retriever, and the error lists those that are',
  async (name) => {
    await expect(loadRetriever(name)).rejects.toThrow(
      `unknown retriever ${JSON.stringify(name)}; known are ssr, exhaustive-idf, bm25`,
    );
  },
);
