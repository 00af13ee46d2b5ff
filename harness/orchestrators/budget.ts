import { addSpent, type Spent } from './journal.ts';
import { RunStopped } from './orchestrator.ts';

/** What a run may spend, the sittings before it included. Undefined is without bound. */
export interface BudgetLimits {
  readonly requests: number | undefined;
  /** Input and output together. */
  readonly tokens: number | undefined;
  /** In the unit of the prices. */
  readonly cost: number | undefined;
}

/** What a million tokens cost, in any unit. */
export interface Prices {
  readonly in: number;
  readonly out: number;
}

/** What tokens cost. @returns in the unit of the prices; undefined where they are not known. */
export function costOf(
  { input_tokens, output_tokens }: Pick<Spent, 'input_tokens' | 'output_tokens'>,
  prices: Prices | undefined,
): number | undefined {
  return prices && (input_tokens * prices.in + output_tokens * prices.out) / 1e6;
}

/**
 * Stops a run before it spends more than it may. A request reserves the most that it can cost before it is sent; what it
 * did cost takes the place of that afterwards.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #prices: Prices | undefined;
  #spent: Spent;

  /** @param before what earlier sittings spent. */
  constructor(limits: BudgetLimits, prices: Prices | undefined, before: Spent) {
    this.#limits = limits;
    this.#prices = prices;
    this.#spent = before;
  }

  /** All that is spent or reserved. */
  get spent(): Spent {
    return this.#spent;
  }

  /** @throws RunStopped where the request might pass a limit; nothing is then reserved. */
  reserve(most: Spent): void {
    const after = addSpent(this.#spent, most);
    const { cost, requests, tokens } = this.#limits;
    if (requests !== undefined && after.requests > requests) {
      throw new RunStopped(`the budget of ${requests} requests is used up`);
    }
    if (tokens !== undefined && after.input_tokens + after.output_tokens > tokens) {
      throw new RunStopped(`the next request could pass the budget of ${tokens} tokens`);
    }
    const price = costOf(after, this.#prices);
    if (cost !== undefined && price !== undefined && price > cost) {
      throw new RunStopped(`the next request could pass the budget of ${cost}`);
    }
    this.#spent = after;
  }

  /** Puts what a request did cost in the place of what it reserved. */
  settle(reserved: Spent, actual: Spent): void {
    this.#spent = addSpent(this.#spent, {
      requests: actual.requests - reserved.requests,
      input_tokens: actual.input_tokens - reserved.input_tokens,
      output_tokens: actual.output_tokens - reserved.output_tokens,
    });
  }
}
