import { describe, expect, it } from 'vitest';
import { summarise } from '../../harness/evaluation/summary.ts';
import { type Plan, runExperiment, type Surroundings } from '../../harness/experiment.ts';
import { measuresOf } from '../../harness/metrics/index.ts';
import { first } from '../../harness/orchestrators/first.ts';
import { RetrieverError } from '../../harness/ranking-check.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { Retriever, SearchIndex } from '../../retrievers/retriever.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, fakeRetriever, query } from '../support.ts';

const dataset = {
  name: 'test',
  cards: [card('a', 'book a flight'), card('b', 'book a room'), card('c', 'tell the weather')],
  queries: [
    query('1', 'flight', ['a']),
    query('2', 'book', ['b']),
    query('3', 'zebra', ['c']),
    query('4', 'nothing', []),
  ],
};

const world = (signal = new AbortController().signal): Surroundings => ({ signal, now: () => 0, onProgress: () => {} });

function plan(...retrievers: Retriever[]): Plan {
  const wanted = retrievers.some((retriever) => retriever.oracle !== undefined);
  return {
    k: 2,
    measures: measuresOf(2, ['map']),
    check: undefined,
    sampleSeed: '42',
    retrievers,
    oracles: wanted ? new Map([[exhaustiveIdf.name, exhaustiveIdf]]) : new Map(),
    options: { stopwords: STOPWORDS_V1 },
    makeOrchestrator: () => first,
  };
}

const hit = (id: string, score = 1): Hit => ({ id, score, matched: undefined });

