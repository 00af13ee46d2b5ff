import type { Hit } from '../../retrievers/ranking.ts';
import type { RunMeasure } from '../metrics/index.ts';
import type { TieGroup } from '../metrics/measure.ts';

/** What a measure of one query may be, over all orders of the cards that the retriever itself ranks alike. */
export interface Band {
  readonly worst: number;
  /** The mean over all those orders. */
  readonly expected: number;
  readonly best: number;
}

/** A group of tied cards, with what a best and a worst order need to know. */
interface Group extends TieGroup {
  readonly right: readonly string[];
  readonly others: readonly string[];
}

/**
 * The band of each measure for one query. Hits with equal scores and equal matched counts are tied: among them nothing
 * but the id decides, and an id says nothing about which card is right. Best and worst need no search, as every measure
 * only gains where a right card, or one of a higher grade, moves up: right cards first in each group, or last.
 *
 * @param full the full ranking, so that a group is whole even where the run's K cuts through it.
 * @param k the run's K.
 * @param relevant the right cards and their grade; at least one.
 * @returns a band for each measure, in their order; undefined where no order of ties changes any of them.
 */
export function tieBands(
  full: readonly Hit[],
  k: number,
  relevant: ReadonlyMap<string, number>,
  measures: readonly RunMeasure[],
): readonly Band[] | undefined {
  if (!mayMove(full, k, relevant)) return undefined;
  const groups = tieGroups(full, k, relevant);
  const best = groups.flatMap(({ others, right }) => [...right, ...others]).slice(0, k);
  const worst = groups.flatMap(({ others, right }) => [...others, ...right.toReversed()]).slice(0, k);
  return measures.map(({ expected, measure }) => {
    const [low, high] = [measure(worst, relevant), measure(best, relevant)];
    // Rounding must not put the mean of equal values beside them.
    return { worst: low, expected: Math.min(high, Math.max(low, expected({ groups, k }, relevant))), best: high };
  });
}

/** Whether a right card that may be in the pool is tied with any other card: found without making a list. */
function mayMove(full: readonly Hit[], k: number, relevant: ReadonlyMap<string, number>): boolean {
  let previous: Hit | undefined;
  let right = false;
  for (const [i, hit] of full.entries()) {
    const tied = previous !== undefined && isTied(previous, hit);
    if (!tied && i >= k) return false;
    const isRight = relevant.has(hit.id);
    if (tied && (right || isRight)) return true;
    right = isRight;
    previous = hit;
  }
  return false;
}

/** The groups that begin within the pool: the last may reach beyond it. Right cards by grade, the highest first. */
function tieGroups(full: readonly Hit[], k: number, relevant: ReadonlyMap<string, number>): Group[] {
  const groups: Group[] = [];
  let start = 0;
  while (start < Math.min(k, full.length)) {
    let end = start + 1;
    while (end < full.length && isTied(full[start] as Hit, full[end] as Hit)) end++;
    const ids = full.slice(start, end).map((hit) => hit.id);
    const right = ids.filter((id) => relevant.has(id)).sort((a, b) => gradeOf(b, relevant) - gradeOf(a, relevant));
    groups.push({
      start,
      size: ids.length,
      grades: right.map((id) => gradeOf(id, relevant)),
      right,
      others: ids.filter((id) => !relevant.has(id)),
    });
    start = end;
  }
  return groups;
}

function gradeOf(id: string, relevant: ReadonlyMap<string, number>): number {
  return relevant.get(id) ?? 0;
}

function isTied(a: Hit, b: Hit): boolean {
  return a.score === b.score && a.matched === b.matched;
}
