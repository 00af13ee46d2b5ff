import { byRank, MOST_SIGNALS, signalsOf, textOf, weightOf } from './exhaustive-idf.ts';
import type { Hit } from './ranking.ts';
import type { Cards } from './retriever.ts';
import type { Stopwords } from './stopwords.ts';

type RankedHit = Hit & { readonly matched: number };

/** What the oracle says of one query. */
export interface ExhaustiveAnswer {
  readonly hits: readonly Hit[];
  readonly candidates: number;
}

/**
 * What `exhaustive-idf` answers, in memory that does not grow with the registry: for registries too large for it. Reads the
 * cards twice: once to count who holds the queries' signals, once to score every card for every query.
 *
 * @param cards gives the cards from the beginning, the same ones both times.
 * @param k the most hits a query, an integer >= 1. Memory grows with the number of queries times k.
 * @returns an answer a query, in the order of the queries.
 * @throws Error where the second reading is of another number of cards.
 */
export async function exhaustiveStream(
  cards: () => Cards,
  queries: readonly string[],
  k: number,
  stopwords: Stopwords,
): Promise<ExhaustiveAnswer[]> {
  const asked = new Map<string, number[]>();
  for (const [q, query] of queries.entries()) {
    for (const signal of signalsOf(query, stopwords, MOST_SIGNALS))
      asked.set(signal, [...(asked.get(signal) ?? []), q]);
  }

  let count = 0;
  const holders = new Map<string, number>();
  for await (const card of cards()) {
    count++;
    for (const signal of signalsOf(textOf(card), stopwords, MOST_SIGNALS)) {
      if (asked.has(signal)) holders.set(signal, (holders.get(signal) ?? 0) + 1);
    }
  }

  const weights = new Map([...holders].map(([signal, df]) => [signal, weightOf(count, df)]));
  const answers = queries.map(() => ({ hits: [] as RankedHit[], candidates: 0 }));
  let again = 0;
  for await (const card of cards()) {
    again++;
    const sums = new Map<number, { score: number; matched: number }>();
    for (const signal of signalsOf(textOf(card), stopwords, MOST_SIGNALS)) {
      for (const q of asked.get(signal) ?? []) {
        const sum = sums.get(q) ?? { score: 0, matched: 0 };
        sums.set(q, { score: sum.score + weights.get(signal)!, matched: sum.matched + 1 });
      }
    }
    for (const [q, { score, matched }] of sums) {
      const answer = answers[q]!;
      answer.candidates++;
      insert(answer.hits, { id: card.id, score, matched }, k);
    }
  }
  if (again !== count) throw new Error(`read ${count} cards, and then ${again}`);
  return answers;
}

/** Puts a hit into its place in a ranking of at most `k`. */
function insert(hits: RankedHit[], hit: RankedHit, k: number): void {
  let place = hits.length;
  while (place > 0 && byRank(hit, hits[place - 1]!) < 0) place--;
  if (place === k) return;
  hits.splice(place, 0, hit);
  if (hits.length > k) hits.pop();
}
