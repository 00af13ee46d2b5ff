import type { Card } from '../../datasets/card.ts';
import type { Dataset } from '../../datasets/dataset.ts';
import type { RankingRecord, TokenRow } from '../records.ts';
import { type CountTokens, PromptTokens } from './token-count.ts';

/**
 * Counts what the shortlist saves: the prompt with every card of the registry beside the prompt with the pool, for every
 * query and retriever.
 */
export function tokenRows(
  { cards, queries }: Dataset,
  rankings: readonly RankingRecord[],
  count: CountTokens,
): TokenRow[] {
  const tokens = new PromptTokens(count);
  const cardById = new Map(cards.map((card) => [card.id, card]));
  const list = tokens.ofList(cards);
  const registry = new Map(
    queries.map(({ id, text }) => [id, { text, tokens: tokens.ofFrame(text, cards.length) + list }]),
  );
  return rankings.map(({ hits, query_id, retriever, seed }) => {
    const query = registry.get(query_id);
    if (query === undefined) throw new Error('a ranking of a query that is not in the dataset');
    const pool = hits.map((hit) => cardById.get(hit.id) as Card);
    const poolTokens = pool.length === 0 ? undefined : tokens.ofPrompt(query.text, pool);
    return {
      seed,
      retriever,
      query_id,
      registry_tokens: query.tokens,
      pool_tokens: poolTokens,
      reduction: poolTokens === undefined ? undefined : 1 - poolTokens / query.tokens,
    };
  });
}
