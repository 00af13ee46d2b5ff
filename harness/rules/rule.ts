/** How the two sides of a rule are compared. */
export const COMPARATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Comparator = (typeof COMPARATORS)[number];

/** A figure of a run: a column of a retriever. */
export interface Reference {
  readonly kind: 'reference';
  /** In the baseline run, and not in the one that is judged. */
  readonly baseline: boolean;
  readonly retriever: string;
  /** Of the queries of this kind alone. */
  readonly slice?: string;
  readonly column: string;
}

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | Reference
  | { readonly kind: 'negative'; readonly of: Expression }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Expression;
      readonly right: Expression;
    };

/** One condition that a run has to meet. */
export interface Rule {
  /** As it was written. */
  readonly text: string;
  readonly left: Expression;
  readonly comparator: Comparator;
  readonly right: Expression;
}

/** Every figure that an expression speaks of, in the order in which they stand in it; each once. */
export function referencesOf(...expressions: readonly Expression[]): readonly Reference[] {
  const found = new Map<string, Reference>();
  const visit = (expression: Expression): void => {
    if (expression.kind === 'reference') found.set(referenceText(expression), expression);
    if (expression.kind === 'negative') visit(expression.of);
    if (expression.kind === 'operation') {
      visit(expression.left);
      visit(expression.right);
    }
  };
  for (const expression of expressions) visit(expression);
  return [...found.values()];
}

/** `baseline.ssr[vague].recall@20`; a name that would not be read back stands in quotes. */
export function referenceText({ baseline, column, retriever, slice }: Reference): string {
  const name = PLAIN_NAME.test(retriever) && retriever !== 'baseline' ? retriever : `"${retriever}"`;
  const kind = slice === undefined ? '' : `[${kindText(slice)}]`;
  return `${baseline ? 'baseline.' : ''}${name}${kind}.${column}`;
}

/** A kind of query as a rule names it: in quotes where it is not one word. */
export function kindText(kind: string): string {
  return PLAIN_SLICE.test(kind) ? kind : `"${kind}"`;
}

/** A retriever's name that needs no quotes: `exhaustive-idf`, `rrf(ssr,bm25)`. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_-]*(?:\([A-Za-z0-9_,()-]*\))?$/;

/** A kind of query that needs no quotes. */
const PLAIN_SLICE = /^[\p{L}\p{N}_-]+$/u;
