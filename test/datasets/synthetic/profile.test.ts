import { expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { type Analysis, profile } from '../../../datasets/synthetic/profile.ts';

function card(id: number, description: string): Card {
  return { id: String(id), name: '', description, skills: [], tags: [], examples: [], tools: [] };
}

/** Words between blanks; a retriever that keeps two of them. */
const analysis: Analysis = {
  text: (c) => c.description,
  tokens: (text) => text.split(' ').filter((word) => word !== ''),
  signals: (text, { cap }) => {
    const words = [...new Set(analysis.tokens(text))];
    return new Set(cap ? words.slice(0, 2) : words);
  },
};

test('counts what there is to count', () => {
  const cards = [card(1, 'a b c'), card(2, 'a b'), card(3, 'a b'), card(4, 'd')];
  const queries = [
    { id: 'q1', text: 'a d', relevant: new Map([['1', 1]]), kind: undefined },
    { id: 'q2', text: 'x', relevant: new Map<string, number>(), kind: undefined },
  ];
  expect(profile(cards, queries, analysis)).toEqual({
    cards: 4,
    queries: 2,
    tokens: 8,
    vocabulary: 4,
    zipf: undefined,
    heaps: undefined,
    signalsMean: 2,
    signalsP50: 2,
    signalsP95: 3,
    beyondCap: 0.25,
    duplicates: 0.25,
    // a stands in three cards and d in one; x in none.
    postingsPerQuery: 2,
    postingsShare: 0.5,
    queryTokensMean: 1.5,
    relevantMean: 1,
    relevantMax: 1,
  });
});

test('says nothing of nothing', () => {
  const { cards, zipf, heaps, postingsPerQuery, relevantMax } = profile([], [], analysis);
  expect([cards, zipf, heaps, postingsPerQuery, relevantMax]).toEqual([0, undefined, undefined, undefined, undefined]);
});

test('finds the exponents that a text was made with', () => {
  // Word r comes 100000 / r times: Zipf's law with exponent 1.
  const words = Array.from({ length: 1000 }, (_, n) => `w${n} `.repeat(Math.round(100_000 / (n + 1))));
  expect(profile([card(1, words.join(''))], [], analysis).zipf).toBeCloseTo(1, 2);
  // Card n brings one word to read, new whenever n is a square: the vocabulary grows as the root of the text.
  const growing = Array.from({ length: 40_000 }, (_, n) => card(n, `w${Math.floor(Math.sqrt(n))}`));
  expect(profile(growing, [], analysis).heaps).toBeCloseTo(0.5, 2);
  const fresh = Array.from({ length: 500 }, (_, n) => card(n, `w${n}`));
  expect(profile(fresh, [], analysis).heaps).toBeCloseTo(1, 9);
});
