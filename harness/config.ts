import { FORMAT_NAMES, type FormatName, GRANULARITIES, type Granularity } from '../datasets/loaders/formats.ts';
import { visible } from '../datasets/visible.ts';
import { KNOWN_ITEM_OPTIONS, type KnownItemConfig, readKnownItem } from './known-item-config.ts';
import { MEASURE_FORMS, measureProblem } from './metrics/index.ts';
import { MODEL_OPTIONS, type ModelConfig, readModelConfig } from './model-config.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';

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

const SIZES: readonly OptionSpec[] = [
  { name: 'cards', value: 'N', description: `cards to generate (default ${DEFAULTS.cards})` },
  { name: 'queries', value: 'N', description: `queries to generate (default ${DEFAULTS.queries})` },
];
const SEED: OptionSpec = {
  name: 'seed',
  value: 'S',
  description: `text that the cards, queries and samples follow from (default ${DEFAULTS.seed}); 042 is not 42`,
};

export const BENCH_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'seeds', value: 'A,B,C', description: 'several seeds, one experiment each' },
  {
    name: 'registry',
    value: 'PATH',
    description: 'real cards instead: a file or a folder; needs --query-set or --queries-from',
  },
  { name: 'query-set', value: 'PATH', description: 'the queries to put to --registry: JSONL or JSON' },
  {
    name: 'qrels',
    value: 'PATH',
    description: 'which cards are right, in TREC or BEIR form, in place of those in the query set',
  },
  ...KNOWN_ITEM_OPTIONS,
  {
    name: 'format',
    value: 'NAME',
    description: `what --registry is to be taken for (default: what it looks like): ${FORMAT_NAMES.join(', ')}`,
  },
  {
    name: 'granularity',
    value: 'tool|server',
    description: 'what a card stands for where --registry lists servers with their tools',
  },
  {
    name: 'strict',
    flag: true,
    description: 'stop at the first file of a folder that is no card, where it would be listed and left out',
  },
  {
    name: 'strip-invisible',
    flag: true,
    description: 'remove invisible characters from cards and queries before they are indexed',
  },
  { name: 'retrievers', value: 'A,B', description: `what to compare (default ${DEFAULTS.retrievers})` },
  {
    name: 'k',
    value: 'N',
    description: `size of the pool that the orchestrator sees (default ${DEFAULTS.k})`,
  },
  {
    name: 'measures',
    value: 'A,B',
    description: `further measures, a column each, by name: ${MEASURE_FORMS}`,
  },
  {
    name: 'baseline',
    value: 'NAME',
    description: `the retriever that every other is compared with (default ${DEFAULTS.baseline} where it is among them, else the first)`,
  },
  {
    name: 'target-recall',
    value: 'X',
    description: 'find the smallest pool whose recall is at least X, such as 0.95, over every size',
  },
  {
    name: 'orchestrator',
    value: 'NAME',
    description: 'who picks from the pool: first (default), oracle, scripted, openai',
  },
  {
    name: 'replies',
    value: 'FILE',
    description: 'the answers of --orchestrator scripted: JSONL {query_id, retriever?, reply | error}',
  },
  ...MODEL_OPTIONS,
  {
    name: 'shuffle-pool',
    flag: true,
    description: 'show pools in an order drawn from the seed: tells whether the orchestrator favours a position',
  },
  {
    name: 'check',
    value: 'all|N',
    description: 'queries compared with the oracle (default all, up to 50 million card-query pairs)',
  },
  { name: 'latency', flag: true, description: 'measure latency (default)' },
  { name: 'no-latency', flag: true, description: 'do not measure latency' },
  { name: 'tokens', flag: true, description: 'count the tokens that the pool saves (default)' },
  { name: 'no-tokens', flag: true, description: 'do not count tokens' },
  { name: 'stopwords', value: 'FILE', description: 'other stopwords: words between white space' },
  {
    name: 'out',
    value: 'DIR',
    description: 'where the results go, absent or empty (default runs/<time>-<fingerprint>)',
  },
  { name: 'quiet', flag: true, description: 'no progress and no tables; errors still print' },
  { name: 'json', flag: true, description: 'print the results as one JSON document on stdout' },
];

