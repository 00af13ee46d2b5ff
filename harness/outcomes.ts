import type { Card } from '../datasets/card.ts';
import type { Query } from '../datasets/dataset.ts';
import type { Hit } from '../retrievers/ranking.ts';
import type { SearchIndex } from '../retrievers/retriever.ts';
import { invalidKind } from './orchestrators/failures.ts';
import { ApiFailure, type Orchestrator, type Reply } from './orchestrators/orchestrator.ts';

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
  /** In the pool as it was shown, from 1. */
  readonly pickedPosition: number | undefined;
  /** Of the first right card in the pool as it was shown. */
  readonly rightPosition: number | undefined;
  /** What was wrong with the call or with the reply. */
  readonly failureKind: string | undefined;
  /** Requests that were sent; undefined where none was. */
  readonly attempts: number | undefined;
  readonly httpStatus: number | undefined;
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
 * @param pool in the order in which it is shown.
 * @param repeat from 1: how often the pool has been shown.
 * @throws whatever the orchestrator throws that is not an `ApiFailure`: that is a bug, not an outcome.
 */
export async function judge(
  query: Query,
  relevant: ReadonlyMap<string, number>,
  pool: readonly Card[],
  orchestrator: Orchestrator,
  retriever: string,
  repeat = 1,
): Promise<Judgement> {
  const rightIndex = pool.findIndex((card) => relevant.has(card.id));
  const nothing = {
    success: false,
    pickedCard: undefined,
    pickedPosition: undefined,
    rightPosition: rightIndex < 0 ? undefined : rightIndex + 1,
    failureKind: undefined,
    attempts: undefined,
    httpStatus: undefined,
  };
  if (pool.length === 0) return { ...nothing, outcome: 'empty_pool', success: relevant.size === 0 };

  let reply: Reply;
  try {
    const said = await orchestrator.choose({ queryId: query.id, query: query.text, pool, retriever, repeat });
    reply = typeof said === 'string' ? { text: said } : said;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { attempts, httpStatus, kind } = error.details;
    return { ...nothing, outcome: 'api_failure', failureKind: kind, attempts, httpStatus };
  }
  const { attempts, httpStatus, text } = reply;
  const called = { ...nothing, attempts, httpStatus };
  const index = parseReply(text, pool.length);
  const picked = index === undefined ? undefined : pool[index];
  if (index === undefined || picked === undefined) {
    return { ...called, outcome: 'invalid_index', failureKind: invalidKind(text) };
  }
  const chosen = { ...called, pickedCard: picked.id, pickedPosition: index + 1 };
  if (relevant.has(picked.id)) return { ...chosen, outcome: 'selected', success: true };
  return { ...chosen, outcome: rightIndex < 0 ? 'retrieval_miss' : 'wrong_selection' };
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
