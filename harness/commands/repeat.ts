import { parseAddress } from '../../datasets/sources/address.ts';
import type { BenchConfig } from '../config/bench.ts';
import type { RawOptions } from '../config/options.ts';

/** What a run follows from. Options that are not named here, such as where the results go, are not repeated. */
const DECIDES = [
  ...['cards', 'queries', 'seed', 'seeds', 'registry', 'query-set', 'qrels', 'queries-from', 'folds'],
  ...['format', 'granularity', 'plant'],
  ...[
    'strict',
    'strip-invisible',
    'retrievers',
    'k',
    'measures',
    'baseline',
    'target-recall',
    'orchestrator',
    'replies',
  ],
  ...['model', 'api-key-env', 'temperature', 'max-tokens', 'max-completion-tokens', 'llm-seed', 'stream'],
  ...['repeat', 'shuffle-pool', 'check', 'no-latency', 'latency-processes', 'no-tokens', 'stopwords'],
];
/** Of these, what the ranking of one query with one retriever follows from. */
const DECIDES_RANKING = ['registry', 'format', 'granularity', 'strict', 'strip-invisible', 'plant', 'stopwords'];

/** The command that runs a bench again, fit for a POSIX shell. */
export function benchCommand(raw: RawOptions): string {
  return ['npm run bench --', ...given(withoutSecrets(raw), ['base-url', ...DECIDES])].join(' ');
}

/** The command that measures at the same sizes again. */
export function scaleCommand(raw: RawOptions): string {
  const names = ['sizes', 'shape', 'seed', 'queries', 'check', 'k'];
  return ['npm run shortlist -- scale', ...given(raw, names)].join(' ');
}

/** The command that explains a query of one of its experiments, but for the retriever and the query. */
export function explainCommand(raw: RawOptions, { k, plants, source }: BenchConfig, seed: string | undefined): string {
  const generated = source.kind === 'synthetic' ? [`--cards ${source.cards}`, `--seed ${seed}`] : [];
  // Given cards follow from no seed, but hostile cards beside them do.
  const planted = source.kind === 'files' && plants.length > 0 ? given(raw, ['seed']) : [];
  const shared = given(raw, DECIDES_RANKING);
  return ['npm run shortlist -- explain', ...generated, ...planted, ...shared, `-k ${k}`].join(' ');
}

/** People put user, password and key into an address; it is repeated without them. */
function withoutSecrets(raw: RawOptions): RawOptions {
  const base = raw['base-url'];
  if (typeof base !== 'string') return raw;
  return { ...raw, 'base-url': parseAddress(base, { keyInPath: true })?.shown };
}

function given(raw: RawOptions, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = raw[name];
    if (value === true) return [`--${name}`];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) => (typeof text === 'string' ? [`--${name} ${quoted(text)}`] : []));
  });
}

function quoted(value: string): string {
  return /^[\w./:,@=+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
