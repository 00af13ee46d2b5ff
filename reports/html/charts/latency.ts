import type { LatencyRow } from '../../../harness/records.ts';
import { type Chart, short } from '../plot.ts';
import { decades, logTicks } from '../ticks.ts';
import { duration, type View, whole } from '../view.ts';
import { drawDistributions } from './distribution.ts';

/** Every sample of every retriever. Undefined where latency was not measured. */
export function latencyChart({ each, insights, records, seeds }: View): Chart | undefined {
  const all = each.flatMap(({ color, label, retriever }) => {
    const spreads = insights.latency.filter((spread) => spread.retriever === retriever);
    const rows = records.latency.filter((row) => row.retriever === retriever);
    if (spreads.length === 0) return [];
    const bins = new Map<number, { from: number; to: number; count: number }>();
    for (const { from_us: from, samples, to_us: to } of spreads.flatMap((spread) => spread.bins)) {
      bins.set(from, { from, to, count: samples + (bins.get(from)?.count ?? 0) });
    }
    return [{ color, label, rows, bins: [...bins.values()].sort((a, b) => a.from - b.from) }];
  });
  const [first] = all;
  if (first === undefined) return undefined;
  const from = Math.min(...all.map(({ bins }) => bins[0]?.from ?? 1));
  const to = Math.max(...all.map(({ bins }) => bins.at(-1)?.to ?? 1));
  const one = seeds.length === 1;
  const { live, svg } = drawDistributions(
    all.map(({ bins, color, label, rows }) => ({
      color,
      label,
      bins,
      median: one ? rows[0]?.p50_us : undefined,
      remark: one ? remark(rows[0]) : '',
    })),
    {
      type: 'log',
      domain: [from, to],
      label: 'time of one query',
      ticks: decades(from, to),
      format: duration,
      finer: (place) => logTicks(from, to, place, duration),
      counted: 'samples',
    },
  );
  return {
    id: 'latency',
    title: 'Time of a query, every sample',
    summary: all
      .map(({ label, rows }) => `${label}: median ${rows.map((row) => duration(row.p50_us)).join(', ')}`)
      .join('; '),
    note: 'On the machine named below. The axis is logarithmic; the line is the median. The ratio compares medians, round by round, with a 95\u00a0% bootstrap interval over processes and their rounds.',
    key: all.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live,
    table: {
      head: [
        ...(one ? [] : ['seed']),
        ...[
          'retriever',
          'samples',
          'median',
          'p95',
          'p99',
          'longest',
          'times as fast as its oracle',
          '95 % interval',
          'processes',
        ],
      ],
      rows: records.latency.map((row) => [
        ...(one ? [] : [row.seed ?? '']),
        row.retriever,
        whole(row.samples),
        ...[row.p50_us, row.p95_us, row.p99_us, row.max_us].map(duration),
        times(row.ratio_to_oracle),
        row.ratio_low === undefined ? '–' : `${times(row.ratio_low)} to ${times(row.ratio_high)}`,
        whole(row.processes),
      ]),
    },
  };
}

/** A ratio with three digits. */
export function times(ratio: number | undefined): string {
  return ratio === undefined ? '–' : String(Number(ratio.toPrecision(3)));
}

function remark(row: LatencyRow | undefined): string {
  if (row === undefined) return '';
  const median = `median ${duration(row.p50_us)}`;
  if (row.ratio_to_oracle === undefined) return median;
  return `${median}; ${times(row.ratio_to_oracle)} × the oracle (${times(row.ratio_low)} to ${times(row.ratio_high)})`;
}
