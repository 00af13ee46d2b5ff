import * as Plot from '@observablehq/plot';
import type { Live, Tick } from '../live.ts';
import { type Drawing, draw, seriesClass, short, spaceFor } from '../plot.ts';
import { percent, whole } from '../view.ts';

/** One retriever's values, counted in bins. */
export interface Distribution {
  readonly label: string;
  readonly color: string;
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** Marked by a line; undefined where it is not known. */
  readonly median: number | undefined;
  /** Said to the right, above the values. */
  readonly remark: string;
}

interface Axis {
  readonly type: 'linear' | 'log';
  readonly domain: readonly [number, number];
  readonly label: string;
  /** Undefined: some round numbers. */
  readonly ticks: readonly number[] | undefined;
  readonly format: (value: number) => string;
  /** Marks finer than those that are drawn. */
  readonly finer: (place: (value: number) => number) => Tick[];
  /** What is counted. */
  readonly counted: string;
}

const ROW = 74;

/** Distributions one below the other, each as high as its fullest bin. */
export function drawDistributions(
  all: readonly Distribution[],
  axis: Axis,
): { readonly svg: string; readonly live: Live } {
  const names = all.map(({ label }) => short(label, 20));
  const bars = all.map(({ bins, color, label }, i) => {
    const total = sumOf(bins);
    const fullest = Math.max(1, ...bins.map(({ count }) => count));
    return bins.map(({ count, from, to }) => ({
      ...{ from: Math.max(from, axis.domain[0]), to: Math.min(to, axis.domain[1]), color, row: names[i] },
      height: (count / fullest) * 0.72,
      title: `${label}: ${count} of ${total} from ${axis.format(from)} to ${axis.format(to)}`,
    }));
  });
  const rows = all.map(({ color, median, remark }, i) => ({ row: names[i], color, median, remark }));
  const drawing = draw({
    height: 46 + all.length * ROW,
    marginLeft: spaceFor(names),
    marginRight: 16,
    marginTop: 8,
    marginBottom: 42,
    x: {
      type: axis.type,
      domain: [...axis.domain],
      label: axis.label,
      labelOffset: 38,
      ticks: axis.ticks === undefined ? 5 : [...axis.ticks],
      tickFormat: axis.format,
    },
    y: { domain: [0, 1], axis: null },
    fy: { domain: names, label: null, axis: 'left', padding: 0.08 },
    color: { type: 'identity' },
    marks: [
      ...rows.flatMap((row, i) => {
        const className = seriesClass(i);
        return [
          Plot.rectY(bars[i] ?? [], {
            x1: 'from',
            x2: 'to',
            y1: 0,
            y2: 'height',
            fy: 'row',
            fill: 'color',
            fillOpacity: 0.75,
            inset: 0,
            title: 'title',
            className,
          }),
          Plot.ruleX(row.median === undefined ? [] : [row], {
            ...{ x: 'median', y1: 0, y2: 0.8, fy: 'row', stroke: 'currentColor', strokeWidth: 1.5 },
            className,
          }),
          Plot.text([row], {
            ...{ frameAnchor: 'top-right', fy: 'row', text: 'remark', dy: 2, fill: 'var(--muted)' },
            className,
          }),
        ];
      }),
      Plot.ruleY([0], { stroke: 'var(--line)' }),
    ],
  });
  return { svg: drawing.svg, live: liveOf(all, axis, drawing) };
}

/** A stop for each bin that holds anything, with what every distribution has there. */
function liveOf(all: readonly Distribution[], axis: Axis, { frame, place }: Drawing): Live {
  const at = (value: number) => place('x', Math.min(axis.domain[1], Math.max(axis.domain[0], value)));
  const edges = new Map(all.flatMap(({ bins }) => bins).map(({ from, to }) => [from, to]));
  const stops = [...edges]
    .sort(([a], [b]) => a - b)
    .map(([from, to]) => ({
      x: (at(from) + at(to)) / 2,
      title: `${axis.format(from)} to ${axis.format(to)}, ${axis.counted}`,
      said: all.flatMap(({ bins }, i) => {
        const count = bins.find((bin) => bin.from === from)?.count ?? 0;
        if (count === 0) return [];
        return [
          {
            series: i,
            text: `${whole(count)} (${percent(count / sumOf(bins), 2)})`,
          },
        ];
      }),
    }))
    .filter(({ said }) => said.length > 0);
  return { frame, hides: true, stops, x: axis.finer(at), y: [] };
}

function sumOf(bins: Distribution['bins']): number {
  return bins.reduce((sum, { count }) => sum + count, 0);
}
