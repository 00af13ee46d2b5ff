import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachOf } from '../../../harness/diagnosis/reach.ts';
import { cardText } from '../../../retrievers/signals.ts';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { smallQuery, smallRegistry } from '../../retrievers/cards.ts';

const of = (id: string, ...signals: string[]) => ({ id, signals: new Set(signals) });

test('a card without a signal is out of reach, and so is one whose ties k others always win', () => {
  const reach = reachOf([of('z', 'aa'), of('m', 'aa', 'bb'), of('b', 'aa'), of('empty')], 2);
  expect(reach.get('empty')).toMatchObject({ reachable: false, because: 'no_signal' });
  // Before `z` come `b`, its equal, and `m`, which holds all that it holds.
  expect(reach.get('z')).toEqual({ same: ['b', 'z'], before: 1, reachable: false, because: 'shadowed' });
  expect(reach.get('b')).toEqual({ same: ['b', 'z'], before: 0, reachable: true, because: undefined });
  expect(reach.get('m')).toEqual({ same: ['m'], before: 0, reachable: true, because: undefined });
  expect(reachOf([of('z', 'aa'), of('m', 'aa', 'bb'), of('b', 'aa')], 3).get('z')?.reachable).toBe(true);
});

test('ids are compared by code point', () => {
  const reach = reachOf([of('\uff5e', 'aa'), of('\u{1f600}', 'aa')], 1);
  expect(reach.get('\u{1f600}')).toMatchObject({ reachable: false, same: ['\uff5e', '\u{1f600}'] });
  expect(reach.get('\uff5e')?.reachable).toBe(true);
});

test('a card is within reach exactly if its own text finds it, and then only; other queries find no other', async () => {
  let unreachable = 0;
  await fc.assert(
    fc.asyncProperty(
      smallRegistry,
      fc.integer({ min: 1, max: 3 }),
      fc.array(smallQuery, { maxLength: 5 }),
      async (cards, k, queries) => {
        const index = await ssr.build(cards, { stopwords: STOPWORDS_V1 });
        const sets = cards.map((card) => ({
          id: card.id,
          signals: index.signals?.(card, { cap: true }) ?? new Set<string>(),
        }));
        const reach = reachOf(sets, k);
        expect(reach.size).toBe(cards.length);
        for (const card of cards) {
          const found = (await index.search(cardText(card), k)).some((hit) => hit.id === card.id);
          expect(reach.get(card.id)?.reachable).toBe(found);
          if (!found) unreachable++;
        }
        for (const query of [...queries, ...sets.flatMap(({ signals }) => [...signals])]) {
          for (const hit of await index.search(query, k)) expect(reach.get(hit.id)?.reachable).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(unreachable).toBeGreaterThan(50);
});
