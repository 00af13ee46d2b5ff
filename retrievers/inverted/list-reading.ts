import type { ListCursor } from './list-cursor.ts';
import { bitmapWords } from './lists.ts';

/*
 * How lists of each form are read, card after card: what `ListCursor.read` does.
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
  const { directory, low, shift, side, start } = list;
  const buckets = ((Math.min(limit, list.cards) - 1) >>> shift) + 1;
  let { at, rest: bucket } = list;
  let count = 0;
  while (count < most && bucket < buckets) {
    const high = ((bucket << shift) & ~0xffff) >>> 0;
    const endOfBucket = start + directory[side + bucket + 1]!;
    const end = Math.min(endOfBucket, at + most - count);
    while (at < end) into[count++] = high + low[at++]!;
    if (at < endOfBucket) break;
    bucket++;
  }
  list.at = at;
  list.rest = bucket;
  return count;
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
