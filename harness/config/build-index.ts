import { BENCH_OPTIONS } from './bench.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';
import { checkRetriever, type KnownNames, readSource, type Source } from './source.ts';

/** Whose index is built where no retriever is named. */
const RETRIEVER = 'ssr';

/** More than this are a slip of the finger: each takes memory of its own. */
const MOST_WORKERS = 64;

/** Options that mean the same as in `bench`. */
const AS_IN_BENCH = ['cards', 'seed', 'format', 'granularity', 'strict', 'strip-invisible', 'stopwords'];

export const BUILD_INDEX_OPTIONS: readonly OptionSpec[] = [
  { name: 'registry', value: 'PATH', description: 'real cards instead of generated ones: a file or a folder' },
  ...BENCH_OPTIONS.filter(({ name }) => AS_IN_BENCH.includes(name)),
  { name: 'retriever', value: 'NAME', description: `whose index to build (default ${RETRIEVER})` },
  {
    name: 'workers',
    value: 'N',
    description: `threads that read a large registry, where the retriever uses any (default as many as cores, up to 4; at most ${MOST_WORKERS}); the file is the same`,
  },
  { name: 'out', value: 'FILE', description: 'the file to write, which must not be there yet (required)' },
  {
    name: 'memory',
    flag: true,
    description: 'say how many bytes each part of the index takes, and the peak of the process',
  },
  { name: 'quiet', flag: true, description: 'no progress, no report; errors still print' },
  { name: 'json', flag: true, description: 'print the report as one JSON document on stdout' },
];

/** The options of `index`, checked. */
export interface BuildIndexConfig {
  /** Its queries, if any, are not asked for. */
  readonly source: Source;
  readonly retriever: string;
  readonly stopwords: string | undefined;
  /** Undefined: what the retriever takes by itself. */
  readonly workers: number | undefined;
  readonly out: string;
  readonly memory: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** @throws UsageError for the first mistake found; nothing has been touched by then. */
export function readBuildIndexConfig(raw: RawOptions, known: KnownNames): BuildIndexConfig {
  const options = new Options(raw, BUILD_INDEX_OPTIONS);
  const retriever = options.text('retriever') ?? RETRIEVER;
  checkRetriever('retriever', retriever, known);
  for (const report of ['memory', 'json']) {
    if (options.flag('quiet') && options.flag(report)) {
      throw new UsageError(`--quiet and --${report}: give one of them`);
    }
  }
  return Object.freeze({
    source: readSource(options, 'optional').source,
    retriever,
    stopwords: options.text('stopwords'),
    workers: options.integer('workers', 1, MOST_WORKERS),
    out: options.required('out'),
    memory: options.flag('memory'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}
