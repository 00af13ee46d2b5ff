import { describe, expect, it } from 'vitest';
import type { Query } from '../../../datasets/dataset.ts';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { InsightCollector } from '../../../harness/insights/insights.ts';
import type { RunInsights } from '../../../harness/insights/records.ts';
import { bm25 } from '../../../retrievers/bm25.ts';
import { exhaustiveIdf } from '../../../retrievers/exhaustive-idf.ts';
import type { Retriever } from '../../../retrievers/retriever.ts';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { fakeRetriever } from '../../support.ts';

const SEED = 'insights';
const K = 5;
const dataset = {
  name: 'test',
  cards: [...syntheticCards(SEED, 120)],
  queries: syntheticQueries(SEED, 120, 30),
};
const cardById = new Map(dataset.cards.map((card) => [card.id, card]));

async function subjectsOf(...retrievers: Retriever[]) {
  return Promise.all(
    retrievers.map(async (retriever) => ({
      retriever,
      index: await retriever.build(dataset.cards, { stopwords: STOPWORDS_V1 }),
      buildMs: 0,
    })),
  );
}

/** Collects insights of a run in which the given queries failed and all others succeeded. */
async function collect(retrievers: Retriever[], failed: readonly Query[], most?: number, k = K): Promise<RunInsights> {
  const subjects = await subjectsOf(...retrievers);
  const rankings = [];
  const queries = [];
  for (const { index, retriever } of subjects) {
    for (const query of dataset.queries) {
      const of = { seed: SEED, retriever: retriever.name, query_id: query.id };
      rankings.push({ ...of, hits: await index.search(query.text, k) });
      const success = !failed.includes(query);
      queries.push({ ...of, outcome: success ? ('selected' as const) : ('wrong_selection' as const), success });
    }
  }
  const collector = new InsightCollector(most);
  const samplesUs = new Map([['bm25', Float64Array.of(1, 2, 300)]]);
  const result = { dataset, seed: SEED, subjects, rankings, queries };
  await collector.add(result, new AbortController().signal);
  collector.addLatency(SEED, { samplesUs });
  return collector.insights();
}

describe('insights', () => {
  it('tell every score as a sum, equal to the explanation of the card by itself', async () => {
    const { names, pools, queries, unexplained } = await collect([ssr, bm25], []);
    expect(unexplained).toBe(0);
    expect(pools).toHaveLength(60);
    expect(queries.map(({ query_id, text }) => [query_id, text])).toEqual(
      dataset.queries.map(({ id, text }) => [id, text]),
    );
    const indexes = new Map((await subjectsOf(ssr, bm25)).map(({ index, retriever }) => [retriever.name, index]));
    let hits = 0;
    for (const pool of pools) {
      const index = indexes.get(pool.retriever);
      const text = dataset.queries.find(({ id }) => id === pool.query_id)?.text ?? '';
      const ranking = (await index?.search(text, K)) ?? [];
      expect(pool.hits).toHaveLength(ranking.length);
      for (const [i, held] of pool.hits.entries()) {
        const { id, score } = ranking[i] ?? { id: '', score: 0 };
        const explanation = await index?.explain?.(text, cardById.get(id) as (typeof dataset.cards)[number]);
        const alone = (explanation?.terms ?? []).flatMap((term, signal) =>
          term.held ? [{ signal, weight: term.weight }] : [],
        );
        expect(held).toEqual(alone);
        expect(held?.reduce((sum, { weight }) => sum + weight, 0)).toBe(score);
        expect(pool.signals.map(({ signal }) => signal)).toEqual(explanation?.terms.map(({ signal }) => signal));
        expect(names[0]?.byId.get(id)).toBe(cardById.get(id)?.name);
        hits++;
      }
    }
    expect(hits).toBeGreaterThan(200);
  });

  it('tell all ranks where that is cheap, else the first ten and the right cards', async () => {
    const { pools } = await collect([ssr, bm25], [], undefined, 30);
    let right = 0;
    for (const { hits, query_id, retriever } of pools) {
      if (retriever === 'ssr') expect(hits).not.toContain(undefined);
      else expect(hits.slice(0, 10)).not.toContain(undefined);
      const { relevant } = dataset.queries.find(({ id }) => id === query_id) as Query;
      const told = hits.slice(10).filter((hit) => hit !== undefined).length;
      if (retriever === 'bm25') {
        expect(told).toBeLessThanOrEqual(relevant?.size ?? 0);
        right += told;
      }
    }
    expect(right).toBeGreaterThan(0);
  });

  it('name right cards that are not in the pool, the best placed first', async () => {
    const { pools } = await collect([ssr], []);
    const index = await ssr.build(dataset.cards, { stopwords: STOPWORDS_V1 });
    let wanted = 0;
    for (const pool of pools) {
      const query = dataset.queries.find(({ id }) => id === pool.query_id) as Query;
      const full = (await index.search(query.text, dataset.cards.length)).map(({ id }) => id);
      const missing = [...(query.relevant?.keys() ?? [])].filter((id) => !full.slice(0, K).includes(id));
      const ids = pool.wanted.map(({ card_id }) => card_id);
      expect(ids).toHaveLength(Math.min(3, missing.length));
      expect(missing).toEqual(expect.arrayContaining(ids));
      const places = ids.map((id) => (full.includes(id) ? full.indexOf(id) : full.length));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      wanted += ids.length;
    }
    expect(wanted).toBeGreaterThan(0);
  });

  it('explain no more hits than they may, those of queries that failed first, and count the rest', async () => {
    const failed = [dataset.queries[20], dataset.queries[25]] as Query[];
    const { pools, unexplained } = await collect([ssr, bm25], failed, 4 * K);
    expect(pools.slice(0, 4).map(({ query_id }) => query_id)).toEqual(failed.flatMap(({ id }) => [id, id]));
    expect(pools.reduce((sum, { hits }) => sum + hits.length, 0)).toBeLessThanOrEqual(4 * K);
    expect(pools.length + unexplained).toBe(60);
  });

  it('do not explain an oracle again, nor a retriever that cannot explain itself', async () => {
    const fake = fakeRetriever('fake', (_, k) =>
      dataset.cards.slice(0, k).map(({ id }) => ({ id, score: 1, matched: 1 })),
    );
    const { latency, pools } = await collect([ssr, exhaustiveIdf, bm25, fake], []);
    expect([...new Set(pools.map(({ retriever }) => retriever))]).toEqual(['ssr', 'bm25']);
    expect(latency.map(({ bins, retriever }) => [retriever, bins.length])).toEqual([['bm25', 3]]);
  });

  it('stop where the run is interrupted', async () => {
    const subjects = await subjectsOf(ssr);
    const rankings = dataset.queries.map(({ id }) => ({ seed: SEED, retriever: 'ssr', query_id: id, hits: [] }));
    const result = { dataset, seed: SEED, subjects, rankings, queries: [] };
    const signal = AbortSignal.abort(new Error('interrupted'));
    await expect(new InsightCollector().add(result, signal)).rejects.toThrow('interrupted');
  });
});
