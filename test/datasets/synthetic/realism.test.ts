import { expect, test } from 'vitest';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { profile } from '../../../datasets/synthetic/profile.ts';
import { loadRetriever } from '../../../retrievers/index.ts';
import { cardText, signals, tokens } from '../../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';

const cards = [...syntheticCards('42', 1000)];
const queries = syntheticQueries('42', 1000, 250);

test('the figures of the default registry stay near those of real ones', () => {
  const figures = profile(cards, queries, {
    text: cardText,
    tokens: (text) => tokens(text, STOPWORDS_V1),
    signals: (text, options) => signals(text, STOPWORDS_V1, options),
  });
  // Real sets: 0.56 to 0.83; 0.54 to 0.96; 0.15 to 1; 0.18 to 0.51; 9 to 21.
  expect(figures.zipf).toBeGreaterThan(0.7);
  expect(figures.zipf).toBeLessThan(0.9);
  expect(figures.heaps).toBeGreaterThan(0.5);
  expect(figures.heaps).toBeLessThan(0.7);
  expect(figures.beyondCap).toBeGreaterThan(0.35);
  expect(figures.beyondCap).toBeLessThan(0.6);
  expect(figures.postingsShare).toBeGreaterThan(0.18);
  expect(figures.postingsShare).toBeLessThan(0.35);
  expect(figures.queryTokensMean).toBeGreaterThan(8);
  expect(figures.duplicates).toBeLessThan(0.01);
});

test('retrievers come in the order that real sets put them in, and none finds everything', async () => {
  const recall = async (name: string) => {
    const index = await (await loadRetriever(name)).build(cards, { stopwords: STOPWORDS_V1 });
    const judged = queries.filter((query) => query.relevant!.size > 0);
    let sum = 0;
    for (const { text, relevant } of judged) {
      const hits = await index.search(text, 20);
      sum += hits.filter((hit) => relevant!.has(hit.id)).length / relevant!.size;
    }
    return sum / judged.length;
  };
  const ssr = await recall('ssr');
  const bm25 = await recall('bm25');
  expect(ssr).toBeGreaterThan(0.6);
  expect(ssr).toBeLessThan(0.85);
  expect(bm25 - ssr).toBeGreaterThan(0.02);
  expect(bm25 - ssr).toBeLessThan(0.07);
});
