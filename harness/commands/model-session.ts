import { join } from 'node:path';
import type { Dataset } from '../../datasets/dataset.ts';
import { visible } from '../../datasets/visible.ts';
import type { ModelConfig } from '../config/model.ts';
import { UsageError } from '../config/options.ts';
import { hashDataset } from '../manifest.ts';
import { Budget, costOf } from '../orchestrators/budget.ts';
import type { CallRow } from '../orchestrators/call-row.ts';
import { SYSTEM_CLOCK } from '../orchestrators/clock.ts';
import { type Facts, JOURNAL, Journal } from '../orchestrators/journal.ts';
import { type Endpoint, makeEndpoint } from '../orchestrators/openai/endpoint.ts';
import { Model } from '../orchestrators/openai/model.ts';
import type { Orchestrator } from '../orchestrators/orchestrator.ts';
import { PROMPT } from '../orchestrators/prompt.ts';
import { RateLimit } from '../orchestrators/rate-limit.ts';
import { RETRY_DEFAULTS } from '../orchestrators/retry.ts';
import { loadTokenizer } from '../orchestrators/token-count.ts';

/** What the calls of all sittings came to. */
export type ModelUsage = {
  readonly sittings: number;
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In the unit of the prices that were given. */
  readonly cost?: number;
};

/**
 * Finds out where the model is, before any work.
 *
 * @param environment where the key is looked up.
 * @throws UsageError. No message holds an address or a key.
 */
export function readEndpoint(
  { apiKeyEnv, baseUrl }: ModelConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Endpoint {
  const key = apiKeyEnv === undefined ? undefined : (environment[apiKeyEnv] ?? '').trim();
  if (key === '')
    throw new UsageError(`--api-key-env ${visible(apiKeyEnv ?? '')}: this environment variable is not set`);
  // What a header may hold; fetch would print the whole key in its error.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(`--api-key-env ${visible(apiKeyEnv ?? '')}: the key holds characters that no key has`);
  }
  const endpoint = makeEndpoint(baseUrl, key);
  if (endpoint === undefined) {
    throw new UsageError(
      '--base-url: expected an http or https address, and no user in it beside --api-key-env (it is not shown here)',
    );
  }
  return endpoint;
}

/** All that the answers of a model follow from, beside the cards and queries. */
export function modelFacts({ settings }: ModelConfig, endpoint: Endpoint): Facts {
  const { completionLimit, maxTokens, model, seed, temperature } = settings;
  return {
    base_url: endpoint.shown,
    model,
    ...(temperature === undefined ? {} : { temperature }),
    [completionLimit ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(seed === undefined ? {} : { llm_seed: seed }),
    prompt: PROMPT.name,
    prompt_sha256: PROMPT.sha256,
  };
}

/** A model for the time of one run: its journal is open in the folder of the run. */
export class ModelSession {
  readonly #journal: Journal;
  readonly #budget: Budget;
  readonly #model: Model;
  readonly #config: ModelConfig;
  #datasets = 0;
  /** Every call that has ended, by an answer or for good, in the order of ending. */
  readonly calls: CallRow[] = [];

  private constructor(config: ModelConfig, journal: Journal, budget: Budget, make: (calls: CallRow[]) => Model) {
    this.#config = config;
    this.#journal = journal;
    this.#budget = budget;
    this.#model = make(this.calls);
  }

  /**
   * @param facts what the answers follow from; a journal that was begun with others is refused.
   * @param seed what the random part of waits follows from.
   * @throws InputError where the journal was made by another experiment, or is damaged.
   */
  static async open(
    folder: string,
    config: ModelConfig,
    endpoint: Endpoint,
    facts: Facts,
    seed: string,
    signal: AbortSignal,
  ): Promise<ModelSession> {
    const countTokens = await loadTokenizer();
    const journal = await Journal.open(join(folder, JOURNAL));
    try {
      await journal.sameFacts(undefined, facts);
    } catch (error) {
      await journal.close();
      throw error;
    }
    const budget = new Budget(config.limits, config.prices, journal.spentBefore);
    const rate = new RateLimit(config.rate, SYSTEM_CLOCK);
    const { concurrency, retries, settings, timeoutMs } = config;
    return new ModelSession(
      config,
      journal,
      budget,
      (calls) =>
        new Model({
          endpoint,
          settings,
          timeoutMs,
          concurrency,
          retry: { ...RETRY_DEFAULTS, retries },
          rate,
          budget,
          journal,
          clock: SYSTEM_CLOCK,
          signal,
          seed,
          countTokens,
          onCall: (row) => void calls.push(row),
        }),
    );
  }

  /** What was noticed on opening. */
  get notices(): readonly string[] {
    return this.#journal.notices;
  }

  /**
   * The orchestrator for the next dataset of the run: the datasets of a run come in the same order in every sitting.
   *
   * @throws InputError where the journal holds answers about other cards or queries.
   */
  async orchestrator(dataset: Dataset, seed: string | undefined): Promise<Orchestrator> {
    const { cards_sha256: cards, queries_sha256: queries } = hashDataset(dataset);
    this.#datasets++;
    await this.#journal.sameFacts(`${this.#datasets}`, {
      ...{ cards, cards_count: dataset.cards.length },
      ...{ queries, queries_count: dataset.queries.length },
    });
    return this.#model.orchestrator(seed ?? '');
  }

  usage(): ModelUsage {
    const { input_tokens, output_tokens, requests } = this.#budget.spent;
    const cost = costOf({ input_tokens, output_tokens }, this.#config.prices);
    const sums = { sittings: this.#journal.sitting, requests, input_tokens, output_tokens };
    return cost === undefined ? sums : { ...sums, cost };
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }
}
