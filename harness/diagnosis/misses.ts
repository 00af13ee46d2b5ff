import type { Card } from '../../datasets/card.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';
import type { Explanation, SearchIndex } from '../../retrievers/retriever.ts';
import type { Diagnosed, Miss } from './collector.ts';
import { explainChecked } from './explained.ts';
import { type Lacking, lacking } from './lacking.ts';
import type { MissRow } from './records.ts';

/** A miss with what it takes to tell why. Without an explanation where the retriever gives none, or beyond the limit. */
export interface ExplainedMiss extends Miss {
  readonly explanation: Explanation | undefined;
  readonly lacking: Lacking | undefined;
}

/**
 * Explains misses, the first `most` of them.
 *
 * @throws RetrieverError where an explanation does not add up to the score.
 */
export async function explainMisses(
  misses: readonly Miss[],
  { index, k }: Diagnosed,
  most: number,
  pause: () => Promise<void> | undefined,
): Promise<ReadonlyMap<Miss, ExplainedMiss>> {
  const explained = new Map<Miss, ExplainedMiss>();
  for (const miss of misses.slice(0, most)) {
    await pause();
    const { card, hit, pool, query } = miss;
    const explanation = await explainChecked(index, query.text, card, hit);
    const last = pool.length < k ? undefined : pool.at(-1);
    const counts = pool[0]?.matched !== undefined;
    explained.set(miss, {
      ...miss,
      explanation,
      lacking: explanation && lacking(card.id, explanation.terms, last, counts),
    });
  }
  return explained;
}

/** What was lacking, in one cell: words or phrases with ` + ` between; undefined where nothing would have helped. */
export function lackingText(found: Lacking | undefined): string | undefined {
  if (found === undefined) return undefined;
  return (found.words.length > 0 ? found.words : found.signals).join(' + ');
}

/** A miss as a row. */
export function missRow(miss: Miss, found: Lacking | undefined, { k, retriever, seed }: Diagnosed): MissRow {
  const last = miss.pool.length < k ? undefined : miss.pool.at(-1);
  return {
    seed,
    retriever,
    query_id: miss.query.id,
    card_id: miss.card.id,
    cause: miss.cause,
    rank: miss.rank,
    score: miss.hit?.score,
    last_card: last?.id,
    last_score: last?.score,
    lacks: lackingText(found),
    lacks_cut: found === undefined || found.cut.length === 0 ? undefined : found.cut.join(' + '),
    score_with: found?.score,
  };
}

/** The card that stood in the place of another, how often, and the signals by which it was ahead. */
export interface Taker {
  readonly id: string;
  readonly times: number;
  /** Heaviest first, three at most; empty where the retriever does not explain. */
  readonly signals: readonly string[];
}

/**
 * The card that was most often in the pool where another was wanted and missed, and is not right there; of several the
 * one that ranked best, then the first by id.
 *
 * @param misses all of one card.
 */
export async function takerOf(
  misses: readonly Miss[],
  explained: ReadonlyMap<Miss, ExplainedMiss>,
  index: SearchIndex,
  cardById: ReadonlyMap<string, Card>,
): Promise<Taker | undefined> {
  const seen = new Map<string, { times: number; ranks: number }>();
  for (const { pool, query } of misses) {
    for (const [i, { id }] of pool.entries()) {
      if (query.relevant?.has(id)) continue;
      const { ranks, times } = seen.get(id) ?? { times: 0, ranks: 0 };
      seen.set(id, { times: times + 1, ranks: ranks + i + 1 });
    }
  }
  const [top] = [...seen].sort(([a, x], [b, y]) => y.times - x.times || x.ranks - y.ranks || compareCodePoints(a, b));
  if (top === undefined) return undefined;
  const [id, { times }] = top;

  const ahead = new Map<string, number>();
  const taker = cardById.get(id);
  for (const miss of misses) {
    const ours = explained.get(miss)?.explanation;
    const hit = miss.pool.find((each) => each.id === id);
    if (ours === undefined || taker === undefined || hit === undefined) continue;
    const theirs = await explainChecked(index, miss.query.text, taker, hit);
    for (const [signal, more] of leadOf(theirs, ours)) ahead.set(signal, (ahead.get(signal) ?? 0) + more);
  }
  return { id, times, signals: heaviest(ahead).slice(0, 3) };
}

/**
 * By how much one card is ahead of another in each signal of a query.
 *
 * @returns only signals in which it is ahead.
 */
export function leadOf(theirs: Explanation | undefined, ours: Explanation): ReadonlyMap<string, number> {
  const lead = new Map<string, number>();
  const add = (signal: string, amount: number) => lead.set(signal, (lead.get(signal) ?? 0) + amount);
  for (const term of theirs?.terms ?? []) if (term.held) add(term.signal, term.weight);
  for (const term of ours.terms) if (term.held) add(term.signal, -term.weight);
  return new Map([...lead].filter(([, more]) => more > 0));
}

/** The keys, the largest number first, ties by code point. */
export function heaviest(numbers: ReadonlyMap<string, number>): string[] {
  return [...numbers].sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b)).map(([key]) => key);
}
