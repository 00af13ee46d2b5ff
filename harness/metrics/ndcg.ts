import { checkMeasurable, type ExpectedMeasure, type Measure, placesWithin } from './measure.ts';

/**
 * Normalised discounted cumulated gain of the first `cutoff` (Järvelin and Kekäläinen 2002, in trec_eval's form):
 * the sum of grade / log2(rank + 1), over the same sum for the best possible ranking of all right cards.
 * The gain is the grade itself, not 2^grade - 1. trec_eval: `ndcg_cut_N`.
 *
 * @param cutoff an integer >= 1. The ideal ranking is cut here too, and not at the run's K.
 */
export function ndcgAt(cutoff: number): Measure {
  return (ranking, relevant) => {
    checkMeasurable(ranking, relevant);
    const gains = ranking.map((id) => relevant.get(id) ?? 0);
    return discountedGain(gains, cutoff) / idealGain(relevant, cutoff);
  };
}

/** Its mean over all orders of what is tied: each place of a group has the group's mean grade. */
export function expectedNdcgAt(cutoff: number): ExpectedMeasure {
  return ({ groups, k }, relevant) => {
    let sum = 0;
    for (const group of groups) {
      const meanGrade = group.grades.reduce((a, b) => a + b, 0) / group.size;
      for (let place = 1; meanGrade > 0 && place <= placesWithin(group, k, cutoff); place++) {
        sum += meanGrade / Math.log2(group.start + place + 1);
      }
    }
    return sum / idealGain(relevant, cutoff);
  };
}

function idealGain(relevant: ReadonlyMap<string, number>, cutoff: number): number {
  return discountedGain(
    [...relevant.values()].sort((a, b) => b - a),
    cutoff,
  );
}

function discountedGain(gains: readonly number[], cutoff: number): number {
  let sum = 0;
  for (const [index, gain] of gains.slice(0, cutoff).entries()) sum += gain / Math.log2(index + 2);
  return sum;
}
