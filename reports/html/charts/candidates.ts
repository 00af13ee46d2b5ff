import { type Chart, short } from '../plot.ts';
import { shareTicks } from '../ticks.ts';
import { percent, type View, whole } from '../view.ts';
import { drawDistributions } from './distribution.ts';

/** Steps from no card to all of them. */
const BINS = 40;

/** How many of the cards a query has to do with. Undefined where there is no query. */
export function candidatesChart({ records, series }: View): Chart | undefined {
  const cardsOf = new Map(records.summary.map((row) => [row.seed, row.cards]));
  const all = series.map(({ color, label, retriever }) => {
    const shares = records.queries
      .filter((row) => row.retriever === retriever)
      .map((row) => row.candidates / Math.max(1, cardsOf.get(row.seed) ?? 1))
      .sort((a, b) => a - b);
    return { color, label, shares };
  });
  if (all.every(({ shares }) => shares.length === 0)) return undefined;
  const largest = all.reduce((most, { shares }) => Math.max(most, shares.at(-1) ?? 0), 0);
  const top = Math.max(0.01, Math.ceil(largest * 20) / 20);
  const counted = all.map(({ color, label, shares }) => {
    const counts = Array.from({ length: BINS }, () => 0);
    for (const share of shares) {
      const bin = Math.min(BINS - 1, Math.floor((share / top) * BINS));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const at = (percentile: number) => shares[Math.max(0, Math.ceil((percentile / 100) * shares.length) - 1)];
    return {
      color,
      label,
      counts,
      least: shares[0],
      median: at(50),
      most: at(100),
      p95: at(95),
      queries: shares.length,
    };
  });
  const { live, svg } = drawDistributions(
    counted.map(({ color, counts, label, median }) => ({
      color,
      label,
      median,
      bins: counts.map((count, i) => ({ from: (i / BINS) * top, to: ((i + 1) / BINS) * top, count })),
      remark: `median ${percent(median)}`,
    })),
    {
      type: 'linear',
      domain: [0, top],
      label: 'share of the cards that are candidates',
      ticks: undefined,
      format: (value) => `${Number((value * 100).toFixed(top < 0.1 ? 1 : 2))}%`,
      finer: (place) => shareTicks(0, top, place),
      counted: 'queries',
    },
  );
  return {
    id: 'candidates',
    title: 'How much of the registry a query touches',
    summary: counted
      .map(({ label, median, p95 }) => `${label}: median ${percent(median)}, 95 % at most ${percent(p95)}`)
      .join('; '),
    note: 'A candidate shares at least one signal with the query. The line is the median.',
    key: counted.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live,
    table: {
      head: ['retriever', 'queries', 'least', 'median', '95th percentile', 'most'],
      rows: counted.map(({ label, least, median, most, p95, queries }) => [
        label,
        whole(queries),
        ...[least, median, p95, most].map((value) => percent(value)),
      ]),
    },
  };
}
