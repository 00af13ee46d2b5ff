import { visible } from '../../datasets/visible.ts';
import type { BudgetLimits, Prices } from '../orchestrators/budget.ts';
import type { ModelSettings } from '../orchestrators/openai/request.ts';
import type { RateLimits } from '../orchestrators/rate-limit.ts';
import { RETRY_DEFAULTS } from '../orchestrators/retry.ts';
import { type OptionSpec, type Options, UsageError } from './options.ts';

/** The orchestrator that these options are for. */
export const MODEL_ORCHESTRATOR = 'openai';

const DEFAULTS = { temperature: 0, maxTokens: 16, timeoutS: 60, concurrency: 4 } as const;

/** A connection gives up by itself after five minutes without a byte. */
const LONGEST_TIMEOUT_S = 300;
const MOST_AT_A_TIME = 1000;
const MOST_REPEATS = 1000;
const LARGEST = 1e12;

export const MODEL_OPTIONS: readonly OptionSpec[] = [
  { name: 'base-url', value: 'URL', description: 'where the chat endpoint is, such as http://localhost:8080/v1' },
  { name: 'model', value: 'NAME', description: 'the model, as the server calls it' },
  {
    name: 'api-key-env',
    value: 'NAME',
    description: 'the environment variable that holds the key (default: no key is sent)',
  },
  {
    name: 'temperature',
    value: 'X|default',
    description: `0 to 2 (default ${DEFAULTS.temperature}); "default" leaves it to the server`,
  },
  {
    name: 'max-tokens',
    value: 'N',
    description: `tokens of an answer at most (default ${DEFAULTS.maxTokens}); one that is cut is a failure`,
  },
  { name: 'max-completion-tokens', value: 'N', description: 'the same under the name that some models want' },
  { name: 'llm-seed', value: 'N', description: 'the seed that the model is given (default none)' },
  { name: 'stream', flag: true, description: 'ask for the answer as a stream' },
  {
    name: 'timeout',
    value: 'S',
    description: `seconds for a request and its whole answer (default ${DEFAULTS.timeoutS}, at most ${LONGEST_TIMEOUT_S})`,
  },
  {
    name: 'retries',
    value: 'N',
    description: `further requests after one that failed and may fare better (default ${RETRY_DEFAULTS.retries})`,
  },
  { name: 'concurrency', value: 'N', description: `requests at the same time (default ${DEFAULTS.concurrency})` },
  { name: 'requests-per-minute', value: 'N', description: 'requests in any minute at most' },
  { name: 'tokens-per-minute', value: 'N', description: 'tokens in any minute at most, as we count them' },
  { name: 'repeat', value: 'N', description: 'ask everything N times, to see whether the answers agree' },
  { name: 'max-requests', value: 'N', description: 'stop before more requests than this; the run can be resumed' },
  { name: 'max-tokens-total', value: 'N', description: 'stop before more tokens than this, in and out together' },
  { name: 'max-cost', value: 'X', description: 'stop before a higher cost than this; needs both prices' },
  { name: 'price-in', value: 'X', description: 'what a million tokens of prompts cost' },
  { name: 'price-out', value: 'X', description: 'what a million tokens of answers cost' },
  { name: 'dry-run', flag: true, description: 'print the requests and tokens that would be sent, and send none' },
  { name: 'resume', value: 'DIR', description: 'go on with a run that was stopped: asks what is missing or failed' },
];

/** How a model is asked, and how much of it there may be. */
export interface ModelConfig {
  readonly baseUrl: string;
  /** Name of the variable, never the key. */
  readonly apiKeyEnv: string | undefined;
  readonly settings: ModelSettings;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly rate: RateLimits;
  readonly repeat: number;
  readonly limits: BudgetLimits;
  readonly prices: Prices | undefined;
  readonly dryRun: boolean;
  readonly resume: string | undefined;
}

