import { checkMeasurable, type ExpectedMeasure, foundIn, type Measure, placesWithin } from './measure.ts';

/**
 * 1 if every right card is among the first `cutoff`, else 0: what a task that needs several tools asks of a pool.
 * trec_eval has no such measure; it is 1 where `recall_N` is.
 *
 * @param cutoff an integer >= 1. Above the run's K it equals completeness at K.
 */
export function completeAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    return foundIn(ranking, relevant, cutoff) === relevant.size ? 1 : 0;
  };
}

/**
 * Its mean over all orders of what is tied: of a group of n cards, the r right ones are all in the first m places with
 * probability C(m, r) / C(n, r).
 */
export function expectedCompleteAt(cutoff: number): ExpectedMeasure {
  return ({ groups, k }, relevant) => {
    let found = 0;
    let all = 1;
    for (const group of groups) {
      const places = placesWithin(group, k, cutoff);
      for (let i = 0; i < group.grades.length; i++) all *= Math.max(0, places - i) / (group.size - i);
      found += group.grades.length;
    }
    return found === relevant.size ? all : 0;
  };
}
