import type { ListCursor } from './list-cursor.ts';
import { bitmapWords } from './lists.ts';

/*
 * How lists of each form are read, card after card: what `ListCursor.read` does. For `| 0` see `list-finding.ts`.
 */

export function readBitmap(list: ListCursor, into: Uint32Array, most: number, limit: number): number {
  const { bits, start } = list;
  const words = bitmapWords(Math.min(limit, list.cards));
  let { at, rest } = list;
  let count = 0;
  while (at < words) {
    while (rest !== 0 && count < most) {
      const lowest = rest & -rest;
      into[count++] = (at << 5) + 31 - Math.clz32(lowest);
      rest ^= lowest;
    }
    if (count === most) break;
    at++;
    // One word past the end may be that of the next list, or none (0): it is not read from.
    rest = bits[start + at]! | 0;
  }
  list.at = at;
  list.rest = rest;
  return count;
}

export function readDirectory(list: ListCursor, into: Uint32Array, most: number, limit: number): number {
  const { directory, low, shift } = list;
  const side = list.side | 0;
  const start = list.start | 0;
  const buckets = ((Math.min(limit, list.cards) - 1) >>> shift) + 1;
  let at = list.at | 0;
  let bucket = list.rest | 0;
  let count = 0;
  while (count < most && bucket < buckets) {
    // The buckets of all cards that share the bits above the low ones are read as one.
    const high = (bucket << shift) & ~0xffff;
    const after = Math.min((bucket | (0xffff >>> shift)) + 1, buckets);
    const endOfBuckets = (start + directory[(side + after) | 0]!) | 0;
    const end = Math.min(endOfBuckets, (at + most - count) | 0);
    for (; at < end; at = (at + 1) | 0) {
      into[count] = high | low[at]!;
      count = (count + 1) | 0;
    }
    if (at < endOfBuckets) break;
    bucket = after;
  }
  list.at = at;
  list.rest = bucket;
  return count;
}

/** As `readDirectory`, without a limit, and keeps only what the sieve of another list lets through. Returns how many it kept. */
export function readDirectoryThrough(list: ListCursor, other: ListCursor, into: Uint32Array, most: number): number {
  const { directory, low, shift } = list;
  const { sieve, sieveShift } = other;
  const sieveStart = other.sieveStart | 0;
  const side = list.side | 0;
  const start = list.start | 0;
  const buckets = ((list.cards - 1) >>> shift) + 1;
  let at = list.at | 0;
  const stop = (at + most) | 0;
  let bucket = list.rest | 0;
  let kept = 0;
  while (at < stop && bucket < buckets) {
    const high = (bucket << shift) & ~0xffff;
    const after = Math.min((bucket | (0xffff >>> shift)) + 1, buckets);
    const endOfBuckets = (start + directory[(side + after) | 0]!) | 0;
    const end = Math.min(endOfBuckets, stop);
    for (; at < end; at = (at + 1) | 0) {
      const card = high | low[at]!;
      const bit = card >>> sieveShift;
      const word = sieve[(sieveStart + (bit >>> 5)) | 0]!;
      into[kept] = card;
      kept = (kept + ((word >>> bit) & (word >>> card) & 1)) | 0;
    }
    if (at < endOfBuckets) break;
    bucket = after;
  }
  list.at = at;
  list.rest = bucket;
  return kept;
}

export function readWide(list: ListCursor, into: Uint32Array, most: number, limit: number): number {
  const { high, low, side } = list;
  const end = Math.min(list.end, list.at + most);
  let { at } = list;
  let count = 0;
  while (at < end) {
    const card = high[side + at]! * 0x10000 + low[at]!;
    if (card >= limit) break;
    into[count++] = card;
    at++;
  }
  list.at = at;
  return count;
}

/** Without a limit: in a registry of up to 2^16 cards there is none below the number of cards. */
export function readNarrow(list: ListCursor, into: Uint32Array, most: number): number {
  const { at, low } = list;
  const count = Math.min(most, list.end - at);
  for (let i = 0; i < count; i++) into[i] = low[at + i]!;
  list.at = at + count;
  return count;
}

export function readSingle(list: ListCursor, into: Uint32Array, limit: number): number {
  if (list.at > 0 || list.single >= limit) return 0;
  list.at = 1;
  into[0] = list.single;
  return 1;
}
