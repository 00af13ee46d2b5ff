/** A query as a retriever sees it. */
export interface TextQuery {
  readonly id: string;
  readonly text: string;
}

/** One size of a generated registry, and what is asked of every retriever there. */
export interface SizePlan {
  readonly seed: string;
  readonly cards: number;
  readonly k: number;
  readonly queries: readonly TextQuery[];
}