export const GENERATE_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'out', value: 'DIR', description: 'where cards.jsonl and queries.jsonl go, absent or empty (required)' },
  { name: 'quiet', flag: true, description: 'no progress, no report; errors still print' },
];

export const PROFILE_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'registry', value: 'PATH', description: 'real cards, to stand beside the generated ones' },
  { name: 'query-set', value: 'PATH', description: 'their queries' },
  { name: 'json', flag: true, description: 'print the figures as one JSON document on stdout' },
];

export const REPLAY_OPTIONS: readonly OptionSpec[] = [
  { name: 'case', value: 'FILE', description: 'a divergence.json that a run has written (required)' },
];

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

/** The options of `bench`, checked. */
export interface BenchConfig {
  readonly source: Source;
  /** What samples follow from: `--seed`, or the first of `--seeds`. */
  readonly sampleSeed: string;
  readonly retrievers: readonly string[];
  readonly k: number;
  /** Names of further measures. */
  readonly measures: readonly string[];
  /** One of the retrievers. */
  readonly baseline: string;
  readonly targetRecall: number | undefined;
  readonly orchestrator: string;
  readonly replies: string | undefined;
  /** Undefined unless a model is asked. */
  readonly model: ModelConfig | undefined;
  readonly shufflePool: boolean;
  readonly tokens: boolean;
  readonly check: 'all' | number | undefined;
  readonly latency: boolean;
  readonly stopwords: string | undefined;
  readonly out: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** The names that a value may take; only the command line knows them. */
export interface KnownNames {
  readonly retrievers: {
    readonly has: (name: string) => boolean;
    /** Splits a list at the commas that are not within a name; undefined where it is none. */
    readonly split: (list: string) => readonly string[] | undefined;
    /** The names in words. */
    readonly text: string;
  };
  readonly orchestrators: readonly string[];
}

/**
 * Reads the options of `bench`.
 *
 * @throws UsageError for the first mistake found; nothing has been touched by then.
 */
export function readBenchConfig(raw: RawOptions, known: KnownNames): BenchConfig {
  const options = new Options(raw, BENCH_OPTIONS);
  const retrievers = options.list('retrievers', known.retrievers.split) ?? DEFAULTS.retrievers.split(',');
  for (const name of retrievers) checkRetriever('retrievers', name, known);
  const orchestrator = options.text('orchestrator') ?? DEFAULTS.orchestrator;
  oneOf('orchestrator', orchestrator, known.orchestrators);
  const replies = options.text('replies');
  if (orchestrator === 'scripted' && replies === undefined)
    throw new UsageError('--orchestrator scripted needs --replies FILE');
  if (orchestrator !== 'scripted' && replies !== undefined)
    throw new UsageError('--replies needs --orchestrator scripted');
  if (options.flag('latency') && options.flag('no-latency'))
    throw new UsageError('--latency and --no-latency: give one of them');
  if (options.flag('tokens') && options.flag('no-tokens'))
    throw new UsageError('--tokens and --no-tokens: give one of them');
  if (options.flag('quiet') && options.flag('json')) throw new UsageError('--quiet and --json: give one of them');

  const k = options.integer('k', 1) ?? DEFAULTS.k;
  const { source, sampleSeed } = readSource(options, 'needed, or examples');
  const check = options.text('check');
  return Object.freeze({
    source,
    sampleSeed,
    retrievers,
    k,
    measures: readMeasures(options, k),
    baseline: readBaseline(options, retrievers),
    targetRecall: readTargetRecall(options),
    orchestrator,
    replies,
    model: readModelConfig(options, orchestrator),
    shufflePool: options.flag('shuffle-pool'),
    tokens: !options.flag('no-tokens'),
    check: check === undefined || check === 'all' ? check : options.integer('check', 1),
    latency: !options.flag('no-latency'),
    stopwords: options.text('stopwords'),
    out: options.text('out'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}

function readMeasures(options: Options, k: number): readonly string[] {
  const names = options.list('measures') ?? [];
  for (const name of names) {
    const problem = measureProblem(name, k);
    if (problem !== undefined) throw new UsageError(`--measures ${visible(name)}: ${problem}`);
  }
  return names;
}

function readBaseline(options: Options, retrievers: readonly string[]): string {
  const wanted = options.text('baseline');
  if (wanted === undefined) return retrievers.find((name) => name === DEFAULTS.baseline) ?? (retrievers[0] as string);
  if (!retrievers.includes(wanted)) {
    throw new UsageError(`--baseline ${visible(wanted)}: expected one of --retrievers, ${retrievers.join(', ')}`);
  }
  return wanted;
}

/** Six decimals at most, so that it can be compared in whole numbers. */
function readTargetRecall(options: Options): number | undefined {
  const text = options.text('target-recall');
  if (text === undefined) return undefined;
  const target = Number(text);
  if (!/^(?:0?\.[0-9]{1,6}|1(?:\.0{1,6})?)$/.test(text) || target === 0) {
    throw new UsageError(
      `--target-recall ${visible(text)}: expected a number above 0 and up to 1, of at most six decimals`,
    );
  }
  return target;
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

/** The options of `generate`, checked. */
export interface GenerateConfig {
  readonly cards: number;
  readonly queries: number;
  readonly seed: string;
  readonly out: string;
  readonly quiet: boolean;
}

/** @throws UsageError for the first mistake found. */
export function readGenerateConfig(raw: RawOptions): GenerateConfig {
  const options = new Options(raw, GENERATE_OPTIONS);
  const seed = options.text('seed') ?? DEFAULTS.seed;
  checkSeed('seed', seed);
  return Object.freeze({
    cards: options.integer('cards', 1) ?? DEFAULTS.cards,
    queries: options.integer('queries', 1) ?? DEFAULTS.queries,
    seed,
    out: options.required('out'),
    quiet: options.flag('quiet'),
  });
}

/**
 * Reads the options of `profile`: a generated registry, and a given one beside it.
 *
 * @throws UsageError for the first mistake found.
 */
export function readProfileConfig(raw: RawOptions): { readonly sources: readonly Source[]; readonly json: boolean } {
  const options = new Options(raw, PROFILE_OPTIONS);
  const { 'query-set': querySet, registry, ...sizes } = raw;
  const generated = readSource(new Options(sizes, PROFILE_OPTIONS)).source;
  if (registry === undefined && querySet === undefined) return { sources: [generated], json: options.flag('json') };
  const given = readSource(new Options({ registry, 'query-set': querySet }, PROFILE_OPTIONS), 'optional').source;
  return { sources: [generated, given], json: options.flag('json') };
}

/** @returns the path of the case. @throws UsageError where it is missing. */
export function readReplayConfig(raw: RawOptions): { readonly path: string } {
  return { path: new Options(raw, REPLAY_OPTIONS).required('case') };
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

function checkSeed(option: string, seed: string): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(seed)) {
    throw new UsageError(`--${option} ${visible(seed)}: expected 1 to 64 of the characters A-Z a-z 0-9 _ -`);
  }
}

/** @throws UsageError where there is no retriever of that name. */
export function checkRetriever(option: string, name: string, { retrievers }: KnownNames): void {
  if (!retrievers.has(name)) {
    throw new UsageError(`--${option} ${visible(name)}: unknown; known are ${retrievers.text}`);
  }
}

function oneOf(option: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new UsageError(`--${option} ${visible(name)}: unknown; known are ${known.join(', ')}`);
}
