import type { ListCursor } from './list-cursor.ts';
import { WIDE } from './lists.ts';

/*
 * How cards are looked for in lists of each form: what `ListCursor.find` does.
 */

export function findInBitmap(list: ListCursor, cards: Uint32Array, count: number, hits: Uint32Array): number {
  const { bits, start } = list;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const card = cards[i]!;
    hits[found] = i;
    found += (bits[start + (card >>> 5)]! >>> (card & 31)) & 1;
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
  const { directory, low, shift, side, sieve, sieveShift, sieveStart, start } = list;
  // First the sieve, which takes no decision and little memory; most cards stay in it. Then the rest in their buckets.
  let possible = 0;
  for (let i = 0; i < count; i++) {
    const bit = cards[i]! >>> sieveShift;
    hits[possible] = i;
    possible += (sieve[sieveStart + (bit >>> 5)]! >>> (bit & 31)) & 1;
  }
  let found = 0;
  for (let h = 0; h < possible; h++) {
    const i = hits[h]!;
    const card = cards[i]!;
    const wanted = card & 0xffff;
    const bucket = side + (card >>> shift);
    let at = start + directory[bucket]!;
    let left = start + directory[bucket + 1]! - at;
    // Halves what is left by the sign of a difference: a jump that nobody can foretell would take longer than all of it.
    while (left > 1) {
      const half = left >>> 1;
      at += half & ((low[at + half]! - wanted - 1) >> 31);
      left -= half;
    }
    hits[found] = i;
    postings[found] = at;
    found += left & +(low[at] === wanted);
  }
  return found;
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
