import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { type Address, shownUrl } from './address.ts';
import { MeteredBytes } from './limits.ts';

/** More redirects than this are a mistake or a loop. */
const MAX_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number;
  /** Strict UTF-8, without its byte order mark. Empty unless the status is 200. */
  readonly text: string;
  /** Where the answer came from in the end, safe to print. */
  readonly shown: string;
}

/**
 * Gets an http or https address. Redirects are followed within bounds; user and password go to no other origin, and none
 * of them leads from https to http.
 *
 * @param options.timeoutMs milliseconds for all of it, the body and the redirects included.
 * @param options.maxBytes bytes of the longest body that is read.
 * @throws {InputError} naming the address where no answer came within the bounds. Rethrows the reason of the signal.
 */
export async function get(
  address: Address,
  options: { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Answer> {
  const { maxBytes, signal, timeoutMs } = options;
  const seconds = timeoutMs / 1000;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await follow(address, { maxBytes, signal: AbortSignal.any([signal, timeout.signal]) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof InputError) throw error;
    const problem = timeout.signal.aborted
      ? `expected an answer within ${seconds} s, received none in full`
      : reachProblem(error);
    throw new InputError(`${address.shown}: ${problem}`);
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  address: Address,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Answer> {
  let url = address.url;
  let headers: Readonly<Record<string, string>> = { ...address.headers, accept: 'application/json' };
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal: options.signal });
    const shown = redirects === 0 ? address.shown : shownUrl(url);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null && response.status !== 200) {
      await response.body?.cancel();
      return { status: response.status, text: '', shown };
    }
    if (location === null) {
      return { status: response.status, text: await readText(response, shown, options.maxBytes), shown };
    }
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) {
      throw new InputError(`${address.shown}: expected an answer, received more than ${MAX_REDIRECTS} redirects`);
    }
    const target = redirectTarget(location, url);
    if (target === undefined) {
      throw new InputError(
        `${shown}: expected a redirect to http or https, and not from https to http; received another`,
      );
    }
    if (target.origin !== url.origin) headers = { accept: 'application/json' };
    url = target;
  }
}

function redirectTarget(location: string, from: URL): URL | undefined {
  if (!URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  const allowed = from.protocol === 'https:' ? ['https:'] : ['http:', 'https:'];
  if (!allowed.includes(target.protocol)) return undefined;
  target.username = '';
  target.password = '';
  return target;
}

async function readText(response: Response, shown: string, maxBytes: number): Promise<string> {
  const meter = new MeteredBytes(maxBytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    if (!meter.take(chunk.length)) throw new InputError(`${shown}: longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InputError(`${shown}: not UTF-8`);
  }
}

/** Why an address could not be reached, in a few words that hold no address: `cannot be reached (ECONNREFUSED)`. */
export function reachProblem(error: unknown): string {
  const codes = causes(error).flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  );
  return `cannot be reached${codes[0] === undefined ? '' : ` (${visible(codes[0], 40)})`}`;
}

/** An error, what caused it, and so on. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 5; cause = cause.cause) found.push(cause);
  return found;
}
