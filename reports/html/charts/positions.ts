import * as Plot from '@observablehq/plot';
import { type Chart, draw, seriesClass, short } from '../plot.ts';
import { percent, type View, whole } from '../view.ts';

/** Pixels of a dot: the fewest queries, and how much more the most have. */
const DOT = { least: 2.5, more: 4 };
/** Numbers that fit below the chart. */
const MOST_TICKS = 12;

/** Whether the orchestrator favours a place in the pool. Undefined where nobody could tell, or nobody asked. */
export function positionsChart({ each, facts, records }: View): Chart | undefined {
  const last = records.positions.reduce((most, { position }) => Math.max(most, position), 0);
  const places = Array.from({ length: last }, (_, i) => i + 1);
  const all = each.flatMap(({ color, label, retriever }) => {
    const rows = records.positions.filter((row) => row.retriever === retriever);
    if (rows.length === 0) return [];
    const points = places.map((position) => {
      const own = rows.filter((row) => row.position === position);
      const sum = (column: 'right' | 'selected' | 'picked') => own.reduce((total, row) => total + row[column], 0);
      const right = sum('right');
      const success = right === 0 ? undefined : sum('selected') / right;
      return { position, right, success, picked: sum('picked') };
    });
    return [{ color, label, points }];
  });
  const most = Math.max(0, ...all.flatMap(({ points }) => points.map(({ right }) => right)));
  if (most === 0) return undefined;
  const step = Math.ceil(last / MOST_TICKS);
  const { frame, place, svg } = draw({
    height: 280,
    marginLeft: 48,
    marginRight: 16,
    marginTop: 20,
    marginBottom: 42,
    x: {
      ...{ domain: [0.5, last + 0.5], label: 'position of the first right card in the pool as it was shown' },
      labelOffset: 38,
      ticks: places.filter((position) => (position - 1) % step === 0),
      tickFormat: String,
    },
    y: { domain: [0, 1], grid: true, label: 'queries that succeed', tickFormat: '.0%', ticks: 5 },
    marks: all.flatMap(({ color, label, points }, i) => {
      const known = points.filter(({ success }) => success !== undefined);
      const at = { x: 'position', y: 'success', className: seriesClass(i) };
      return [
        Plot.line(known, { ...at, stroke: color, strokeWidth: 1.5, strokeOpacity: 0.6 }),
        Plot.dot(known, {
          ...at,
          fill: color,
          r: ({ right }) => DOT.least + DOT.more * Math.sqrt(right / most),
          title: ({ position, right, success }) =>
            `${label}, position ${position}: ${percent(success)} of ${whole(right)}`,
        }),
      ];
    }),
    r: { type: 'identity' },
  });
  const said = ({ picked, right, success }: (typeof all)[number]['points'][number]) =>
    `${percent(success, 2)} of ${whole(right)}; picked ${whole(picked)} times`;
  return {
    id: 'positions',
    title: 'Success by the position of the right card',
    summary: all
      .map(({ label, points }) => {
        const known = points.filter(({ success }) => success !== undefined);
        return `${label}: ${known.map(({ position, success }) => `position ${position} ${percent(success)}`).join(', ')}`;
      })
      .join('; '),
    note: `With the orchestrator "${facts.orchestrator}". A larger dot stands for more queries; where few stand, chance decides.`,
    key: all.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live: {
      frame,
      hides: true,
      stops: places
        .map((position) => ({
          x: place('x', position),
          title: `position ${position}`,
          said: all.flatMap(({ points }, series) => {
            const point = points[position - 1];
            return point === undefined || (point.right === 0 && point.picked === 0)
              ? []
              : [{ series, text: said(point) }];
          }),
        }))
        .filter((stop) => stop.said.length > 0),
      x: [],
      y: [],
    },
    table: {
      head: ['retriever', 'position', 'right card there', 'success', 'picked'],
      rows: all.flatMap(({ label, points }) =>
        points.map(({ picked, position, right, success }) => [
          label,
          String(position),
          whole(right),
          percent(success),
          whole(picked),
        ]),
      ),
    },
  };
}
