import { z } from 'zod';
import type { FailureKind } from '../failures.ts';

/** Tokens as the server counts them. */
export interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

/** What a body with status 200 came to. */
export type Reading =
  | { readonly answered: true; readonly text: string; readonly usage: Usage | undefined }
  | {
      readonly answered: false;
      readonly kind: FailureKind;
      /** For a person; may hold anything that the server wrote. */
      readonly message: string;
      /** Whether the same request may fare better. */
      readonly transient: boolean;
      /** Whether no request can fare better. */
      readonly hopeless: boolean;
      readonly usage: Usage | undefined;
    };

const part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]).nullish();
/** A message of a whole body, or a piece of one of a stream. */
const message = z.looseObject({
  content,
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});
const choice = z.looseObject({
  message: message.nullish(),
  delta: message.nullish(),
  finish_reason: z.string().nullish(),
});
const count = z.number().nonnegative();
const body = z.looseObject({
  choices: z.array(choice).nullish(),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count.nullish() }).nullish().catch(undefined),
});

/** What a choice holds, whole or put together from a stream. */
interface Choice {
  /** Undefined where there is none, which is not the same as an empty one. */
  content: string | undefined;
  refusal: string;
  reasoning: string;
  finish: string | undefined;
}

/** Puts together what the documents of one answer say: one for a whole body, many for a stream. */
export class Answer {
  readonly #choice: Choice = { content: undefined, refusal: '', reasoning: '', finish: undefined };
  #usage: Usage | undefined;
  #failed: Reading | undefined;

  /** Whether the server has said that nothing more comes. */
  get ended(): boolean {
    return this.#choice.finish !== undefined || this.#failed !== undefined;
  }

  /** @param text one JSON document. */
  add(text: string): void {
    if (this.#failed !== undefined) return;
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      this.#fail('unreadable_body', text.trim() === '' ? 'empty body' : `not JSON: ${text}`, true);
      return;
    }
    const error = errorIn(document);
    if (error !== undefined) {
      this.#failed = { answered: false, kind: 'error_in_body', usage: undefined, ...error };
      return;
    }
    const parsed = body.safeParse(document);
    if (!parsed.success) {
      this.#fail('no_answer', `no answer in the body: ${text}`, true);
      return;
    }
    const { choices, usage } = parsed.data;
    if (usage) this.#usage = { prompt: usage.prompt_tokens, completion: usage.completion_tokens ?? 0 };
    const [first] = choices ?? [];
    if (first !== undefined) this.#take(first);
  }

  /** What it all came to. @param received the body, for the message where there is no answer in it. */
  read(received: string): Reading {
    if (this.#failed !== undefined) return { ...this.#failed, usage: this.#usage };
    const { content: text, finish, reasoning, refusal } = this.#choice;
    const failed = (kind: FailureKind, message: string, transient = false): Reading => ({
      answered: false,
      kind,
      message,
      transient,
      hopeless: false,
      usage: this.#usage,
    });
    if (finish === 'length') return failed('cut', 'the answer was cut at the limit of tokens');
    if (finish === 'content_filter') return failed('filtered', 'the answer was filtered');
    if (refusal !== '' && (text ?? '') === '') return failed('filtered', `the model declined: ${refusal}`);
    if (reasoning !== '' && (text ?? '') === '')
      return failed('only_reasoned', 'the model reasoned and gave no answer');
    // A call of a tool, which nobody offered, would come again; a body without any choice is a gateway's slip.
    if (text === undefined) return failed('no_answer', `no answer in the body: ${received}`, finish === undefined);
    return { answered: true, text, usage: this.#usage };
  }

  #take({ delta, finish_reason, message: whole }: z.infer<typeof choice>): void {
    const said = whole ?? delta;
    if (said) {
      const text = textOf(said.content);
      if (text !== undefined) this.#choice.content = (this.#choice.content ?? '') + text;
      this.#choice.refusal += said.refusal ?? '';
      this.#choice.reasoning += said.reasoning_content ?? said.reasoning ?? '';
    }
    this.#choice.finish = finish_reason ?? this.#choice.finish;
  }

  #fail(kind: FailureKind, message: string, transient: boolean): void {
    this.#failed = { answered: false, kind, message, transient, hopeless: false, usage: undefined };
  }
}

/** The text of a message. Of several parts, those that are text; undefined where none is. */
function textOf(said: z.infer<typeof content>): string | undefined {
  if (said === null || said === undefined || typeof said === 'string') return said ?? undefined;
  const texts = said.flatMap((each) => (each.type === undefined || each.type === 'text' ? (each.text ?? []) : []));
  return texts.length === 0 ? undefined : texts.join('');
}

/** The quota that the key has is used up, or the key is none: no request can fare better. */
const HOPELESS = new Set(['insufficient_quota', 'invalid_api_key', 'billing_hard_limit_reached', '401']);

/** What will be refused again. Whatever is not known to be that may pass. */
const LASTING = /^4(?!08|09|25|29)\d\d$|invalid_request|not_found|context_length|content_policy|moderation/;

/** The error in a body, whatever its status: `{"error": ...}` with anything but null in it. */
export function errorIn(
  document: unknown,
): { readonly message: string; readonly transient: boolean; readonly hopeless: boolean } | undefined {
  if (typeof document !== 'object' || document === null || !('error' in document)) return undefined;
  const { error } = document;
  if (error === null || error === undefined || error === false) return undefined;
  const fields = typeof error === 'object' ? (error as Record<string, unknown>) : {};
  const codes = [fields.code, fields.type, fields.status]
    .filter((each) => each !== undefined && each !== null)
    .map(String);
  const text = typeof error === 'string' ? error : typeof fields.message === 'string' ? fields.message : undefined;
  const hopeless = codes.some((code) => HOPELESS.has(code));
  return {
    message: text ?? JSON.stringify(error),
    transient: !hopeless && !codes.some((code) => LASTING.test(code)),
    hopeless,
  };
}
