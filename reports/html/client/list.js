import { columns, index, outcomeClass, resultOf } from './data.js';
import { element, make } from './dom.js';

/** Rows that are made beyond those in sight, so that a quick scroll shows no hole. */
const SPARE_ROWS = 8;

/**
 * A list of queries of any length: only the rows in sight are elements. It is a grid to a screen reader; the keyboard
 * moves the marked row, and Enter opens it.
 */
export class QueryList {
  /** @type {readonly number[]} */
  #queries = [];
  #active = 0;
  #rowHeight = 40;
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();

  /** @param {(query: number) => void} onOpen */
  constructor(onOpen) {
    this.grid = element('list');
    this.body = element('list-body');
    this.onOpen = onOpen;
    this.grid.addEventListener('scroll', () => this.#draw(), { passive: true });
    this.grid.addEventListener('keydown', (event) => this.#key(event));
    this.grid.addEventListener('focus', () => this.#mark(this.#active));
    this.body.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest('[data-place]') : null;
      if (row instanceof HTMLElement) this.#open(Number(row.dataset.place));
    });
    new ResizeObserver(() => this.#measure()).observe(this.grid);
    this.#measure();
  }

  /** @param {readonly number[]} queries */
  show(queries) {
    this.#queries = queries;
    this.#active = 0;
    this.grid.scrollTop = 0;
    this.#renew();
  }

  /** Marks the row of a query, if it is in the list, and gives the list the focus. @param {number} query */
  focusOn(query) {
    const place = this.#queries.indexOf(query);
    if (place >= 0) this.#active = place;
    this.grid.focus({ preventScroll: false });
    this.#mark(this.#active);
  }

  /** The query so many rows after another. @param {number} query @param {number} step */
  neighbour(query, step) {
    return this.#queries[this.#queries.indexOf(query) + step];
  }

  #measure() {
    const probe = make('div', { class: 'query' });
    this.body.append(probe);
    this.#rowHeight = Math.max(1, probe.offsetHeight);
    probe.remove();
    this.#renew();
  }

  #renew() {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.body.style.height = `${Math.max(1, this.#queries.length) * this.#rowHeight}px`;
    this.grid.setAttribute('aria-rowcount', String(this.#queries.length + 1));
    this.#draw();
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.grid.scrollTop / this.#rowHeight) - SPARE_ROWS);
    const inSight = Math.ceil(this.grid.clientHeight / this.#rowHeight) + 2 * SPARE_ROWS;
    const last = Math.min(this.#queries.length, first + inSight);
    for (const [place, row] of this.#rows) {
      // The marked row stays, for a screen reader stands on it.
      if ((place < first || place >= last) && place !== this.#active) {
        row.remove();
        this.#rows.delete(place);
      }
    }
    for (let place = first; place < last; place++) this.#rowAt(place);
    if (this.#queries.length > 0) this.#rowAt(this.#active).classList.add('active');
    if (this.#queries.length > 0) this.grid.setAttribute('aria-activedescendant', `row-${this.#active}`);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  /** @param {number} place */
  #rowAt(place) {
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    const row = queryRow(this.#queries[place] ?? 0, place);
    row.style.top = `${place * this.#rowHeight}px`;
    this.body.append(row);
    this.#rows.set(place, row);
    return row;
  }

  /** @param {number} place */
  #mark(place) {
    if (this.#queries.length === 0) return;
    this.#rows.get(this.#active)?.classList.remove('active');
    this.#active = Math.max(0, Math.min(this.#queries.length - 1, place));
    const head = element('list-head').offsetHeight;
    const top = this.#active * this.#rowHeight;
    const room = this.grid.clientHeight - head - this.#rowHeight;
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (top > this.grid.scrollTop + room) this.grid.scrollTop = top - room;
    this.#draw();
  }

  /** @param {number} place */
  #open(place) {
    this.#mark(place);
    const query = this.#queries[place];
    if (query !== undefined) this.onOpen(query);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.grid.clientHeight / this.#rowHeight) - 2);
    /** @type {Record<string, number>} */
    const places = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: this.#queries.length - 1,
    };
    const place = places[event.key];
    if (place !== undefined) this.#mark(place);
    else if (event.key === 'Enter' || event.key === ' ') this.#open(this.#active);
    else return;
    event.preventDefault();
  }
}

/**
 * A row of the list.
 *
 * @param {number} query
 * @param {number} place in the list
 */
function queryRow(query, place) {
  const { id, kind, text } = index.query;
  const cell = (/** @type {string} */ className, /** @type {(Node | string | undefined)[]} */ ...children) =>
    make('div', { role: 'gridcell', class: className }, ...children);
  return make(
    'div',
    {
      role: 'row',
      id: `row-${place}`,
      class: place % 2 === 0 ? 'query' : 'query odd',
      'aria-rowindex': String(place + 2),
      'data-place': String(place),
    },
    cell('query-id', id[query] ?? ''),
    cell('query-text', text[query] === '' ? make('em', {}, 'empty') : text[query]),
    cell('query-kind', index.kinds[kind[query] ?? -1] ?? ''),
    ...columns.map(({ name, retriever }) => {
      const { outcome, rank } = resultOf(query, retriever);
      return cell(
        'query-outcome',
        make('span', { class: 'narrow-only' }, `${name}: `),
        make('span', { class: `dot ${outcomeClass(outcome)}`, 'aria-hidden': 'true' }),
        index.outcomes[outcome] ?? 'not judged',
        rank > 0 ? make('span', { class: 'rank', title: 'best rank of a right card' }, ` #${rank}`) : undefined,
      );
    }),
  );
}
