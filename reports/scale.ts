import { countedQueries } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { GrowthRow, ScaleRow, Verdict } from '../harness/records.ts';
import { asRows, type Table } from './csv.ts';
import { grid } from './grid.ts';
import { count, threeDigits } from './numbers.ts';

const SCALE = [
  'shape',
  'seed',
  'cards',
  'queries',
  'k',
  'build_s',
  'generate_s',
  'start_bytes',
  'peak_bytes',
  'index_bytes',
  'postings',
  'bytes_per_posting',
  'postings_mean',
  'visited_mean',
  'samples',
  'mean_us',
  'p50_us',
  'p95_us',
  'p99_us',
  'term_at_a_time_mean_us',
  'stream_mean_us',
  'mean_to_term_at_a_time',
  'mean_to_stream',
  'compared',
  'divergent',
] as const satisfies readonly (keyof ScaleRow)[];

const GROWTH = ['figure', 'exponent', 'r_squared', 'sizes'] as const satisfies readonly (keyof GrowthRow)[];

/** The CSV files of a measurement at scale, by name. */
export function scaleTables(rows: readonly ScaleRow[], growth: readonly GrowthRow[]): Map<string, Table> {
  return new Map([
    ['scale.csv', { columns: SCALE, rows: asRows(rows) }],
    ['growth.csv', { columns: GROWTH, rows: asRows(growth) }],
  ]);
}

/** What the terminal says of a measurement besides its rows. */
export interface ScaleFacts {
  readonly timerResolutionUs: number | undefined;
  readonly verdict: Verdict;
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * A measurement for a person, at most 100 columns wide. Ends in a line feed.
 *
 * @param columns how wide the terminal is: tables that are wider come in parts. Undefined: they are as wide as they are.
 */
export function scaleReport(
  rows: readonly ScaleRow[],
  growth: readonly GrowthRow[],
  facts: ScaleFacts,
  columns?: number,
): string {
  const [first] = rows;
  const sections =
    first === undefined
      ? ['no size was measured']
      : [
          `${first.shape} of seed ${visible(first.seed, 64)}, ${countedQueries(first.queries)} a size, k = ${count(first.k)}, each size in a process of its own`,
          building(rows, columns),
          searching(rows, columns),
          growing(growth, columns),
          [...notes(rows, facts), `files      ${visible(facts.folder, 200)}: ${facts.files.join(', ')}`].join('\n'),
        ];
  return `${[...sections, facts.verdict.result].join('\n\n')}\n`;
}

function building(rows: readonly ScaleRow[], columns: number | undefined): string {
  return grid(
    [
      ['cards', 'build s', 'generating s', 'start MB', 'peak MB', 'index MB', 'postings', 'bytes a posting'],
      ...rows.map((row) => [
        count(row.cards),
        threeDigits(row.build_s),
        threeDigits(row.generate_s),
        megabytes(row.start_bytes),
        megabytes(row.peak_bytes),
        megabytes(row.index_bytes),
        count(row.postings),
        row.bytes_per_posting === undefined ? '-' : row.bytes_per_posting.toFixed(2),
      ]),
    ],
    columns,
  );
}

function searching(rows: readonly ScaleRow[], columns: number | undefined): string {
  return grid(
    [
      ['cards', 'postings a query', 'visited', 'mean us', 'p50 us', 'p95 us', 'p99 us', 'to adding up', 'to streaming'],
      ...rows.map((row) => [
        count(row.cards),
        threeDigits(row.postings_mean),
        threeDigits(row.visited_mean),
        threeDigits(row.mean_us),
        threeDigits(row.p50_us),
        threeDigits(row.p95_us),
        threeDigits(row.p99_us),
        ratio(row.mean_to_term_at_a_time),
        ratio(row.mean_to_stream),
      ]),
    ],
    columns,
  );
}

function growing(growth: readonly GrowthRow[], columns: number | undefined): string {
  const fitted = growth.filter(({ exponent }) => exponent !== undefined);
  if (fitted.length === 0) return 'how a figure grows with the cards takes three sizes or more to say';
  return [
    'growth as cards ^ exponent, by least squares over the logarithms:',
    grid(
      [
        ['counter', 'exponent', 'R squared', 'sizes'],
        ...fitted.map((row) => [
          row.figure,
          row.exponent === undefined ? '-' : row.exponent.toFixed(2),
          row.r_squared === undefined ? '-' : row.r_squared.toFixed(3),
          String(row.sizes),
        ]),
      ],
      columns,
    ),
  ].join('\n\n');
}

function notes(rows: readonly ScaleRow[], { timerResolutionUs }: ScaleFacts): string[] {
  const clock =
    timerResolutionUs === undefined ? '' : `; smallest step of the clock ${threeDigits(timerResolutionUs)} us`;
  return [
    'columns    visited: cards that a search met while reading postings, mean; MB: 1,000,000 bytes',
    "mean us    over the queries, of each one's median over the rounds; percentiles are over all samples",
    'ratios     of these means, below 1 is faster: to reading all postings and adding up, term at a time;',
    '           to merely streaming the same postings from plain arrays; none to under 10 clock steps',
    `samples    ${rows.map((row) => count(row.samples)).join(', ')}, one a search${clock}`,
    ...rows.map(
      (row) =>
        `agreement  ${count(row.cards)}: ${count(row.compared - row.divergent)} of ${countedQueries(row.compared)} identical to the oracle`,
    ),
  ];
}

function megabytes(bytes: number): string {
  return threeDigits(bytes / 1e6);
}

function ratio(value: number | undefined): string {
  return value === undefined ? '-' : value >= 0.1 ? value.toFixed(2) : value.toFixed(4);
}
