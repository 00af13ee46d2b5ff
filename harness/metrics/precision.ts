import { checkMeasurable, type ExpectedMeasure, expectedFound, foundIn, type Measure } from './measure.ts';

/**
 * Share of right cards among the first `cutoff`, over `cutoff` itself and not over what was found: a short pool is not
 * more precise. trec_eval: `P_N`.
 *
 * @param cutoff an integer >= 1.
 */
export function precisionAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    return foundIn(ranking, relevant, cutoff) / cutoff;
  };
}

/** Its mean over all orders of what is tied. */
export function expectedPrecisionAt(cutoff: number): ExpectedMeasure {
  return (tied) => expectedFound(tied, cutoff) / cutoff;
}
