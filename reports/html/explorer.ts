/** What the explorer reads at once: a column a property, a place a query. */
export interface ExplorerIndex {
  readonly k: number;
  readonly block: number;
  readonly retrievers: readonly { readonly name: string; readonly explains: boolean }[];
  readonly seeds: readonly string[];
  readonly kinds: readonly string[];
  readonly outcomes: readonly string[];
  readonly causes: readonly string[];
  /** For each seed: what stands before the retriever in the command that explains a query. */
  readonly commands: readonly string[];
  /** For each seed: ids and names of cards that are in a pool. */
  readonly cards: readonly { readonly ids: readonly string[]; readonly names: readonly string[] }[];
  readonly query: {
    readonly id: readonly string[];
    readonly text: readonly string[];
    /** Whether the text is whole and holds nothing that a command line would hide: 1; else 0. */
    readonly plain: readonly number[];
    /** For texts with something hidden in them, by place: a word for bash that stands for it. */
    readonly quoted: Readonly<Record<number, string>>;
    readonly seed: readonly number[];
    /** Place among the kinds, -1 for none. */
    readonly kind: readonly number[];
  };
  /** For each retriever, a place a query. -1 is absent. */
  readonly results: readonly {
    readonly outcome: readonly number[];
    readonly success: readonly number[];
    readonly cause: readonly number[];
    readonly candidates: readonly number[];
    readonly rank: readonly number[];
    readonly picked: readonly number[];
  }[];
}

/** A pool in a block: cards by place, scores, matched counts; `same` where it is that of an earlier retriever. */
export interface ExplorerPool {
  readonly same?: number;
  readonly size?: number;
  readonly cards?: readonly number[];
  readonly scores?: readonly number[];
  readonly matched?: readonly (number | null)[];
  readonly signals?: readonly (readonly [signal: string, df: number])[];
  /** For each card of the pool; null where it is not explained. */
  readonly held?: readonly (readonly [signal: number, weight: number][] | null)[];
  readonly wanted?: readonly {
    readonly card: number;
    readonly held: readonly [signal: number, weight: number][];
    readonly cut: readonly number[];
  }[];
}

/** What is known of one query beyond its row. */
export interface ExplorerQuery {
  /** Right cards by place; null where nobody has judged it. */
  readonly right: readonly number[] | null;
  readonly pools: readonly ExplorerPool[];
}
