import { describe, expect, it } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { countInvisible, stripInvisible } from '../../../datasets/invisible.ts';
import { knownItems } from '../../../datasets/known-item.ts';
import { loadRegistry } from '../../../datasets/loaders/registry.ts';
import type { Plan, Surroundings } from '../../../harness/experiment.ts';
import { plantedRows } from '../../../harness/hostile/measure.ts';
import { type Attack, plantInto } from '../../../harness/hostile/planted.ts';
import { measuresOf } from '../../../harness/metrics/index.ts';
import { type Divided, runParts } from '../../../harness/parts.ts';
import { RetrieverError } from '../../../harness/ranking-check.ts';
import { bm25 } from '../../../retrievers/bm25.ts';
import { cardText, SIGNAL_CAP } from '../../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { card, fakeRetriever, query } from '../../support.ts';

const K = 5;
const world: Surroundings = { signal: new AbortController().signal, now: () => 0, onProgress: () => {} };
const plan: Plan = {
  k: K,
  measures: measuresOf(K, []),
  check: undefined,
  sampleSeed: '42',
  retrievers: [bm25],
  oracles: new Map(),
  options: { stopwords: STOPWORDS_V1 },
  makeOrchestrator: () => ({ name: 'first', choose: () => '1' }),
};
const attack: Attack = {
  plants: (['stuffing', 'spread', 'clones', 'injection', 'lookalike'] as const).map((kind) => ({ kind, share: 0.2 })),
  seed: '42',
  rules: { stopwords: STOPWORDS_V1.words, cap: SIGNAL_CAP },
  clean: (each) => each,
};
const { cards: SAMPLES, name } = await loadRegistry('datasets/samples/cards', {
  format: undefined,
  granularity: undefined,
  strict: false,
});
const KNOWN = knownItems({ name, cards: SAMPLES }, 4, '42');
const divided: Divided = { ...KNOWN, seed: undefined };
const hidden = (cards: readonly Card[]) => cards.reduce((sum, each) => sum + countInvisible(cardText(each)), 0);

