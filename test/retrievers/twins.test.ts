import { describe, expect, test } from 'vitest';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { CANARY_CARDS, CANARY_QUERIES } from '../../retrievers/twins/registry.ts';
import { CONTROL, TWINS } from '../../retrievers/twins/twins.ts';

/** All that a comparison may look at: the rankings at three cuts and the number of candidates, of every query. */
async function answers(retriever: Retriever): Promise<unknown[]> {
  const index = await retriever.build(CANARY_CARDS, { stopwords: STOPWORDS_V1 });
  return Promise.all(
    CANARY_QUERIES.map(async (query) => [
      await index.countCandidates(query),
      ...(await Promise.all([1, 5, CANARY_CARDS.length].map((k) => index.search(query, k)))),
    ]),
  );
}

const wanted = JSON.stringify(await answers(exhaustiveIdf));

test('the registry is the one that its tie needs', async () => {
  expect(CANARY_CARDS).toHaveLength(50);
  const index = await ssr.build(CANARY_CARDS, { stopwords: STOPWORDS_V1 });
  const [first, second] = await index.search(CANARY_QUERIES[1]!, 2);
  expect([first!.id, first!.matched, second!.id, second!.matched]).toEqual(['tied-six', 6, 'tied-four', 4]);
  expect(first!.score).toBe(second!.score);
});

test.each([CONTROL, ssr])('$name agrees with the oracle on the canaries', async (sound) => {
  expect(JSON.stringify(await answers(sound))).toBe(wanted);
});

describe('every twin is caught', () => {
  test('there are enough of them, each with a name of its own', () => {
    expect(TWINS.length).toBeGreaterThanOrEqual(14);
    expect(new Set(TWINS.map((twin) => twin.name)).size).toBe(TWINS.length);
  });

  test.each(TWINS)('$name', async (twin) => {
    expect(twin.oracle).toBe('exhaustive-idf');
    expect(JSON.stringify(await answers(twin))).not.toBe(wanted);
  });
});
