import type { Hit } from '../../retrievers/ranking.ts';
import { firstDifference } from '../agreement.ts';
import { RetrieverError } from '../ranking-check.ts';
import type { Way } from './timing.ts';

/**
 * A search as a way to answer queries. It has to find what was found before the timing.
 *
 * @param expected the hits of each query.
 */
export function searching(
  name: string,
  queries: readonly string[],
  expected: readonly (readonly Hit[])[],
  search: (query: string) => readonly Hit[],
): Way<readonly Hit[]> {
  return {
    run: (query) => search(queries[query]!),
    check(query, hits) {
      const rank = firstDifference(hits, expected[query]!);
      if (rank === undefined) return;
      throw new RetrieverError(
        `${name}, query ${JSON.stringify(queries[query])}: other hits than before, at rank ${rank}`,
      );
    },
  };
}

/**
 * Reading posting lists and nothing else, for an idea of what reading them costs: adds up their numbers.
 *
 * @param lists the lists of each query.
 */
export function streaming(lists: readonly (readonly Uint32Array[])[]): Way<number> {
  const expected = lists.map((ofQuery) => {
    let sum = 0;
    for (const list of ofQuery) for (const card of list) sum = (sum + card) | 0;
    return sum;
  });
  return {
    run: (query) => sumOf(lists[query]!),
    check(query, sum) {
      if (sum !== expected[query]) throw new Error(`reading the lists of query ${query} gave another sum than before`);
    },
  };
}

/** The sum of all numbers, modulo 2^32. Four sums side by side, since one would wait for itself: the fastest plain way. */
function sumOf(lists: readonly Uint32Array[]): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let l = 0; l < lists.length; l++) {
    const list = lists[l]!;
    const end = list.length;
    let i = 0;
    for (; i + 3 < end; i += 4) {
      a = (a + list[i]!) | 0;
      b = (b + list[i + 1]!) | 0;
      c = (c + list[i + 2]!) | 0;
      d = (d + list[i + 3]!) | 0;
    }
    for (; i < end; i++) a = (a + list[i]!) | 0;
  }
  return (a + b + c + d) | 0;
}
