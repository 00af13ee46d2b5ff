import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import wssVectors from '../../../harness/conformance/wss-vectors.json' with { type: 'json' };
import { exhaustiveWss } from '../../../retrievers/exhaustive-wss.ts';
import { STOPWORDS_V1, STOPWORDS_V2 } from '../../../retrievers/stopwords.ts';
import { plainWss } from '../../../retrievers/twins/wss-plain.ts';
import { wss } from '../../../retrievers/wss/retriever.ts';

const options = { stopwords: STOPWORDS_V1 };

test('the stopword table is that of v1 and 26 more', () => {
  expect(STOPWORDS_V2.words.size).toBe(146 + 26);
  expect([...STOPWORDS_V1.words].every((word) => STOPWORDS_V2.words.has(word))).toBe(true);
});

describe.each([wss, exhaustiveWss, plainWss('plain')])('$name on the published vectors', (retriever) => {
  test.each(wssVectors.cases)('$name', async ({ cards, queries }) => {
    const index = await retriever.build(cards as Card[], options);
    for (const { text, ranking } of queries) {
      const found = await index.search(text, Math.max(1, cards.length));
      // Scores are whole numbers of grid steps: equal here is equal to the last bit.
      expect(
        found.map((hit) => [hit.id, hit.score * 2 ** 32, hit.matched]),
        text,
      ).toEqual(ranking);
      expect(await index.countCandidates(text), text).toBe(ranking.length);
    }
  });
});
