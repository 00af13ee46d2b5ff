import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/** At most so much in any minute. Undefined is without bound. */
export interface RateLimits {
  readonly requestsPerMinute: number | undefined;
  readonly tokensPerMinute: number | undefined;
}

/**
 * Lets requests pass in their order, so that no minute, wherever it begins, sees more than the limits. A request that is
 * larger than the limit by itself passes when a minute has been quiet: it could not pass otherwise.
 */
export class RateLimit {
  readonly #limits: RateLimits;
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  /** What has passed within the last minute, oldest first. */
  readonly #passed: { readonly at: number; readonly tokens: number }[] = [];
  #tokens = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(limits: RateLimits, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Waits until a request may leave. @throws the signal's reason once it is aborted. */
  async pass(tokens: number, signal: AbortSignal): Promise<void> {
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) return;
    const turn = this.#queue.catch(() => undefined).then(() => this.#next(tokens, signal));
    this.#queue = turn;
    await turn;
  }

  async #next(tokens: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = this.#clock.now();
      this.#forget(now);
      const [oldest] = this.#passed;
      if (oldest === undefined || this.#fits(tokens)) {
        this.#passed.push({ at: now, tokens });
        this.#tokens += tokens;
        return;
      }
      await this.#clock.sleep(Math.max(1, oldest.at + MINUTE_MS - now), signal);
    }
  }

  #fits(tokens: number): boolean {
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    const requests = requestsPerMinute === undefined || this.#passed.length + 1 <= requestsPerMinute;
    return requests && (tokensPerMinute === undefined || this.#tokens + tokens <= tokensPerMinute);
  }

  #forget(now: number): void {
    const kept = this.#passed.findIndex(({ at }) => now - at < MINUTE_MS);
    const gone = this.#passed.splice(0, kept === -1 ? this.#passed.length : kept);
    for (const { tokens } of gone) this.#tokens -= tokens;
  }
}
