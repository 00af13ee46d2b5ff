import { expect, test } from 'vitest';
import { isRetriever, loadRetriever, RETRIEVERS } from '../../retrievers/index.ts';

test('every retriever stands under its own name, and so does its oracle', async () => {
  for (const name of RETRIEVERS.keys()) {
    const retriever = await loadRetriever(name);
    expect(retriever.name).toBe(name);
    if (retriever.oracle !== undefined) expect(RETRIEVERS.has(retriever.oracle)).toBe(true);
  }
});

test.each(['rrf(ssr,bm25)', 'rrf(ssr,rrf(bm25,random))', 'rrf(bm25,ssr,random)'])('%s is a fusion', async (name) => {
  expect(isRetriever(name)).toBe(true);
  expect((await loadRetriever(name)).name).toBe(name);
});

test.each([
  'constructor',
  '__proto__',
  'SSR',
  '',
  'rrf',
  'rrf()',
  'rrf(ssr)',
  'rrf(ssr,ssr)',
  'rrf(ssr,bm52)',
  'rrf(ssr,)',
  'rrf(ssr,bm25',
  'rrf(ssr,bm25))',
  'rrf(ssr),bm25)',
])('%j is no retriever, and the error lists those that are', async (name) => {
  expect(isRetriever(name)).toBe(false);
  await expect(loadRetriever(name)).rejects.toThrow(
    `unknown retriever ${JSON.stringify(name)}; known are ssr, exhaustive-idf, bm25`,
  );
});
