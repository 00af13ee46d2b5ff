import type { Card } from '../datasets/card.ts';
import type { Hit } from '../retrievers/ranking.ts';
import type { BuildOptions, Retriever } from '../retrievers/retriever.ts';
import { type Answer, ask, compareAnswers, cutsOf, describeDivergence } from './agreement.ts';

/** A query on which a retriever and its oracle part, small enough to read and whole enough to run again. */
export interface Divergence {
  readonly retriever: string;
  readonly oracle: string;
  readonly k: number;
  readonly query: string;
  readonly cards: readonly Card[];
  /** Where they part, in words. */
  readonly difference: string;
  readonly expected: { readonly candidates: number; readonly hits: readonly Hit[] };
  readonly received: { readonly candidates: number; readonly hits: readonly Hit[] };
}

/** What has to be there to run a case: both retrievers, and what they were built with. */
export interface DivergenceCase {
  readonly retriever: Retriever;
  readonly oracle: Retriever;
  readonly options: BuildOptions;
  readonly k: number;
  readonly query: string;
  readonly cards: readonly Card[];
}

/**
 * Builds both retrievers afresh over the cards of a case and compares them on its query.
 *
 * @returns the divergence, or undefined where they agree.
 */
export async function replay(test: DivergenceCase): Promise<Divergence | undefined> {
  const { cards, k, options, oracle, query, retriever } = test;
  const cuts = cutsOf(k, cards.length);
  const received = await ask(await retriever.build(cards, options), query, cuts);
  const expected = await ask(await oracle.build(cards, options), query, cuts);
  const difference = describeDivergence(received, expected, cuts);
  if (difference === undefined) return undefined;
  const at = compareAnswers(received, expected, cuts).findIndex((comparison) => !comparison.equal);
  return {
    retriever: retriever.name,
    oracle: oracle.name,
    k,
    query,
    cards,
    difference,
    expected: sideOf(expected, at),
    received: sideOf(received, at),
  };
}

function sideOf(answer: Answer, at: number): Divergence['expected'] {
  return { candidates: answer.candidates, hits: answer.rankings[at] ?? [] };
}

/**
 * Makes a divergence smaller while it lasts: takes cards away in ever smaller pieces, then words of the query, then
 * texts of the cards that are left, and keeps each step after which the two still part. Greedy, and bounded in time:
 * what has been reached by then is returned.
 *
 * @param now milliseconds, from any start.
 * @param budgetMs how long it may take; one build may run over it.
 * @returns the smallest case found, or undefined where a fresh build agrees (the fault then lies in the index's history).
 */
export async function reduceDivergence(
  test: DivergenceCase,
  now: () => number,
  budgetMs: number,
): Promise<Divergence | undefined> {
  const deadline = now() + budgetMs;
  let smallest = await replay(test);
  if (smallest === undefined) return undefined;

  /** Tries one smaller case; keeps it if it still diverges. */
  const keeps = async (change: Partial<Pick<DivergenceCase, 'cards' | 'query'>>): Promise<boolean> => {
    if (smallest === undefined || now() > deadline) return false;
    const smaller = await replay({ ...test, cards: smallest.cards, query: smallest.query, ...change });
    if (smaller !== undefined) smallest = smaller;
    return smaller !== undefined;
  };

  await reduceList(
    () => smallest?.cards ?? [],
    (cards) => keeps({ cards }),
  );
  await reduceList(
    () => smallest?.query.split(' ') ?? [],
    (words) => keeps({ query: words.join(' ') }),
  );
  for (let i = 0; i < smallest.cards.length; i++) {
    const replace = (card: Card) => keeps({ cards: smallest?.cards.map((old, at) => (at === i ? card : old)) ?? [] });
    for (const field of ['skills', 'tags', 'examples', 'tools'] as const) {
      await reduceList(
        () => smallest?.cards[i]?.[field] ?? [],
        (texts) => replace({ ...(smallest?.cards[i] as Card), [field]: texts }),
      );
    }
    for (const field of ['name', 'description'] as const) {
      await reduceList(
        () => (smallest?.cards[i]?.[field] ?? '').split(' ').filter((word) => word !== ''),
        (words) => replace({ ...(smallest?.cards[i] as Card), [field]: words.join(' ') }),
      );
    }
  }
  return smallest;
}

/** Takes pieces out of a list, halves first and single items last, as long as `keeps` says that the rest will do. */
async function reduceList<T>(
  current: () => readonly T[],
  keeps: (rest: readonly T[]) => Promise<boolean>,
): Promise<void> {
  for (let size = Math.ceil(current().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < current().length; ) {
      const list = current();
      const rest = [...list.slice(0, start), ...list.slice(start + size)];
      if (!(await keeps(rest))) start += size;
    }
  }
}
