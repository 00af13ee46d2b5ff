import { checkMeasurable, type ExpectedMeasure, type Measure, placesWithin } from './measure.ts';

/**
 * Average precision: the precision at the rank of each right card, 0 for one that is not among the first `cutoff`, over
 * the number of right cards. Its mean is the MAP. trec_eval: `map`, and with a cutoff `map_cut_N`.
 *
 * @param cutoff an integer >= 1, or Infinity for the whole of what the run holds.
 */
export function averagePrecisionAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    let found = 0;
    let sum = 0;
    for (const [index, id] of ranking.slice(0, cutoff).entries()) {
      if (relevant.has(id)) sum += ++found / (index + 1);
    }
    return sum / relevant.size;
  };
}

/**
 * Its mean over all orders of what is tied: of a group of n cards, r of them right, with f right ones before the group,
 * place j holds a right card with probability r / n, before which then stand f + (j - 1) (r - 1) / (n - 1) in the mean.
 */
export function expectedAveragePrecisionAt(cutoff: number): ExpectedMeasure {
  return ({ groups, k }, relevant) => {
    let before = 0;
    let sum = 0;
    for (const group of groups) {
      const right = group.grades.length;
      const others = group.size > 1 ? (right - 1) / (group.size - 1) : 0;
      for (let place = 1; right > 0 && place <= placesWithin(group, k, cutoff); place++) {
        sum += ((right / group.size) * (before + 1 + (place - 1) * others)) / (group.start + place);
      }
      before += right;
    }
    return sum / relevant.size;
  };
}
