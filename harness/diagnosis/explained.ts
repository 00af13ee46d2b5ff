import type { Card } from '../../datasets/card.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { ExplainedTerm, Explanation, SearchIndex } from '../../retrievers/retriever.ts';
import { RetrieverError } from '../ranking-check.ts';

/** The sum of the weights of the held terms, added from 0 in their order: the card's score. */
export function scoreOf(terms: readonly ExplainedTerm[]): number {
  let score = 0;
  for (const term of terms) if (term.held) score += term.weight;
  return score;
}

/**
 * Asks an index to explain a card, and checks that the explanation adds up to the score that the card was given.
 *
 * @param hit the card's place in the ranking; undefined where it has none, and its score must be 0.
 * @returns undefined for an index that does not explain.
 * @throws RetrieverError where the sum is not the score, to the last bit, or the held terms are not those counted.
 */
export async function explainChecked(
  index: SearchIndex,
  query: string,
  card: Card,
  hit: Hit | undefined,
): Promise<Explanation | undefined> {
  const explanation = await index.explain?.(query, card);
  if (explanation === undefined) return undefined;
  const sum = scoreOf(explanation.terms);
  const score = hit?.score ?? 0;
  if (sum !== score) {
    throw new RetrieverError(`the explanation of the card "${card.id}" adds up to ${sum}, its score is ${score}`);
  }
  const held = explanation.terms.filter((term) => term.held).length;
  if (hit?.matched !== undefined && hit.matched !== held) {
    throw new RetrieverError(`the explanation of the card "${card.id}" holds ${held} signals, ${hit.matched} matched`);
  }
  return explanation;
}
