import { compareCodePoints } from '../../retrievers/ranking.ts';

/** Characters of an id that are compared. */
const COMPARED = 60;

/**
 * The ids that look most like one that nobody has: those that hold it, or that it holds, first; then by the fewest
 * characters to insert, delete or replace (Levenshtein 1966), ties by code point. Case does not count.
 *
 * @param most how many come back, at most.
 */
export function closestIds(wanted: string, ids: Iterable<string>, most: number): string[] {
  const target = wanted.slice(0, COMPARED).toLowerCase();
  const found: { readonly id: string; readonly distance: number }[] = [];
  for (const id of ids) {
    const other = id.slice(0, COMPARED).toLowerCase();
    const inside = other !== '' && target !== '' && (other.includes(target) || target.includes(other));
    // Below every distance of one that is not inside, and in the same order.
    const distance = inside ? Math.abs(other.length - target.length) - 2 * COMPARED : edits(target, other);
    found.push({ id, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareCodePoints(a.id, b.id));
  return found.slice(0, most).map(({ id }) => id);
}

/** The fewest single characters to insert, delete or replace that make one text of the other. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
