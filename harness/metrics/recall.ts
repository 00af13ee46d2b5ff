import { checkMeasurable, type ExpectedMeasure, expectedFound, foundIn, type Measure } from './measure.ts';

/**
 * Share of the right cards that are among the first `cutoff`. trec_eval: `recall_N`.
 *
 * @param cutoff an integer >= 1. Above the run's K it equals recall at K.
 */
export function recallAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    return foundIn(ranking, relevant, cutoff) / relevant.size;
  };
}

/** Its mean over all orders of what is tied. */
export function expectedRecallAt(cutoff: number): ExpectedMeasure {
  return (tied, relevant) => expectedFound(tied, cutoff) / relevant.size;
}
