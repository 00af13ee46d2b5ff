import { checkMeasurable, type ExpectedMeasure, foundIn, type Measure, placesWithin } from './measure.ts';

/**
 * 1 if a right card is among the first `cutoff`, else 0. trec_eval: `success_N`.
 *
 * @param cutoff an integer >= 1. Above the run's K it equals success at K.
 */
export function successAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    return foundIn(ranking, relevant, cutoff) > 0 ? 1 : 0;
  };
}

/**
 * Its mean over all orders of what is tied: of a group of n cards, r of them right, the first m places hold none with
 * probability C(n - m, r) / C(n, r). Only the first group with a right card counts: it is whole above the cut, or the
 * last above it.
 */
export function expectedSuccessAt(cutoff: number): ExpectedMeasure {
  return ({ groups, k }) => {
    const group = groups.find(({ grades }) => grades.length > 0);
    if (group === undefined) return 0;
    const places = placesWithin(group, k, cutoff);
    let none = 1;
    for (let i = 0; i < group.grades.length; i++) none *= Math.max(0, group.size - places - i) / (group.size - i);
    return 1 - none;
  };
}
