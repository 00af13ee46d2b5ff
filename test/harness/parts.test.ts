import { describe, expect, it } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { knownItems } from '../../datasets/known-item.ts';
import { summarise } from '../../harness/evaluation/summary.ts';
import type { ExperimentResult, Plan, Surroundings } from '../../harness/experiment.ts';
import { measuresOf } from '../../harness/metrics/index.ts';
import type { Orchestrator } from '../../harness/orchestrators/orchestrator.ts';
import { type Divided, mergeFindings, runParts } from '../../harness/parts.ts';
import { bm25 } from '../../retrievers/bm25.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from '../support.ts';

const K = 3;
const options = { stopwords: STOPWORDS_V1 };
const world: Surroundings = { signal: new AbortController().signal, now: () => 0, onProgress: () => {} };

/** Cards that share some sentences, some words, and nothing; one has no example, and two examples have no token. */
const CARDS: readonly Card[] = [
  card('air', 'flights and fares', { examples: ['book a flight to Rome', 'Find cheap fares.', '天気'] }),
  card('rail', 'trains and fares', { examples: ['find cheap fares', 'book a train to Rome', 'rail pass'] }),
  card('sky', 'weather', { examples: ['will it rain in Rome', '!?', 'zebra crossing'] }),
  card('sea', 'weather at sea, and sailing fares', { examples: ['will it rain at sea', 'Book a flight to Rome!'] }),
  card('mute', 'book any train, flight or room in Rome'),
];
const { dataset, folds } = knownItems({ name: 'cards', cards: CARDS }, 3, '42');
const divided: Divided = { dataset, folds, seed: undefined };

function plan(retrievers: readonly Retriever[], rest: Partial<Plan> = {}): Plan {
  const oracles = retrievers.some(({ oracle }) => oracle) ? [[exhaustiveIdf.name, exhaustiveIdf] as const] : [];
  return {
    k: K,
    measures: measuresOf(K, []),
    check: undefined,
    sampleSeed: '42',
    retrievers,
    oracles: new Map(oracles),
    options,
    makeOrchestrator: () => ({ name: 'first', choose: () => '1' }),
    ...rest,
  };
}

