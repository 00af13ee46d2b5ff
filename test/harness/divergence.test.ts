import { describe, expect, it } from 'vitest';
import { type DivergenceCase, reduceDivergence, replay } from '../../harness/divergence.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, fakeRetriever } from '../support.ts';

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const cards = Array.from({ length: 60 }, (_, i) =>
  card(`card-${i}`, `${words[i % 6]} ${words[(i + 1) % 6]}`, {
    tags: [`tag${i}`, 'shared'],
    name: `Card ${i} of many`,
  }),
);

/** Loses the card that speaks of zeta, and no other: the smallest case is that card and that word. */
const forgetful = fakeRetriever(
  'forgetful',
  async (query, k, all) => {
    const index = await exhaustiveIdf.build(all, { stopwords: STOPWORDS_V1 });
    const hits = await index.search(query, Math.max(1, all.length));
    const lost = all.find((each) => each.description.includes('zeta'))?.id;
    return hits.filter((hit) => hit.id !== lost).slice(0, k);
  },
  { oracle: 'exhaustive-idf' },
);

const broken: DivergenceCase = {
  retriever: forgetful,
  oracle: exhaustiveIdf,
  options: { stopwords: STOPWORDS_V1 },
  k: 5,
  query: 'please find me beta things, shared with zeta and gamma',
  cards,
};

describe('a divergence', () => {
  it('is none where the two agree', async () => {
    expect(await replay({ ...broken, retriever: ssr })).toBeUndefined();
    expect(await reduceDivergence({ ...broken, retriever: ssr }, () => 0, 5000)).toBeUndefined();
  });

  it('is made as small as it gets, and still diverges', async () => {
    const reduced = await reduceDivergence(broken, () => 0, 5000);
    expect(reduced?.cards).toHaveLength(1);
    expect(reduced?.cards[0]).toMatchObject({ name: '', tags: [] });
    expect(reduced?.cards[0]?.description).toContain('zeta');
    expect(reduced?.query).toBe('zeta');
    expect(reduced?.difference).toMatch(/^k 1, rank 1: card-\d+ .* wanted, no hit found$/);
    expect(reduced?.expected.hits).toHaveLength(1);
    expect(reduced?.received).toEqual({ candidates: 0, hits: [] });
    const again = await replay({ ...broken, cards: reduced?.cards ?? [], query: reduced?.query ?? '' });
    expect(again).toEqual(reduced);
  });

  it('is returned as far as it got when the time is up', async () => {
    let time = 0;
    const reduced = await reduceDivergence(broken, () => (time += 1000), 5000);
    expect(reduced?.cards.length).toBeGreaterThan(1);
    expect(reduced?.cards.length).toBeLessThan(60);
    expect(await replay({ ...broken, cards: reduced?.cards ?? [], query: reduced?.query ?? '' })).toBeDefined();
  });
});