/**
 * Reads the options of a model.
 *
 * @returns undefined where another orchestrator was asked for.
 * @throws UsageError for the first mistake found. No message holds what was given as a key or an address: people put
 *   secrets into both.
 */
export function readModelConfig(options: Options, orchestrator: string): ModelConfig | undefined {
  if (orchestrator !== MODEL_ORCHESTRATOR) {
    for (const { name } of MODEL_OPTIONS) {
      if (options.given(name)) throw new UsageError(`--${name} needs --orchestrator ${MODEL_ORCHESTRATOR}`);
    }
    return undefined;
  }
  for (const name of ['base-url', 'model']) {
    if (!options.given(name)) throw new UsageError(`--orchestrator ${MODEL_ORCHESTRATOR} needs --${name}`);
  }
  if (options.given('resume') && options.given('out')) throw new UsageError('--resume and --out: give one of them');
  if (options.flag('dry-run') && options.given('resume'))
    throw new UsageError('--dry-run and --resume: give one of them');
  return Object.freeze({
    baseUrl: options.required('base-url'),
    apiKeyEnv: readKeyName(options),
    settings: readSettings(options),
    timeoutMs: (options.decimal('timeout', 0.1, LONGEST_TIMEOUT_S) ?? DEFAULTS.timeoutS) * 1000,
    retries: upTo(options, 'retries', 0, 100) ?? RETRY_DEFAULTS.retries,
    concurrency: upTo(options, 'concurrency', 1, MOST_AT_A_TIME) ?? DEFAULTS.concurrency,
    rate: {
      requestsPerMinute: options.integer('requests-per-minute', 1),
      tokensPerMinute: options.integer('tokens-per-minute', 1),
    },
    repeat: upTo(options, 'repeat', 1, MOST_REPEATS) ?? 1,
    ...readBudget(options),
    dryRun: options.flag('dry-run'),
    resume: options.text('resume'),
  });
}

function readSettings(options: Options): ModelSettings {
  const [limit, other] = [options.integer('max-tokens', 1), options.integer('max-completion-tokens', 1)];
  if (limit !== undefined && other !== undefined) {
    throw new UsageError('--max-tokens and --max-completion-tokens: give one of them');
  }
  const temperature = options.text('temperature');
  return {
    model: options.required('model'),
    temperature: temperature === 'default' ? undefined : (options.decimal('temperature', 0, 2) ?? DEFAULTS.temperature),
    maxTokens: limit ?? other ?? DEFAULTS.maxTokens,
    completionLimit: other !== undefined,
    seed: options.integer('llm-seed', 0),
    stream: options.flag('stream'),
  };
}

function readBudget(options: Options): { readonly limits: BudgetLimits; readonly prices: Prices | undefined } {
  const [priceIn, priceOut] = [options.decimal('price-in', 0, LARGEST), options.decimal('price-out', 0, LARGEST)];
  if ((priceIn === undefined) !== (priceOut === undefined)) {
    throw new UsageError('--price-in and --price-out: give both or none');
  }
  const prices = priceIn === undefined || priceOut === undefined ? undefined : { in: priceIn, out: priceOut };
  const cost = options.decimal('max-cost', 0, LARGEST);
  if (cost !== undefined && prices === undefined) throw new UsageError('--max-cost needs --price-in and --price-out');
  const limits = { requests: options.integer('max-requests', 1), tokens: options.integer('max-tokens-total', 1), cost };
  return { limits, prices };
}

/** What is no name of a variable may well be the key itself. */
function readKeyName(options: Options): string | undefined {
  const name = options.text('api-key-env');
  if (name !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new UsageError(
      '--api-key-env: expected the name of an environment variable, not the key (it is not shown here)',
    );
  }
  return name;
}

function upTo(options: Options, name: string, least: number, most: number): number | undefined {
  const value = options.integer(name, least);
  if (value !== undefined && value > most) {
    throw new UsageError(`--${name} ${visible(String(value))}: expected an integer from ${least} to ${most}`);
  }
  return value;
}
