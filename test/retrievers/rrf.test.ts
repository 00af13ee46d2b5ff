import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRetriever } from '../../retrievers/index.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import { fuse, splitNames } from '../../retrievers/rrf.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from '../support.ts';
import { smallQuery, smallRegistry } from './cards.ts';

const ranking = (...ids: string[]): Hit[] => ids.map((id, i) => ({ id, score: 100 - i, matched: undefined }));

describe('reciprocal rank fusion', () => {
  it('counts ranks from 1, and gives nothing for absence', () => {
    const fused = fuse([ranking('X', 'a', 'Y'), ranking('b', 'c', 'Y')]);
    expect(fused[0]).toEqual({ id: 'Y', score: 1 / 63 + 1 / 63, matched: undefined });
    // X and b both stand first in one ranking alone: a tie, which the id breaks.
    expect(fused.slice(1, 3)).toEqual([
      { id: 'X', score: 1 / 61, matched: undefined },
      { id: 'b', score: 1 / 61, matched: undefined },
    ]);
  });

  it('of nothing is nothing', () => {
    expect(fuse([[], []])).toEqual([]);
    expect(fuse([ranking('a'), []])).toHaveLength(1);
  });

  it('gives a longer pool that begins with the shorter one', async () => {
    const retriever = await loadRetriever('rrf(ssr,bm25)');
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
        const index = await retriever.build(cards, { stopwords: STOPWORDS_V1 });
        const all = await index.search(query, Math.max(1, cards.length));
        for (let k = 1; k <= cards.length; k++) expect(await index.search(query, k)).toEqual(all.slice(0, k));
        expect(await index.countCandidates(query)).toBe(all.length);
      }),
      { numRuns: 50 },
    );
  });
});

it('works as much as its parts do for their full rankings, and tells nothing where one of them does not', async () => {
  const cards = ['red kite', 'red fox', 'blue kite'].map((text, i) => card(`${i}`, text));
  const build = async (name: string) => (await loadRetriever(name)).build(cards, { stopwords: STOPWORDS_V1 });
  // Two cards hold "red", two hold "kite", one the pair, which bm25 has not.
  expect(await (await build('bm25')).work?.('red red kite', 1)).toEqual({ postings: 6, visited: 6 });
  expect(await (await build('ssr-nocap')).work?.('red red kite', 1)).toEqual({ postings: 5, visited: 5 });
  expect(await (await build('rrf(ssr-nocap,bm25)')).work?.('red red kite', 1)).toEqual({ postings: 11, visited: 11 });
  expect((await build('rrf(bm25,exhaustive-idf)')).work).toBeUndefined();
});

describe('a list of names', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['a,rrf(b,c),d', ['a', 'rrf(b,c)', 'd']],
    ['rrf(a,rrf(b,c))', ['rrf(a,rrf(b,c))']],
    ['a,,b', ['a', '', 'b']],
    ['', ['']],
    ['rrf(a,b', undefined],
    ['a),b(', undefined],
  ])('%j', (list, names) => expect(splitNames(list)).toEqual(names));
});
