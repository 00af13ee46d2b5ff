import type { RunSubject } from './finished-run.ts';

/** A retriever on a seed, in two runs. */
export interface Beside {
  /** What the two runs are called, and what is compared. */
  readonly of: {
    readonly run: string;
    readonly baseline: string;
    readonly seed: string | undefined;
    readonly retriever: string;
  };
  readonly ours: RunSubject;
  readonly baseline: RunSubject;
}
