import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBenchConfig } from '../../../harness/config/bench.ts';
import { readGenerateConfig } from '../../../harness/config/generate.ts';
import { type RawOptions, UsageError } from '../../../harness/config/options.ts';
import { readReplayConfig } from '../../../harness/config/replay.ts';

const names = ['ssr', 'exhaustive-idf', 'bm25', 'wss'];
const known = {
  retrievers: {
    problem: (name: string) => (names.includes(name) ? undefined : `unknown; known are ${names.join(', ')}`),
    split: (list: string) => list.split(','),
  },
  orchestrators: ['first', 'oracle', 'scripted'],
};
const bench = (raw: RawOptions) => readBenchConfig(raw, known);
const real = { registry: 'cards.jsonl', 'query-set': 'queries.jsonl' };

describe('bench options', () => {
  it('have the defaults of the contract', () => {
    expect(bench({})).toEqual({
      source: { kind: 'synthetic', cards: 1000, queries: 250, seeds: ['42'] },
      sampleSeed: '42',
      plants: [],
      retrievers: ['ssr', 'exhaustive-idf', 'bm25', 'wss'],
      indexes: [],
      k: 20,
      measures: [],
      baseline: 'bm25',
      targetRecall: undefined,
      orchestrator: 'first',
      model: undefined,
      shufflePool: false,
      tokens: true,
      replies: undefined,
      check: undefined,
      latency: true,
      latencySamples: false,
      stopwords: undefined,
      out: undefined,
      quiet: false,
      json: false,
    });
  });

  it('keep a seed as the text it is', () => {
    for (const seed of ['042', '0', '00042', '1e3', '-', 'a_B-9', '12345678901234567890']) {
      expect(bench({ seed }).source).toMatchObject({ seeds: [seed] });
    }
    expect(bench({ seeds: '42,042' }).source).toMatchObject({ seeds: ['42', '042'] });
  });

  it('take sizes, lists and checks', () => {
    const config = bench({
      cards: '64',
      queries: '007',
      k: '1',
      retrievers: 'bm25,ssr',
      check: '12',
      'no-latency': true,
    });
    expect(config).toMatchObject({ retrievers: ['bm25', 'ssr'], k: 1, check: 12, latency: false });
    expect(config.source).toMatchObject({ cards: 64, queries: 7 });
    expect(bench({ check: 'all' }).check).toBe('all');
    expect(bench({ ...real, seed: '7' })).toMatchObject({ source: { kind: 'files', strict: false }, sampleSeed: '7' });
    expect(bench({ ...real, format: 'livemcpbench', granularity: 'tool' }).source).toMatchObject({
      format: 'livemcpbench',
      granularity: 'tool',
    });
  });

  it('take measures, a baseline and a target', () => {
    const names = 'recall@5,recall@20,ndcg@10,mrr,map,p@5,success@1,complete@20';
    expect(bench({ measures: names }).measures).toEqual(names.split(','));
    expect(bench({ measures: 'recall@100', k: '100' }).measures).toEqual(['recall@100']);
    expect(bench({ retrievers: 'ssr,exhaustive-idf' }).baseline).toBe('ssr');
    expect(bench({ baseline: 'exhaustive-idf' }).baseline).toBe('exhaustive-idf');
    for (const [text, target] of [
      ['0.95', 0.95],
      ['.5', 0.5],
      ['1', 1],
      ['1.0', 1],
      ['0.000001', 0.000001],
    ] as const) {
      expect(bench({ 'target-recall': text }).targetRecall).toBe(target);
    }
  });

  it.each<[RawOptions, RegExp]>([
    [{ measures: 'recall' }, /^--measures recall: unknown; known are recall@N, complete@N, .*mrr\[@N\], map\[@N\]/],
    [{ measures: 'recall@5,,map' }, /^--measures recall@5,,map: expected names/],
    [{ measures: 'map,map' }, /^--measures map,map: "map" is given twice/],
    [{ measures: 'recall@100' }, /^--measures recall@100: the pool has k = 20 cards; expected a cutoff up to that$/],
    [{ baseline: 'random' }, /^--baseline random: expected one of --retrievers, ssr, exhaustive-idf, bm25, wss/],
    [{ baseline: 'bm25', retrievers: 'ssr' }, /^--baseline bm25: expected one of --retrievers, ssr$/],
    ...['0', '0.0', '1.1', '95', '0.95%', '-0.5', '1e-3', '0,95', '0.0000001', 'NaN', ' 0.5'].map(
      (text): [RawOptions, RegExp] => [{ 'target-recall': text }, /^--target-recall .*: expected a number above 0/],
    ),
    [{ ...real, format: 'yaml' }, /^--format yaml: unknown; known are canonical, a2a, mcp, mcp-registry, .*, msmarco$/],
    [{ ...real, format: '__proto__' }, /^--format __proto__: unknown/],
    [{ ...real, format: '' }, /^--format needs a value/],
    [{ format: 'mcp' }, /^--format needs --registry/],
    [{ ...real, granularity: 'agent' }, /^--granularity agent: unknown; known are tool, server$/],
    [{ granularity: 'tool' }, /^--granularity needs --registry/],
    [{ k: 'abc' }, /^--k abc: expected an integer from 1 /],
    [{ k: '' }, /^--k needs a value/],
    [{ k: true }, /^--k needs a value/],
    [{ k: '0' }, /^--k 0: /],
    [{ k: '-1' }, /^--k -1: /],
    [{ k: '2.5' }, /^--k 2.5: /],
    [{ k: '1e3' }, /^--k 1e3: /],
    [{ k: '0x10' }, /^--k 0x10: /],
    [{ k: '1_000' }, /^--k 1_000: /],
    [{ k: '٣' }, /^--k ٣: /],
    [{ k: ' 5' }, /^--k {2}5: /],
    [{ k: '4294967296' }, /^--k 4294967296: /],
    [{ k: '9'.repeat(400) }, /^--k 9+/],
    [{ k: ['5', '6'] }, /^--k: given 2 times/],
    [{ cards: '0' }, /^--cards 0/],
    [{ queries: '0' }, /^--queries 0/],
    [{ check: '0' }, /^--check 0/],
    [{ check: 'some' }, /^--check some/],
    [{ seed: '' }, /^--seed needs a value/],
    [{ seed: 'a b' }, /^--seed a b: expected 1 to 64/],
    [{ seed: 'x'.repeat(65) }, /^--seed x+: expected 1 to 64/],
    [{ seeds: '1,,2' }, /^--seeds 1,,2: expected names/],
    [{ seeds: '1,2,1' }, /^--seeds 1,2,1: "1" is given twice/],
    [{ seed: '1', seeds: '2' }, /^--seed and --seeds/],
    [{ retrievers: 'ssr,bm52' }, /^--retrievers bm52: unknown; known are ssr, exhaustive-idf, bm25/],
    [{ retrievers: 'constructor' }, /^--retrievers constructor: unknown/],
    [{ retrievers: 'ssr,ssr' }, /twice/],
    [{ orchestrator: 'second' }, /^--orchestrator second: unknown/],
    [{ orchestrator: 'scripted' }, /needs --replies/],
    [{ replies: 'x.jsonl' }, /needs --orchestrator scripted/],
    [{ latency: 'false' }, /^--latency takes no value; "false" was given/],
    [{ quiet: [true, true] }, /^--quiet: given 2 times/],
    [{ latency: true, 'no-latency': true }, /^--latency and --no-latency/],
    [{ quiet: true, json: true }, /^--quiet and --json/],
    [{ registry: 'x' }, /^--registry needs --query-set/],
    [{ 'query-set': 'x' }, /^--query-set needs --registry/],
    [{ qrels: 'x' }, /^--qrels needs --registry/],
    [{ strict: true }, /^--strict needs --registry/],
    [{ ...real, cards: '5' }, /^--cards is for generated cards/],
    [{ ...real, queries: '5' }, /^--queries is for generated cards/],
    [{ ...real, seeds: '5' }, /^--seeds is for generated cards/],
    [{ out: '' }, /^--out needs a value/],
  ])('%j: one line that says what is wrong', (raw, message) => {
    expect(() => bench(raw)).toThrow(UsageError);
    expect(() => bench(raw)).toThrow(message);
  });

  it('never come out other than checked or as one line', () => {
    const names = [
      'cards',
      'queries',
      'seed',
      'seeds',
      'retrievers',
      'k',
      'check',
      'orchestrator',
      'latency',
      'out',
      'registry',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom<unknown>(true, '5', 'ssr', 'first', 'all', '__proto__', ['1', '2']),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (raw) => {
        try {
          const config = bench(raw);
          expect(Number.isInteger(config.k) && config.k >= 1).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).toMatch(/^\P{Cc}*$/u);
        }
      }),
    );
  });
});

describe('the other commands', () => {
  it('need a place', () => {
    expect(() => readGenerateConfig({})).toThrow('--out is required');
    expect(() => readReplayConfig({})).toThrow('--case is required');
    expect(readGenerateConfig({ out: 'x', seed: '042', cards: '3' })).toEqual({
      cards: 3,
      queries: 250,
      seed: '042',
      out: 'x',
      quiet: false,
    });
  });
});
