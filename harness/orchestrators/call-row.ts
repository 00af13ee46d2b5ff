import type { FailureKind } from './failures.ts';

/** One call of a model, ended by an answer or for good. Times are the network's and the machine's. */
export interface CallRow {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  /** From 1. */
  readonly repeat: number;
  readonly answered: boolean;
  readonly failure_kind: FailureKind | undefined;
  /** Requests that were sent. */
  readonly attempts: number;
  /** Of the last request; undefined where no status came. */
  readonly http_status: number | undefined;
  /** In which sitting of the run it was made, from 1; the times are those of then. */
  readonly sitting: number;
  /** Of the last request alone: from its leaving to the last byte of its answer. */
  readonly service_ms: number;
  /** From the moment the call was due: failed requests, waits and limits of rate included. */
  readonly total_ms: number;
  /** Our count of the prompt. */
  readonly prompt_tokens: number;
  /** As the server counts; undefined where it does not say. */
  readonly reported_prompt_tokens: number | undefined;
  readonly reported_completion_tokens: number | undefined;
}
