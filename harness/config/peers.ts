import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';
import { readSizes } from './sizes.ts';
import { checkRetriever, checkSeed, DEFAULTS, type KnownNames, SEED } from './source.ts';

const SIZES = [1_000, 10_000];
const LIMIT_S = 300;

export const PEERS_OPTIONS: readonly OptionSpec[] = [
  { name: 'sizes', value: 'N,N,...', description: 'registry sizes; 20000, or with an exponent 1e5 (default 1e3,1e4)' },
  { name: 'queries', value: 'N', description: `queries of every size (default ${DEFAULTS.queries})` },
  SEED,
  {
    name: 'retrievers',
    value: 'A,B',
    description: 'what to compare (default ssr,bm25,wss and all search engines that are installed)',
  },
  { name: 'k', value: 'N', description: `hits of a search (default ${DEFAULTS.k})` },
  {
    name: 'limit',
    value: 'SECONDS',
    description: `what a retriever may take to index a size, again to answer all queries, and again for the searches that are timed (default ${LIMIT_S}); beyond it its cells stay empty`,
  },
  { name: 'out', value: 'DIR', description: 'where the results go, absent or empty (default runs/peers-<time>)' },
  { name: 'quiet', flag: true, description: 'no progress and no tables; errors still print' },
  { name: 'json', flag: true, description: 'print the results as one JSON document on stdout' },
  {
    name: 'install',
    flag: true,
    description: 'install the search engines to compare with into .peers, and do nothing else',
  },
];

/** The options of `peers`, checked. */
export interface PeersConfig {
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly queries: number;
  readonly seed: string;
  /** Undefined: those of the project that are compared by default, and what is installed. */
  readonly retrievers: readonly string[] | undefined;
  readonly k: number;
  readonly limitS: number;
  readonly out: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * Reads the options of `peers`.
 *
 * @returns `install` where packages are to be installed, and nothing else.
 * @throws UsageError for the first mistake found.
 */
export function readPeersConfig(raw: RawOptions, known: KnownNames): PeersConfig | 'install' {
  const options = new Options(raw, PEERS_OPTIONS);
  if (options.flag('install')) {
    const other = PEERS_OPTIONS.find(({ name }) => name !== 'install' && options.given(name));
    if (other !== undefined) throw new UsageError(`--install and --${other.name}: give one of them`);
    return 'install';
  }
  if (options.flag('quiet') && options.flag('json')) throw new UsageError('--quiet and --json: give one of them');
  const seed = options.text('seed') ?? DEFAULTS.seed;
  checkSeed('seed', seed);
  const retrievers = options.list('retrievers', known.retrievers.split);
  for (const name of retrievers ?? []) checkRetriever('retrievers', name, known);
  return Object.freeze({
    sizes: readSizes(options, 'sizes', SIZES).toSorted((a, b) => a - b),
    queries: options.integer('queries', 1) ?? DEFAULTS.queries,
    seed,
    retrievers,
    k: options.integer('k', 1) ?? DEFAULTS.k,
    limitS: options.integer('limit', 1, 86_400) ?? LIMIT_S,
    out: options.text('out'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}
