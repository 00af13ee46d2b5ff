import type { RunInsights, RunRecords, Verdict } from '../../harness/records.ts';
import { seriesColor } from './colors.ts';

/** What the page says of a run besides its records. */
export interface PageFacts {
  readonly version: string;
  readonly orchestrator: string;
  /** Where the queries are the cards' own examples: in how many folds; else undefined. */
  readonly knownItemFolds: number | undefined;
  /** What tokens were counted in. */
  readonly tokenEncoding: string;
  readonly verdict: Verdict;
  /** Queries of each dataset that were compared with the oracle (undefined: there is none), and how many there were. */
  readonly checked: { readonly queries: number | undefined; readonly of: number };
  readonly conformance: { readonly checked: number; readonly differences: readonly string[] };
  readonly fingerprint: string;
  /** The machine, for its figures of latency; name to value. */
  readonly machine: Readonly<Record<string, string | number>>;
  readonly notices: readonly string[];
  /** The command that runs all of it again. */
  readonly command: string;
  /** What `explain` is given besides retriever and query, by seed; none where it would explain another registry. */
  readonly explainCommands: ReadonlyMap<string | undefined, string>;
}

/** Retrievers that one line of a chart stands for: one, or one and the oracle that it equals. */
export interface Series {
  readonly label: string;
  /** Without the oracle that it equals. */
  readonly name: string;
  /** Whose figures they are. */
  readonly retriever: string;
  readonly color: string;
}

/** A run, seen as the page shows it. */
export interface View {
  readonly records: RunRecords;
  readonly insights: RunInsights;
  readonly facts: PageFacts;
  readonly k: number;
  /** In the order of the records. */
  readonly retrievers: readonly string[];
  readonly seeds: readonly (string | undefined)[];
  /** What differs in quality. */
  readonly series: readonly Series[];
  /** Every retriever, for what differs in time. */
  readonly each: readonly Series[];
  readonly oracleOf: ReadonlyMap<string, string>;
}

export function viewOf(records: RunRecords, insights: RunInsights, facts: PageFacts): View {
  const { agreement, summary } = records;
  const retrievers = [...new Set(summary.map((row) => row.retriever))];
  const oracleOf = new Map(agreement.map(({ oracle, retriever }) => [retriever, oracle]));
  const isEqual = (retriever: string) => {
    const rows = summary.filter((row) => row.retriever === retriever);
    return rows.every(({ compared, divergent, queries }) => divergent === 0 && compared === queries);
  };
  const each = retrievers.map((retriever, i) => ({
    label: retriever,
    name: retriever,
    retriever,
    color: seriesColor(i),
  }));
  const equals = new Map<string, string[]>();
  for (const [retriever, oracle] of oracleOf) {
    const known = retrievers.includes(retriever) && retrievers.includes(oracle);
    if (known && isEqual(retriever)) equals.set(oracle, [...(equals.get(oracle) ?? []), retriever]);
  }
  const hidden = new Set<string>();
  const series = each.flatMap((one): Series[] => {
    if (hidden.has(one.retriever)) return [];
    const oracle = [...equals].find(([name, all]) => name === one.retriever || all.includes(one.retriever));
    if (oracle === undefined) return [one];
    const [name, all] = oracle;
    for (const other of [name, ...all]) hidden.add(other);
    return [{ ...one, name: all.join(' = '), label: [...all, name].join(' = ') }];
  });
  return {
    records,
    insights,
    facts,
    k: summary[0]?.k ?? 0,
    retrievers,
    seeds: [...new Set(summary.map((row) => row.seed))],
    series,
    each,
    oracleOf,
  };
}

/** The mean of those that are there; undefined where none is. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** A space at which no line is broken. */
const UNBROKEN = '\u00a0';

/** A share as a percentage for a person. */
export function percent(value: number | undefined, digits = 1): string {
  return value === undefined ? '–' : `${(value * 100).toFixed(digits)}${UNBROKEN}%`;
}

/** Microseconds for a person, in the unit that suits them. */
export function duration(us: number | undefined): string {
  if (us === undefined) return '–';
  if (us < 1000) return `${Number(us.toPrecision(3))}${UNBROKEN}µs`;
  return us < 1e6
    ? `${Number((us / 1000).toPrecision(3))}${UNBROKEN}ms`
    : `${Number((us / 1e6).toPrecision(3))}${UNBROKEN}s`;
}

/** A whole number with its thousands apart. */
export function whole(value: number): string {
  return value.toLocaleString('en-US');
}
