import { counted } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { QueryChange, RunComparison, RunsCompared } from '../harness/records.ts';
import { asRows, type Table } from './csv.ts';
import { type Document, type Section, section } from './document.ts';
import { count, share, signed } from './numbers.ts';

/** Queries that are listed as won, and as lost, for each retriever. */
const LISTED = 10;
/** Rows of work that a person is shown; all of them are in the CSV. */
const WORK_LISTED = 40;

const MEASURES = [
  ...[
    'run',
    'baseline',
    'seed',
    'retriever',
    'measure',
    'queries',
    'value',
    'baseline_value',
    'difference',
    'low',
    'high',
  ],
  ...['better', 'equal', 'worse', 'p', 'p_holm', 'permutations', 'smallest_detectable'],
];
const QUERIES = [
  ...[
    'run',
    'baseline',
    'seed',
    'retriever',
    'query_id',
    'change',
    'recall',
    'baseline_recall',
    'rank',
    'baseline_rank',
  ],
  ...['outcome', 'baseline_outcome', 'cause', 'baseline_cause'],
];
const OUTCOMES = ['run', 'baseline', 'seed', 'retriever', 'from', 'to', 'queries'];
const RETIMED = [
  ...['run', 'baseline', 'seed', 'retriever', 'baseline_retriever', 'timed', 'rounds', 'samples'],
  ...['p50_us', 'baseline_p50_us', 'ratio', 'low', 'high'],
];
const WORK = ['run', 'baseline', 'seed', 'retriever', 'counter', 'value', 'baseline_value', 'ratio'];

/** The CSV files of a comparison by name. */
export function compareTables({ comparisons }: RunsCompared): ReadonlyMap<string, Table> {
  const all = (rowsOf: (comparison: RunComparison) => readonly object[]) => asRows(comparisons.flatMap(rowsOf));
  return new Map([
    ['compare.csv', { columns: MEASURES, rows: all(({ measures }) => measures) }],
    ['compare-queries.csv', { columns: QUERIES, rows: all(({ queries }) => queries) }],
    ['compare-outcomes.csv', { columns: OUTCOMES, rows: all(({ outcomes }) => outcomes) }],
    ['compare-work.csv', { columns: WORK, rows: all(({ work }) => work) }],
    ...(comparisons.some(({ retimed }) => retimed !== undefined)
      ? [['compare-latency.csv', { columns: RETIMED, rows: all(({ retimed }) => retimed ?? []) }] as const]
      : []),
  ]);
}

/** A comparison for a person to read. */
export function compareDocument({ comparisons, runs }: RunsCompared): Document {
  return {
    title: `${runs.length} runs compared`,
    sections: [
      section(undefined, {
        lines: [
          'a difference is a run less the first; intervals are 95 % paired bootstrap, p by paired randomisation with Holm',
        ],
        table: [
          ['run', 'folder', 'verdict', 'fingerprint'],
          ...runs.map((run) => [
            run.label,
            visible(run.path, 100),
            visible(run.verdict),
            run.fingerprint?.slice(0, 12) ?? '-',
          ]),
        ],
      }),
      ...comparisons.flatMap(comparisonSections),
    ],
  };
}

function comparisonSections(comparison: RunComparison): Section[] {
  const { baseline, label, notices } = comparison;
  const beside = `${label} against ${baseline}`;
  const seeded = comparison.subjects.some((subject, _, all) => subject.seed !== all[0]?.seed);
  return [
    section(beside, { lines: [...inShort(comparison, seeded), ...notices.map((notice) => visible(notice, 300))] }),
    measureSection(comparison),
    ...(['lost', 'won'] as const).flatMap((change) => querySection(comparison, change, seeded)),
    ...outcomeSection(comparison, seeded),
    ...workSection(comparison, seeded),
    ...latencySection(comparison, seeded),
    ...retimedSection(comparison, seeded),
  ];
}

/** A line for each retriever and seed; one line alone where nothing changed at all. */
function inShort({ measures, only, outcomes, queries, subjects, work }: RunComparison, seeded: boolean): string[] {
  const unchanged =
    subjects.length > 0 &&
    queries.length === 0 &&
    outcomes.length === 0 &&
    subjects.every((subject) => subject.same_pools === subject.queries) &&
    measures.every(({ difference }) => difference === 0) &&
    work.every((row) => row.value === row.baseline_value);
  const equal = 'every pool, measure, outcome and counter of work is the same';
  const alone = only.map(({ retrievers, run }) => `${run} alone has ${visible(retrievers.join(', '), 200)}`);
  const common = [...new Set(subjects.map(({ retriever }) => retriever))].join(', ');
  const all = !unchanged
    ? []
    : alone.length === 0
      ? [`all equal: ${equal}`]
      : [`equal where both have the retriever (${visible(common, 200)}): ${equal}; ${alone.join(', ')}`];
  return [
    ...all,
    ...subjects.map((subject) => {
      return [
        `${named(subject, seeded)}: ${count(subject.won)} won, ${count(subject.lost)} lost`,
        `${count(subject.same_pools)} of ${counted(subject.queries, 'pool')} the same`,
        `${count(subject.same_outcomes)} of ${counted(subject.queries, 'outcome')} the same`,
      ].join(', ');
    }),
  ];
}

