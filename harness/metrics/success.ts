import { checkMeasurable, type Measure } from './measure.ts';

/**
 * 1 if a right card is among the first `cutoff`, else 0. trec_eval: `success_N`.
 *
 * @param cutoff an integer >= 1. Above the run's K it equals success at K.
 */
export function successAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    return ranking.slice(0, cutoff).some((id) => relevant.has(id)) ? 1 : 0;
  };
}
