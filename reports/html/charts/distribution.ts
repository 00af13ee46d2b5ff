import * as Plot from '@observablehq/plot';
import { draw, short, spaceFor } from '../plot.ts';

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
}

const ROW = 74;

/** Distributions one below the other, each as high as its fullest bin. */
export function drawDistributions(all: readonly Distribution[], axis: Axis): string {
  const names = all.map(({ label }) => short(label, 20));
  const bars = all.flatMap(({ bins, color, label }, i) => {
    const total = bins.reduce((sum, { count }) => sum + count, 0);
    const fullest = Math.max(1, ...bins.map(({ count }) => count));
    return bins.map(({ count, from, to }) => ({
      ...{ from: Math.max(from, axis.domain[0]), to: Math.min(to, axis.domain[1]), color, row: names[i] },
      height: (count / fullest) * 0.72,
      title: `${label}: ${count} of ${total} from ${axis.format(from)} to ${axis.format(to)}`,
    }));
  });
  const rows = all.map(({ color, median, remark }, i) => ({ row: names[i], color, median, remark }));
  return draw({
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
      Plot.rectY(bars, {
        x1: 'from',
        x2: 'to',
        y1: 0,
        y2: 'height',
        fy: 'row',
        fill: 'color',
        fillOpacity: 0.75,
        inset: 0,
        title: 'title',
      }),
      Plot.ruleX(
        rows.filter(({ median }) => median !== undefined),
        { x: 'median', y1: 0, y2: 0.8, fy: 'row', stroke: 'currentColor', strokeWidth: 1.5 },
      ),
      Plot.text(rows, { frameAnchor: 'top-right', fy: 'row', text: 'remark', dy: 2, fill: 'var(--muted)' }),
      Plot.ruleY([0], { stroke: 'var(--line)' }),
    ],
  });
}
