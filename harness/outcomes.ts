import type { Card } from '../datasets/card.ts';
import type { Query } from '../datasets/dataset.ts';
import type { Hit } from '../retrievers/ranking.ts';
import type { SearchIndex } from '../retrievers/retriever.ts';
import { ApiFailure, type Orchestrator } from './orchestrators/orchestrator.ts';

/** Everything that can become of a query, end to end. The table is closed: there is no "other". */
export const OUTCOMES = [
  'empty_pool',
  'api_failure',
  'invalid_index',
  'selected',
  'retrieval_miss',
  'wrong_selection',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why no right card was in the pool. The last is for retrievers that have no signals to look into. */
export type MissCause = 'none_exists' | 'no_shared_signal' | 'cut_by_cap' | 'below_k' | 'lost_tie' | 'not_retrieved';

export interface Judgement {
  readonly outcome: Outcome;
  readonly success: boolean;
  readonly pickedCard: string | undefined;
}

/**
 * Reads an orchestrator's reply: after trimming, one integer from 1 to the size of the pool, and no other form.
 *
 * @returns the index into the pool, from 0; undefined for anything else.
 */
export function parseReply(reply: string, poolSize: number): number | undefined {
  const text = reply.trim();
  if (!/^[1-9][0-9]*$/.test(text)) return undefined;
  const position = Number(text);
  return position <= poolSize ? position - 1 : undefined;
}

/**
 * Shows the pool to the orchestrator and says what came of it: the first line of the table that fits.
 * An empty pool calls nobody.
 *
 * @param relevant the right cards; empty where nothing in the registry is right.
 * @throws whatever the orchestrator throws that is not an `ApiFailure`: that is a bug, not an outcome.
 */
export async function judge(
  query: Query,
  relevant: ReadonlyMap<string, number>,
  pool: readonly Card[],
  orchestrator: Orchestrator,
  retriever: string,
): Promise<Judgement> {
  if (pool.length === 0) return { outcome: 'empty_pool', success: relevant.size === 0, pickedCard: undefined };

  let reply: string;
  try {
    reply = await orchestrator.choose({ queryId: query.id, query: query.text, pool, retriever });
  } catch (error) {
    if (error instanceof ApiFailure) return failed('api_failure');
    throw error;
  }
  const index = parseReply(reply, pool.length);
  const picked = index === undefined ? undefined : pool[index];
  if (picked === undefined) return failed('invalid_index');

  if (relevant.has(picked.id)) return { outcome: 'selected', success: true, pickedCard: picked.id };
  const rightInPool = pool.some((card) => relevant.has(card.id));
  return { outcome: rightInPool ? 'wrong_selection' : 'retrieval_miss', success: false, pickedCard: picked.id };
}

function failed(outcome: 'api_failure' | 'invalid_index'): Judgement {
  return { outcome, success: false, pickedCard: undefined };
}

/**
 * Why no right card reached the pool. Of several right cards the best placed decides: one that is ranked below the
 * pool before one that is not ranked at all, one that only the cap cut off before one that shares nothing.
 *
 * @param full the full ranking of the query.
 * @param pool its first k hits, none of them right.
 * @param cardById every card of the registry.
 */
export function missCause(
  query: Query,
  relevant: ReadonlyMap<string, number>,
  full: readonly Hit[],
  pool: readonly Hit[],
  index: SearchIndex,
  cardById: ReadonlyMap<string, Card>,
): MissCause {
  if (relevant.size === 0) return 'none_exists';

  const best = full.find((hit) => relevant.has(hit.id));
  if (best !== undefined) {
    const last = pool.at(-1);
    const tied = last !== undefined && last.score === best.score && last.matched === best.matched;
    return tied ? 'lost_tie' : 'below_k';
  }

  if (index.signals === undefined) return 'not_retrieved';
  const wanted = index.signals(query.text, { cap: false });
  for (const id of relevant.keys()) {
    const card = cardById.get(id);
    if (card === undefined) continue;
    const held = index.signals(card, { cap: false });
    for (const signal of wanted) if (held.has(signal)) return 'cut_by_cap';
  }
  return 'no_shared_signal';
}

/** Counts outcomes of one retriever, and proves at the end that none was lost or counted twice. */
export class Ledger {
  readonly #counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));

  /** @throws Error for an outcome that is not in the table. */
  add(outcome: Outcome): void {
    const count = this.#counts.get(outcome);
    if (count === undefined) throw new Error(`"${outcome}" is not an outcome; known: ${OUTCOMES.join(', ')}`);
    this.#counts.set(outcome, count + 1);
  }

  /**
   * @param queries how many queries had to have an outcome: those with a list of right cards.
   * @throws Error if the outcomes do not add up to that.
   */
  close(queries: number): Readonly<Record<Outcome, number>> {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    if (total !== queries) throw new Error(`the ledger does not balance: ${total} outcomes for ${queries} queries`);
    return Object.fromEntries(this.#counts) as Record<Outcome, number>;
  }
}
