import { describe, expect, it } from 'vitest';
import { differencesBetween, notedDifferences } from '../../../harness/finished-runs/differences.ts';
import type { FinishedExperiment } from '../../../harness/finished-runs/manifest-file.ts';

const contents = (cards: string, queries: string, size = 10) => ({
  cards: size,
  queries: size,
  cards_sha256: cards.repeat(64),
  queries_sha256: queries.repeat(64),
});

function experiment(rest: Partial<FinishedExperiment> = {}): FinishedExperiment {
  return {
    shortlist: '1',
    dataset: { name: 'synthetic', generator: 'g1', contents: [contents('a', 'b')] },
    stopwords: { name: 's', sha256: 'c'.repeat(64) },
    seeds: ['42'],
    sample_seed: '42',
    k: 20,
    retrievers: ['ssr'],
    measures: [],
    orchestrator: { name: 'first' },
    ...rest,
  };
}

function dataset(...all: ReturnType<typeof contents>[]): FinishedExperiment['dataset'] {
  return { name: 'synthetic', generator: 'g1', contents: all };
}

describe('what two runs do not have in common', () => {
  it.each<[string, Partial<FinishedExperiment>, string[]]>([
    ['nothing', {}, []],
    ['cards', { dataset: dataset(contents('x', 'b')) }, ['cards: aaaaaaaaaaaa and xxxxxxxxxxxx (seed 42)']],
    [
      'sizes before hashes',
      { dataset: dataset(contents('x', 'b', 9)) },
      ['cards: 10 and 9 cards (seed 42)', 'queries: 10 and 9 queries (seed 42)'],
    ],
    [
      'queries',
      { dataset: dataset(contents('a', 'x')) },
      ['queries: queries, right cards or kinds: bbbbbbbbbbbb and xxxxxxxxxxxx (seed 42)'],
    ],
    ['k', { k: 5 }, ['k: 20 and 5']],
    [
      'the seed, which all else follows from',
      { seeds: ['B'], sample_seed: 'B', dataset: dataset(contents('x', 'y')) },
      ['seed: 42 and B'],
    ],
    [
      'the seed and a size, which does not',
      { seeds: ['B'], sample_seed: 'B', dataset: dataset(contents('x', 'y', 9)) },
      ['cards: 10 and 9 cards', 'queries: 10 and 9 queries', 'seed: 42 and B'],
    ],
    [
      'a seed more, the other alike',
      { seeds: ['B', '42'], sample_seed: 'B', dataset: dataset(contents('x', 'y'), contents('a', 'b')) },
      ['seed: 42 and B,42'],
    ],
    ['given cards', { seeds: [], dataset: dataset(contents('x', 'b')) }, ['seed: 42 and given cards']],
    ['the seed of samples', { sample_seed: 'B' }, ['seed: 42 and B, which samples follow from']],
  ])('%s', (_, rest, expected) => {
    const found = differencesBetween(experiment(), experiment(rest));
    expect(found.map(({ text, what }) => `${what}: ${text}`)).toEqual(expected);
  });

  it('is noted, and stops nothing, where it may be what is compared', () => {
    const other = experiment({
      shortlist: '2',
      stopwords: { name: 'own', sha256: 'd'.repeat(64) },
      orchestrator: { name: 'openai', model: '\u202em', temperature: 0 },
    });
    expect(differencesBetween(experiment(), other)).toEqual([]);
    expect(notedDifferences(experiment(), other)).toEqual([
      'Shortlist: 1 and 2',
      'stopwords: s (cccccccccccc) and own (dddddddddddd)',
      'orchestrator: first and openai',
      'orchestrator, model: none and \\u{202e}m',
      'orchestrator, temperature: none and 0',
    ]);
  });
});
