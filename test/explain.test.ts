import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../datasets/synthetic/index.ts';
import { Random } from '../datasets/synthetic/random.ts';
import { loadRetriever, RETRIEVERS } from '../retrievers/index.ts';
import type { ExplainedTerm, SearchIndex } from '../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../retrievers/stopwords.ts';
import { smallQuery, smallRegistry } from './retrievers/cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const retrievers = await Promise.all([...RETRIEVERS.keys()].map(loadRetriever));
const built = await Promise.all(retrievers.map((retriever) => retriever.build([], options)));
const explaining = retrievers.filter((_, i) => built[i]?.explain !== undefined);

/** Adds up an explanation as its contract says: from 0, the held terms in their order. */
function sum(terms: readonly ExplainedTerm[]): number {
  let total = 0;
  for (const term of terms) if (term.held) total += term.weight;
  return total;
}

/** Compares the explanation of every given card with the full ranking of a query. */
async function check(index: SearchIndex, query: string, cards: readonly Card[]): Promise<void> {
  const hits = new Map((await index.search(query, Math.max(1, index.cards))).map((hit) => [hit.id, hit]));
  for (const card of cards) {
    const terms = (await index.explain?.(query, card))?.terms ?? [];
    const hit = hits.get(card.id);
    expect(sum(terms)).toBe(hit?.score ?? 0);
    if (hit?.matched !== undefined) expect(terms.filter((term) => term.held)).toHaveLength(hit.matched);
    expect(terms.filter((term) => term.held && (term.cut || term.df === 0))).toEqual([]);
  }
}

test('ssr, its oracle and bm25 explain', () => {
  expect(explaining.map((retriever) => retriever.name)).toEqual(
    expect.arrayContaining(['ssr', 'exhaustive-idf', 'bm25']),
  );
});

describe.each(explaining)('an explanation by $name', (retriever) => {
  test('adds up to the score, to the last bit, over 1,000 random query-card pairs', async () => {
    const cards = [...syntheticCards('explain', 300)];
    const queries = syntheticQueries('explain', 300, 100);
    const index = await retriever.build(cards, options);
    const random = new Random('explain/pairs');
    let held = 0;
    for (let i = 0; i < 1000; i++) {
      const query = queries[random.int(queries.length)]?.text ?? '';
      // Half of the pairs are hits, which a pair at random seldom is.
      const hits = await index.search(query, 300);
      const byHit = cards.find((card) => card.id === hits[random.int(Math.max(1, hits.length))]?.id);
      const card = (i % 2 === 0 ? byHit : undefined) ?? cards[random.int(cards.length)];
      await check(index, query, card === undefined ? [] : [card]);
      if (hits.some((hit) => hit.id === card?.id)) held++;
    }
    expect(held).toBeGreaterThan(400);
  });

  test('adds up over small hostile registries, for every card', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
        await check(await retriever.build(cards, options), query, cards);
      }),
      { numRuns: 100 },
    );
  });

  test('counts the cards that hold a signal, and tells what each signal would add', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
        const index = await retriever.build(cards, options);
        const all = await Promise.all(cards.map(async (card) => (await index.explain?.(query, card))?.terms ?? []));
        for (const [i, term] of (all[0] ?? []).entries()) {
          const holders = all.filter((terms) => terms[i]?.held);
          expect(all.every((terms) => terms[i]?.signal === term.signal && terms[i]?.df === holders.length)).toBe(true);
          expect(all.every((terms) => (terms[i]?.weight ?? 0) > 0)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('a signal that the cap cut off is told from one that is not there', async () => {
  const words = Array.from({ length: 70 }, (_, i) => `w${String(i).padStart(2, '0')}`).join(' ');
  const card = { id: 'long', name: '', description: words, skills: [], tags: [], examples: [], tools: [] };
  for (const name of ['ssr', 'exhaustive-idf']) {
    const index = await (await loadRetriever(name)).build([card], options);
    const { terms, uniform } = (await index.explain?.('w00 w69 zebra', card)) ?? { terms: [], uniform: false };
    expect(uniform).toBe(true);
    expect(terms.map(({ cut, df, held, signal }) => [signal, df, held, cut])).toEqual([
      ['w00', 1, true, false],
      ['w69', 0, false, true],
      ['zebra', 0, false, false],
      ['w00 w69', 0, false, false],
      ['w69 zebra', 0, false, false],
    ]);
  }
});
