import type { Card } from '../datasets/card.ts';
import type { BuildOptions, Retriever } from '../retrievers/retriever.ts';
import { ask, cutsOf, describeDivergence } from './agreement.ts';
import type { CanaryRow } from './records.ts';

/** A small fixed registry on which every broken twin must part from the oracle, and no sound retriever may. */
export interface CanarySet {
  readonly twins: readonly Retriever[];
  readonly sound: readonly Retriever[];
  readonly oracle: Retriever;
  readonly cards: readonly Card[];
  readonly queries: readonly string[];
}

/** The pool size of the canary run: small, so that the cut falls inside rankings. */
const CANARY_K = 5;

/**
 * Puts deliberately broken twins through the comparison that guards the run. A gate that cannot fail proves nothing:
 * a twin that is not caught is a fault of the gate.
 *
 * @returns a row for each twin, and a line for each sound retriever that parts from the oracle here.
 */
export async function runCanaries(
  set: CanarySet,
  options: BuildOptions,
): Promise<{ readonly rows: readonly CanaryRow[]; readonly unsound: readonly string[] }> {
  const cuts = cutsOf(CANARY_K, set.cards.length);
  const oracle = await set.oracle.build(set.cards, options);
  const expected = await Promise.all(set.queries.map((query) => ask(oracle, query, cuts)));

  const firstDivergence = async (retriever: Retriever): Promise<string | undefined> => {
    const index = await retriever.build(set.cards, options);
    for (const [i, query] of set.queries.entries()) {
      const answer = expected[i];
      if (answer === undefined) continue;
      const difference = describeDivergence(await ask(index, query, cuts), answer, cuts);
      if (difference !== undefined) return `query ${i + 1}, ${difference}`;
    }
    return undefined;
  };

  const rows: CanaryRow[] = [];
  for (const twin of set.twins) {
    const divergence = await firstDivergence(twin);
    rows.push({ canary: twin.name, caught: divergence !== undefined, first_divergence: divergence });
  }
  const unsound: string[] = [];
  for (const retriever of set.sound) {
    const divergence = await firstDivergence(retriever);
    if (divergence !== undefined) unsound.push(`${retriever.name} parts from ${set.oracle.name}: ${divergence}`);
  }
  return { rows, unsound };
}
