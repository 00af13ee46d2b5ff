import { BENCH_OPTIONS } from './bench.ts';
import { type OptionSpec, Options, type RawOptions } from './options.ts';
import { type Plant, readPlants } from './plants.ts';
import { checkRetriever, DEFAULTS, type KnownNames, readSource, type Source } from './source.ts';

/** What is looked into where no retriever is named. */
const RETRIEVER = 'ssr';

/** Options of `bench` that mean the same here. */
function asInBench(...names: readonly string[]): readonly OptionSpec[] {
  return BENCH_OPTIONS.filter(({ name }) => names.includes(name));
}

/** What cards are read, and how. */
function registryOptions(description: string): readonly OptionSpec[] {
  return asInBench('registry', 'format', 'granularity', 'strict', 'strip-invisible').map((option) =>
    option.name === 'registry' ? { ...option, description } : option,
  );
}

const RETRIEVER_OPTION: OptionSpec = {
  name: 'retriever',
  value: 'NAME',
  description: `which one (default ${RETRIEVER})`,
};
const JSON_OPTION: OptionSpec = { name: 'json', flag: true, description: 'print one JSON document on stdout' };

export const EXPLAIN_OPTIONS: readonly OptionSpec[] = [
  { name: 'query', value: 'TEXT', description: 'the query to explain (required)' },
  { name: 'card', value: 'ID', description: 'say why this card is in the pool, or why it is not' },
  RETRIEVER_OPTION,
  ...asInBench('cards', 'seed'),
  ...registryOptions('real cards instead: a file or a folder'),
  ...asInBench('plant', 'k', 'stopwords'),
  JSON_OPTION,
];

export const DIAGNOSE_OPTIONS: readonly OptionSpec[] = [
  RETRIEVER_OPTION,
  ...asInBench('cards', 'queries', 'seed', 'seeds', 'query-set', 'qrels'),
  ...registryOptions('real cards instead: a file or a folder; needs --query-set'),
  ...asInBench('k', 'stopwords'),
  { name: 'out', value: 'DIR', description: 'write cards.csv and misses.csv there; absent or empty' },
  JSON_OPTION,
];

/** What both commands look at. */
interface Subject {
  readonly source: Source;
  readonly retriever: string;
  readonly k: number;
  readonly stopwords: string | undefined;
  readonly json: boolean;
}

/** The options of `explain`, checked. */
export interface ExplainConfig extends Subject {
  readonly query: string;
  readonly card: string | undefined;
  readonly plants: readonly Plant[];
  /** What hostile cards follow from, where the cards have no seed of their own. */
  readonly sampleSeed: string;
}

/** The options of `diagnose`, checked. */
export interface DiagnoseConfig extends Subject {
  /** What a retriever that draws by lot draws from, where the cards have no seed of their own. */
  readonly sampleSeed: string;
  readonly out: string | undefined;
}

/** @throws UsageError for the first mistake found; nothing has been touched by then. */
export function readExplainConfig(raw: RawOptions, known: KnownNames): ExplainConfig {
  const options = new Options(raw, EXPLAIN_OPTIONS);
  const query = options.required('query');
  const { sampleSeed, source: given } = readSource(options, 'optional');
  const subject = readSubject(options, known, given);
  // The cards do not depend on the queries, which nobody asks for here.
  const source: Source = subject.source.kind === 'synthetic' ? { ...subject.source, queries: 1 } : subject.source;
  return Object.freeze({
    ...subject,
    source,
    query,
    card: options.text('card'),
    plants: readPlants(options),
    sampleSeed,
  });
}

/** @throws UsageError for the first mistake found; nothing has been touched by then. */
export function readDiagnoseConfig(raw: RawOptions, known: KnownNames): DiagnoseConfig {
  const options = new Options(raw, DIAGNOSE_OPTIONS);
  const { sampleSeed, source } = readSource(options);
  return Object.freeze({ ...readSubject(options, known, source), sampleSeed, out: options.text('out') });
}

function readSubject(options: Options, known: KnownNames, source: Source): Subject {
  const retriever = options.text('retriever') ?? RETRIEVER;
  checkRetriever('retriever', retriever, known);
  return {
    source,
    retriever,
    k: options.integer('k', 1) ?? DEFAULTS.k,
    stopwords: options.text('stopwords'),
    json: options.flag('json'),
  };
}
