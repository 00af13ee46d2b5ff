/** @typedef {import('../live.ts').Live} Live */
/** @typedef {import('../live.ts').Stop} Stop */
/** @typedef {import('./axes.js').Range} Range */

/** The narrowest part of an axis that is shown, as a part of the whole, and in stops. */
const NARROWEST = { part: 1 / 16, stops: 2.5 };
/** Pixels beside the outermost marks. */
const ROOM = 5;

/** What of a chart is shown: which entries of its key, and which part of its axes, in pixels of the drawing as it came. */
export class Extent {
  /** Entries that are hidden, by their place. @type {Set<number>} */
  hidden = new Set();
  /** What was chosen of the axis; undefined: it fits what is shown. @type {Range | undefined} */
  #chosen;
  #live;
  #narrowest;

  /** @param {Live} live */
  constructor(live) {
    this.#live = live;
    const whole = live.frame.right - live.frame.left;
    const gaps = live.stops.slice(1).map((stop, i) => (stop.x ?? 0) - (live.stops[i]?.x ?? 0));
    this.#narrowest = Math.min(whole, Math.max(whole * NARROWEST.part, NARROWEST.stops * Math.min(whole, ...gaps)));
  }

  /** Hides an entry, or shows it again. Where it was the last one, all are shown. @param {number} place @param {number} entries */
  toggle(place, entries) {
    if (!this.hidden.delete(place)) this.hidden.add(place);
    if (this.hidden.size === entries) this.hidden.clear();
  }

  reset() {
    this.#chosen = undefined;
    this.hidden.clear();
  }

  /** Chooses a part of the axis. @param {number} from @param {number} to */
  choose(from, to) {
    const width = Math.max(to - from, this.#narrowest);
    this.#chosen = this.#within((from + to - width) / 2, (from + to + width) / 2);
  }

  /** Makes what is shown narrower or wider. @param {number} by @param {number | undefined} around */
  zoom(by, around) {
    const [from, to] = this.x;
    const middle = around ?? (from + to) / 2;
    this.choose(middle - ((to - from) * by) / 2, middle + ((to - from) * by) / 2);
  }

  /** Moves what is shown until a place is in it. @param {number | undefined} place */
  follow(place) {
    const [from, to] = this.x;
    if (place === undefined || (place >= from && place <= to)) return;
    this.choose(place - (to - from) / 2, place + (to - from) / 2);
  }

  /** What a stop says of what is shown. @param {Stop | undefined} stop */
  said(stop) {
    return (stop?.said ?? []).filter(({ series }) => !this.#live.hides || !this.hidden.has(series));
  }

  /** The next stop that says anything; the same where there is none. @param {number} from @param {number} step */
  next(from, step) {
    const { stops } = this.#live;
    for (let at = from + step; at >= 0 && at < stops.length; at += step) if (this.said(stops[at]).length > 0) return at;
    return from;
  }

  /** Whether no narrower part is shown. */
  get isNarrowest() {
    const [from, to] = this.x;
    return to - from <= this.#narrowest;
  }

  /** Whether the whole axis is shown. */
  get isWhole() {
    const [from, to] = this.x;
    return from <= this.#live.frame.left && to >= this.#live.frame.right;
  }

  /** Where charts have rows, these share an axis that fits those that are shown. @returns {Range} */
  get x() {
    if (this.#chosen !== undefined) return this.#chosen;
    const { frame, stops, x, y } = this.#live;
    const places = stops.filter((stop) => this.said(stop).length > 0).map((stop) => stop.x ?? 0);
    const [first, last] = [places[0], places.at(-1)];
    const fits = this.hidden.size > 0 && x.length > 0 && y.length === 0;
    if (!fits || first === undefined || last === undefined) return [frame.left, frame.right];
    return this.#within(first - ROOM, Math.max(last + ROOM, first - ROOM + this.#narrowest));
  }

  /** Fits the marks that are shown. @returns {Range} */
  get y() {
    const { frame, stops, y } = this.#live;
    const [from, to] = this.x;
    const inSight = stops.filter((stop) => stop.x !== undefined && stop.x >= from && stop.x <= to);
    const places = inSight.flatMap((stop) => this.said(stop).flatMap((said) => said.y ?? []));
    const whole = this.isWhole && this.hidden.size === 0;
    if (whole || y.length === 0 || places.length === 0) return [frame.top, frame.bottom];
    const [high, low] = [Math.min(...places), Math.max(...places)];
    const room = Math.max(0.08 * (low - high), ROOM);
    return [Math.max(frame.top, high - room), Math.min(frame.bottom, low + room)];
  }

  /** A part of the axis, moved until it lies in the frame. @param {number} from @param {number} to @returns {Range} */
  #within(from, to) {
    const { left, right } = this.#live.frame;
    const width = Math.min(to - from, right - left);
    const start = Math.min(Math.max(from, left), right - width);
    return [start, start + width];
  }
}
