import { checkMeasurable, type Measure } from './measure.ts';

/** Share of the right cards that are in the ranking, so recall at the run's K. trec_eval: `recall_K`. */
export const recall: Measure = (ranking, relevant) => {
  checkMeasurable(ranking, relevant);
  let found = 0;
  for (const id of ranking) if (relevant.has(id)) found++;
  return found / relevant.size;
};
