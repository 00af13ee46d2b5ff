import type { Card } from '../../datasets/card.ts';

/** What an orchestrator is shown: a query and a numbered pool (position 1 is `pool[0]`). Never the right answer. */
export interface ChoiceRequest {
  readonly queryId: string;
  readonly query: string;
  /** Never empty. */
  readonly pool: readonly Card[];
  /** Name of the retriever that made the pool. */
  readonly retriever: string;
}

/** Whatever picks one card from the pool. */
export interface Orchestrator {
  readonly name: string;
  /**
   * @returns the reply as it came; the caller reads the number in it.
   * @throws ApiFailure where no answer came.
   */
  choose(request: ChoiceRequest): string | Promise<string>;
}

/** The call to an orchestrator failed: there is no answer, so there is nothing to grade. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
}
