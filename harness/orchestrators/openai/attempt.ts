import { createParser } from 'eventsource-parser';
import { visible } from '../../../datasets/visible.ts';
import type { FailureKind } from '../failures.ts';
import { retryAfterMs } from '../retry.ts';
import { Answer, errorIn, type Reading, type Usage } from './answer.ts';
import type { Endpoint } from './endpoint.ts';

/** Bytes of the longest body that is read: an answer is one number. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Characters of a server's text that a message keeps. */
const MESSAGE_LENGTH = 200;

/** How one request ended. */
export type Attempt =
  | {
      readonly answered: true;
      readonly text: string;
      readonly status: number;
      readonly usage: Usage | undefined;
    }
  | {
      readonly answered: false;
      readonly kind: FailureKind;
      readonly status: number | undefined;
      /** For a person: safe to print, and without any key. */
      readonly message: string;
      readonly transient: boolean;
      readonly hopeless: boolean;
      readonly retryAfterMs: number | undefined;
      readonly usage: Usage | undefined;
      /** Whether the server may have worked for it all the same. */
      readonly mayCost: boolean;
    };

type Failure = Attempt & { readonly answered: false };

/**
 * Sends one request and reads the answer to its end. Throws nothing: whatever happens is an attempt that failed.
 *
 * @param options.timeoutMs from the request to the last byte of the body.
 * @param options.attempt from 1; told to the server.
 * @param options.date milliseconds since 1970.
 */
export async function attemptRequest(
  endpoint: Endpoint,
  body: string,
  options: { readonly timeoutMs: number; readonly attempt: number; readonly date: () => number },
): Promise<Attempt> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  const clean = (text: string) => visible(endpoint.hide(text), MESSAGE_LENGTH);
  let status: number | undefined;
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        ...endpoint.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-shortlist-attempt': String(options.attempt),
      },
      body,
      // A redirected POST may go anywhere, with the key.
      redirect: 'manual',
      signal: timeout.signal,
    });
    status = response.status;
    const attempt = await readResponse(response, options.date());
    if (attempt.answered) return { ...attempt, text: endpoint.hide(attempt.text) };
    return { ...attempt, message: clean(attempt.message) };
  } catch (error) {
    const late = timeout.signal.aborted;
    return {
      answered: false,
      kind: late ? 'timeout' : 'network',
      status,
      message: late ? `not answered in full within ${options.timeoutMs / 1000} s` : clean(networkReason(error)),
      transient: true,
      hopeless: false,
      retryAfterMs: undefined,
      usage: undefined,
      mayCost: late || status === 200,
    };
  } finally {
    clearTimeout(timer);
    // Whatever was not read is given up, so that no connection is held.
    timeout.abort();
  }
}

async function readResponse(response: Response, date: number): Promise<Attempt> {
  const { headers, status } = response;
  const stream = status === 200 && (headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');
  const reading = stream ? await readStream(response) : await readDocument(response);
  if (reading === undefined) {
    return { ...failureOf(status, 'unreadable_body', `longer than ${MAX_BODY_BYTES} bytes`), mayCost: status === 200 };
  }
  if (typeof reading === 'string') return ofStatus(status, headers, reading, date);
  if (reading.answered) return { ...reading, status };
  return { ...reading, status, retryAfterMs: retryAfterMs(headers, date), mayCost: reading.usage === undefined };
}

function ofStatus(status: number, headers: Headers, text: string, date: number): Failure {
  const error = errorIn(parseJson(text));
  const kind = status === 429 ? 'rate_limited' : isServerError(status) ? 'server_error' : 'refused';
  return {
    ...failureOf(status, kind, `status ${status}: ${error?.message ?? text}`),
    transient: kind !== 'refused' && error?.hopeless !== true,
    hopeless: status === 401 || error?.hopeless === true,
    retryAfterMs: retryAfterMs(headers, date),
  };
}

function isServerError(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status >= 500;
}

function failureOf(status: number, kind: FailureKind, message: string): Failure {
  return {
    answered: false,
    kind,
    status,
    message,
    transient: false,
    hopeless: false,
    retryAfterMs: undefined,
    usage: undefined,
    mayCost: false,
  };
}

/** @returns the text of a body with another status than 200; undefined where it is too long. */
async function readDocument(response: Response): Promise<Reading | string | undefined> {
  let text = '';
  const append = (piece: string) => {
    text += piece;
    return true;
  };
  if (!(await readText(response, append))) return undefined;
  if (response.status !== 200) return text;
  const answer = new Answer();
  answer.add(text);
  return answer.read(text);
}

/**
 * Reads a stream of events. It is complete with its end mark or with a reason to finish, and not with the end of the
 * connection: a `1` whose `2` never came is no answer.
 */
async function readStream(response: Response): Promise<Reading | undefined> {
  const answer = new Answer();
  let marked = false;
  let events = 0;
  let text = '';
  const parser = createParser({
    onEvent({ data }) {
      events++;
      if (data.trim() === '[DONE]') marked = true;
      else if (!marked) answer.add(data);
    },
  });
  const whole = await readText(response, (piece) => {
    text += piece;
    parser.feed(piece);
    return !marked;
  });
  if (!whole) return undefined;
  // The last event may lack its empty line. One that was cut in the middle is no JSON, and ends nothing.
  parser.feed('\n\n');
  const reading = answer.read(text);
  if (marked || (answer.ended && (reading.answered || reading.kind !== 'unreadable_body'))) return reading;
  const message = events === 0 ? 'an empty stream' : 'the stream broke off before its end mark';
  return { answered: false, kind: 'network', message, transient: true, hopeless: false, usage: undefined };
}

/**
 * Reads a body, a character that is split between two chunks included.
 *
 * @param take is given each piece, and returns whether it wants more.
 * @returns false where the body is too long.
 */
async function readText({ body }: Response, take: (piece: string) => boolean): Promise<boolean> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return false;
    if (!take(decoder.decode(chunk, { stream: true }))) return true;
  }
  take(decoder.decode());
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch failed` says nothing; its cause does. */
function networkReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return `no answer: ${cause.code}`;
  }
  return `no answer: ${error instanceof Error ? error.message : String(error)}`;
}
