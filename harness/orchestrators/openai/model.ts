import seedrandom from 'seedrandom';
import { sha256 } from '../../manifest.ts';
import type { Budget } from '../budget.ts';
import type { CallRow } from '../call-row.ts';
import type { Clock } from '../clock.ts';
import type { FailureKind } from '../failures.ts';
import type { AnswerRecord, CallKey, FailureRecord, Journal, Spent } from '../journal.ts';
import { addSpent } from '../journal.ts';
import { ApiFailure, type ChoiceRequest, type Orchestrator, type Reply, RunStopped } from '../orchestrator.ts';
import { renderPrompt } from '../prompt.ts';
import type { RateLimit } from '../rate-limit.ts';
import { type RetryPolicy, waitBeforeRetry } from '../retry.ts';
import { type Attempt, attemptRequest } from './attempt.ts';
import type { Endpoint } from './endpoint.ts';
import { type ModelSettings, requestBody } from './request.ts';

/** All that a model needs; what has a state is shared by the datasets of a run. */
export interface ModelParts {
  readonly endpoint: Endpoint;
  readonly settings: ModelSettings;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly retry: RetryPolicy;
  readonly rate: RateLimit;
  readonly budget: Budget;
  readonly journal: Journal;
  readonly clock: Clock;
  /** An interrupt: nothing new is sent, and what is on its way is waited for, since it may be paid for. */
  readonly signal: AbortSignal;
  /** What the random part of waits follows from. */
  readonly seed: string;
  readonly countTokens: (text: string) => number;
  /** Told of every call that has ended, by an answer or for good, those of earlier sittings included. */
  readonly onCall: (row: CallRow) => void;
}

/**
 * A language model behind an endpoint for chats as OpenAI has it. Every answer is in the journal before it is returned, and
 * what the journal holds is not asked again.
 */
export class Model {
  readonly #parts: ModelParts;
  #stopped: RunStopped | undefined;

  constructor(parts: ModelParts) {
    this.#parts = parts;
  }

  /** The orchestrator for one dataset. @param seed '' where the cards were given. */
  orchestrator(seed: string): Orchestrator {
    return {
      name: 'openai',
      concurrency: this.#parts.concurrency,
      choose: (request) => this.#choose(seed, request),
    };
  }

  async #choose(seed: string, { pool, query, queryId, repeat, retriever }: ChoiceRequest): Promise<Reply> {
    const { clock, countTokens, journal, onCall, settings } = this.#parts;
    const key: CallKey = [seed, retriever, queryId, repeat];
    const prompt = renderPrompt(query, pool);
    const body = requestBody(settings, prompt);
    const request = sha256(body);
    const known = journal.answerTo(key, request);
    if (known !== undefined) {
      onCall(callRow(known));
      return { text: known.reply, attempts: known.attempts, httpStatus: known.http_status };
    }

    const started = clock.now();
    const promptTokens = countTokens(prompt);
    const call = await this.#attempts(key, body, promptTokens);
    const { attempt, attempts, serviceMs, spent } = call;
    const ended = {
      key: [...key] as [string, string, string, number],
      request,
      attempts,
      ...(attempt.status === undefined ? {} : { http_status: attempt.status }),
      spent,
      prompt_tokens: promptTokens,
      ...(attempt.usage === undefined ? {} : { usage: attempt.usage }),
      service_ms: rounded(serviceMs),
      total_ms: rounded(clock.now() - started),
      sitting: journal.sitting,
    };
    if (attempt.answered) {
      const record: AnswerRecord = { type: 'answer', ...ended, reply: attempt.text };
      await journal.add(record);
      onCall(callRow(record));
      return { text: attempt.text, attempts, httpStatus: attempt.status };
    }
    const { hopeless, kind, message, status } = attempt;
    const record: FailureRecord = { type: 'failure', ...ended, kind, message };
    await journal.add(record);
    if (hopeless) throw this.#stop(new RunStopped(`no request can be answered: ${message}`));
    onCall(callRow(record));
    throw new ApiFailure(message, { kind, attempts, httpStatus: status });
  }

  /** Sends a request until it is answered, or has failed for good. */
  async #attempts(key: CallKey, body: string, promptTokens: number) {
    const { clock, endpoint, retry, seed, signal, timeoutMs } = this.#parts;
    const random = seedrandom(JSON.stringify([seed, 'retry', ...key]));
    let spent: Spent = { requests: 0, input_tokens: 0, output_tokens: 0 };
    for (let attempts = 1; ; attempts++) {
      const reserved = await this.#permission(key, promptTokens);
      const sentAt = clock.now();
      const attempt = await attemptRequest(endpoint, body, { timeoutMs, attempt: attempts, date: clock.date });
      const serviceMs = clock.now() - sentAt;
      const actual = this.#costOf(attempt, reserved, promptTokens);
      this.#parts.budget.settle(reserved, actual);
      spent = addSpent(spent, actual);

      const wait =
        attempt.answered || !attempt.transient
          ? undefined
          : waitBeforeRetry(retry, attempts, attempt.retryAfterMs, random());
      if (wait === undefined) return { attempt, attempts, serviceMs, spent };
      await clock.sleep(wait, signal);
    }
  }

  /** Waits until a request may leave, and notes that it does. */
  async #permission(key: CallKey, promptTokens: number): Promise<Spent> {
    const { budget, journal, rate, settings, signal } = this.#parts;
    const most: Spent = { requests: 1, input_tokens: promptTokens, output_tokens: settings.maxTokens };
    if (this.#stopped !== undefined) throw this.#stopped;
    signal.throwIfAborted();
    await rate.pass(promptTokens + settings.maxTokens, signal);
    if (this.#stopped !== undefined) throw this.#stopped;
    signal.throwIfAborted();
    try {
      budget.reserve(most);
    } catch (error) {
      throw error instanceof RunStopped ? this.#stop(error) : error;
    }
    await journal.sent(key, most);
    return most;
  }

  /** What the server says; else our count of what it answered; else, where it may have worked in vain, the most. */
  #costOf(attempt: Attempt, most: Spent, promptTokens: number): Spent {
    const { usage } = attempt;
    if (usage !== undefined) return { requests: 1, input_tokens: usage.prompt, output_tokens: usage.completion };
    if (attempt.answered) {
      return { requests: 1, input_tokens: promptTokens, output_tokens: this.#parts.countTokens(attempt.text) };
    }
    return attempt.mayCost ? most : { requests: 1, input_tokens: 0, output_tokens: 0 };
  }

  /** The first reason to stop is the one that counts. */
  #stop(reason: RunStopped): RunStopped {
    this.#stopped ??= reason;
    return this.#stopped;
  }
}

function callRow(ended: AnswerRecord | FailureRecord): CallRow {
  const [seed, retriever, query_id, repeat] = ended.key;
  return {
    seed: seed === '' ? undefined : seed,
    retriever,
    query_id,
    repeat,
    answered: ended.type === 'answer',
    failure_kind: ended.type === 'answer' ? undefined : (ended.kind as FailureKind),
    attempts: ended.attempts,
    http_status: ended.http_status,
    sitting: ended.sitting,
    service_ms: ended.service_ms,
    total_ms: ended.total_ms,
    prompt_tokens: ended.prompt_tokens,
    reported_prompt_tokens: ended.usage?.prompt,
    reported_completion_tokens: ended.usage?.completion,
  };
}

/** A microsecond is as exact as anybody needs a time on a network to be. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
