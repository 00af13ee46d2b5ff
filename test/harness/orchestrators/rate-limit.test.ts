import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../harness/orchestrators/rate-limit.ts';
import { impatientClock } from './model.ts';

const never = new AbortController().signal;

/** A clock that only its sleepers move. */
function stillClock() {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms: number) {
      now += ms;
    },
  };
}

describe('a limit of rate', () => {
  it('lets no minute see more than it may, in the order of asking, and lets everything pass', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }),
        async (requestsPerMinute, tokensPerMinute, sizes) => {
          const clock = stillClock();
          const limit = new RateLimit({ requestsPerMinute, tokensPerMinute }, clock);
          const passed: { readonly i: number; readonly at: number; readonly tokens: number }[] = [];
          await Promise.all(
            sizes.map((tokens, i) => limit.pass(tokens, never).then(() => passed.push({ i, at: clock.now(), tokens }))),
          );
          expect(passed.map(({ i }) => i)).toEqual(sizes.map((_, i) => i));
          for (const { at } of passed) {
            const minute = passed.filter((other) => other.at >= at && other.at < at + 60_000);
            expect(minute.length).toBeLessThanOrEqual(requestsPerMinute);
            const tokens = minute.reduce((sum, other) => sum + other.tokens, 0);
            // One that is too large for any minute goes alone.
            if (minute.length > 1) expect(tokens).toBeLessThanOrEqual(tokensPerMinute);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is none where none is given', async () => {
    const clock = impatientClock();
    const limit = new RateLimit({ requestsPerMinute: undefined, tokensPerMinute: undefined }, clock);
    for (let i = 0; i < 1000; i++) await limit.pass(1e9, never);
    expect(clock.waits).toEqual([]);
  });

  it('ends with an interrupt', async () => {
    const controller = new AbortController();
    const limit = new RateLimit(
      { requestsPerMinute: 1, tokensPerMinute: undefined },
      {
        now: () => 0,
        async sleep() {
          controller.abort(new Error('enough'));
        },
      },
    );
    await limit.pass(1, controller.signal);
    await expect(limit.pass(1, controller.signal)).rejects.toThrow('enough');
  });
});
