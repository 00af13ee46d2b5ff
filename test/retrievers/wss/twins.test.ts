import { describe, expect, test } from 'vitest';
import { exhaustiveWss, exhaustiveWssSqrt } from '../../../retrievers/exhaustive-wss.ts';
import type { Retriever } from '../../../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { TWINS } from '../../../retrievers/twins/twins.ts';
import { WSS_CANARY_CARDS, WSS_CANARY_QUERIES } from '../../../retrievers/twins/wss-registry.ts';
import { WSS_CONTROL, WSS_SQRT_CONTROL, WSS_SQRT_TWINS, WSS_TWINS } from '../../../retrievers/twins/wss-twins.ts';
import { wss, wssSqrt } from '../../../retrievers/wss/retriever.ts';

/** All that a comparison may look at: the rankings at three cuts and the number of candidates, of every query. */
async function answers(retriever: Retriever): Promise<unknown[]> {
  const index = await retriever.build(WSS_CANARY_CARDS, { stopwords: STOPWORDS_V1 });
  return Promise.all(
    WSS_CANARY_QUERIES.map(async (query) => [
      await index.countCandidates(query),
      ...(await Promise.all([1, 5, WSS_CANARY_CARDS.length].map((k) => index.search(query, k)))),
    ]),
  );
}

const wanted = JSON.stringify(await answers(exhaustiveWss));

test.each([WSS_CONTROL, wss])('$name agrees with the oracle on the canaries', async (sound) => {
  expect(JSON.stringify(await answers(sound))).toBe(wanted);
});

describe('every twin is caught', () => {
  test('there are enough of them, each with a name of its own', () => {
    expect(WSS_TWINS.length).toBeGreaterThanOrEqual(20);
    const names = [...TWINS, ...WSS_TWINS, ...WSS_SQRT_TWINS].map((twin) => twin.name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(WSS_TWINS)('$name', async (twin) => {
    expect(twin.oracle).toBe('exhaustive-wss');
    expect(JSON.stringify(await answers(twin))).not.toBe(wanted);
  });
});

describe('wss-sqrt', async () => {
  const wantedOfSqrt = JSON.stringify(await answers(exhaustiveWssSqrt));

  test.each([WSS_SQRT_CONTROL, wssSqrt])('$name agrees with the oracle on the canaries', async (sound) => {
    expect(JSON.stringify(await answers(sound))).toBe(wantedOfSqrt);
  });

  test.each(WSS_SQRT_TWINS)('$name is caught', async (twin) => {
    expect(twin.oracle).toBe('exhaustive-wss-sqrt');
    expect(JSON.stringify(await answers(twin))).not.toBe(wantedOfSqrt);
  });
});
