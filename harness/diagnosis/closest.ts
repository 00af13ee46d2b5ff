import { edits } from '../../datasets/edits.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';

/** Characters of an id that are compared. */
const COMPARED = 60;
/** Of one id that holds another, or begins like it, so many characters have to be the same. */
const LEAST_SHARED = 3;

/**
 * The ids that look most like one that nobody has: those that hold it, or that it holds, first; then by the fewest
 * characters to insert, delete or replace, ties by code point. Case does not count. An id is left out unless it holds the
 * other, or a third of the characters is changed at most, or it begins with half of the wanted one.
 *
 * @param most how many come back, at most.
 */
export function closestIds(wanted: string, ids: Iterable<string>, most: number): string[] {
  const target = wanted.slice(0, COMPARED).toLowerCase();
  const found: { readonly id: string; readonly distance: number }[] = [];
  for (const id of ids) {
    const other = id.slice(0, COMPARED).toLowerCase();
    const shorter = Math.min(other.length, target.length);
    const inside = shorter >= LEAST_SHARED && (other.includes(target) || target.includes(other));
    // Below every distance of one that is not inside, and in the same order.
    const distance = inside ? Math.abs(other.length - target.length) - 2 * COMPARED : edits(target, other);
    const begins = sharedPrefix(target, other) >= Math.max(LEAST_SHARED, target.length / 2);
    if (inside || begins || distance <= Math.max(target.length, other.length) / 3) found.push({ id, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareCodePoints(a.id, b.id));
  return found.slice(0, most).map(({ id }) => id);
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
