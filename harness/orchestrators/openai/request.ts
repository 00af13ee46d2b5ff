/** What is asked of the model beside the prompt. */
export interface ModelSettings {
  readonly model: string;
  /** Undefined leaves it to the server. */
  readonly temperature: number | undefined;
  /** Tokens of the answer at most. */
  readonly maxTokens: number;
  /** Whether the limit is sent as `max_completion_tokens`, which some models want in place of `max_tokens`. */
  readonly completionLimit: boolean;
  /** Undefined sends none. */
  readonly seed: number | undefined;
  readonly stream: boolean;
}

/** The body of a request, as JSON. The same settings and prompt give the same text. */
export function requestBody(settings: ModelSettings, prompt: string): string {
  const { completionLimit, maxTokens, model, seed, stream, temperature } = settings;
  return JSON.stringify({
    model,
    messages: [{ role: 'user', content: prompt }],
    ...(temperature === undefined ? {} : { temperature }),
    ...(completionLimit ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  });
}
