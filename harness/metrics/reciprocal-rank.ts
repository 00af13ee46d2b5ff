import { checkMeasurable, type ExpectedMeasure, type Measure, placesWithin } from './measure.ts';

/**
 * 1 / rank of the first right card, 0 if there is none among the first `cutoff`. Its mean is the MRR.
 * trec_eval: `recip_rank`, of a run that is cut there.
 *
 * @param cutoff an integer >= 1, or Infinity for the whole of what the run holds.
 */
export function reciprocalRankAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    const first = ranking.findIndex((id) => relevant.has(id));
    return first === -1 || first >= cutoff ? 0 : 1 / (first + 1);
  };
}

/**
 * Its mean over all orders of what is tied: of a group of n cards, r of them right, the first right one is in place i
 * with probability C(n - i, r - 1) / C(n, r).
 */
export function expectedReciprocalRankAt(cutoff: number): ExpectedMeasure {
  return ({ groups, k }) => {
    const group = groups.find(({ grades }) => grades.length > 0);
    if (group === undefined) return 0;
    const right = group.grades.length;
    let firstHere = right / group.size;
    let sum = 0;
    for (let place = 1; place <= placesWithin(group, k, cutoff); place++) {
      sum += firstHere / (group.start + place);
      const left = group.size - place;
      if (left === 0) break;
      firstHere *= (left - (right - 1)) / left;
    }
    return sum;
  };
}
