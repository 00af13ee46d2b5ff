import type { Outcome } from '../outcomes.ts';
import type { FinishedExperiment, FinishedVerdict } from './manifest-file.ts';

/** A run as its folder tells of it. */
export interface FinishedRun {
  /** The folder, as it was named. */
  readonly path: string;
  readonly experiment: FinishedExperiment;
  readonly verdict: FinishedVerdict;
  /** Undefined for a run that was interrupted. */
  readonly fingerprint: string | undefined;
  /** A retriever on a seed, in the order of `summary.csv`. */
  readonly subjects: readonly RunSubject[];
  /** Where retrievers part from their oracles. */
  readonly divergences: readonly Divergence[];
  /** Columns of numbers, in the order of the files. */
  readonly columns: readonly string[];
  /** What is not as the run wrote it: of the files that were read, or of all where all of them were checked. */
  readonly changed: readonly FileChange[];
}

/** A file, or the fingerprint, that is not what the manifest says. */
export interface FileChange {
  readonly name: string;
  /** sha256 in hex. */
  readonly wanted: string;
  /** sha256 in hex, or why there is none. */
  readonly got: string;
}

/** Everything about one retriever on one seed. */
export interface RunSubject {
  /** Undefined where the cards were given. */
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly k: number;
  /**
   * Columns of `summary.csv` and `latency.csv` that hold numbers, and what `curve.csv` has beyond the pools as `recall@50`
   * and `complete@50`. Undefined: the cell is empty.
   */
  readonly figures: ReadonlyMap<string, number | undefined>;
  /** By the kind of query, `''` for those without one, columns of `slices.csv` that hold numbers. */
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, number | undefined>>;
  /** By query id. */
  readonly queries: ReadonlyMap<string, FinishedQuery>;
  /** Ids of the cards in the pool of each query, best first; a query without one has an empty pool. */
  readonly pools: ReadonlyMap<string, readonly string[]>;
  /** The right cards of the judged queries, with their grade. */
  readonly right: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** What became of one query, by the columns of `queries.csv`. */
export interface FinishedQuery {
  readonly kind: string | undefined;
  readonly candidates: number;
  readonly pool: number;
  /** In the full ranking, from 1. */
  readonly first_relevant_rank: number | undefined;
  readonly picked_card: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly success: boolean | undefined;
  readonly miss_cause: string | undefined;
}

/** A query on which a retriever parts from its oracle. */
export interface Divergence {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly query_id: string;
  /** The first of the cuts where it shows. */
  readonly k: string;
  readonly first_divergent_rank: number | undefined;
  readonly max_score_error: number | undefined;
}

/** The seeds of a run in their order. */
export function seedsOf(run: Pick<FinishedRun, 'subjects'>): readonly (string | undefined)[] {
  return [...new Set(run.subjects.map(({ seed }) => seed))];
}

/** The names of a run's retrievers in their order. */
export function retrieversOf(run: Pick<FinishedRun, 'subjects'>): readonly string[] {
  return [...new Set(run.subjects.map(({ retriever }) => retriever))];
}

/** The part of a subject that its queries of one kind make, `''` for those without one; undefined where it has none. */
export function sliceOf(subject: RunSubject, kind: string): RunSubject | undefined {
  const figures = subject.slices.get(kind);
  if (figures === undefined) return undefined;
  const queries = new Map([...subject.queries].filter(([, query]) => (query.kind ?? '') === kind));
  const right = new Map([...subject.right].filter(([id]) => queries.has(id)));
  return { ...subject, figures, queries, right, slices: new Map() };
}

export function subjectOf(
  run: Pick<FinishedRun, 'subjects'>,
  seed: string | undefined,
  retriever: string,
): RunSubject | undefined {
  return run.subjects.find((subject) => subject.seed === seed && subject.retriever === retriever);
}
