/**
 * How well one ranking answers one judged query.
 *
 * @param ranking ids of the cards found, best first, already cut to the run's K. Empty: the query went unanswered.
 * @param relevant the right cards and their grade, an integer >= 1. At least one: a query without a right card is not
 *   judged, and no measure is defined for it.
 * @returns a number from 0 to 1, equal to trec_eval's for the same run.
 * @throws RangeError where an id stands twice in the ranking, or `relevant` is empty or holds a grade below 1.
 */
export type Measure = (ranking: readonly string[], relevant: ReadonlyMap<string, number>) => number;

/** Cards that a retriever ranks alike: only their ids put one before the other. */
export interface TieGroup {
  /** Cards ranked before the group. */
  readonly start: number;
  /** Cards in the group, at least 1. */
  readonly size: number;
  /** Grades of the right cards among them, in any order. */
  readonly grades: readonly number[];
}

/** A ranking that leaves open what is tied. */
export interface TiedRanking {
  /** In order and without a gap, from the first rank to past the run's K, or to the end of the ranking. */
  readonly groups: readonly TieGroup[];
  /** Where the run cuts a ranking. */
  readonly k: number;
}

/**
 * The mean of a measure over all orders of the cards within each group, each equally likely, in closed form (McSherry
 * and Najork, Computing information retrieval performance measures efficiently in the presence of tied scores, 2008).
 *
 * @returns a number from 0 to 1, up to rounding.
 */
export type ExpectedMeasure = (tied: TiedRanking, relevant: ReadonlyMap<string, number>) => number;

/** A query is judged if it has at least one right card. */
export function isJudged(relevant: ReadonlyMap<string, number> | undefined): relevant is ReadonlyMap<string, number> {
  return relevant !== undefined && relevant.size > 0;
}

/**
 * Says no to what would give a plausible wrong figure: a card counted twice (recall above 1), a division by no right
 * card, a card of grade 0 counted as right. Every measure calls it first.
 */
export function checkMeasurable(ranking: readonly string[], relevant: ReadonlyMap<string, number>): void {
  if (relevant.size === 0) throw new RangeError('expected at least one right card, received none');
  for (const [id, grade] of relevant) {
    if (!(Number.isInteger(grade) && grade >= 1)) {
      throw new RangeError(`expected a grade that is an integer >= 1, received ${grade} for ${JSON.stringify(id)}`);
    }
  }
  const seen = new Set<string>();
  for (const id of ranking) {
    if (seen.has(id)) throw new RangeError(`expected distinct ids in a ranking, received ${JSON.stringify(id)} twice`);
    seen.add(id);
  }
}

/** How many right cards are among the first `cutoff`. */
export function foundIn(ranking: readonly string[], relevant: ReadonlyMap<string, number>, cutoff: number): number {
  let found = 0;
  for (const id of ranking.slice(0, cutoff)) if (relevant.has(id)) found++;
  return found;
}

/** How many places of a group are among the first `cutoff` of a ranking that is cut at the run's K. */
export function placesWithin({ size, start }: TieGroup, k: number, cutoff: number): number {
  return Math.max(0, Math.min(size, Math.min(k, cutoff) - start));
}

/** The expected number of right cards among the first `cutoff`: each place of a group holds one as often as any other. */
export function expectedFound({ groups, k }: TiedRanking, cutoff: number): number {
  let found = 0;
  for (const group of groups) found += (group.grades.length * placesWithin(group, k, cutoff)) / group.size;
  return found;
}
