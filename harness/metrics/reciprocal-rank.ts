import { checkMeasurable, type Measure } from './measure.ts';

/** 1 / rank of the first right card, 0 if there is none in the ranking. Its mean is the MRR. trec_eval: `recip_rank`. */
export const reciprocalRank: Measure = (ranking, relevant) => {
  checkMeasurable(ranking, relevant);
  const first = ranking.findIndex((id) => relevant.has(id));
  return first === -1 ? 0 : 1 / (first + 1);
};
