import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import ssrVectors from '../../harness/conformance/ssr-vectors.json' with { type: 'json' };
import { bm25 } from '../../retrievers/bm25.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { plainSsr } from '../../retrievers/twins/plain-ssr.ts';
import bm25Vectors from './bm25-vectors.json' with { type: 'json' };

const options = { stopwords: STOPWORDS_V1 };

test('the stopword table is that of the vectors', () => {
  expect([...STOPWORDS_V1.words]).toEqual([...ssrVectors.stopwords].sort());
});

describe.each([ssr, exhaustiveIdf, plainSsr('plain')])('$name on the published vectors', (retriever) => {
  test.each(ssrVectors.cases)('$name', async ({ cards, queries }) => {
    const index = await retriever.build(cards as Card[], options);
    for (const query of queries) {
      const label = query.text.slice(0, 60);
      const found = await index.search(query.text, Math.max(1, cards.length));
      // Scores are whole numbers of grid steps: equal here is equal to the last bit.
      expect(
        found.map((hit) => [hit.id, hit.score * 2 ** 32, hit.matched]),
        label,
      ).toEqual(query.ranking);
      expect(await index.countCandidates(query.text), label).toBe(query.candidates);
      const signals = index.signals?.(query.text, { cap: true });
      if (signals !== undefined) expect([...signals].sort(), label).toEqual([...query.signals].sort());
    }
  });
});

describe('bm25 on the published vectors', () => {
  test.each(bm25Vectors.cases)('$name', async ({ cards, queries }) => {
    const index = await bm25.build(cards as Card[], options);
    for (const { text, ranking } of queries) {
      const found = await index.search(text, Math.max(1, cards.length));
      const wanted = new Map(ranking as [string, number][]);
      expect(new Set(found.map((hit) => hit.id)), text).toEqual(new Set(wanted.keys()));
      for (const [rank, hit] of found.entries()) {
        expect(Math.abs(hit.score - wanted.get(hit.id)!), `${text}: ${hit.id}`).toBeLessThanOrEqual(1e-12);
        // The order may differ only among scores that close: the card wanted at this rank scores the same but for that.
        expect(Math.abs(hit.score - (ranking[rank]![1] as number)), `${text}: rank ${rank + 1}`).toBeLessThanOrEqual(
          1e-12,
        );
        expect(hit.matched).toBeUndefined();
      }
    }
  });
});