describe('an experiment in parts', () => {
  it('is, query by query, what the registry without its examples gives', async () => {
    const found = await runParts(divided, plan([ssr, bm25]), world);
    let row = 0;
    for (const retriever of [ssr, bm25]) {
      for (const { id, relevant, text } of dataset.queries) {
        // The registry that this query is put to, made anew: without every example that its fold asks.
        const { queries } = folds.find((fold) => fold.queries.some((query) => query.id === id))!;
        const plain = (sentence: string) => sentence.toLowerCase().replace(/[.!]/g, '');
        const asked = new Set(queries.map((query) => plain(query.text)));
        const cards = CARDS.map((each) => ({
          ...each,
          examples: each.examples.filter((example) => !asked.has(plain(example))),
        }));
        const index = await retriever.build(cards, options);
        const full = await index.search(text, cards.length);
        const rank = full.findIndex((hit) => relevant!.has(hit.id)) + 1;
        expect(found.queries[row]).toMatchObject({
          retriever: retriever.name,
          query_id: id,
          candidates: full.length,
          first_relevant_rank: rank === 0 ? undefined : rank,
          top_card: full[0]?.id,
        });
        expect(found.rankings[row]).toMatchObject({ query_id: id, hits: full.slice(0, K) });
        expect(found.scores[row]).toMatchObject({ query_id: id, right: relevant!.size });
        row++;
      }
    }
    expect(found.queries).toHaveLength(row);

    const [of] = summarise(found, K);
    const ranks = found.queries.slice(0, dataset.queries.length).map((each) => each.first_relevant_rank ?? Infinity);
    expect(of).toMatchObject({ queries: 9, judged: 9, cards: 5, compared: 9, divergent: 0, empty_pool: 4 });
    const indexes = await Promise.all(folds.map(({ cards }) => ssr.build(cards, options)));
    const works = folds.flatMap(({ queries }, i) =>
      queries.map(({ text }) => indexes[i]!.work!(text, K) as { postings: number; visited: number }),
    );
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(of).toMatchObject({
      postings_mean: meanOf(works.map(({ postings }) => postings)),
      visited_mean: meanOf(works.map(({ visited }) => visited)),
      index_bytes: indexes[0]!.indexBytes(),
    });
    expect(of?.success_at_1).toBe(ranks.filter((rank) => rank === 1).length / 9);
    expect(found.cards).toEqual([]);
    expect(found.agreement.map((each) => each.query_id)).toEqual(dataset.queries.flatMap(({ id }) => [id, id, id]));
  });

  it('shows each part with its own indexes, and asks one orchestrator', async () => {
    const shown: string[] = [];
    let made = 0;
    const orchestrator: Orchestrator = {
      name: 'looking',
      choose({ pool, query }) {
        for (const { examples } of pool)
          expect(examples.map((each) => each.toLowerCase())).not.toContain(query.toLowerCase());
        shown.push(query);
        return '1';
      },
    };
    const parts: ExperimentResult[] = [];
    const makeOrchestrator: Plan['makeOrchestrator'] = (whole) => {
      made++;
      expect(whole).toBe(dataset);
      return orchestrator;
    };
    await runParts(divided, plan([ssr], { makeOrchestrator }), world, async (part, place) => {
      expect(part.dataset).toBe(folds[place]);
      expect(await part.subjects[0]!.index.search(part.dataset.queries[0]!.text, K)).toEqual(part.rankings[0]!.hits);
      parts.push(part);
    });
    expect([made, parts.length, shown.length]).toEqual([1, 3, 5]);
  });

  it('finds a retriever that parts from its oracle in one fold alone', async () => {
    const last = folds[2]!;
    const held = last.queries.find(({ text }) => /[a-z]/.test(text))!;
    const liar: Retriever = {
      name: 'liar',
      oracle: 'exhaustive-idf',
      async build(cards, given) {
        const index = await exhaustiveIdf.build(cards, given);
        const search = (text: string, k: number) =>
          (index.search(text, k) as Hit[]).map((hit) => (text === held.text ? { ...hit, score: hit.score * 2 } : hit));
        return { ...index, search };
      },
    };
    const found = await runParts(divided, plan([liar]), world);
    expect(summarise(found, K)[0]).toMatchObject({ compared: 9, divergent: 1 });
    expect(found.divergence?.query).toBe(held.text);
    // The case that is written down holds the cards of the fold.
    expect(found.divergence?.cards).toEqual(last.cards);
  });

  it.each([1, 2, 3, 8])(
    'compares a sample of %i of all queries, and gives the oracle no row in any fold',
    async (check) => {
      const found = await runParts(divided, plan([ssr, exhaustiveIdf], { check }), world);
      expect(found.compared).toBe(check);
      expect(new Set(found.agreement.map((row) => row.query_id)).size).toBe(check);
      expect(found.subjects.map(({ retriever }) => retriever.name)).toEqual(['ssr']);
      expect(found.queries).toHaveLength(9);
    },
  );

  it('has nothing compared where there is no oracle', async () => {
    expect((await runParts(divided, plan([bm25]), world)).compared).toBeUndefined();
  });

  it('in one part is that part, with its cards diagnosed', async () => {
    const found = await runParts({ dataset, seed: undefined }, plan([ssr]), world);
    expect(found.cards).toHaveLength(5);
    expect(found.queries).toHaveLength(9);
  });

  it('refuses parts that lose a query, or have one twice', async () => {
    const parts: ExperimentResult[] = [];
    await runParts(divided, plan([ssr]), world, async (part) => void parts.push(part));
    expect(mergeFindings(dataset, parts).queries).toHaveLength(9);
    for (const wrong of [parts.slice(1), [...parts, parts[0]!], parts.toReversed()]) {
      expect(() => mergeFindings(dataset, wrong)).toThrow('or in another order');
    }
  });
});
