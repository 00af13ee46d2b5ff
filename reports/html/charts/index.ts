import type { Chart } from '../plot.ts';
import type { View } from '../view.ts';
import { candidatesChart } from './candidates.ts';
import { kindsChart } from './kinds.ts';
import { latencyChart } from './latency.ts';
import { outcomesChart } from './outcomes.ts';
import { paretoChart } from './pareto.ts';
import { positionsChart } from './positions.ts';
import { recallChart } from './recall.ts';

const CHARTS = [
  ...[recallChart, outcomesChart, kindsChart, positionsChart],
  ...[latencyChart, paretoChart, candidatesChart],
] as const;

/** Every chart that the run has the figures for. */
export function chartsOf(view: View): Chart[] {
  return CHARTS.flatMap((make) => make(view) ?? []);
}
