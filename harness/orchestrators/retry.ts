/** How often and how long a call that failed is tried again. */
export interface RetryPolicy {
  /** Requests after the first. */
  readonly retries: number;
  /** Milliseconds before the first of them; doubled each time. */
  readonly firstMs: number;
  /** The longest back-off. */
  readonly longestMs: number;
  /** A server that asks for a longer wait than this is not asked again. */
  readonly patienceMs: number;
}

export const RETRY_DEFAULTS = { retries: 4, firstMs: 500, longestMs: 30_000, patienceMs: 60_000 } as const;

/**
 * How long to wait before the next attempt: exponential back-off of which a random half is taken off, or what the server
 * asked for and up to a quarter of a second more, so that those it sent away do not all come back at once.
 *
 * @param attempt the one that failed, from 1.
 * @param asked milliseconds that the server asked for; undefined where it did not.
 * @param random a number in [0, 1).
 * @returns milliseconds; undefined where there is to be no further attempt.
 */
export function waitBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  asked: number | undefined,
  random: number,
): number | undefined {
  if (attempt > policy.retries) return undefined;
  const backOff = Math.min(policy.longestMs, policy.firstMs * 2 ** (attempt - 1)) * (1 - random / 2);
  if (asked === undefined) return backOff;
  if (asked > policy.patienceMs) return undefined;
  return asked + random * Math.min(250, policy.firstMs / 2);
}

/**
 * How long a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds (whole, or with decimals as some servers
 * send them), or as a date in any of the three forms of HTTP, measured from the server's own `Date`.
 *
 * @param now milliseconds since 1970, for an answer without a date.
 * @returns milliseconds, at least 0; undefined where there is nothing that can be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const inMs = headers.get('retry-after-ms')?.trim();
  if (inMs !== undefined && DECIMAL.test(inMs)) return Number(inMs);
  const after = headers.get('retry-after')?.trim();
  if (after === undefined) return undefined;
  if (DECIMAL.test(after)) return Number(after) * 1000;
  const date = httpDate(after);
  if (date === undefined) return undefined;
  return Math.max(0, date - (httpDate(headers.get('date')?.trim() ?? '') ?? now));
}

const DECIMAL = /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/;

/** IMF-fixdate, RFC 850 and asctime (RFC 9110, 5.6.7). A bare date in local time or a number is none of them. */
const HTTP_DATE =
  /^(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

function httpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
