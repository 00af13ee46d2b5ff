import { FORMAT_NAMES } from '../../datasets/loaders/formats.ts';
import { visible } from '../../datasets/visible.ts';
import { DEFAULT_PROCESSES, MOST_PROCESSES } from '../latency/how-many.ts';
import { MEASURE_FORMS, measureProblem } from '../metrics/index.ts';
import { KNOWN_ITEM_OPTIONS } from './known-item.ts';
import { MODEL_OPTIONS, type ModelConfig, readModelConfig } from './model.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';
import { PLANT_OPTIONS, type Plant, readPlants } from './plants.ts';
import {
  checkRetriever,
  DEFAULTS,
  type KnownNames,
  knownItemOf,
  readSource,
  SEED,
  SIZES,
  type Source,
} from './source.ts';

export const BENCH_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'seeds', value: 'A,B,C', description: 'several seeds, one experiment each' },
  {
    name: 'registry',
    value: 'PATH',
    description: 'real cards instead: a file or a folder; needs --query-set or --queries-from',
  },
  {
    name: 'query-set',
    value: 'PATH',
    description: 'the queries to put to --registry: canonical or BEIR, or lines of id, tab and text',
  },
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
  ...PLANT_OPTIONS,
  { name: 'retrievers', value: 'A,B', description: `what to compare (default ${DEFAULTS.retrievers})` },
  {
    name: 'index',
    value: 'FILE',
    many: true,
    description:
      'read the index of one of --retrievers, which "index" built over the same cards, in place of building it',
  },
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
  { name: 'latency-samples', flag: true, description: 'write every latency sample into samples.json' },
  {
    name: 'latency-processes',
    value: 'N',
    description: `time in N fresh processes, 1 to ${MOST_PROCESSES}, each with indexes of its own (default ${DEFAULT_PROCESSES} where the cards are few; 1: in the process of the bench)`,
  },
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

/** The options of `bench`, checked. */
export interface BenchConfig {
  readonly source: Source;
  /** What samples follow from: `--seed`, or the first of `--seeds`. */
  readonly sampleSeed: string;
  /** Hostile cards that are added; empty where none are. */
  readonly plants: readonly Plant[];
  readonly retrievers: readonly string[];
  /** Files with indexes that are not to be built. */
  readonly indexes: readonly string[];
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
  /** Whether every sample is written. */
  readonly latencySamples: boolean;
  /** Undefined: decided by the size of the registry. */
  readonly latencyProcesses: number | undefined;
  readonly stopwords: string | undefined;
  readonly out: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
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
  if (options.flag('latency-samples') && options.flag('no-latency'))
    throw new UsageError('--latency-samples and --no-latency: give one of them');
  if (options.text('latency-processes') !== undefined && options.flag('no-latency'))
    throw new UsageError('--latency-processes and --no-latency: give one of them');
  if (options.flag('tokens') && options.flag('no-tokens'))
    throw new UsageError('--tokens and --no-tokens: give one of them');
  if (options.flag('quiet') && options.flag('json')) throw new UsageError('--quiet and --json: give one of them');

  const k = options.integer('k', 1) ?? DEFAULTS.k;
  const { source, sampleSeed } = readSource(options, 'needed, or examples');
  const check = options.text('check');
  return Object.freeze({
    source,
    sampleSeed,
    plants: readPlants(options),
    retrievers,
    indexes: readIndexes(options, source),
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
    latencySamples: options.flag('latency-samples'),
    latencyProcesses: options.integer('latency-processes', 1, MOST_PROCESSES),
    stopwords: options.text('stopwords'),
    out: options.text('out'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}

/** An index is over one registry: not over those of several seeds, nor over those of folds. */
function readIndexes(options: Options, source: Source): readonly string[] {
  const indexes = options.texts('index');
  if (indexes.length === 0) return indexes;
  if (source.kind === 'synthetic' && source.seeds.length > 1)
    throw new UsageError('--index goes with one seed, not with several');
  if (knownItemOf(source) !== undefined) {
    throw new UsageError('--index does not go with --queries-from: each fold has cards of its own');
  }
  return indexes;
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

function oneOf(option: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new UsageError(`--${option} ${visible(name)}: unknown; known are ${known.join(', ')}`);
}
