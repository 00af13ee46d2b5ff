import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom/worker';
import type { Box, Live } from './live.ts';

/** One chart: drawn, in words, and as a table. */
export interface Chart {
  /** Names its file, `chart-<id>.svg`, and its place on the page. */
  readonly id: string;
  readonly title: string;
  /** What there is to see, for who does not see it. */
  readonly summary: string;
  /** What the reader has to know to read it; may be empty. */
  readonly note: string;
  readonly key: readonly { readonly label: string; readonly color: string }[];
  /** An SVG element, its colours as variables of the page. */
  readonly svg: string;
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Undefined: the script of the page leaves it as it is drawn. */
  readonly live?: Live;
}

/** A drawing, and where things stand in it. */
export interface Drawing {
  /** An SVG element. */
  readonly svg: string;
  /** Without margins. */
  readonly frame: Box;
  /** The pixel at which a value of a scale stands. @throws RangeError where the drawing has no such scale. */
  readonly place: (scale: 'x' | 'y' | 'fy', value: number | string) => number;
}

/** Every margin is said: what the script of the page does to a chart needs them. */
type DrawOptions = Omit<Plot.PlotOptions, 'document'> &
  Readonly<Record<'height' | 'marginLeft' | 'marginRight' | 'marginTop' | 'marginBottom', number>>;

/** As wide as it is shown, so that its text is as large as that of the page. */
const WIDTH = 440;
const FONT_SIZE = 12;

/** What is used of an element; the types of a browser are not those of this program. */
interface DrawnElement {
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  querySelectorAll(selector: string): Iterable<DrawnElement>;
}

const { document } = parseHTML('<!doctype html><html><body></body></html>');

/**
 * Draws a chart on the server. Its own style sheet is taken out, so that the page needs no exception for it: what it says
 * stands in the page's.
 */
export function draw(options: DrawOptions): Drawing {
  const own = document as unknown as NonNullable<Plot.PlotOptions['document']>;
  const plot = Plot.plot({ width: WIDTH, ...options, document: own });
  const node = plot as unknown as DrawnElement;
  for (const style of node.querySelectorAll('style')) style.remove();
  for (const each of node.querySelectorAll('*')) shortenNumbers(each);
  node.removeAttribute('class');
  node.setAttribute('font-size', String(FONT_SIZE));
  node.setAttribute('aria-hidden', 'true');
  return {
    svg: node.outerHTML,
    frame: {
      left: options.marginLeft,
      right: WIDTH - options.marginRight,
      top: options.marginTop,
      bottom: options.height - options.marginBottom,
    },
    place: (name, value) => {
      const pixel: unknown = plot.scale(name)?.apply(value);
      if (typeof pixel !== 'number') throw new RangeError(`the drawing has no place for ${value} on ${name}`);
      return Math.round(pixel * 100) / 100;
    },
  };
}

/** The class of the marks that stand for one entry of the key, by its place: the key can hide them. */
export function seriesClass(place: number): string {
  return `series-${place}`;
}

/** The class of marks that stand for all entries of the key together. */
export const ALL_SERIES = 'series-all';
/** The class of marks that stand for none, and go where the axis goes. */
export const ON_AXIS = 'on-axis';

const PLACES = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height'] as const;

/** Hundredths of a pixel are enough, and the same on every machine. */
function shortenNumbers(element: DrawnElement): void {
  for (const name of PLACES) {
    const value = element.getAttribute(name);
    if (value === null || !/\.\d{3}/.test(value)) continue;
    const shorter = value.replace(/-?\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100));
    element.setAttribute(name, shorter);
  }
}

/** Space to the left of names, in pixels. */
export function spaceFor(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map((label) => [...label].length));
  return Math.round(Math.min(150, 18 + longest * FONT_SIZE * 0.56));
}

/** A name that fits beside a chart. */
export function short(label: string, most = 22): string {
  const characters = [...label];
  return characters.length <= most ? label : `${characters.slice(0, most - 1).join('')}…`;
}
