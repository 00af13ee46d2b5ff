import type { Query } from '../../datasets/dataset.ts';
import type { Orchestrator } from './orchestrator.ts';

/**
 * Answers the first right position, else 1: the ceiling that no orchestrator behind these pools can pass.
 * The one orchestrator that knows the right cards; it is given them here, since a request does not carry them.
 */
export function makeOracleOrchestrator(queries: readonly Query[]): Orchestrator {
  const relevantById = new Map(queries.map((query) => [query.id, query.relevant]));
  return {
    name: 'oracle',
    choose({ queryId, pool }) {
      const relevant = relevantById.get(queryId);
      const index = pool.findIndex((card) => relevant?.has(card.id));
      return String(index < 0 ? 1 : index + 1);
    },
  };
}
