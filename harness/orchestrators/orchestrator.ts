import type { Card } from '../../datasets/card.ts';
import type { FailureKind } from './failures.ts';

/** What an orchestrator is shown: a query and a numbered pool (position 1 is `pool[0]`). Never the right answer. */
export interface ChoiceRequest {
  readonly queryId: string;
  readonly query: string;
  /** Never empty. */
  readonly pool: readonly Card[];
  /** Name of the retriever that made the pool. */
  readonly retriever: string;
  /** From 1: the same pool may be put several times, to see whether the answers agree. */
  readonly repeat: number;
}

/** A reply as it came, and what it took. */
export interface Reply {
  readonly text: string;
  /** Requests that were sent for it; undefined for an orchestrator that sends none. */
  readonly attempts?: number | undefined;
  /** Of the last of them. */
  readonly httpStatus?: number | undefined;
}

/** Whatever picks one card from the pool. */
export interface Orchestrator {
  readonly name: string;
  /** How many calls may run at the same time; one where it is not given. */
  readonly concurrency?: number;
  /**
   * @returns the reply as it came; the caller reads the number in it.
   * @throws ApiFailure where no answer came; RunStopped where no further one can come.
   */
  choose(request: ChoiceRequest): string | Reply | Promise<string | Reply>;
}

/** What is known of a call that failed. */
export interface FailureDetails {
  readonly kind: FailureKind;
  readonly attempts?: number | undefined;
  readonly httpStatus?: number | undefined;
}

/** The call to an orchestrator failed: there is no answer, so there is nothing to grade. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly details: FailureDetails;

  /** @param message for a person; never read as an answer. */
  constructor(message: string, details: FailureDetails = { kind: 'scripted' }) {
    super(message);
    this.details = details;
  }
}

/**
 * No further call can be made: the budget is used up, the key is refused, the journal cannot be written. What was
 * finished is kept, and the run can be resumed.
 */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}
