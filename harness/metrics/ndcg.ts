import { checkMeasurable, type Measure } from './measure.ts';

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
    const idealGains = [...relevant.values()].sort((a, b) => b - a);
    return discountedGain(gains, cutoff) / discountedGain(idealGains, cutoff);
  };
}

function discountedGain(gains: readonly number[], cutoff: number): number {
  let sum = 0;
  for (const [index, gain] of gains.slice(0, cutoff).entries()) sum += gain / Math.log2(index + 2);
  return sum;
}
