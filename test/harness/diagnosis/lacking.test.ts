import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lacking } from '../../../harness/diagnosis/lacking.ts';
import { compareHits, type Hit } from '../../../retrievers/ranking.ts';
import type { ExplainedTerm } from '../../../retrievers/retriever.ts';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { smallQuery, smallRegistry } from '../../retrievers/cards.ts';
import { card } from '../../support.ts';

const term = (signal: string, weight: number, held = false, cut = false, df = 1): ExplainedTerm => ({
  signal,
  df,
  weight,
  held,
  cut,
});
const last = (score: number, matched = 1): Hit => ({ id: 'm', score, matched });

test('one word where one is enough, the heaviest, with the phrases that come with it', () => {
  const terms = [term('book', 1, true), term('cheap', 2), term('hotel', 3), term('book cheap', 4)];
  expect(lacking('z', terms, last(2.5), true)).toEqual({
    words: ['cheap'],
    signals: ['cheap', 'book cheap'],
    cut: [],
    score: 7,
  });
});

test('a word that no card holds only where none that some card holds is enough, and before two', () => {
  const terms = [term('warranyt', 5, false, false, 0), term('warranty', 3), term('claim', 3)];
  expect(lacking('z', terms, last(2), true)?.words).toEqual(['claim']);
  expect(lacking('z', terms, last(4), true)?.words).toEqual(['warranyt']);
  expect(lacking('z', terms, last(5.5, 1), true)?.words).toEqual(['claim', 'warranty']);
  expect(lacking('z', terms, last(7, 1), true)?.words).toEqual(['claim', 'warranyt']);
});

test('no word but a phrase, where the card holds the words', () => {
  const terms = [term('book', 1, true), term('flight', 1, true), term('book flight', 3), term('zebra', 9)];
  expect(lacking('z', terms, last(4), true)).toMatchObject({ words: [], signals: ['book flight'], score: 5 });
});

test('two words where one is too little, and nothing where two are', () => {
  const terms = [term('aa', 1), term('bb', 1), term('cc', 1)];
  expect(lacking('z', terms, last(1.5), true)).toMatchObject({ words: ['aa', 'bb'], score: 2 });
  expect(lacking('z', terms, last(2.5), true)).toBeUndefined();
  expect(lacking('z', [], last(2.5), true)).toBeUndefined();
});

test('equal scores are decided as in a ranking: by matched signals, then by id', () => {
  const terms = [term('aa', 1), term('bb', 1)];
  expect(lacking('z', terms, last(1), true)?.words).toEqual(['aa', 'bb']);
  expect(lacking('a', terms, last(1), true)?.words).toEqual(['aa']);
  expect(lacking('a', terms, last(1, 2), true)?.words).toEqual(['aa', 'bb']);
  expect(lacking('z', terms, last(2, 2), true)).toBeUndefined();
  expect(lacking('a', terms, { id: 'm', score: 1, matched: undefined }, false)?.words).toEqual(['aa']);
});

test('where the pool has room, any signal is enough; one that the cap cut off is named as such', () => {
  expect(lacking('z', [term('aa', 1, false, true), term('bb', 0.5)], undefined, true)).toEqual({
    words: ['aa'],
    signals: ['aa'],
    cut: ['aa'],
    score: 1,
  });
});

test('a word that the cap cut off comes before one that is not in the text', () => {
  const terms = [term('pptx', 2, false, true, 0), term('slides', 3)];
  expect(lacking('z', terms, last(1), true)).toMatchObject({ words: ['pptx'], cut: ['pptx'] });
  expect(lacking('z', terms, last(2.5), true)).toMatchObject({ words: ['slides'], cut: [] });
});

test('a word that the query repeats counts as often', () => {
  const terms = [term('aa', 1), term('bb', 1.5), term('aa', 1)];
  expect(lacking('z', terms, last(1.9), false)).toMatchObject({ words: ['aa'], score: 2 });
});

/** The rule again, over all sets of words: the fewest that are enough, in the order of kinds; of those the best score. */
function plain(id: string, terms: readonly ExplainedTerm[], bar: Hit | undefined) {
  const held = new Set(terms.filter((each) => each.held).map((each) => each.signal));
  const words = terms.filter((each) => !each.held && !each.signal.includes(' ')).map((each) => each.signal);
  const isIn = (added: readonly ExplainedTerm[]) => {
    const score = terms.filter((each) => each.held || added.includes(each)).reduce((sum, each) => sum + each.weight, 0);
    const hit = { id, score, matched: held.size + added.length };
    return score > 0 && (bar === undefined || compareHits(hit, bar) < 0) ? score : undefined;
  };
  const formedBy = (some: readonly string[]) =>
    terms.filter((each) => {
      const parts = each.signal.split(' ');
      const possible = parts.every((word) => some.includes(word) || held.has(word));
      return !each.held && possible && (some.length === 0 || parts.some((word) => some.includes(word)));
    });
  const none = isIn(formedBy([]));
  if (formedBy([]).length > 0 && none !== undefined) return { words: 0, score: undefined };
  for (const sets of [words.map((a) => [a]), words.flatMap((a, i) => words.slice(i + 1).map((b) => [a, b]))]) {
    const known = (set: readonly string[]) =>
      set.every((word) => terms.some((each) => each.signal === word && each.df > 0));
    const cut = (set: readonly string[]) => set.every((word) => terms.some((each) => each.signal === word && each.cut));
    for (const some of [sets.filter(cut), sets.filter(known), sets]) {
      const scores = some.flatMap((set) => isIn(formedBy(set)) ?? []);
      if (scores.length > 0) return { words: sets[0]?.length, score: Math.max(...scores) };
    }
  }
  return undefined;
}

test('is what trying all words and pairs of words finds, for every card outside the pool', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(smallRegistry, smallQuery, fc.integer({ min: 1, max: 4 }), async (cards, query, k) => {
      const index = await ssr.build(cards, { stopwords: STOPWORDS_V1 });
      const pool = await index.search(query, k);
      const bar = pool.length < k ? undefined : pool.at(-1);
      for (const each of cards.filter(({ id }) => !pool.some((hit) => hit.id === id))) {
        const terms = (await index.explain?.(query, each))?.terms ?? [];
        if (terms.length > 20) continue;
        const ours = lacking(each.id, terms, bar, true);
        const theirs = plain(each.id, terms, bar);
        expect(ours?.words.length).toBe(theirs?.words);
        if (theirs?.score !== undefined) expect(ours?.score).toBe(theirs.score);
        if (ours !== undefined) found++;
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(100);
});

test('the words do bring the card in, where they are added to its text and weigh what they weighed', async () => {
  // Three cards of a kind before it; adding "paris" makes df 2 of 6, which is still heavy.
  const rivals = ['a', 'b', 'c'].map((id) => card(id, 'book hotel'));
  const right = card('z', 'book rooms');
  const cards = [...rivals, card('d', 'visit paris'), card('e', 'museum'), right];
  const options = { stopwords: STOPWORDS_V1 };
  const index = await ssr.build(cards, options);
  const pool = await index.search('book paris hotel', 3);
  expect(pool.map((hit) => hit.id)).not.toContain('z');
  const terms = (await index.explain?.('book paris hotel', right))?.terms ?? [];
  expect(lacking('z', terms, pool.at(-1), true)?.words).toEqual(['paris']);
  const better = await ssr.build([...cards.slice(0, -1), card('z', 'book paris rooms')], options);
  expect((await better.search('book paris hotel', 3)).map((hit) => hit.id)).toContain('z');
});
