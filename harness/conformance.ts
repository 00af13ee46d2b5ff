import type { Card } from '../datasets/card.ts';
import type { BuildOptions, Retriever, SearchIndex } from '../retrievers/retriever.ts';

/** Worked examples made by an independent program: scores are integers, in steps of 2^-32. */
export interface ConformanceVectors {
  readonly cases: readonly {
    readonly name: string;
    readonly cards: readonly Partial<Card>[];
    readonly queries: readonly {
      readonly text: string;
      /** Undefined where the program did not tell. */
      readonly signals?: readonly string[];
      /** Undefined where it is the length of the ranking. */
      readonly candidates?: number;
      /** The full ranking: id, score * 2^32, matched signals. */
      readonly ranking: readonly (readonly [string, number, number])[];
    }[];
  }[];
}

export interface Conformance {
  /** Queries checked, over all cases and retrievers. */
  readonly checked: number;
  /** A line for each query that differs. */
  readonly differences: readonly string[];
}

/** Checks retrievers against the vectors: signals, candidates, the full order, scores to the last bit, matched counts. */
export async function checkConformance(
  vectors: ConformanceVectors,
  retrievers: readonly Retriever[],
  options: BuildOptions,
): Promise<Conformance> {
  let checked = 0;
  const differences: string[] = [];
  for (const retriever of retrievers) {
    for (const example of vectors.cases) {
      const index = await retriever.build(example.cards.map(wholeCard), options);
      for (const query of example.queries) {
        checked++;
        const { candidates, ranking, signals } = query;
        const observed = JSON.stringify(await observe(index, query.text, signals !== undefined));
        const wanted = { signals: signals && [...signals].sort(), candidates: candidates ?? ranking.length, ranking };
        if (observed !== JSON.stringify(wanted)) {
          differences.push(
            `${retriever.name} on vector ${example.name}, query ${JSON.stringify(query.text.slice(0, 60))}`,
          );
        }
      }
    }
  }
  return { checked, differences };
}

async function observe(index: SearchIndex, query: string, withSignals: boolean) {
  const hits = await index.search(query, Math.max(1, index.cards));
  return {
    signals: withSignals ? [...(index.signals?.(query, { cap: true }) ?? [])].sort() : undefined,
    candidates: await index.countCandidates(query),
    ranking: hits.map((hit) => [hit.id, hit.score * 2 ** 32, hit.matched]),
  };
}

function wholeCard(card: Partial<Card>): Card {
  return { id: '', name: '', description: '', skills: [], tags: [], examples: [], tools: [], ...card };
}
