import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { ssrNocap, ssrUnigrams } from '../../retrievers/ablations.ts';
import { byRank, textOf, weightOf } from '../../retrievers/exhaustive-idf.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { Retriever, SearchIndex } from '../../retrievers/retriever.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, smallQuery, smallRegistry } from './cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const search = (index: SearchIndex, query: string, k = Infinity) => index.search(query, k) as readonly Hit[];

/** The words of a text, plainly. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOPWORDS_V1.words.has(word));
}

/** Every word and every bigram. */
function uncapped(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)]);
}

/** The 64 most frequent words, ties by code point. */
function unigrams(text: string): Set<string> {
  const words = wordsOf(text);
  const times = (word: string) => words.filter((each) => each === word).length;
  const sorted = [...new Set(words)].sort((a, b) => times(b) - times(a) || (a < b ? -1 : 1));
  return new Set(sorted.slice(0, 64));
}

/** Reads every card for a query. */
function plainly(cards: readonly Card[], query: string, signalsOf: (text: string) => ReadonlySet<string>): Hit[] {
  const sets = cards.map((each) => signalsOf(textOf(each)));
  const hits = cards.map((each, i) => {
    const shared = [...signalsOf(query)].filter((signal) => sets[i]!.has(signal));
    const weights = shared.map((signal) => weightOf(cards.length, sets.filter((set) => set.has(signal)).length));
    // Added the other way round than a search does: an exact sum knows no order.
    const score = weights.reduceRight((sum, weight) => sum + weight, 0);
    return { id: each.id, score, matched: shared.length };
  });
  return hits.filter((hit) => hit.matched > 0).sort(byRank);
}

describe.each<[Retriever, (text: string) => Set<string>]>([
  [ssrNocap, uncapped],
  [ssrUnigrams, unigrams],
])('$name', (retriever, signalsOf) => {
  test('equals a plain reading of every card to the last bit, for every k', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
        const index = await retriever.build(cards, options);
        const wanted = plainly(cards, query, signalsOf);
        for (let k = 1; k <= cards.length + 2; k++) expect(search(index, query, k)).toEqual(wanted.slice(0, k));
        expect(index.countCandidates(query)).toBe(wanted.length);
        for (const each of cards) expect(index.signals!(each, { cap: true })).toEqual(signalsOf(textOf(each)));
      }),
      { numRuns: 150 },
    );
  });

  test('explains a score as its sum', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
        const index = await retriever.build(cards, options);
        for (const hit of search(index, query)) {
          const { terms } = await index.explain!(query, cards.find((each) => each.id === hit.id)!);
          const held = terms.filter((term) => term.held);
          expect(held.reduce((sum, term) => sum + term.weight, 0)).toBe(hit.score);
          expect(held).toHaveLength(hit.matched!);
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** 70 words, no two alike. */
const LONG = Array.from({ length: 70 }, (_, i) => `word${i + 10}`).join(' ');

test('each leaves out of SSR what its name says, and nothing else', async () => {
  const cards = [card('long', LONG), card('other', 'book a flight'), card('turned', 'flight book')];
  const [whole, nocap, words] = await Promise.all(
    [ssr, ssrNocap, ssrUnigrams].map((each) => each.build(cards, options)),
  );
  // The 65th word and beyond are beyond the cap.
  expect(search(whole!, 'word79')).toEqual([]);
  expect(search(words!, 'word79')).toEqual([]);
  expect(search(nocap!, 'word79').map((hit) => hit.id)).toEqual(['long']);
  expect(whole!.explain!('word79', cards[0]!)).toMatchObject({ terms: [{ held: false, cut: true }] });
  expect(words!.explain!('word79', cards[0]!)).toMatchObject({ terms: [{ held: false, cut: true }] });
  expect(nocap!.explain!('word79', cards[0]!)).toMatchObject({ terms: [{ held: true, cut: false }] });
  // Only a pair of words tells one order from the other.
  expect(search(whole!, 'book flight').map((hit) => hit.matched)).toEqual([3, 2]);
  expect(search(nocap!, 'book flight')).toEqual(search(whole!, 'book flight'));
  const [first, second] = search(words!, 'book flight');
  expect([first!.matched, second!.matched, first!.score]).toEqual([2, 2, second!.score]);
});

test('a query of thousands of signals adds up exactly where nothing caps it', async () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `w${i + 10}`).join(' ');
  const cards = [card('all', words), card('half', words.slice(0, words.length / 2)), card('none', 'else')];
  const index = await ssrNocap.build(cards, options);
  const [all] = search(index, words);
  const signals = [...uncapped(words)];
  const held = new Set(uncapped(textOf(cards[1]!)));
  const units = signals.map((signal) => BigInt(weightOf(3, held.has(signal) ? 2 : 1) * 2 ** 32));
  expect(all).toMatchObject({ id: 'all', matched: 39_999 });
  expect(BigInt(all!.score * 2 ** 32)).toBe(units.reduce((sum, unit) => sum + unit, 0n));
});
