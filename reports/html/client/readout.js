import { draw, make } from './dom.js';

/** @typedef {import('../live.ts').Live} Live */
/** @typedef {import('../live.ts').Said} Said */
/** @typedef {import('../live.ts').Stop} Stop */
/** @typedef {import('./axes.js').Axes} Axes */

/**
 * Says what stands at one place of a chart, below it, and marks the place. To a screen reader the chart is a slider whose
 * value is this text.
 */
export class Readout {
  #svg;
  #axes;
  #overlay = draw('g', { 'pointer-events': 'none' });
  #text = make('p', { class: 'readout' });
  /** @type {readonly HTMLElement[]} */
  #entries;

  /**
   * @param {SVGSVGElement} svg
   * @param {Axes} axes
   * @param {readonly HTMLElement[]} entries of the key
   * @param {string} name
   */
  constructor(svg, axes, entries, name) {
    this.#svg = svg;
    this.#axes = axes;
    this.#entries = entries;
    const { stops } = axes.live;
    svg.append(this.#overlay);
    svg.after(this.#text);
    svg.removeAttribute('aria-hidden');
    const attributes = { role: 'slider', tabindex: 0, 'aria-label': name, 'aria-valuemin': 1 };
    for (const [attribute, value] of Object.entries({ ...attributes, 'aria-valuemax': Math.max(1, stops.length) })) {
      svg.setAttribute(attribute, String(value));
    }
    // As high as its longest text from the start, so that nothing moves when it is filled.
    const length = (/** @type {Stop} */ { said, title }) =>
      said.reduce((sum, { series, text }) => sum + text.length + this.#nameOf(series).length + 4, title.length);
    const [longest] = [...stops].sort((a, b) => length(b) - length(a));
    if (longest !== undefined) this.#write(longest, longest.said);
    this.#text.style.setProperty('--room', `${this.#text.offsetHeight}px`);
    this.clear();
  }

  clear() {
    this.#overlay.replaceChildren();
    this.#text.replaceChildren();
    this.#svg.setAttribute('aria-valuenow', '1');
    this.#svg.setAttribute('aria-valuetext', 'the arrow keys read the values');
  }

  /**
   * @param {number} at place of the stop
   * @param {Stop} stop
   * @param {readonly Said[]} said what is shown of it
   */
  show(at, stop, said) {
    this.#overlay.replaceChildren();
    this.#write(stop, said);
    this.#mark(stop);
    this.#svg.setAttribute('aria-valuenow', String(at + 1));
    this.#svg.setAttribute('aria-valuetext', this.#text.textContent ?? '');
  }

  /** Marks what a drag would choose. @param {number} from @param {number} to */
  band(from, to) {
    const { bottom, top } = this.#axes.live.frame;
    const size = { x: from, y: top, width: to - from, height: bottom - top };
    this.#overlay.append(draw('rect', { ...size, fill: 'var(--accent)', 'fill-opacity': 0.18 }));
  }

  /** @param {number} series */
  #nameOf(series) {
    return this.#entries[series]?.querySelector('.key-label')?.textContent ?? '';
  }

  /** @param {Stop} stop @param {readonly Said[]} said */
  #write({ title }, said) {
    const values = said.map(({ series, text }) => {
      const name = this.#nameOf(series);
      const swatch = this.#entries[series]?.querySelector('.swatch')?.cloneNode(true);
      return make('span', { class: 'value' }, swatch, name === title ? ' ' : ` ${name} `, make('b', {}, text));
    });
    this.#text.replaceChildren(`${title}: `, ...values.flatMap((value, i) => (i === 0 ? [value] : [', ', value])));
  }

  /** @param {Stop} stop */
  #mark(stop) {
    const { bottom, left, right, top } = this.#axes.live.frame;
    const x = stop.x === undefined ? undefined : this.#axes.shown('x', stop.x);
    const y = stop.y === undefined ? undefined : this.#axes.shown('y', stop.y);
    const look = { stroke: 'var(--accent)', 'stroke-width': 1.5, fill: 'none' };
    if (x !== undefined && y !== undefined) this.#overlay.append(draw('circle', { ...look, cx: x, cy: y, r: 10 }));
    else if (x !== undefined) this.#overlay.append(draw('line', { ...look, x1: x, x2: x, y1: top, y2: bottom }));
    else if (y !== undefined) this.#overlay.append(draw('line', { ...look, x1: left, x2: right, y1: y, y2: y }));
  }
}
