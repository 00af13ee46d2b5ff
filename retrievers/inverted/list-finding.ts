import type { ListCursor } from './list-cursor.ts';
import { WIDE } from './lists.ts';

/*
 * How cards are looked for in lists of each form: what `ListCursor.find` does. `| 0` tells the engine that a sum is a whole
 * number of 32 bits, as all places are: it would else add up in floating point.
 */

export function findInBitmap(list: ListCursor, cards: Uint32Array, count: number, hits: Uint32Array): number {
  const { bits } = list;
  const start = list.start | 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const card = cards[i]!;
    hits[found] = i;
    found = (found + ((bits[(start + (card >>> 5)) | 0]! >>> card) & 1)) | 0;
  }
  return found;
}

export function findInDirectory(
  list: ListCursor,
  cards: Uint32Array,
  count: number,
  hits: Uint32Array,
  postings: Uint32Array,
): number {
  const { directory, low, shift, sieve, sieveShift } = list;
  const sieveStart = list.sieveStart | 0;
  // First the sieve, which takes no decision and little memory; most cards stay in it. Then the rest in their buckets.
  let possible = 0;
  for (let i = 0; i < count; i++) {
    const card = cards[i]!;
    const bit = card >>> sieveShift;
    const word = sieve[(sieveStart + (bit >>> 5)) | 0]!;
    hits[possible] = i;
    possible = (possible + ((word >>> bit) & (word >>> card) & 1)) | 0;
  }
  const side = list.side | 0;
  const start = list.start | 0;
  let found = 0;
  for (let h = 0; h < possible; h++) {
    const i = hits[h]!;
    const card = cards[i]!;
    const bucket = (side + (card >>> shift)) | 0;
    const from = (start + directory[bucket]!) | 0;
    const size = (start + directory[bucket + 1]! - from) | 0;
    const at = lastUpTo(low, from, size, card & 0xffff);
    hits[found] = i;
    postings[found] = at;
    found = (found + (+(size > 0) & +(low[at] === (card & 0xffff)))) | 0;
  }
  return found;
}

/** Keeps those of the first `count` cards that a list holds; its sieve let all of them through. Returns how many it kept. */
export function keepThoseInDirectory(list: ListCursor, cards: Uint32Array, count: number): number {
  const { directory, low, shift } = list;
  const side = list.side | 0;
  const start = list.start | 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const card = cards[i]!;
    const bucket = (side + (card >>> shift)) | 0;
    const from = (start + directory[bucket]!) | 0;
    const size = (start + directory[bucket + 1]! - from) | 0;
    const at = lastUpTo(low, from, size, card & 0xffff);
    cards[kept] = card;
    kept = (kept + (+(size > 0) & +(low[at] === (card & 0xffff)))) | 0;
  }
  return kept;
}

/**
 * The place of the last of `size` numbers, ascending from `from` on, that is not above the wanted one; `from` where all are.
 * It halves what is left by the sign of a difference: a jump that nobody can foretell would take longer than all of it.
 */
function lastUpTo(low: Uint16Array, from: number, size: number, wanted: number): number {
  let at = from;
  let left = size;
  while (left > 1) {
    const half = left >>> 1;
    at = (at + (half & ((low[(at + half) | 0]! - wanted - 1) >> 31))) | 0;
    left = (left - half) | 0;
  }
  return at;
}

/** For WIDE and NARROW. */
export function findByGalloping(
  list: ListCursor,
  cards: Uint32Array,
  count: number,
  hits: Uint32Array,
  postings: Uint32Array,
): number {
  const { end } = list;
  let at = list.found;
  let found = 0;
  for (let i = 0; i < count && at < end; i++) {
    const card = cards[i]!;
    at = firstFrom(list, at, card);
    if (at === end || cardAt(list, at) !== card) continue;
    hits[found] = i;
    postings[found++] = at;
  }
  list.found = at;
  return found;
}

export function findSingle(
  { single }: ListCursor,
  cards: Uint32Array,
  count: number,
  hits: Uint32Array,
  postings: Uint32Array,
): number {
  for (let i = 0; i < count; i++) {
    if (cards[i] !== single) continue;
    hits[0] = i;
    postings[0] = 0;
    return 1;
  }
  return 0;
}

/** The first place, from `from` on, of a card that is not below the given one, or the end: steps that double, then halve the last one. */
function firstFrom(list: ListCursor, from: number, card: number): number {
  if (cardAt(list, from) >= card) return from;
  const { end } = list;
  let below = from;
  let step = 1;
  while (below + step < end && cardAt(list, below + step) < card) {
    below += step;
    step *= 2;
  }
  let after = Math.min(below + step, end);
  while (after - below > 1) {
    const middle = (below + after) >>> 1;
    if (cardAt(list, middle) < card) below = middle;
    else after = middle;
  }
  return after;
}

/** The card at a place in `low`; a NARROW list has nothing above it. */
function cardAt({ form, high, low, side }: ListCursor, at: number): number {
  return form === WIDE ? high[side + at]! * 0x10000 + low[at]! : low[at]!;
}
