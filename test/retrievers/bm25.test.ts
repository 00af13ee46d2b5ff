import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { bm25 } from '../../retrievers/bm25.ts';
import { compareHits, type Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { cardText, tokens } from '../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, smallQuery, smallRegistry } from './cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const search = (index: SearchIndex, query: string, k = Infinity) => index.search(query, k) as readonly Hit[];

/** BM25 read off the formula, card by card. */
function naive(cards: readonly Card[], query: string): Hit[] {
  const texts = cards.map((each) => tokens(cardText(each), STOPWORDS_V1));
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / cards.length;
  const hits = cards.map((each, i) => {
    let score = 0;
    for (const token of tokens(query, STOPWORDS_V1)) {
      const df = texts.filter((words) => words.includes(token)).length;
      const tf = texts[i]!.filter((word) => word === token).length;
      if (tf === 0) continue;
      const idf = Math.log(1 + (cards.length - df + 0.5) / (df + 0.5));
      score += (idf * tf) / (tf + 1.2 * (1 - 0.75 + (0.75 * texts[i]!.length) / mean));
    }
    return { id: each.id, score, matched: undefined };
  });
  return hits.filter((hit) => hit.score > 0).sort(compareHits);
}

test('equals the formula to the last bit, for every k', async () => {
  await fc.assert(
    fc.asyncProperty(smallRegistry, smallQuery, async (cards, query) => {
      const index = await bm25.build(cards, options);
      const wanted = naive(cards, query);
      for (let k = 1; k <= cards.length + 3; k++) expect(search(index, query, k)).toEqual(wanted.slice(0, k));
      expect(index.countCandidates(query)).toBe(wanted.length);
    }),
    { numRuns: 200 },
  );
});

describe('cases from the field', () => {
  test.each([1, 2, 3, 4])('a word that %i of 4 cards hold scores above 0', async (holders) => {
    const cards = Array.from({ length: 4 }, (_, i) => card(`c${i}`, i < holders ? 'weather' : 'flight'));
    const found = search(await bm25.build(cards, options), 'weather');
    expect(found).toHaveLength(holders);
    expect(found.every((hit) => hit.score > 0)).toBe(true);
  });

  test('a common word on top of a rare one raises the score', async () => {
    const cards = [card('a', 'rare common'), card('b', 'other common'), card('c', 'third common')];
    const index = await bm25.build(cards, options);
    expect(search(index, 'rare common')[0]!.score).toBeGreaterThan(search(index, 'rare')[0]!.score);
  });

  test('cards without a token, so that the mean length is 0', async () => {
    const index = await bm25.build([card('a'), card('b', '!!! a the')], options);
    expect(search(index, 'weather')).toEqual([]);
    expect(index.countCandidates('weather')).toBe(0);
  });

  test('a word repeated in the query counts as often as it stands there', async () => {
    const index = await bm25.build([card('a', 'book seller'), card('b', 'flight planner')], options);
    const once = search(index, 'book flight');
    const thrice = search(index, 'book book book flight');
    expect(once.map((hit) => hit.id)).toEqual(['a', 'b']);
    expect(thrice[0]!.score).toBe(once[0]!.score + once[0]!.score + once[0]!.score);
    expect(thrice[1]!.score).toBe(once[1]!.score);
  });

  test('ties go by id, not by the number of additions', async () => {
    // At the mean length, a word that stands once and is asked for twice adds as much as one that stands twelve times.
    const fill = (word: string) => Array.from({ length: 11 }, (_, i) => `${word}${i}`).join(' ');
    const cards = [card('twice', `pilot ${fill('x')}`), card('once', 'boat '.repeat(12))];
    for (let i = 0; i < 9; i++) cards.push(card(`other-${i}`, `y${i} ${fill(`y${i}`)}`));
    const [first, second] = search(await bm25.build(cards, options), 'pilot pilot boat');
    expect([first!.id, second!.id]).toEqual(['once', 'twice']);
    expect(first!.score).toBe(second!.score);
  });

  test('has no cap: the 70th word of a card is found', async () => {
    const words = Array.from({ length: 70 }, (_, i) => `w${i + 10}`);
    expect(search(await bm25.build([card('a', words.join(' '))], options), words[69]!)).toHaveLength(1);
  });
});
