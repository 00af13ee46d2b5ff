import { performance } from 'node:perf_hooks';
import { visible } from '../../datasets/visible.ts';
import { grid } from '../../reports/grid.ts';
import { count } from '../../reports/numbers.ts';
import type { BenchConfig } from '../config/bench.ts';
import type { ModelConfig } from '../config/model.ts';
import { costOf } from '../orchestrators/budget.ts';
import type { Orchestrator } from '../orchestrators/orchestrator.ts';
import { loadTokenizer, PromptTokens, TOKEN_ENCODING } from '../orchestrators/token-count.ts';
import { runParts } from '../parts.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { plantedDatasets } from './planting.ts';
import type { BenchPlan } from './run.ts';

/** What would be sent for one retriever, were nothing to fail. */
interface Forecast {
  readonly retriever: string;
  requests: number;
  input_tokens: number;
  output_tokens_at_most: number;
  cost_at_most?: number;
}

/** Makes every pool, and prints the requests and tokens that they would take. Sends nothing and writes nothing. */
export async function dryRun(
  config: BenchConfig,
  model: ModelConfig,
  plan: BenchPlan,
  screen: Console,
  signal: AbortSignal,
): Promise<number> {
  const tokens = new PromptTokens(await loadTokenizer());
  const forecasts = new Map<string, Forecast>(
    config.retrievers.map((retriever) => [
      retriever,
      { retriever, requests: 0, input_tokens: 0, output_tokens_at_most: 0 },
    ]),
  );
  const counting: Orchestrator = {
    name: 'dry-run',
    choose({ pool, query, retriever }) {
      const forecast = forecasts.get(retriever);
      if (forecast === undefined) throw new Error('a pool of a retriever that was not asked for');
      forecast.requests++;
      forecast.input_tokens += tokens.ofPrompt(query, pool);
      forecast.output_tokens_at_most += model.settings.maxTokens;
      return '1';
    },
  };
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const world = { signal, now: () => performance.now(), onProgress: progress.report };
  try {
    for await (const loaded of plantedDatasets(config, world)) {
      await runParts(loaded, { ...plan, makeOrchestrator: () => counting }, world);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    screen.err('interrupted; nothing was sent or written\n');
    return 130;
  } finally {
    progress.stop();
  }
  for (const each of forecasts.values()) {
    const cost = costOf({ input_tokens: each.input_tokens, output_tokens: each.output_tokens_at_most }, model.prices);
    if (cost !== undefined) each.cost_at_most = cost;
  }
  print([...forecasts.values()], config.json, screen);
  return 0;
}

function print(forecasts: readonly Forecast[], json: boolean, screen: Console): void {
  if (json) {
    screen.out(`${JSON.stringify({ dry_run: { token_encoding: TOKEN_ENCODING, forecasts } }, null, 2)}\n`);
    return;
  }
  const priced = forecasts.some((each) => each.cost_at_most !== undefined);
  const sum = (of: (each: Forecast) => number) => forecasts.reduce((total, each) => total + of(each), 0);
  const line = (name: string, requests: number, input: number, output: number, cost: number) => [
    name,
    count(requests),
    count(input),
    count(output),
    ...(priced ? [cost.toFixed(4)] : []),
  ];
  const table = grid([
    ['retriever', 'requests', 'tokens in', 'tokens out at most', ...(priced ? ['cost at most'] : [])],
    ...forecasts.map((each) =>
      line(
        visible(each.retriever),
        each.requests,
        each.input_tokens,
        each.output_tokens_at_most,
        each.cost_at_most ?? 0,
      ),
    ),
    line(
      'all',
      sum((each) => each.requests),
      sum((each) => each.input_tokens),
      sum((each) => each.output_tokens_at_most),
      sum((each) => each.cost_at_most ?? 0),
    ),
  ]);
  screen.out(
    `nothing was sent; if nothing fails, this would be (tokens as ${TOKEN_ENCODING} counts them):\n\n${table}\n`,
  );
}
