import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, smallQuery, smallRegistry } from './cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const search = (index: SearchIndex, query: string, k: number) => index.search(query, k) as readonly Hit[];

/** SSR against its oracle for every k, and each list a prefix of the next. */
async function expectAgreement(cards: readonly Card[], queries: readonly string[]): Promise<void> {
  const [fast, slow] = await Promise.all([ssr.build(cards, options), exhaustiveIdf.build(cards, options)]);
  for (const query of queries) {
    const all = search(slow, query, Infinity);
    for (let k = 1; k <= cards.length + 5; k++) {
      const found = search(fast, query, k);
      // toEqual compares numbers by Object.is: scores are equal to the last bit.
      expect(found).toEqual(search(slow, query, k));
      expect(found).toEqual(all.slice(0, k));
    }
    expect(fast.countCandidates(query)).toBe(all.length);
    expect(slow.countCandidates(query)).toBe(all.length);
  }
}

test('SSR equals its oracle for every k, on registries full of ties', async () => {
  await fc.assert(fc.asyncProperty(smallRegistry, fc.array(smallQuery, { maxLength: 4 }), expectAgreement), {
    numRuns: 300,
  });
});

test('the order in which cards come changes nothing', async () => {
  const shuffled = smallRegistry.chain((cards) =>
    fc.tuple(fc.constant(cards), fc.shuffledSubarray(cards, { minLength: cards.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, smallQuery, async ([cards, others], query) => {
      for (const retriever of [ssr, exhaustiveIdf]) {
        const [a, b] = [await retriever.build(cards, options), await retriever.build(others, options)];
        expect(search(a, query, Infinity)).toEqual(search(b, query, Infinity));
        expect(a.indexBytes()).toBe(b.indexBytes());
      }
    }),
    { numRuns: 100 },
  );
});

describe('cases from the field', () => {
  test('30 equal cards below 3 better ones: ties at the cut go by id', async () => {
    const equal = Array.from({ length: 30 }, (_, i) => card(`e${(i * 7) % 30}`, 'harbour pilot'));
    const better = ['z', 'y', 'x'].map((id) => card(id, 'harbour pilot boat'));
    await expectAgreement([...equal, ...better], ['harbour pilot boat', 'pilot', 'boat']);
  });

  test('sums that depend on the order of additions in plain floats tie here', async () => {
    const noise = Array.from({ length: 993 }, (_, i) => card(`noise-${i}`, `noise${i}`));
    const cards = [
      card('p', 'ra rb rc'),
      card('q', 'rc rb ra'),
      ...['rb zz', 'rc zz', 'rc yy', 'rc xx', 'rb ww'].map((text, i) => card(`r${i}`, text)),
      ...noise,
    ];
    const index = await ssr.build(cards, options);
    for (const query of ['ra zzz rb zzz rc', 'rc zzz ra zzz rb', 'rb zzz rc zzz ra']) {
      const [first, second] = search(index, query, 2);
      expect([first!.id, second!.id]).toEqual(['p', 'q']);
      expect(first!.score).toBe(second!.score);
    }
  });

  test('a signal that every card holds still weighs 1', async () => {
    const index = await ssr.build([card('a', 'weather'), card('b', 'weather')], options);
    expect(search(index, 'weather', 9)).toEqual([
      { id: 'a', score: 1, matched: 1 },
      { id: 'b', score: 1, matched: 1 },
    ]);
  });

  test('a word repeated in the query changes nothing', async () => {
    const cards = [card('a', 'book seller'), card('b', 'flight planner')];
    for (const retriever of [ssr, exhaustiveIdf]) {
      const index = await retriever.build(cards, options);
      expect(search(index, 'book book book flight', 9)).toEqual(search(index, 'book flight', 9));
    }
  });

  test('an exact name in capitals finds the card as the name itself does', async () => {
    const cards = ['get-user-profile', 'appTableRecord_search', 'XMLParser2'].map((name) => card(name, '', { name }));
    const index = await ssr.build(cards, options);
    for (const { id } of cards) expect(search(index, id.toUpperCase(), 1)[0]!.id).toBe(id);
  });

  test('a card of one word of 1 MB, and that word as the query', async () => {
    await expectAgreement([card('a', 'x'.repeat(1e6)), card('b', 'xx')], ['x'.repeat(1e6), 'x'.repeat(1e6 - 1)]);
  });

  test('a weight is rounded to the nearest multiple of 2^-32', async () => {
    const index = await ssr.build([card('a', 'weather'), card('b'), card('c')], options);
    const score = search(index, 'weather', 1)[0]!.score;
    expect(score * 2 ** 32).toBe(Math.round((Math.log(2) + 1) * 2 ** 32));
  });
});
