import type { Card } from './card.ts';

/** A query with what is known about its right answers. */
export interface Query {
  readonly id: string;
  /** What somebody wants done. May be empty or hold no token. */
  readonly text: string;
  /**
   * The right cards and their grade (an integer >= 1; 1 where the source knows no grades).
   * Empty: nothing in the registry is right. Undefined: nobody has judged this query.
   */
  readonly relevant: ReadonlyMap<string, number> | undefined;
  /** A label to slice results by, such as `paraphrase`. */
  readonly kind: string | undefined;
}

/** A registry and the queries to put to it. */
export interface Dataset {
  /** `synthetic`, or the base name of the path that the cards came from. */
  readonly name: string;
  readonly cards: readonly Card[];
  readonly queries: readonly Query[];
}
