import type { CallRow, FailureRow, PositionRow, QueryRow } from '../records.ts';

/** Calls in the order of their queries, since they end in any order. Those of other queries are left out. */
export function sortedCalls(calls: readonly CallRow[], queries: readonly QueryRow[]): CallRow[] {
  const keyOf = ({ query_id, retriever, seed }: Pick<QueryRow, 'seed' | 'retriever' | 'query_id'>) =>
    JSON.stringify([seed, retriever, query_id]);
  const places = new Map(queries.map((row, place) => [keyOf(row), place]));
  const placed = calls.flatMap((call) => {
    const place = places.get(keyOf(call));
    return place === undefined ? [] : [{ call, place }];
  });
  return placed.sort((a, b) => a.place - b.place || a.call.repeat - b.call.repeat).map(({ call }) => call);
}

/** How many queries failed in which way: a row for each kind that came up, the commonest first. */
export function failureRows(queries: readonly QueryRow[]): FailureRow[] {
  const rows = new Map<string, FailureRow>();
  for (const { failure_kind: kind, outcome, retriever, seed } of queries) {
    if (kind === undefined || outcome === undefined) continue;
    const key = JSON.stringify([retriever, outcome, kind]);
    rows.set(key, { seed, retriever, outcome, kind, queries: (rows.get(key)?.queries ?? 0) + 1 });
  }
  const order = [...new Set(queries.map(({ retriever }) => retriever))];
  return [...rows.values()].sort(
    (a, b) =>
      order.indexOf(a.retriever) - order.indexOf(b.retriever) ||
      b.queries - a.queries ||
      (`${a.outcome} ${a.kind}` < `${b.outcome} ${b.kind}` ? -1 : 1),
  );
}

/** Success by the position of the right card, and how often each position was picked: a row for each position shown. */
export function positionRows(queries: readonly QueryRow[]): PositionRow[] {
  const retrievers = [...new Set(queries.map(({ retriever }) => retriever))];
  return retrievers.flatMap((retriever) => {
    const own = queries.filter((row) => row.retriever === retriever);
    const last = own.reduce((most, row) => Math.max(most, row.outcome === undefined ? 0 : row.pool), 0);
    return Array.from({ length: last }, (_, i) => {
      const right = own.filter((row) => row.right_position === i + 1);
      const selected = right.filter((row) => row.success).length;
      return {
        seed: own[0]?.seed,
        retriever,
        position: i + 1,
        right: right.length,
        selected,
        success_rate: right.length === 0 ? undefined : selected / right.length,
        picked: own.filter((row) => row.picked_position === i + 1).length,
      };
    });
  });
}