describe('an experiment with hostile cards in it', () => {
  it('has them behind the honest ones, and the same queries', () => {
    const { dataset, planted } = plantInto({ dataset: KNOWN.dataset }, attack);
    const all = [...planted.byKind.values()].flat();
    expect(all).toHaveLength(5 * 9);
    expect(dataset.name).toBe('cards+stuffing=0.2+spread=0.2+clones=0.2+injection=0.2+lookalike=0.2');
    expect(dataset.cards).toEqual([...SAMPLES, ...all]);
    expect(dataset.queries).toBe(KNOWN.dataset.queries);
    expect(planted.honest).toEqual([KNOWN.dataset]);
  });

  it('cleans them like every other card', () => {
    const [raw, clean] = [(each: Card) => each, stripInvisible].map((how) =>
      [...plantInto({ dataset: KNOWN.dataset }, { ...attack, clean: how }).planted.byKind.values()].flat(),
    );
    expect(hidden(raw!)).toBeGreaterThan(0);
    expect(hidden(clean!)).toBe(0);
    expect(clean).toEqual(raw!.map(stripInvisible));
  });

  it('says where there is nothing to forge from', () => {
    const dataset = { name: 'x', cards: [card('a', '天気')], queries: [query('q', 'weather', [])] };
    expect(() => plantInto({ dataset }, attack)).toThrow('none of the 1 cards holds a word to forge a card from');
  });

  it('shows no example to the attacker where examples are the queries, and counts all folds together', async () => {
    const { planted, ...parts } = plantInto(divided, attack);
    const all = [...planted.byKind.values()].flat();
    expect(all.flatMap(({ examples }) => examples)).toEqual([]);
    const withoutExamples = SAMPLES.map((each) => ({ ...each, examples: [] }));
    const unseen = plantInto({ dataset: { ...KNOWN.dataset, cards: withoutExamples } }, attack);
    expect(unseen.planted.byKind).toEqual(planted.byKind);
    expect(parts.folds?.map(({ cards }) => cards.slice(SAMPLES.length))).toEqual(KNOWN.folds.map(() => all));

    const recallOf = async (experiment: Divided) => {
      const { scores } = await runParts(experiment, plan, world);
      return scores.reduce((sum, { values }) => sum + (values[0] as number), 0) / scores.length;
    };
    const found = await runParts({ ...parts, seed: undefined }, plan, world);
    const table = await plantedRows({ planted, found, plan, orchestrator: 'first', replies: undefined }, world);
    expect(table.map(({ kind }) => kind)).toEqual(['stuffing', 'spread', 'clones', 'injection', 'lookalike', 'all']);
    const honest = await recallOf(divided);
    for (const row of table) {
      expect([row.queries, row.recall_honest, row.seed]).toEqual([KNOWN.dataset.queries.length, honest, undefined]);
      const own = row.kind === 'all' ? attack.plants : attack.plants.filter(({ kind }) => kind === row.kind);
      const alone = plantInto(divided, { ...attack, plants: own });
      expect(row.recall_planted).toBe(await recallOf({ ...alone, seed: undefined }));
    }
    expect(table.some(({ places_planted: places }) => places > 0)).toBe(true);
  });

  it('leaves shares blank where there is nothing to share, and judges no query that nobody judged', async () => {
    const dataset = { name: 'x', cards: [card('a', 'rain')], queries: [query('q', 'zzz'), query('r', 'rain')] };
    const one = (queries: typeof dataset.queries) => ({ dataset: { ...dataset, queries } });
    const rowOf = async (queries: typeof dataset.queries) => {
      const { planted, ...parts } = plantInto(one(queries), { ...attack, plants: [{ kind: 'clones', share: 1 }] });
      const found = await runParts({ ...parts, seed: '1' }, plan, world);
      return (await plantedRows({ planted, found, plan, orchestrator: 'first', replies: undefined }, world))[0];
    };
    const blank = {
      recall_honest: undefined,
      recall_planted: undefined,
      recall_lost: undefined,
      recall_lost_low: undefined,
    };
    const unasked = { asked: 0, picked: undefined, picked_share: undefined, hijacked: undefined };
    expect(await rowOf(dataset.queries.slice(0, 1))).toMatchObject({
      ...{
        seed: '1',
        queries: 1,
        pools: 0,
        pools_planted: 0,
        pools_share: undefined,
        places: 0,
        firsts_share: undefined,
      },
      ...{ judged: 0, ...blank, ...unasked },
    });
    expect(await rowOf(dataset.queries)).toMatchObject({
      ...{ queries: 2, pools: 1, pools_planted: 1, pools_share: 1, places: 2, places_planted: 1, places_share: 0.5 },
      ...{ judged: 0, ...blank, ...unasked },
    });
  });

  it('breaks off at an interrupt', async () => {
    const { planted, ...parts } = plantInto({ dataset: KNOWN.dataset }, attack);
    const found = await runParts({ ...parts, seed: undefined }, plan, world);
    const controller = new AbortController();
    const interrupted = { ...world, signal: controller.signal, onProgress: () => controller.abort() };
    const rows = plantedRows({ planted, found, plan, orchestrator: 'first', replies: undefined }, interrupted);
    await expect(rows).rejects.toThrow(controller.signal.reason);
  });

  it('fails with the name of a retriever that fails without the hostile cards', async () => {
    const { planted, ...parts } = plantInto({ dataset: KNOWN.dataset }, attack);
    const brittle = fakeRetriever('brittle', (_, _k, cards) => {
      if (cards.length === SAMPLES.length) throw new Error('too few');
      return [];
    });
    const own = { ...plan, retrievers: [brittle] };
    const found = await runParts({ ...parts, seed: undefined }, own, world);
    const rows = plantedRows({ planted, found, plan: own, orchestrator: 'first', replies: undefined }, world);
    await expect(rows).rejects.toThrow(RetrieverError);
    await expect(rows).rejects.toThrow(/^brittle, query .*: too few$/);
  });
});
