import * as Plot from '@observablehq/plot';
import { seriesColor } from '../colors.ts';
import { type Chart, draw, seriesClass } from '../plot.ts';
import { decades, logTicks } from '../ticks.ts';
import { whole } from '../view.ts';

/** A figure of every size. */
export interface Line {
  readonly label: string;
  /** What the exponent of its growth is, where it is known. */
  readonly exponent: number | undefined;
  /** By the number of cards; absent where a size has it not. */
  readonly values: ReadonlyMap<number, number>;
}

interface Words extends Pick<Chart, 'id' | 'title' | 'note'> {
  /** Of the axis. */
  readonly axis: string;
  readonly format: (value: number) => string;
}

/** Sizes that one axis bears by name; where there are more, it has round numbers. */
const NAMED_SIZES = 7;
/** How far the axes go beyond the outermost points. */
const ROOM = 1.4;

/** Figures over the number of cards, both axes logarithmic. Undefined where there is nothing above 0 to draw. */
export function lineChart(sizes: readonly number[], all: readonly Line[], words: Words): Chart | undefined {
  const lines = all
    .map(({ exponent, label, values }) => ({
      label,
      exponent,
      points: sizes.flatMap((cards) => {
        const value = values.get(cards);
        // A logarithm has no place for 0.
        return value === undefined || value <= 0 ? [] : [{ cards, value }];
      }),
    }))
    .filter(({ points }) => points.length > 0)
    .map((line, i) => ({ ...line, color: seriesColor(i) }));
  if (lines.length === 0) return undefined;
  const drawn = [...new Set(lines.flatMap(({ points }) => points.map(({ cards }) => cards)))].sort((a, b) => a - b);
  const x = rangeOf(drawn);
  const y = rangeOf(lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const named = drawn.length <= NAMED_SIZES;
  const { frame, place, svg } = draw({
    height: 300,
    marginLeft: 64,
    marginRight: 20,
    marginTop: 20,
    marginBottom: 42,
    x: {
      type: 'log',
      domain: x,
      label: 'cards',
      labelOffset: 38,
      ticks: named ? drawn : decades(...x),
      tickFormat: compact,
    },
    y: { type: 'log', domain: y, grid: true, label: words.axis, ticks: decades(...y), tickFormat: words.format },
    marks: lines.flatMap(({ color, label, points }, i) => {
      const at = { x: 'cards', y: 'value', className: seriesClass(i) };
      return [
        Plot.line(points, { ...at, stroke: color, strokeWidth: 2 }),
        Plot.dot(points, {
          ...at,
          fill: color,
          r: 3.5,
          title: ({ cards, value }) => `${label}, ${whole(cards)} cards: ${words.format(value)}`,
        }),
      ];
    }),
  });
  const names = lines.map(({ exponent, label }) => (exponent === undefined ? label : `${label}: ${power(exponent)}`));
  return {
    id: words.id,
    title: words.title,
    summary: lines
      .map(({ points }, i) => {
        const [first, last] = [points[0], points.at(-1)];
        return `${names[i]}; ${said(first, words)}${last === first ? '' : ` to ${said(last, words)}`}`;
      })
      .join('. '),
    note: words.note,
    key: lines.map(({ color }, i) => ({ label: names[i] ?? '', color })),
    svg,
    live: {
      frame,
      hides: true,
      stops: drawn.map((cards) => ({
        x: place('x', cards),
        title: `${whole(cards)} cards`,
        said: lines.flatMap(({ points }, series) => {
          const point = points.find((each) => each.cards === cards);
          return point === undefined ? [] : [{ series, text: words.format(point.value), y: place('y', point.value) }];
        }),
      })),
      x: named
        ? drawn.map((cards) => ({ at: place('x', cards), label: compact(cards), level: 0 }))
        : logTicks(...x, (value) => place('x', value), compact),
      y: logTicks(...y, (value) => place('y', value), words.format),
    },
    table: {
      head: ['cards', ...lines.map(({ label }) => label)],
      rows: sizes.map((cards) => [
        whole(cards),
        ...lines.map(({ points }) => {
          const point = points.find((each) => each.cards === cards);
          return point === undefined ? '–' : words.format(point.value);
        }),
      ]),
    },
  };
}

function rangeOf(values: readonly number[]): [number, number] {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, 0],
  );
  return [least / ROOM, most * ROOM];
}

/** `cards^0.63` in words of the page. */
export function power(exponent: number): string {
  return `cards^${exponent.toFixed(2).replace('-', '−')}`;
}

function said(point: { readonly cards: number; readonly value: number } | undefined, { format }: Words): string {
  return point === undefined ? '' : `${format(point.value)} with ${whole(point.cards)} cards`;
}

/** 1K, 10K, 1M. */
function compact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 });
}
