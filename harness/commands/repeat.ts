import type { BenchConfig } from '../config.ts';
import type { RawOptions } from '../options.ts';

/** What a run follows from. Options that are not named here, such as where the results go, are not repeated. */
const DECIDES = [
  ...['cards', 'queries', 'seed', 'seeds', 'registry', 'query-set', 'qrels', 'queries-from', 'folds'],
  ...['format', 'granularity'],
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
  ...['check', 'no-latency', 'stopwords'],
];
/** Of these, what the ranking of one query with one retriever follows from. */
const DECIDES_RANKING = ['registry', 'format', 'granularity', 'strict', 'strip-invisible', 'stopwords'];

/** The command that runs a bench again, fit for a POSIX shell. */
export function benchCommand(raw: RawOptions): string {
  return ['npm run bench --', ...given(raw, DECIDES)].join(' ');
}

/** The command that explains a query of one of its experiments, but for the retriever and the query. */
export function explainCommand(raw: RawOptions, { k, source }: BenchConfig, seed: string | undefined): string {
  const generated = source.kind === 'synthetic' ? [`--cards ${source.cards}`, `--seed ${seed}`] : [];
  return ['npm run shortlist -- explain', ...generated, ...given(raw, DECIDES_RANKING), `-k ${k}`].join(' ');
}

function given(raw: RawOptions, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = raw[name];
    if (value === true) return [`--${name}`];
    return typeof value === 'string' ? [`--${name} ${quoted(value)}`] : [];
  });
}

function quoted(value: string): string {
  return /^[\w./:,@=+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
