import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETRY_DEFAULTS, retryAfterMs, waitBeforeRetry } from '../../../harness/orchestrators/retry.ts';

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

describe('what a server asks to wait', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 7 ' }, 7000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after-ms': '30' }, 30],
    [{ 'retry-after-ms': '30', 'retry-after': '9' }, 30],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 12:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Monday, 30-Nov-26 12:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Mon Nov 30 12:00:05 2026' }, 5000],
    [{ 'retry-after': 'Tue Dec  1 12:00:00 2026' }, 86_400_000],
    // The clock of the server is its own.
    [{ 'retry-after': 'Mon, 30 Nov 2026 15:00:05 GMT', date: 'Mon, 30 Nov 2026 15:00:00 GMT' }, 5000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '1e3' }, undefined],
    [{ 'retry-after': '0x10' }, undefined],
    [{ 'retry-after': '2026-11-30' }, undefined],
    [{ 'retry-after': 'Infinity' }, undefined],
    [{ 'retry-after': '9'.repeat(400) }, undefined],
  ])('%j is %s ms', (headers, ms) => expect(retryAfterMs(new Headers(headers), NOW)).toBe(ms));
});

describe('the wait before a retry', () => {
  const policy = { ...RETRY_DEFAULTS, retries: 4 };

  it('doubles, and half of it is random', () => {
    expect([1, 2, 3, 4].map((attempt) => waitBeforeRetry(policy, attempt, undefined, 0))).toEqual([
      500, 1000, 2000, 4000,
    ]);
    expect(waitBeforeRetry(policy, 1, undefined, 0.999_999)).toBeCloseTo(250, 2);
  });

  it('is at least what the server asks, and not for ever', () => {
    expect(waitBeforeRetry(policy, 1, 2000, 0)).toBe(2000);
    expect(waitBeforeRetry(policy, 1, 60_000, 0)).toBe(60_000);
    expect(waitBeforeRetry(policy, 1, 60_001, 0)).toBeUndefined();
  });

  it('comes so many times and not once more, and is never longer than the bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, asked, random) => {
          const wait = waitBeforeRetry({ ...policy, retries: 1000 }, attempt, asked, random);
          if (attempt > 1000 || (asked ?? 0) > policy.patienceMs) expect(wait).toBeUndefined();
          else {
            expect(wait).toBeGreaterThanOrEqual(asked ?? 0);
            expect(wait).toBeLessThanOrEqual(asked === undefined ? policy.longestMs : asked + 250);
          }
        },
      ),
    );
  });
});
