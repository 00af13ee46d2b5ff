import { visible } from '../../datasets/visible.ts';

/** Two sets of values, put side by side query by query. */
export interface Pairs {
  /** Ids of the queries on both sides, in the order of the left one. */
  readonly queries: readonly string[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** Ids of the queries that one side alone has: nothing is said about them. */
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
}

/**
 * Pairs values by query. A difference between means over different queries is none between retrievers, so what is not
 * on both sides is left out of both, and named.
 *
 * @param left a measure's value for each judged query, by id.
 * @returns pairs; no query at all where the sides have none in common, which the caller has to say no to.
 */
export function pairByQuery(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): Pairs {
  const queries = [...left.keys()].filter((id) => right.has(id));
  return {
    queries,
    left: queries.map((id) => left.get(id) as number),
    right: queries.map((id) => right.get(id) as number),
    onlyLeft: [...left.keys()].filter((id) => !right.has(id)),
    onlyRight: [...right.keys()].filter((id) => !left.has(id)),
  };
}

/**
 * Says which queries a comparison leaves out, for a person to read.
 *
 * @param left what the left side is called.
 * @returns undefined where both sides have the same queries.
 */
export function overlapNotice(
  { onlyLeft, onlyRight, queries }: Pairs,
  left: string,
  right: string,
): string | undefined {
  if (onlyLeft.length + onlyRight.length === 0) return undefined;
  const alone = (ids: readonly string[], name: string) => {
    const example = ids[0] === undefined ? '' : `, such as "${visible(ids[0], 60)}"`;
    return `${ids.length} in ${visible(name)} alone${example}`;
  };
  return `${queries.length} judged queries are in both and are compared; not compared: ${alone(onlyLeft, left)}; ${alone(onlyRight, right)}`;
}
