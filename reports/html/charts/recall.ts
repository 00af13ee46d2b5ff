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
  const dashed = overlying(series.map(({ label }) => points.filter((point) => point.label === label)));
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
        const under = dashed.get(label) ?? 0;
        return [
          Plot.line(own, {
            ...at,
            stroke: color,
            strokeWidth: 2,
            ...(under > 0 ? { strokeDasharray: `5,${5 * under}` } : {}),
          }),
          Plot.dot(own, {
            ...at,
            fill: color,
            // What lies below shows as a ring.
            r: under > 0 ? 2 : 3.5,
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
    note: `Share of the right cards among the first cards of the ranking${spread}. ${poolOfRun(k, sizes)}${dashed.size > 0 ? ' A dashed line lies upon another, in part or as a whole.' : ''}`,
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

function poolOfRun(k: number, sizes: readonly string[]): string {
  return sizes.includes(String(k))
    ? `The dotted line is the pool of this run, ${k}.`
    : `The pool of this run holds ${k}, which is none of these sizes: its recall is among the figures above.`;
}

interface Point {
  readonly label: string;
  readonly size: string;
  readonly recall: number;
}

/** Lines of which a piece, or all, lies upon lines that were drawn before: by name, upon how many. */
function overlying(lines: readonly (readonly Point[])[]): ReadonlyMap<string, number> {
  const pieces = lines.map((line) => {
    const places = line.map(({ recall, size }) => `${size} ${recall}`);
    return places.length === 1 ? places : places.slice(1).map((place, i) => `${places[i]} ${place}`);
  });
  return new Map(
    lines.flatMap((line, i) => {
      const own = new Set(pieces[i]);
      const below = pieces.slice(0, i).filter((earlier) => earlier.some((piece) => own.has(piece))).length;
      return line[0] === undefined || below === 0 ? [] : [[line[0].label, below] as const];
    }),
  );
}
