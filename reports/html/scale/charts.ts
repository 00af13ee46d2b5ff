import type { GrowthRow, ScaleRow } from '../../../harness/records.ts';
import type { Chart } from '../plot.ts';
import { duration } from '../view.ts';
import { type Line, lineChart } from './line-chart.ts';

/** The charts of a measurement at scale, those that have anything to show. */
export function scaleCharts(rows: readonly ScaleRow[], growth: readonly GrowthRow[]): Chart[] {
  const sizes = [...new Set(rows.map(({ cards }) => cards))].sort((a, b) => a - b);
  const line = (label: string, figure: string, read: (row: ScaleRow) => number | undefined): Line => ({
    label,
    exponent: growth.find((row) => row.figure === figure)?.exponent,
    values: new Map(rows.flatMap((row) => [[row.cards, read(row)] as const].filter(isKnown))),
  });
  const queries = 'Both axes are logarithmic: a straight line is a power of the number of cards.';
  return [
    lineChart(
      sizes,
      [
        line('median', 'p50_us', (row) => row.p50_us),
        line('mean', 'mean_us', (row) => row.mean_us),
        line('99th percentile', 'p99_us', (row) => row.p99_us),
        line('mean, all postings added up', 'term_at_a_time_mean_us', (row) => row.term_at_a_time_mean_us),
        line('mean, postings merely read', 'stream_mean_us', (row) => row.stream_mean_us),
      ],
      {
        id: 'time',
        title: 'Time of a query',
        note: `${queries} The last two read every posting of the query, in the same rounds.`,
        axis: 'time of one query',
        format: duration,
      },
    ),
    lineChart(
      sizes,
      [
        line('postings of the query', 'postings_mean', (row) => row.postings_mean),
        line('cards visited', 'visited_mean', (row) => row.visited_mean),
      ],
      {
        id: 'work',
        title: 'Work of a query',
        note: 'Means over the queries; the same on every machine. Visited: cards that a search met while reading.',
        axis: 'a query',
        format: count,
      },
    ),
    lineChart(
      sizes,
      [
        line('index', 'index_bytes', (row) => row.index_bytes),
        line('peak of the process', 'peak_bytes', (row) => row.peak_bytes),
        line('peak less start', 'peak_bytes - start_bytes', (row) => row.peak_bytes - row.start_bytes),
      ],
      {
        id: 'memory',
        title: 'Memory',
        note: 'The most that the process had held once the index was there, and what it had held before the first card. MB: 1,000,000 bytes.',
        axis: 'memory',
        format: bytes,
      },
    ),
    lineChart(sizes, [line('bytes a posting', 'bytes_per_posting', (row) => row.bytes_per_posting)], {
      id: 'bytes-per-posting',
      title: 'Bytes a posting',
      note: 'The bytes of the index over all its postings.',
      axis: 'bytes a posting',
      format: count,
    }),
    lineChart(
      sizes,
      [
        line('from the first card to the index', 'build_s', (row) => row.build_s),
        line('of that, generating cards', 'generate_s', (row) => row.generate_s),
      ],
      { id: 'build', title: 'Time of a build', note: queries, axis: 'time of one build', format: seconds },
    ),
  ].flatMap((chart) => chart ?? []);
}

function isKnown(entry: readonly [number, number | undefined]): entry is readonly [number, number] {
  return entry[1] !== undefined;
}

/** Three digits, thousands apart. */
export function count(value: number): string {
  return value.toLocaleString('en-US', value < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });
}

/** Bytes for a person, in decimal units, as a process is measured. */
export function bytes(value: number): string {
  const [unit, size] = value < 1e6 ? ['kB', 1e3] : value < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${Number((value / Number(size)).toPrecision(3))}\u00a0${unit}`;
}

export function seconds(value: number): string {
  return duration(value * 1e6);
}
