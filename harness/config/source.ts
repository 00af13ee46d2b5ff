import { FORMAT_NAMES, type FormatName, GRANULARITIES, type Granularity } from '../../datasets/loaders/formats.ts';
import { visible } from '../../datasets/visible.ts';
import { type KnownItemConfig, readKnownItem } from './known-item.ts';
import { type OptionSpec, type Options, UsageError } from './options.ts';

/** Every default; ranges stand with the readers below. */
export const DEFAULTS = {
  cards: 1000,
  queries: 250,
  seed: '42',
  retrievers: 'ssr,exhaustive-idf,bm25,wss',
  k: 20,
  /** Where it is among the retrievers; else the first of them. */
  baseline: 'bm25',
  orchestrator: 'first',
} as const;

/** Sizes of a generated registry. */
export const SIZES: readonly OptionSpec[] = [
  { name: 'cards', value: 'N', description: `cards to generate (default ${DEFAULTS.cards})` },
  { name: 'queries', value: 'N', description: `queries to generate (default ${DEFAULTS.queries})` },
];
/** Seed of a generated registry. */
export const SEED: OptionSpec = {
  name: 'seed',
  value: 'S',
  description: `text that the cards, queries and samples follow from (default ${DEFAULTS.seed}); 042 is not 42`,
};

/** Where cards and queries come from. */
export type Source =
  | { readonly kind: 'synthetic'; readonly cards: number; readonly queries: number; readonly seeds: readonly string[] }
  | {
      readonly kind: 'files';
      readonly registry: string;
      /** Undefined for commands that look at cards alone. */
      readonly querySet: string | undefined;
      readonly qrels: string | undefined;
      /** Undefined unless the cards' own examples are the queries. */
      readonly knownItem: KnownItemConfig | undefined;
      /** Undefined: what the registry looks like. */
      readonly format: FormatName | undefined;
      /** Undefined: what is usual for the format. */
      readonly granularity: Granularity | undefined;
      readonly strict: boolean;
      readonly stripInvisible: boolean;
    };

/** How the cards' own examples are asked; undefined where they are not. */
export function knownItemOf(source: Source): KnownItemConfig | undefined {
  return source.kind === 'files' ? source.knownItem : undefined;
}

/** The names that a value may take; only the command line knows them. */
export interface KnownNames {
  readonly retrievers: {
    /** Says why a name cannot be had, for the name to stand before; undefined where nothing is wrong with it. */
    readonly problem: (name: string) => string | undefined;
    /** Splits a list at the commas that are not within a name; undefined where it is none. */
    readonly split: (list: string) => readonly string[] | undefined;
  };
  readonly orchestrators: readonly string[];
}

/**
 * Reads where cards and queries come from.
 *
 * @param need whether a given registry needs queries: `optional` is for commands that look at cards alone.
 * @throws UsageError for the first mistake found.
 */
export function readSource(
  options: Options,
  need: 'needed' | 'needed, or examples' | 'optional' = 'needed',
): { source: Source; sampleSeed: string } {
  const registry = options.text('registry');
  const querySet = options.text('query-set');
  const qrels = options.text('qrels');
  const seed = options.text('seed');
  const seeds = options.list('seeds');
  if (seed !== undefined) checkSeed('seed', seed);
  for (const each of seeds ?? []) checkSeed('seeds', each);
  if (seed !== undefined && seeds !== undefined) throw new UsageError('--seed and --seeds: give one of them');

  const format = knownName(options, 'format', FORMAT_NAMES);
  const granularity = knownName(options, 'granularity', GRANULARITIES);

  if (registry === undefined) {
    for (const name of [
      'query-set',
      'qrels',
      'queries-from',
      'folds',
      'format',
      'granularity',
      'strict',
      'strip-invisible',
    ]) {
      if (options.given(name)) throw new UsageError(`--${name} needs --registry`);
    }
    const all = seeds ?? [seed ?? DEFAULTS.seed];
    const cards = options.integer('cards', 1) ?? DEFAULTS.cards;
    const queries = options.integer('queries', 1) ?? DEFAULTS.queries;
    return { source: { kind: 'synthetic', cards, queries, seeds: all }, sampleSeed: all[0] as string };
  }
  for (const name of ['cards', 'queries', 'seeds']) {
    if (options.given(name)) throw new UsageError(`--${name} is for generated cards and does not go with --registry`);
  }
  const knownItem = readKnownItem(options, seed ?? DEFAULTS.seed);
  if (querySet === undefined && knownItem === undefined && need !== 'optional') {
    const examples = need === 'needed, or examples' ? ', or --queries-from examples' : '';
    throw new UsageError(`--registry needs --query-set PATH${examples}`);
  }
  if (querySet === undefined && qrels !== undefined) throw new UsageError('--qrels needs --query-set');
  const files = {
    registry,
    querySet,
    qrels,
    knownItem,
    format,
    granularity,
    strict: options.flag('strict'),
    stripInvisible: options.flag('strip-invisible'),
  };
  return { source: { kind: 'files', ...files }, sampleSeed: seed ?? DEFAULTS.seed };
}

/** A value that is one of a few names. @throws UsageError that lists them for any other. */
function knownName<T extends string>(options: Options, option: string, known: readonly T[]): T | undefined {
  const given = options.text(option);
  if (given === undefined) return undefined;
  const found = known.find((name) => name === given);
  if (found === undefined)
    throw new UsageError(`--${option} ${visible(given)}: unknown; known are ${known.join(', ')}`);
  return found;
}

/** @throws UsageError for text that is no seed. */
export function checkSeed(option: string, seed: string): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(seed)) {
    throw new UsageError(`--${option} ${visible(seed)}: expected 1 to 64 of the characters A-Z a-z 0-9 _ -`);
  }
}

/** @throws UsageError where there is no retriever of that name, or what it needs is not installed. */
export function checkRetriever(option: string, name: string, { retrievers }: KnownNames): void {
  const problem = retrievers.problem(name);
  if (problem !== undefined) throw new UsageError(`--${option} ${visible(name)}: ${problem}`);
}
