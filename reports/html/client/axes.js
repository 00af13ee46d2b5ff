import { draw } from './dom.js';

/** @typedef {import('../live.ts').Live} Live */
/** @typedef {import('../live.ts').Tick} Tick */
/** @typedef {{ readonly node: Element, readonly values: Readonly<Record<string, string>> }} Mark */
/** @typedef {readonly [from: number, to: number]} Range pixels of the drawing as it came */

/** Half a dot, which stands out over the frame. */
const OVERHANG = 6;
/** Ticks that an axis has at least, where there are finer ones. */
const ENOUGH_TICKS = 3;

/**
 * The axes of a chart. In another scale the marks that the server has drawn are moved, not made anew: what is shown is
 * never anything else than what was drawn.
 */
export class Axes {
  /** What the frame shows. @type {Range} */
  x;
  /** @type {Range} */
  y;
  /** @type {readonly Mark[]} */
  #marks;
  /** Of each row its bars. @type {readonly (readonly Mark[])[]} */
  #bars;
  /** @type {{ ticks: readonly Tick[], axis: 'x' | 'y', box: Element, drawn: Element[] }[]} */
  #ticks;
  #clip;

  /**
   * @param {Element} svg
   * @param {Live & { id: string }} live
   */
  constructor(svg, live) {
    const { left, right, top, bottom } = live.frame;
    this.live = live;
    this.x = [left, right];
    this.y = [top, bottom];
    this.groups = [...svg.querySelectorAll('[class^="series-"], .on-axis')];
    const marksIn = (/** @type {string} */ shapes) =>
      this.groups.map((group) =>
        [...group.querySelectorAll(shapes)].map((node) => ({
          node,
          values: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        })),
      );
    this.#marks = marksIn('rect, circle, line, path').flat();
    this.#bars = marksIn('rect');
    this.#ticks = [
      ...ticksOf(svg, 'x', live.x, ['x-axis tick', 'x-axis tick label']),
      ...ticksOf(svg, 'y', live.y, ['y-axis tick', 'y-axis tick label', 'y-grid']),
    ];
    // Charts with rows have no axis for their height that could be cut off.
    const [high, low] = live.y.length > 0 ? [top - OVERHANG, bottom + OVERHANG] : [-1e4, 1e4];
    const over = live.y.length > 0 ? OVERHANG : 0;
    this.#clip = draw('clipPath', { id: `clip-${live.id}` });
    this.#clip.append(draw('rect', { x: left - over, width: right - left + 2 * over, y: high, height: low - high }));
    svg.prepend(this.#clip);
  }

  /** Whether all is as it was drawn. */
  get whole() {
    const { left, right, top, bottom } = this.live.frame;
    return this.x[0] === left && this.x[1] === right && this.y[0] === top && this.y[1] === bottom;
  }

  /** Where a pixel of the drawing as it came is shown. @param {'x' | 'y'} axis @param {number} pixel */
  shown(axis, pixel) {
    const { from, to, start, end } = this.#span(axis);
    return start + ((pixel - from) / (to - from)) * (end - start);
  }

  /** The pixel of the drawing as it came that is shown at another. @param {'x' | 'y'} axis @param {number} pixel */
  drawn(axis, pixel) {
    const { from, to, start, end } = this.#span(axis);
    return from + ((pixel - start) / (end - start)) * (to - from);
  }

