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
