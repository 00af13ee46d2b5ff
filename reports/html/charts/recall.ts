import * as Plot from '@observablehq/plot';
import { type Chart, draw, ON_AXIS, seriesClass, short } from '../plot.ts';
import { shareTicks } from '../ticks.ts';
import { meanOf, percent, type View } from '../view.ts';

/** How recall grows with the pool. Undefined where no query is judged. */
export function recallChart({ k, records, seeds, series }: View): Chart | undefined {
  const { curve } = records;
  const sizes = [...new Set(curve.map((row) => String(row.k)))];
  const points = series.flatMap(({ color, label, retriever }) =>
    sizes.flatMap((size) => {
      const rows = curve.filter((row) => row.retriever === retriever && String(row.k) === size);
      const recall = meanOf(rows.map((row) => row.recall));
      return recall === undefined ? [] : [{ label, color, size, recall }];
    }),
  );
  if (points.length === 0) return undefined;
  const lowest = Math.min(...points.map(({ recall }) => recall));
  const last = sizes.at(-1);
  const ends = points.filter(({ size }) => size === last);
  const floor = Math.floor(lowest * 10) / 10;
  const { frame, place, svg } = draw({
    height: 280,
    marginLeft: 48,
    marginRight: 16,
    marginTop: 20,
    marginBottom: 42,
    x: { type: 'point', domain: sizes, label: 'cards in the pool', labelOffset: 38 },
    y: { domain: [floor, 1], grid: true, label: 'recall', tickFormat: '.0%', ticks: 5 },
    marks: [
      Plot.ruleX(sizes.includes(String(k)) ? [String(k)] : [], {
        stroke: 'var(--muted)',
        strokeDasharray: '2,3',
        className: ON_AXIS,
      }),
      ...series.flatMap(({ color, label }, i) => {
        const own = points.filter((point) => point.label === label);
        const at = { x: 'size', y: 'recall', className: seriesClass(i) };
        return [
          Plot.line(own, { ...at, stroke: color, strokeWidth: 2 }),
          Plot.dot(own, {
            ...at,
            fill: color,
            r: 3.5,
            title: ({ recall, size }) => `${label}, pool of ${size}: ${percent(recall)}`,
          }),
        ];
      }),
    ],
    color: { type: 'identity' },
  });
  const spread = seeds.length > 1 ? `, mean over ${seeds.length} seeds` : '';
  return {
    id: 'recall',
    title: 'Recall by the size of the pool',
    summary: `Recall with every candidate in the pool: ${ends.map(({ label, recall }) => `${label} ${percent(recall)}`).join(', ')}.`,
    note: `Share of the right cards among the first cards of the ranking${spread}. The dotted line is the pool of this run, ${k}.`,
    key: series.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live: {
      frame,
      hides: true,
      stops: sizes.map((size) => ({
        x: place('x', size),
        title: size === 'all' ? 'every candidate' : `pool of ${size}`,
        said: series.flatMap(({ label }, i) => {
          const point = points.find((each) => each.label === label && each.size === size);
          if (point === undefined) return [];
          return [{ series: i, text: percent(point.recall, 2), y: place('y', point.recall) }];
        }),
      })),
      x: sizes.map((size) => ({ at: place('x', size), label: size, level: 0 })),
      y: shareTicks(floor, 1, (share) => place('y', share)),
    },
    table: {
      head: ['retriever', ...sizes],
      rows: series.map(({ label }) => [
        label,
        ...sizes.map((size) => percent(points.find((point) => point.label === label && point.size === size)?.recall)),
      ]),
    },
  };
}
