import type { Measure } from './measure.ts';
import { ndcgAt } from './ndcg.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';
import { successAt } from './success.ts';

/** Every measure of a run, by the name of its column. A new one is a file here and a line in this table. */
export const measures = {
  recall_at_k: recall,
  success_at_1: successAt(1),
  mrr: reciprocalRank,
  ndcg_at_10: ndcgAt(10),
} as const satisfies Record<string, Measure>;

/** A column that holds the mean of a measure. */
export type MeasureName = keyof typeof measures;

/** The names in the order of their columns. */
export const measureNames = Object.keys(measures) as readonly MeasureName[];