  /**
   * Lets the frame show these parts of the axes.
   *
   * @param {Range} x
   * @param {Range} y
   */
  show(x, y) {
    this.x = x;
    this.y = y;
    const { whole } = this;
    for (const group of this.groups) {
      if (whole) group.removeAttribute('clip-path');
      else group.setAttribute('clip-path', `url(#${this.#clip.id})`);
    }
    for (const { node, values } of this.#marks) {
      for (const [name, value] of Object.entries(values)) {
        const moved = whole ? value : this.#moved(name, value, values);
        if (moved !== undefined) node.setAttribute(name, moved);
      }
    }
    if (!whole) for (const bars of this.#bars) this.#raise(bars);
    for (const { axis, box, drawn, ticks } of this.#ticks) {
      box.replaceChildren(...(whole ? drawn : this.#newTicks(axis, ticks, drawn[0])));
    }
  }

  /** Bars are as high as the highest that is in sight lets them be. @param {readonly Mark[]} bars */
  #raise(bars) {
    const number = (/** @type {Mark} */ { values }, /** @type {string} */ name) => Number(values[name] ?? 0);
    const highest = (/** @type {readonly Mark[]} */ all) => Math.max(0, ...all.map((bar) => number(bar, 'height')));
    const inSight = bars.filter((bar) => {
      const middle = number(bar, 'x') + number(bar, 'width') / 2;
      return middle >= this.x[0] && middle <= this.x[1];
    });
    const by = highest(inSight) > 0 ? highest(bars) / highest(inSight) : 1;
    for (const bar of inSight) {
      const height = number(bar, 'height');
      bar.node.setAttribute('height', String(round(height * by)));
      bar.node.setAttribute('y', String(round(number(bar, 'y') + height - height * by)));
    }
  }

  /** @param {'x' | 'y'} axis */
  #span(axis) {
    const { left, right, top, bottom } = this.live.frame;
    const [from, to] = this[axis];
    return axis === 'x' ? { from, to, start: left, end: right } : { from, to, start: top, end: bottom };
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {Readonly<Record<string, string>>} values
   */
  #moved(name, value, values) {
    const x = (/** @type {number} */ pixel) => round(this.shown('x', pixel));
    if (name === 'x' || name === 'cx' || name === 'x1' || name === 'x2') return String(x(Number(value)));
    if (name === 'width') {
      const from = Number(values.x);
      return String(round(x(from + Number(value)) - x(from)));
    }
    if (name === 'cy') return String(round(this.shown('y', Number(value))));
    if (name !== 'd') return undefined;
    const point = /(-?[\d.]+),(-?[\d.]+)/g;
    return value.replace(point, (_, px, py) => `${x(Number(px))},${round(this.shown('y', Number(py)))}`);
  }

  /**
   * @param {'x' | 'y'} axis
   * @param {readonly Tick[]} ticks
   * @param {Element | undefined} like
   */
  #newTicks(axis, ticks, like) {
    if (like === undefined) return [];
    const [from, to] = this[axis];
    const inSight = ticks.filter(({ at }) => at >= Math.min(from, to) && at <= Math.max(from, to));
    const finest = Math.max(0, ...inSight.map(({ level }) => level));
    let level = 0;
    while (level < finest && inSight.filter((tick) => tick.level <= level).length < ENOUGH_TICKS) level++;
    return inSight
      .filter((tick) => tick.level <= level)
      .map(({ at, label }) => {
        const tick = /** @type {Element} */ (like.cloneNode(true));
        const place = round(this.shown(axis, at));
        if (tick.tagName === 'line') for (const name of ['y1', 'y2']) tick.setAttribute(name, String(place));
        else {
          const [, x = '0', y = '0'] = /\((-?[\d.]+),(-?[\d.]+)\)/.exec(tick.getAttribute('transform') ?? '') ?? [];
          tick.setAttribute('transform', `translate(${axis === 'x' ? place : x},${axis === 'y' ? place : y})`);
        }
        if (tick.tagName === 'text') tick.textContent = label;
        return tick;
      });
  }
}

/**
 * @param {Element} svg
 * @param {'x' | 'y'} axis
 * @param {readonly Tick[]} ticks
 * @param {readonly string[]} names
 */
function ticksOf(svg, axis, ticks, names) {
  if (ticks.length === 0) return [];
  return names.flatMap((name) => {
    const box = svg.querySelector(`[aria-label="${name}"] :is(path, text, line)`)?.parentElement;
    return box ? [{ ticks, axis, box, drawn: [...box.children] }] : [];
  });
}

/** @param {number} pixel */
function round(pixel) {
  return Math.round(pixel * 100) / 100;
}
