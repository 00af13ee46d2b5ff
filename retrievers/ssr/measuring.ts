import { listsPostings } from '../inverted/lists.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import type { QueryLists } from './query-lists.ts';

/** How many postings an index holds: for each signal the cards that hold it, those of a single card included. */
export function countPostings({ pairLists, pairs, wordLists }: RegistryTerms): number {
  let singles = 0;
  for (const target of pairs.targets) singles += target % 2;
  return listsPostings(wordLists) + listsPostings(pairLists) + singles;
}

/**
 * The posting lists of queries as plain arrays of card numbers, ascending.
 *
 * @returns a list of arrays for each query; a posting list of several queries is one array, taken out once.
 */
export function plainLists(query: QueryLists, queries: readonly string[]): Uint32Array[][] {
  const known = new Map<string, Uint32Array>();
  return queries.map((text) => {
    query.open(text);
    return query.lists.slice(0, query.count).map(({ cursor, first, second }) => {
      const key = `${first} ${second}`;
      const cards = known.get(key) ?? new Uint32Array(cursor.length);
      if (!known.has(key)) cursor.read(cards, cards.length, Infinity);
      known.set(key, cards);
      return cards;
    });
  });
}