/** Where there are several seeds, the rows of all of them together. */
function measureSection({ baseline, label, measures }: RunComparison): Section {
  const whole = measures.filter((row) => row.seed === undefined);
  const rows = whole.length > 0 ? whole : measures;
  return section('measures', {
    lines: rows.length === 0 ? ['no query is judged in both runs'] : [],
    table: [
      [
        'retriever',
        'measure',
        'queries',
        baseline,
        label,
        'difference',
        '95 % interval',
        'better',
        'equal',
        'worse',
        'p',
      ],
      ...rows.map((row) => [
        visible(row.retriever, 40),
        row.measure,
        count(row.queries),
        share(row.baseline_value),
        share(row.value),
        signed(row.difference),
        row.low === undefined || row.high === undefined ? '-' : `${signed(row.low)} to ${signed(row.high)}`,
        count(row.better),
        count(row.equal),
        count(row.worse),
        row.p_holm < 0.001 ? '< 0.001' : row.p_holm.toFixed(3),
      ]),
    ],
  });
}

function querySection({ baseline, label, queries }: RunComparison, change: 'won' | 'lost', seeded: boolean): Section[] {
  const all = queries.filter((query) => query.change === change);
  if (all.length === 0) return [];
  const retrievers = new Map<string, QueryChange[]>();
  for (const query of all) retrievers.set(query.retriever, [...(retrievers.get(query.retriever) ?? []), query]);
  const shown = [...retrievers.values()].flatMap((own) => own.slice(0, LISTED));
  const from = `${baseline} to ${label}`;
  return [
    section(`queries ${change}`, {
      lines: shown.length < all.length ? [`${shown.length} of ${count(all.length)}, those that changed most`] : [],
      table: [
        ['retriever', 'query', `recall, ${from}`, `first right rank, ${from}`, `outcome, ${from}`],
        ...shown.map((query) => [
          named(query, seeded),
          visible(query.query_id, 40),
          `${share(query.baseline_recall)} to ${share(query.recall)}`,
          `${query.baseline_rank ?? 'none'} to ${query.rank ?? 'none'}`,
          query.baseline_outcome === query.outcome
            ? visible(query.outcome ?? '-', 30)
            : `${visible(query.baseline_outcome ?? '-', 30)} to ${visible(query.outcome ?? '-', 30)}`,
        ]),
      ],
    }),
  ];
}

function outcomeSection({ outcomes }: RunComparison, seeded: boolean): Section[] {
  if (outcomes.length === 0) return [];
  return [
    section('outcomes that moved', {
      table: [
        ['retriever', 'from', 'to', 'queries'],
        ...outcomes.map((move) => [named(move, seeded), visible(move.from), visible(move.to), count(move.queries)]),
      ],
    }),
  ];
}

function workSection({ baseline, label, work }: RunComparison, seeded: boolean): Section[] {
  if (work.length === 0) return [];
  return [
    section('work, the same on every machine', {
      lines: work.length > WORK_LISTED ? [`${WORK_LISTED} of ${counted(work.length, 'row')}`] : [],
      table: [
        ['retriever', 'counter', baseline, label, `${label} / ${baseline}`],
        ...work
          .slice(0, WORK_LISTED)
          .map((row) => [
            named(row, seeded),
            visible(row.counter, 40),
            figure(row.baseline_value),
            figure(row.value),
            row.ratio === undefined ? '-' : row.ratio.toFixed(3),
          ]),
      ],
    }),
  ];
}

function latencySection({ baseline, label, latency }: RunComparison, seeded: boolean): Section[] {
  const rows = latency.map((row) => [
    named(row, seeded),
    span(row.baseline_ratio, row.baseline_low, row.baseline_high),
    span(row.ratio, row.low, row.high),
  ]);
  return [
    section('latency', {
      lines: [
        'milliseconds of two runs are never divided: another hour or machine would show as a difference of retrievers',
        ...(rows.length > 0
          ? ['times faster than the oracle that was timed in the same run, with its 95 % interval:']
          : []),
      ],
      table: rows.length > 0 ? [['retriever', baseline, label], ...rows] : undefined,
    }),
  ];
}

function retimedSection({ baseline, label, retimed }: RunComparison, seeded: boolean): Section[] {
  if (retimed === undefined) return [];
  return [
    section('latency, re-timed', {
      lines: [
        'both retrievers were built again from what the manifests say and timed side by side, in one process of this program; each found what its run has on record',
        'what differs is the retriever or its settings, not the code: both are made by the same checkout',
        `above 1: the retriever of ${label} is faster than that of ${baseline}; the interval covers the rounds of this process, not the differences between processes`,
        'times as fast: the median over rounds of the quotient of the two medians of a round; the medians beside it are over all samples, so that their quotient may be another, and lie outside the interval',
      ],
      table: [
        [
          `retriever of ${label}`,
          `of ${baseline}`,
          `median us, ${baseline}`,
          label,
          'times as fast, by rounds (95 % interval)',
          'rounds',
          'samples',
        ],
        ...retimed.map((row) => [
          named(row, seeded),
          visible(row.baseline_retriever, 40),
          micros(row.baseline_p50_us),
          micros(row.p50_us),
          span(row.ratio, row.low, row.high),
          count(row.rounds),
          count(row.samples),
        ]),
      ],
    }),
  ];
}

function micros(us: number | undefined): string {
  return us === undefined ? '-' : String(Number(us.toPrecision(3)));
}

function named(
  { retriever, seed }: { readonly retriever: string; readonly seed: string | undefined },
  seeded: boolean,
) {
  return `${visible(retriever, 40)}${seeded && seed !== undefined ? ` (seed ${visible(seed, 64)})` : ''}`;
}

function figure(value: number | undefined): string {
  if (value === undefined) return '-';
  return Number.isInteger(value) ? count(value) : value.toFixed(2);
}

function span(middle: number | undefined, low: number | undefined, high: number | undefined): string {
  if (middle === undefined) return '-';
  const short = (value: number | undefined) => (value === undefined ? '-' : String(Number(value.toPrecision(3))));
  return `${short(middle)} (${short(low)} to ${short(high)})`;
}
