import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom/worker';

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
}

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
export function draw(options: Omit<Plot.PlotOptions, 'document'>): string {
  const own = document as unknown as NonNullable<Plot.PlotOptions['document']>;
  const node = Plot.plot({ width: WIDTH, ...options, document: own }) as unknown as DrawnElement;
  for (const style of node.querySelectorAll('style')) style.remove();
  for (const each of node.querySelectorAll('*')) shortenNumbers(each);
  node.removeAttribute('class');
  node.setAttribute('font-size', String(FONT_SIZE));
  node.setAttribute('aria-hidden', 'true');
  return node.outerHTML;
}

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
