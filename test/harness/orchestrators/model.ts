import { onTestFinished } from 'vitest';
import { Budget, type BudgetLimits, type Prices } from '../../../harness/orchestrators/budget.ts';
import type { CallRow } from '../../../harness/orchestrators/call-row.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../harness/orchestrators/clock.ts';
import { Journal } from '../../../harness/orchestrators/journal.ts';
import { makeEndpoint } from '../../../harness/orchestrators/openai/endpoint.ts';
import { Model, type ModelParts } from '../../../harness/orchestrators/openai/model.ts';
import { RateLimit, type RateLimits } from '../../../harness/orchestrators/rate-limit.ts';
import { type Asked, type FaultServer, type Play, startFaultServer } from './fault-server.ts';

export const SETTINGS = {
  model: 'org/model:free',
  temperature: 0,
  maxTokens: 16,
  completionLimit: false,
  seed: undefined,
  stream: false,
};

/** Waits are noted and not waited for; what `now` tells goes on with them. */
export function impatientClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let ahead = 0;
  return {
    waits,
    now: () => SYSTEM_CLOCK.now() + ahead,
    date: () => SYSTEM_CLOCK.date() + ahead,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      ahead += ms;
    },
  };
}

interface Wishes extends Partial<Omit<ModelParts, 'budget' | 'rate' | 'endpoint'>> {
  readonly limits?: Partial<BudgetLimits>;
  readonly prices?: Prices;
  readonly rate?: Partial<RateLimits>;
  readonly key?: string;
  readonly base?: string;
}

/** A file in memory, for a journal. */
export function memoryFile() {
  let text = '';
  return {
    get text() {
      return text;
    },
    async appendFile(more: unknown) {
      text += more;
    },
    async datasync() {},
    async close() {},
  };
}

/** A model in front of a server, with a clock that does not wait. */
export function makeModel(base: string, wishes: Wishes = {}) {
  const calls: CallRow[] = [];
  const clock = impatientClock();
  const file = memoryFile();
  const journal = wishes.journal ?? Journal.on(file);
  const { key, limits, prices, rate, ...rest } = wishes;
  const endpoint = makeEndpoint(wishes.base ?? base, key);
  if (endpoint === undefined) throw new Error('no endpoint');
  const budget = new Budget(
    { requests: undefined, tokens: undefined, cost: undefined, ...limits },
    prices,
    journal.spentBefore,
  );
  const model = new Model({
    settings: SETTINGS,
    timeoutMs: 5000,
    concurrency: 4,
    retry: { retries: 2, firstMs: 500, longestMs: 30_000, patienceMs: 60_000 },
    clock,
    signal: new AbortController().signal,
    seed: '42',
    countTokens: (text) => Math.ceil(text.length / 4),
    onCall: (row) => void calls.push(row),
    ...rest,
    endpoint,
    budget,
    journal,
    rate: new RateLimit({ requestsPerMinute: undefined, tokensPerMinute: undefined, ...rate }, rest.clock ?? clock),
  });
  return { model, calls, clock, journal, budget, file, orchestrator: model.orchestrator('') };
}

/** A server that is gone after the test. */
export async function faults(script: (asked: Asked) => Play): Promise<FaultServer> {
  const server = await startFaultServer(script);
  onTestFinished(() => server.close());
  return server;
}