describe('an experiment', () => {
  it('counts every query of every retriever once, in the order of retrievers and queries', async () => {
    const result = await runExperiment(dataset, '7', plan(ssr, exhaustiveIdf), world());
    expect(result.queries.map((row) => [row.retriever, row.query_id, row.outcome, row.miss_cause])).toEqual([
      ['ssr', '1', 'selected', undefined],
      ['ssr', '2', 'wrong_selection', undefined],
      ['ssr', '3', 'empty_pool', 'no_shared_signal'],
      ['ssr', '4', 'empty_pool', undefined],
      ['exhaustive-idf', '1', 'selected', undefined],
      ['exhaustive-idf', '2', 'wrong_selection', undefined],
      ['exhaustive-idf', '3', 'empty_pool', 'no_shared_signal'],
      ['exhaustive-idf', '4', 'empty_pool', undefined],
    ]);
    const [row] = summarise(result, 2);
    expect(row).toMatchObject({
      queries: 4,
      judged: 3,
      recall_at_k: 2 / 3,
      success_at_1: 1 / 3,
      mrr: (1 + 1 / 2) / 3,
      map: (1 + 1 / 2) / 3,
      success_rate: 2 / 4,
      success_answerable: 1 / 3,
      success_unanswerable: 1,
      compared: 4,
      divergent: 0,
    });
  });

  it('counts a retriever that finds nothing in the same denominator', async () => {
    const silent = fakeRetriever('silent', () => []);
    const [row] = summarise(await runExperiment(dataset, '7', plan(silent), world()), 2);
    expect(row).toMatchObject({
      judged: 3,
      recall_at_k: 0,
      mrr: 0,
      empty_pool: 4,
      success_rate: 1 / 4,
      compared: undefined,
    });
  });

  it('finds the retriever that parts from its oracle, and how often', async () => {
    const liar = fakeRetriever('liar', (text) => (text === 'flight' ? [hit('b')] : []), { oracle: 'exhaustive-idf' });
    const result = await runExperiment(dataset, '7', plan(ssr, liar), world());
    const [honest, lying] = summarise(result, 2);
    expect(honest?.divergent).toBe(0);
    // `flight` and `book` differ; on the other two both find nothing.
    expect(lying).toMatchObject({ compared: 4, divergent: 2 });
    expect(result.divergence).toMatchObject({ query: 'flight', retriever: { name: 'liar' } });
    expect(result.cards.map((row) => row.retriever)).not.toContain('liar');
    expect(result.notices).toContain('the cards of liar are not diagnosed: it differs from its oracle');
  });

  it('waits for a retriever that answers later', async () => {
    const slow = fakeRetriever('slow', async (text) => {
      await new Promise((resolve) => setImmediate(resolve));
      return text === 'flight' ? [hit('a')] : [];
    });
    const result = await runExperiment(dataset, '7', plan(slow), world());
    expect(result.queries.map((row) => row.outcome)).toEqual(['selected', 'empty_pool', 'empty_pool', 'empty_pool']);
  });

  it.each<[string, (query: string, k: number) => readonly Hit[] | Promise<readonly Hit[]>, string]>([
    [
      'throws',
      () => {
        throw new Error('out of memory');
      },
      'bad, query 1: out of memory',
    ],
    ['rejects', () => Promise.reject(new Error('no connection')), 'bad, query 1: no connection'],
    ['returns too many', () => [hit('a', 3), hit('b', 2), hit('c', 1)], 'at most 1 hits'],
    ['returns a card twice', (_, k) => [hit('a', 2), hit('a')].slice(0, k), 'the card "a" twice'],
    ['returns a card that is not there', () => [hit('zz')], '"zz", which is not in the registry'],
    ['gives a score that is no number', () => [hit('a', Number.NaN)], 'the score NaN'],
    ['gives a score of 0', () => [hit('a', 0)], 'a hit scores above 0'],
    ['breaks a tie against the id', (_, k) => [hit('b'), hit('a')].slice(0, k), 'ranked "b" before "a"'],
    ['ranks a lower score first', (_, k) => [hit('a', 1), hit('b', 2)].slice(0, k), 'ranked "a" before "b"'],
    ['returns nothing', () => undefined as never, 'expected a list of hits, received undefined'],
    ['promises nothing', async () => undefined as never, 'expected a list of hits, received undefined'],
    ['returns a hole', () => [null as never], 'expected a hit, received null'],
    ['counts half a signal', () => [{ ...hit('a'), matched: 0.5 }], 'the matched count 0.5'],
    [
      'finds another card where it may return one',
      (_, k) => (k === 1 ? [hit('c')] : [hit('a')]),
      'bad, query 1: a search for 1 is not how one for all begins: at rank 1 expected "a" with 1, received "c" with 1',
    ],
    [
      'scores otherwise for more hits',
      (_, k) => [hit('a', k === 2 ? 2 : 1)],
      'bad, query 1: a search for 2 is not how one for all begins: at rank 1 expected "a" with 1, received "a" with 2',
    ],
    ['finds less where it may return less', (_, k) => (k < 3 ? [] : [hit('a')]), 'received no hit'],
  ])('fails on a retriever that %s', async (_name, search, message) => {
    const attempt = runExperiment(dataset, '7', plan(fakeRetriever('bad', search, { candidates: () => 1 })), world());
    await expect(attempt).rejects.toThrow(RetrieverError);
    await expect(attempt).rejects.toThrow(message);
  });

  const one = (_: string, k: number) => [hit('a', 2), hit('b')].slice(0, k);
  it.each<[unknown, string]>([
    [-3, 'received -3'],
    [Number.NaN, 'received NaN'],
    [2.5, 'received 2.5'],
    [4, 'an integer from 0 to 3, received 4'],
    [undefined, 'received undefined'],
    ['2', 'received a string'],
    [1, 'bring every candidate, 1, received 2 hits'],
    [3, 'bring every candidate, 3, received 2 hits'],
  ])('fails on a retriever that counts %s candidates of 2', async (count, message) => {
    const bad = overridden({ countCandidates: () => count as number });
    await expect(runExperiment(dataset, '7', plan(bad), world())).rejects.toThrow(RetrieverError);
    await expect(runExperiment(dataset, '7', plan(bad), world())).rejects.toThrow(/^bad, query 1: /);
    await expect(runExperiment(dataset, '7', plan(bad), world())).rejects.toThrow(message);
  });

  it('leaves the number of candidates to the oracle where there is one, but for what is no number', async () => {
    const bad = (count: number) => plan({ ...overridden({ countCandidates: () => count }), oracle: 'exhaustive-idf' });
    const [row] = summarise(await runExperiment(dataset, '7', bad(1), world()), 2);
    expect(row?.divergent).toBe(4);
    await expect(runExperiment(dataset, '7', bad(-1), world())).rejects.toThrow('received -1');
  });

  it.each<[Partial<SearchIndex>, string]>([
    [{ cards: 2 }, 'bad, build: expected 3 cards in the index, received 2'],
    [{ cards: undefined as never }, 'bad, build: expected 3 cards in the index, received undefined'],
    [{ indexBytes: () => -1 }, 'a number of bytes or undefined, received -1'],
    [{ indexBytes: () => Number.NaN }, 'a number of bytes or undefined, received NaN'],
    [{ indexBytes: undefined as never }, 'expected an index with indexBytes(), received one without'],
    [{ work: () => ({ postings: -1, visited: 0 }) }, 'received -1 and 0'],
    [{ work: async () => ({ postings: 4, visited: Number.NaN }) }, 'received 4 and NaN'],
    [{ work: () => ({ postings: 4, visited: 5 }) }, 'received 4 and 5'],
  ])('fails on an index with %j', async (wrong, message) => {
    const attempt = runExperiment(dataset, '7', plan(overridden(wrong)), world());
    await expect(attempt).rejects.toThrow(RetrieverError);
    await expect(attempt).rejects.toThrow(message);
  });

  it('fails on a build without an index', async () => {
    const bad = { ...overridden({}), build: async () => undefined as never };
    await expect(runExperiment(dataset, '7', plan(bad), world())).rejects.toThrow(
      'expected an index, received undefined',
    );
  });

  it('takes what the contract allows', async () => {
    const good = overridden({ indexBytes: () => 0, work: () => ({ postings: 0, visited: 0 }) });
    expect((await runExperiment(dataset, '7', plan(good), world())).queries).toHaveLength(4);
  });

  /** A retriever that finds two cards for every query, with something of its index put in place of what is right. */
  function overridden(wrong: Partial<SearchIndex>): Retriever {
    const right = fakeRetriever('bad', one);
    return { ...right, build: async (cards, options) => ({ ...(await right.build(cards, options)), ...wrong }) };
  }

  it('stops where it is interrupted', async () => {
    const controller = new AbortController();
    const interrupting = fakeRetriever('interrupting', () => {
      controller.abort();
      return [];
    });
    const attempt = runExperiment(dataset, '7', plan(interrupting), world(controller.signal));
    await expect(attempt).rejects.toMatchObject({ name: 'AbortError' });
  });
});
