import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { syntheticPassageQueries, syntheticPassages } from '../../datasets/synthetic/passages.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';
import { cardText, signals } from '../../retrievers/signals.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import type { SsrIndex } from '../../retrievers/ssr/ssr-index.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, smallQuery, smallRegistry } from './cards.ts';

const build = async (cards: readonly Card[]) => (await ssr.build(cards, { stopwords: STOPWORDS_V1 })) as SsrIndex;

/** The lists by reading every card: by signal, the places of its cards in the order of ids. */
function holdersOf(cards: readonly Card[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  const sorted = [...cards].sort((a, b) => compareCodePoints(a.id, b.id));
  for (const [place, card] of sorted.entries()) {
    for (const signal of signals(cardText(card), STOPWORDS_V1)) {
      holders.set(signal, [...(holders.get(signal) ?? []), place]);
    }
  }
  return holders;
}

async function expectLists(cards: readonly Card[], queries: readonly string[]): Promise<void> {
  const index = await build(cards);
  const holders = holdersOf(cards);
  expect(index.countPostings()).toBe([...holders.values()].reduce((sum, { length }) => sum + length, 0));
  const inOrder = (lists: readonly (readonly number[])[]) => lists.map((list) => list.join(' ')).sort();
  const found = index.plainLists(queries);
  expect(found.map((lists) => inOrder(lists.map((list) => [...list])))).toEqual(
    queries.map((query) =>
      inOrder(
        [...signals(query, STOPWORDS_V1)].flatMap((signal) => (holders.has(signal) ? [holders.get(signal)!] : [])),
      ),
    ),
  );
  for (const [q, query] of queries.entries()) {
    expect(index.work(query, 5).postings).toBe(found[q]!.reduce((sum, { length }) => sum + length, 0));
    for (const k of [1, 5, 10_000]) expect(index.searchAddingUp(query, k)).toEqual(index.search(query, k));
  }
}

test('the plain lists are those that reading the cards gives, and a search that adds them up answers the same', async () => {
  await fc.assert(fc.asyncProperty(smallRegistry, fc.array(smallQuery, { maxLength: 4 }), expectLists), {
    numRuns: 100,
  });
  await expectLists([...syntheticPassages('7', 3000)], syntheticPassageQueries('7', 3000, 50));
  const texts = syntheticQueries('7', 800, 30).map(({ text }) => text);
  await expectLists([...syntheticCards('7', 800)], [...texts, '', texts[0]!]);
});

test('lists of more than 65,536 cards come out whole, whatever their form', async () => {
  const steps = [1, 120, 1100, 9000];
  const cards = Array.from({ length: 70_000 }, (_, i) =>
    card(String(i).padStart(5, '0'), steps.map((step) => `w${step}x${i % step}`).join(' ')),
  );
  const index = await build(cards);
  for (const step of steps) {
    const word = `w${step}x${7 % step}`;
    const [[list] = []] = index.plainLists([word]);
    expect(list?.length).toBe(Math.ceil((70_000 - (7 % step)) / step));
    expect(list?.every((card, i) => card === (7 % step) + i * step)).toBe(true);
    expect(index.searchAddingUp(`${word} w120x7 w1x0`, 20)).toEqual(index.search(`${word} w120x7 w1x0`, 20));
  }
});

test('a list of several queries is taken out once', async () => {
  const index = await build([...syntheticCards('7', 100)]);
  const [first = [], second = []] = index.plainLists(['invoice', 'invoice']);
  expect([first.length, second.length]).toEqual([1, 1]);
  for (const [i, list] of first.entries()) expect(second[i]).toBe(list);
});
