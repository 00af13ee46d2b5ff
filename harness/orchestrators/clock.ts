import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time, passed in: a test need not wait. */
export interface Clock {
  /** Milliseconds from any start; never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970, as dates in headers mean them. */
  readonly date: () => number;
  /** @throws the signal's reason once it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
