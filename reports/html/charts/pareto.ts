import * as Plot from '@observablehq/plot';
import { ALL_SERIES, type Chart, draw, seriesClass, short } from '../plot.ts';
import { duration, meanOf, percent, type View } from '../view.ts';

/** Names that do not get into each other's way; the key has them too. */
const MOST_NAMED = 5;

/** Quality beside time. Undefined where one of them is not known. */
export function paretoChart({ each, k, records }: View): Chart | undefined {
  const points = each.flatMap(({ color, label, retriever }) => {
    const recall = meanOf(records.summary.filter((row) => row.retriever === retriever).map((row) => row.recall_at_k));
    const us = meanOf(records.latency.filter((row) => row.retriever === retriever).map((row) => row.p50_us));
    return recall === undefined || us === undefined || us <= 0 ? [] : [{ color, label, recall, us }];
  });
  if (points.length === 0) return undefined;
  // Nobody is both faster and better.
  const front = points
    .filter((one) => !points.some((other) => other.recall >= one.recall && other.us < one.us))
    .sort((a, b) => a.us - b.us);
  const recalls = points.map(({ recall }) => recall);
  const times = points.map(({ us }) => us);
  const { frame, place, svg } = draw({
    height: 280,
    marginLeft: 48,
    marginRight: 24,
    marginTop: 20,
    marginBottom: 42,
    x: {
      type: 'log',
      domain: [Math.min(...times) / 2, Math.max(...times) * 2],
      label: 'median time of a query, shorter is better',
      labelOffset: 38,
      tickFormat: duration,
      ticks: 4,
    },
    y: {
      domain: [Math.max(0, Math.min(...recalls) - 0.05), Math.min(1, Math.max(...recalls) + 0.05)],
      grid: true,
      inset: 22,
      label: `recall in the pool of ${k}`,
      tickFormat: '.0%',
      ticks: 5,
    },
    color: { type: 'identity' },
    marks: [
      Plot.line(front, {
        x: 'us',
        y: 'recall',
        z: null,
        curve: 'step-after',
        stroke: 'var(--muted)',
        strokeDasharray: '3,3',
        className: ALL_SERIES,
      }),
      ...points.map((point, i) =>
        Plot.dot([point], {
          x: 'us',
          y: 'recall',
          fill: 'color',
          r: 6,
          title: ({ label, recall, us }) => `${label}: ${percent(recall)}, ${duration(us)}`,
          className: seriesClass(i),
        }),
      ),
      // Above and below in turn, from left to right, so that neighbours do not overlap.
      ...(points.length > MOST_NAMED ? [] : [...points])
        .sort((a, b) => a.us - b.us)
        .map((point, i) =>
          Plot.text([point], {
            x: 'us',
            y: 'recall',
            text: ({ label }) => short(label, 20),
            dy: i % 2 === 0 ? -14 : 14,
            fill: 'currentColor',
            stroke: 'var(--paper)',
            strokeWidth: 4,
            className: seriesClass(points.indexOf(point)),
          }),
        ),
    ],
  });
  return {
    id: 'pareto',
    title: 'Quality against time',
    summary: points.map(({ label, recall, us }) => `${label}: ${percent(recall)} in ${duration(us)}`).join('; '),
    note: 'Up and to the left is better. On the dotted line nobody is both faster and better.',
    key: points.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live: {
      frame,
      hides: true,
      stops: points.map(({ label, recall, us }, i) => ({
        x: place('x', us),
        y: place('y', recall),
        title: label,
        said: [{ series: i, text: `${percent(recall, 2)} in ${duration(us)}` }],
      })),
      x: [],
      y: [],
    },
    table: {
      head: ['retriever', `recall in the pool of ${k}`, 'median time', 'on the front'],
      rows: points.map((point) => [
        point.label,
        percent(point.recall),
        duration(point.us),
        front.includes(point) ? 'yes' : 'no',
      ]),
    },
  };
}
