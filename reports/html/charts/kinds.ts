import * as Plot from '@observablehq/plot';
import { visible } from '../../../datasets/visible.ts';
import { ALL_SERIES, type Chart, draw, seriesClass, short, spaceFor } from '../plot.ts';
import { percent, type View, whole } from '../view.ts';

/** Kinds that one chart bears; the largest are shown. */
const MOST_KINDS = 16;
/** How those are called that have no kind, beside others that have one. */
const NO_KIND = '(no kind)';

/** Success by kind of query. Undefined where the queries have no kind. */
export function kindsChart({ facts, records, series }: View): Chart | undefined {
  const { slices } = records;
  const sizes = new Map<string | undefined, number>();
  for (const { kind, queries, retriever } of slices) {
    if (retriever !== series[0]?.retriever) continue;
    sizes.set(kind, (sizes.get(kind) ?? 0) + queries);
  }
  const all = [...sizes].sort((a, b) => b[1] - a[1]);
  if (all.every(([kind]) => kind === undefined)) return undefined;
  const shown = all.slice(0, MOST_KINDS).map(([kind]) => {
    const label = kind === undefined ? NO_KIND : visible(kind, 60);
    return { kind, label, name: short(label) };
  });
  const points = series.flatMap(({ color, label, retriever }) =>
    shown.flatMap(({ kind, label: ofKind, name }) => {
      const rows = slices.filter((row) => row.retriever === retriever && row.kind === kind);
      const judged = rows.filter((row) => row.success_rate !== undefined);
      const queries = judged.reduce((sum, row) => sum + row.queries, 0);
      if (queries === 0) return [];
      const success = judged.reduce((sum, row) => sum + (row.success_rate ?? 0) * row.queries, 0) / queries;
      return [{ color, label, kind, ofKind, name, success, queries }];
    }),
  );
  if (points.length === 0) return undefined;
  const rows = Plot.groupY({ x1: 'min', x2: 'max' }, { x1: 'success', x2: 'success', y: 'name' });
  const { frame, place, svg } = draw({
    height: 64 + shown.length * 28,
    marginTop: 20,
    marginLeft: spaceFor(shown.map(({ name }) => name)),
    marginRight: 16,
    marginBottom: 42,
    x: { domain: [0, 1], grid: true, label: 'queries that succeed', labelOffset: 38, tickFormat: '.0%', ticks: 5 },
    y: { type: 'point', domain: shown.map(({ name }) => name), label: null, padding: 0.6 },
    color: { type: 'identity' },
    marks: [
      Plot.ruleY(points, { ...rows, stroke: 'var(--muted)', className: ALL_SERIES }),
      // A step apart, so that equal values do not hide one another.
      ...series.map(({ label }, i) =>
        Plot.dot(
          points.filter((point) => point.label === label),
          {
            x: 'success',
            y: 'name',
            dy: (i - (series.length - 1) / 2) * Math.min(7, 20 / series.length),
            fill: 'color',
            r: 4.5,
            className: seriesClass(i),
            title: ({ ofKind, queries, success }) => `${label}, ${ofKind}: ${percent(success)} of ${whole(queries)}`,
          },
        ),
      ),
    ],
  });
  const left = all.length - shown.length;
  return {
    id: 'kinds',
    title: 'Success by kind of query',
    summary: shown
      .map(({ kind, label: ofKind }) => {
        const own = points.filter((point) => point.kind === kind);
        return `${ofKind}: ${own.map(({ label, success }) => `${label} ${percent(success)}`).join(', ')}`;
      })
      .join('; '),
    note: `With the orchestrator "${facts.orchestrator}".${left > 0 ? ` ${left === 1 ? 'One smaller kind is' : `${whole(left)} smaller kinds are`} in slices.csv.` : ''}`,
    key: series.map(({ color, label }) => ({ label: short(label, 40), color })),
    svg,
    live: {
      frame,
      hides: true,
      stops: shown.map(({ kind, label: ofKind, name }) => ({
        y: place('y', name),
        title: ofKind,
        said: series.flatMap(({ label }, i) => {
          const point = points.find((each) => each.kind === kind && each.label === label);
          return point === undefined
            ? []
            : [{ series: i, text: `${percent(point.success, 2)} of ${whole(point.queries)}` }];
        }),
      })),
      x: [],
      y: [],
    },
    table: {
      head: ['kind', 'queries', ...series.map(({ label }) => label)],
      rows: shown.map(({ kind, label: ofKind }) => [
        ofKind,
        whole(sizes.get(kind) ?? 0),
        ...series.map(({ label }) =>
          percent(points.find((point) => point.kind === kind && point.label === label)?.success),
        ),
      ]),
    },
  };
}
