import { measuresOf } from '../metrics/index.ts';
import type { Beside } from './beside.ts';
import type { RunSubject } from './finished-run.ts';
import { measuredQueries } from './query-values.ts';
import type { OutcomeMove, QueryChange, SubjectChange } from './records.ts';

/** What decides whether a query was won or lost, in this order. */
const DECIDING = ['recall_at_k', 'ndcg_at_10', 'mrr'];

/** The queries of both runs whose measures, outcome or cause of a miss changed; those that changed most first. */
export function queryChanges({ baseline, of, ours }: Beside): QueryChange[] {
  const [left, right] = [decidingValues(baseline), decidingValues(ours)];
  const changes: { readonly change: QueryChange; readonly by: readonly number[] }[] = [];
  for (const [id, query] of ours.queries) {
    const before = baseline.queries.get(id);
    if (before === undefined) continue;
    const by = left.map((column, i) => (right[i]?.get(id) ?? 0) - (column.get(id) ?? 0));
    const first = by.find((difference) => difference !== 0);
    const moved = query.outcome !== before.outcome || query.miss_cause !== before.miss_cause;
    if (first === undefined && !moved) continue;
    const change = {
      ...of,
      query_id: id,
      change: first === undefined ? undefined : first > 0 ? ('won' as const) : ('lost' as const),
      baseline_recall: left[0]?.get(id),
      recall: right[0]?.get(id),
      baseline_rank: before.first_relevant_rank,
      rank: query.first_relevant_rank,
      baseline_outcome: before.outcome,
      outcome: query.outcome,
      baseline_cause: before.miss_cause,
      cause: query.miss_cause,
    };
    changes.push({ change, by });
  }
  // A stable sort: queries that changed as much stay in their order.
  return changes.sort((a, b) => further(a.by, b.by)).map(({ change }) => change);
}

function further(a: readonly number[], b: readonly number[]): number {
  for (const [i, difference] of a.entries()) {
    const order = Math.abs(b[i] ?? 0) - Math.abs(difference);
    if (order !== 0) return order;
  }
  return 0;
}

function decidingValues(subject: RunSubject): readonly ReadonlyMap<string, number>[] {
  return measuresOf(subject.k, [])
    .filter(({ name }) => DECIDING.includes(name))
    .sort((a, b) => DECIDING.indexOf(a.name) - DECIDING.indexOf(b.name))
    .map((measure) => measuredQueries(subject, measure));
}

/** How many queries went from one outcome to another, the most frequent first. Those that stayed are not in it. */
export function outcomeMoves({ baseline, of, ours }: Beside): OutcomeMove[] {
  const moves = new Map<string, OutcomeMove>();
  for (const [id, query] of ours.queries) {
    const before = baseline.queries.get(id);
    if (before === undefined || before.outcome === query.outcome) continue;
    const [from, to] = [before.outcome ?? 'not judged', query.outcome ?? 'not judged'];
    const key = `${from}/${to}`;
    moves.set(key, { ...of, from, to, queries: (moves.get(key)?.queries ?? 0) + 1 });
  }
  return [...moves.values()].sort((a, b) => b.queries - a.queries);
}

/** How much of a retriever stayed as it was. */
export function subjectChange({ baseline, of, ours }: Beside, changes: readonly QueryChange[]): SubjectChange {
  const own = changes.filter(({ retriever, seed }) => retriever === of.retriever && seed === of.seed);
  const ids = [...ours.queries.keys()].filter((id) => baseline.queries.has(id));
  const count = (holds: (id: string) => boolean) => ids.filter(holds).length;
  return {
    seed: of.seed,
    retriever: of.retriever,
    queries: ids.length,
    same_pools: count((id) => sameIds(ours.pools.get(id) ?? [], baseline.pools.get(id) ?? [])),
    won: own.filter(({ change }) => change === 'won').length,
    lost: own.filter(({ change }) => change === 'lost').length,
    same_outcomes: count((id) => ours.queries.get(id)?.outcome === baseline.queries.get(id)?.outcome),
  };
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
