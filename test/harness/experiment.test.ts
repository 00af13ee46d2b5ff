import { describe, expect, it } from 'vitest';
import { summarise } from '../../harness/evaluation/summary.ts';
import { type Plan, runExperiment, type Surroundings } from '../../harness/experiment.ts';
import { measuresOf } from '../../harness/metrics/index.ts';
import { first } from '../../harness/orchestrators/first.ts';
import { RetrieverError } from '../../harness/ranking-check.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
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
  ])('fails on a retriever that %s', async (_name, search, message) => {
    const attempt = runExperiment(dataset, '7', plan(fakeRetriever('bad', search, { candidates: () => 1 })), world());
    await expect(attempt).rejects.toThrow(RetrieverError);
    await expect(attempt).rejects.toThrow(message);
  });

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
