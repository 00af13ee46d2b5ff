import seedrandom from 'seedrandom';
import { expect, test, vi } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { syntheticPassageQueries, syntheticPassages } from '../../datasets/synthetic/passages.ts';
import { exhaustiveStream } from '../../retrievers/exhaustive-stream.ts';
import { ssr, tunedSsr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from './cards.ts';

// These read tens of thousands of cards, which takes longer than five seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000 });

const options = { stopwords: STOPWORDS_V1 };

/** More cards than 16 bits can number, of few words each; their ids do not come in order. */
function* manyCards(count: number): Generator<Card> {
  const random = seedrandom('many cards');
  const word = () => `w${Math.floor(3000 * random() ** 4)}`;
  for (let i = 0; i < count; i++) yield card(`${(i * 7919) % count}`, `${word()} ${word()} ${word()}`);
}

const manyQueries = Array.from({ length: 20 }, (_, i) => {
  const random = seedrandom(`many queries ${i}`);
  return Array.from({ length: 2 + (i % 3) }, () => `w${Math.floor(3000 * random() ** 3)}`).join(' ');
});

test.each([
  { name: 'passages', cards: () => syntheticPassages('7', 5000), queries: syntheticPassageQueries('7', 5000, 60) },
  {
    name: 'cards full of ties',
    cards: () => syntheticCards('7', 2000),
    queries: syntheticQueries('7', 2000, 60).map((query) => query.text),
  },
  { name: 'more than 65,536 cards', cards: () => manyCards(66_000), queries: manyQueries },
])('SSR equals the oracle in constant memory: $name', async ({ cards, queries }) => {
  const wanted = await exhaustiveStream(cards, queries, 1000, STOPWORDS_V1);
  const pruned = { addedUpPerList: 0, addedUpPerHit: 0 };
  const [compiled, plain] = [0, Infinity].map((compiledFrom) => tunedSsr({ ...pruned, compiledFrom }));
  for (const retriever of [ssr, compiled!, plain!]) {
    const index = await retriever.build(cards(), options);
    for (const [q, query] of queries.entries()) {
      const { candidates, hits } = wanted[q]!;
      for (const k of [1, 20, 64, 65, 1000]) expect(await index.search(query, k), query).toEqual(hits.slice(0, k));
      expect(await index.countCandidates(query), query).toBe(candidates);
    }
  }
});

test('a search meets a small part of the postings, and the more the registry grows the smaller', async () => {
  const shares: number[] = [];
  for (const size of [2000, 20_000]) {
    const index = await ssr.build(syntheticPassages('7', size), options);
    let postings = 0;
    let visited = 0;
    for (const query of syntheticPassageQueries('7', size, 200)) {
      const work = await index.work!(query, 20);
      postings += work.postings;
      visited += work.visited;
    }
    shares.push(visited / postings);
  }
  expect(shares[1]).toBeLessThan(0.5);
  expect(shares[1]! / shares[0]!).toBeLessThan(0.6);
});
