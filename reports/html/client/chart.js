import { Axes } from './axes.js';
import { element, make } from './dom.js';
import { Extent } from './extent.js';
import { Readout } from './readout.js';

/** @typedef {import('../live.ts').Live & { id: string }} Live */

/** Pixels that a pointer goes before it draws a range. */
const DRAG = 8;

/** A chart that says its values where the pointer or the keyboard is, and whose key and axis can be narrowed. */
class LiveChart {
  #live;
  #svg;
  #extent;
  #axes;
  #readout;
  /** Of the key. @type {readonly HTMLElement[]} */
  #entries;
  /** The stop that was read last; -1 for none. */
  #at = -1;
  /** Where a drag began. @type {number | undefined} */
  #dragged;
  /** @type {readonly HTMLButtonElement[]} */
  #buttons = [];

  /** @param {Live} live */
  constructor(live) {
    const figure = element(`chart-${live.id}`);
    const name = figure.querySelector('h3')?.textContent ?? '';
    this.#live = live;
    this.#svg = /** @type {SVGSVGElement} */ (figure.querySelector(':scope > svg'));
    // The readout says it better than a tooltip.
    for (const title of this.#svg.querySelectorAll('title')) title.remove();
    this.#entries = [...figure.querySelectorAll('.key li')].map((item) => /** @type {HTMLElement} */ (item));
    if (live.hides) for (const [place, item] of this.#entries.entries()) this.#makeToggle(item, place);
    this.#extent = new Extent(live);
    this.#axes = new Axes(this.#svg, live);
    this.#readout = new Readout(this.#svg, this.#axes, this.#entries, name);
    if (live.x.length > 0) this.#makeButtons(name);
    this.#listen();
    this.#update();
  }

  /** @param {HTMLElement} item @param {number} place */
  #makeToggle(item, place) {
    const button = make('button', { type: 'button', title: 'hide or show' });
    button.append(...item.childNodes);
    button.addEventListener('click', () => {
      this.#extent.toggle(place, this.#entries.length);
      this.#update();
    });
    item.append(button);
  }

  /** @param {string} name */
  #makeButtons(name) {
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ act) => {
      const made = make('button', { type: 'button', title: `on the chart: key ${key}` }, text);
      made.addEventListener('click', act);
      return made;
    };
    this.#buttons = [
      button('Zoom in', '+', () => this.#zoom(1 / 2)),
      button('Zoom out', '-', () => this.#zoom(2)),
      button('Reset', '0', () => this.#reset()),
    ];
    const group = { class: 'scale', role: 'group', 'aria-label': `Axis: ${name}` };
    this.#svg.after(make('div', group, ...this.#buttons));
  }

  #listen() {
    const svg = this.#svg;
    svg.addEventListener('keydown', (event) => this.#key(event));
    svg.addEventListener('focus', () => this.#read(this.#at < 0 ? this.#extent.next(-1, 1) : this.#at));
    svg.addEventListener('blur', () => this.#readout.clear());
    svg.addEventListener('pointerdown', (event) => {
      const drags = event.pointerType !== 'touch' && event.button === 0 && this.#live.x.length > 0;
      if (drags) svg.setPointerCapture(event.pointerId);
      this.#dragged = drags ? this.#pixel(event).x : undefined;
      this.#point(event);
    });
    svg.addEventListener('pointermove', (event) => this.#point(event));
    svg.addEventListener('pointerup', (event) => this.#drop(event));
    svg.addEventListener('pointercancel', () => {
      this.#dragged = undefined;
    });
    svg.addEventListener('pointerleave', (event) => {
      // A finger that is lifted leaves too; what it pointed at stays.
      if (event.pointerType !== 'touch') this.#read(document.activeElement === svg ? this.#at : -1);
    });
    svg.addEventListener('dblclick', () => this.#reset());
  }

  /** Shows what is to be seen, in the scale that it has. */
  #update() {
    const { hidden } = this.#extent;
    for (const group of this.#axes.groups) {
      const name = group.getAttribute('class') ?? '';
      const isHidden = name === 'series-all' ? hidden.size > 0 : hidden.has(Number(name.replace('series-', '')));
      group.setAttribute('visibility', isHidden ? 'hidden' : 'inherit');
    }
    if (this.#live.hides) {
      for (const [place, item] of this.#entries.entries()) {
        item.querySelector('button')?.setAttribute('aria-pressed', String(!hidden.has(place)));
      }
    }
    this.#axes.show(this.#extent.x, this.#extent.y);
    const [closer, wider, reset] = this.#buttons;
    if (closer) closer.disabled = this.#extent.isNarrowest;
    if (wider) wider.disabled = this.#extent.isWhole;
    if (reset) reset.disabled = this.#axes.whole && hidden.size === 0;
    if (document.activeElement === this.#svg) this.#read(this.#at);
    else this.#readout.clear();
  }

  /** @param {number} by */
  #zoom(by) {
    this.#extent.zoom(by, this.#live.stops[this.#at]?.x);
    this.#update();
  }

  #reset() {
    this.#extent.reset();
    this.#update();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = (/** @type {number} */ from, /** @type {number} */ step) => () =>
      this.#go(this.#extent.next(from, step));
    const [on, back] = [next(this.#at, 1), next(this.#at, -1)];
    /** @type {Record<string, () => void>} */
    const reads = {
      ...{ ArrowRight: on, ArrowDown: on, ArrowLeft: back, ArrowUp: back },
      ...{ Home: next(-1, 1), End: next(this.#live.stops.length, -1), Escape: () => this.#read(-1) },
    };
    /** @type {Record<string, () => void>} */
    const zooms = {
      ...{ '+': () => this.#zoom(1 / 2), '=': () => this.#zoom(1 / 2), '-': () => this.#zoom(2) },
      0: () => this.#reset(),
    };
    const act = reads[event.key] ?? (this.#live.x.length > 0 ? zooms[event.key] : undefined);
    if (act === undefined) return;
    act();
    event.preventDefault();
  }

  /** Goes to a stop; one that is out of sight draws the axis along. @param {number} at */
  #go(at) {
    this.#at = at;
    if (this.#live.x.length > 0) this.#extent.follow(this.#live.stops[at]?.x);
    this.#update();
  }

  /** Where a pointer is, in pixels of the drawing. @param {PointerEvent} event */
  #pixel(event) {
    const box = this.#svg.getBoundingClientRect();
    const scale = this.#svg.viewBox.baseVal.width / Math.max(1, box.width);
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  /** Reads what is nearest to a pointer. @param {PointerEvent} event */
  #point(event) {
    const { x, y } = this.#pixel(event);
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [at, stop] of this.#live.stops.entries()) {
      if (this.#extent.said(stop).length === 0) continue;
      const across = stop.x === undefined ? 0 : this.#axes.shown('x', stop.x) - x;
      const down = stop.y === undefined ? 0 : this.#axes.shown('y', stop.y) - y;
      const distance = Math.hypot(across, down);
      if (distance >= least) continue;
      nearest = at;
      least = distance;
    }
    this.#read(nearest);
    if (this.#dragged === undefined || Math.abs(x - this.#dragged) < DRAG) return;
    this.#readout.band(Math.min(x, this.#dragged), Math.max(x, this.#dragged));
  }

  /** Ends a drag: what it went over is shown. @param {PointerEvent} event */
  #drop(event) {
    const start = this.#dragged;
    this.#dragged = undefined;
    const { x } = this.#pixel(event);
    if (start === undefined || Math.abs(x - start) < DRAG) return;
    this.#extent.choose(this.#axes.drawn('x', Math.min(start, x)), this.#axes.drawn('x', Math.max(start, x)));
    this.#update();
  }

  /** Reads a stop; -1 for none. @param {number} at */
  #read(at) {
    const stop = this.#live.stops[at];
    const said = this.#extent.said(stop);
    this.#at = said.length === 0 ? -1 : at;
    if (stop === undefined || said.length === 0) this.#readout.clear();
    else this.#readout.show(at, stop, said);
  }
}

/** Makes the charts answer pointer and keys, and puts their tables on paper. */
export function enliven() {
  const all = /** @type {Live[]} */ (JSON.parse(element('charts').textContent ?? '[]'));
  for (const live of all) new LiveChart(live);
  element('charts-hint').hidden = all.length === 0;
  // A table that is closed would not be printed.
  addEventListener('beforeprint', () => {
    for (const table of document.querySelectorAll('details.table')) table.setAttribute('open', '');
  });
}
