import { createHash } from 'node:crypto';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import type { Dataset } from '../datasets/dataset.ts';
import { cardLine, queryLine } from '../datasets/loaders/canonical-write.ts';
import type { Verdict } from './records.ts';

/** All that decides the results: the same experiment gives the same files on any machine. */
export interface Experiment {
  readonly shortlist: string;
  readonly dataset: {
    readonly name: string;
    /** Version of the generator, where the cards were generated. */
    readonly generator?: string;
    /** One for each seed; a given registry has one. */
    readonly contents: readonly DatasetHash[];
    /** Where the cards' own examples were asked: what such figures are, and what the division into folds followed from. */
    readonly queries_from?: { readonly examples: string; readonly folds: number; readonly seed: string };
    /** Where hostile cards were planted: version of their recipe, and how many of each kind, as a share of the others. */
    readonly planted?: { readonly recipe: string; readonly shares: Readonly<Record<string, number>> };
  };
  readonly stopwords: { readonly name: string; readonly sha256: string };
  /** Those of wss, where it runs. */
  readonly wss_stopwords?: { readonly name: string; readonly sha256: string };
  /** Empty where the cards were given. */
  readonly seeds: readonly string[];
  /** What samples were drawn with. */
  readonly sample_seed: string;
  readonly k: number;
  readonly retrievers: readonly string[];
  /** Those that were asked for by name. */
  readonly measures: readonly string[];
  readonly baseline: string;
  readonly target_recall?: number;
  /** With all that its answers follow from. */
  readonly orchestrator: {
    readonly name: string;
    readonly replies_sha256?: string;
    readonly [setting: string]: unknown;
  };
  /** What tokens were counted in; absent where they were not. */
  readonly token_encoding?: string;
  /** How many queries of each dataset were compared with the oracle; `none` where no retriever has one. */
  readonly check: 'all' | 'none' | number;
}

/** Size and contents of a registry and its queries, in canonical form. */
export interface DatasetHash {
  readonly cards: number;
  readonly queries: number;
  readonly cards_sha256: string;
  readonly queries_sha256: string;
}

/** `manifest.json`: what ran, where, when, and what came of it. */
export interface Manifest {
  readonly experiment: Experiment;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly times: Readonly<Record<string, string | number>>;
  /** Absent from a run that was interrupted: it has not the files that it would stand for. */
  readonly fingerprint?: string;
  readonly verdict: Verdict | { readonly result: 'interrupted'; readonly reasons: readonly string[] };
  /** What was noticed about the data, a line each, such as every file that was left out. */
  readonly notices: readonly string[];
  /** What was asked of a model in all sittings of the run; absent where none was. */
  readonly usage?: Readonly<Record<string, number>>;
  /** sha256 of every file beside this one. */
  readonly files: Readonly<Record<string, string>>;
}

/** Hashes a dataset as its canonical lines, so that the hash is that of the content and not of a file. */
export function hashDataset({ cards, queries }: Pick<Dataset, 'cards' | 'queries'>): DatasetHash {
  const ofCards = createHash('sha256');
  for (const card of cards) ofCards.update(`${cardLine(card)}\n`);
  const ofQueries = createHash('sha256');
  for (const query of queries) {
    ofQueries.update(`${queryLine(query)}\n`);
    // The canonical line knows no grades; two sets that differ in nothing else are different all the same.
    const grades = [...(query.relevant?.values() ?? [])];
    if (grades.some((grade) => grade !== 1)) ofQueries.update(`${JSON.stringify(grades)}\n`);
  }
  return {
    cards: cards.length,
    queries: queries.length,
    cards_sha256: ofCards.digest('hex'),
    queries_sha256: ofQueries.digest('hex'),
  };
}

/** Files that depend on the machine, and so are not in the fingerprint. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['latency.csv', 'calls.csv']);

/**
 * The fingerprint of a run: sha256 over the lines `sha256 name` of its CSV files (`latency.csv` and `calls.csv` aside), sorted as
 * whole lines, the hash first, a line feed after each; and then a line with the sha256 of the experiment as JSON.
 *
 * @param files sha256 (hex) of each file by name; other than CSV files are passed over.
 * @param experiment of a run that is made, or as it was read back: the order of its fields counts.
 */
export function fingerprint(files: ReadonlyMap<string, string>, experiment: object): string {
  const lines = [...files]
    .filter(([name]) => name.endsWith('.csv') && !OF_THE_MACHINE.has(name))
    .map(([name, sha256]) => `${sha256} ${name}\n`)
    .sort();
  return sha256(`${lines.join('')}${sha256(JSON.stringify(experiment))}\n`);
}

/** sha256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a figure of latency needs beside it: the machine and its Node. */
export function describeMachine(): Manifest['machine'] {
  return {
    node: process.version,
    v8: process.versions.v8,
    platform: platform(),
    arch: arch(),
    cpu: cpus()[0]?.model ?? '',
    cores: availableParallelism(),
    memory_mib: Math.round(totalmem() / 2 ** 20),
  };
}
