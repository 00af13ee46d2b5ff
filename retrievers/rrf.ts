import type { Card } from '../datasets/card.ts';
import { compareHits, type Hit } from './ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex, Work } from './retriever.ts';

/** The constant of Cormack, Clarke and Büttcher (2009): how little the very first ranks stand out. */
const K = 60;

/**
 * Reciprocal rank fusion of retrievers: a card scores the sum of `1 / (60 + rank)` over the rankings that hold it, ranks
 * from 1; a ranking that does not hold it adds nothing. The full rankings are fused, whatever the k of the search, so
 * that a longer pool begins with a shorter one.
 *
 * @param name as on the command line, such as `rrf(ssr,bm25)`.
 * @param parts at least two; the order decides nothing but the last bit of a score.
 */
export function rrf(name: string, parts: readonly Retriever[]): Retriever {
  return {
    name,
    oracle: undefined,
    async build(cards: Cards, options: BuildOptions): Promise<SearchIndex> {
      // Held, since the cards come once and each part wants them.
      const all: Card[] = [];
      for await (const card of cards) all.push(card);
      const indexes: SearchIndex[] = [];
      for (const part of parts) indexes.push(await part.build(all, options));
      return new FusedIndex(all.length, indexes);
    },
  };
}

class FusedIndex implements SearchIndex {
  readonly cards: number;
  /** What the parts do for their full rankings; only where all of them count it. */
  readonly work?: (query: string) => Promise<Work>;
  readonly #indexes: readonly SearchIndex[];

  constructor(cards: number, indexes: readonly SearchIndex[]) {
    this.cards = cards;
    this.#indexes = indexes;
    if (indexes.every((index) => index.work !== undefined)) this.work = (query) => this.#work(query);
  }

  async search(query: string, k: number): Promise<Hit[]> {
    return fuse(await this.#rankings(query)).slice(0, k);
  }

  async countCandidates(query: string): Promise<number> {
    return new Set((await this.#rankings(query)).flat().map((hit) => hit.id)).size;
  }

  indexBytes(): number | undefined {
    const bytes = this.#indexes.map((index) => index.indexBytes());
    return bytes.every((each) => each !== undefined) ? bytes.reduce((sum, each) => sum + each, 0) : undefined;
  }

  async #work(query: string): Promise<Work> {
    const sum = { postings: 0, visited: 0 };
    for (const index of this.#indexes) {
      const work = await index.work?.(query, Math.max(1, this.cards));
      sum.postings += work?.postings ?? 0;
      sum.visited += work?.visited ?? 0;
    }
    return sum;
  }

  async #rankings(query: string): Promise<(readonly Hit[])[]> {
    const rankings: (readonly Hit[])[] = [];
    for (const index of this.#indexes) rankings.push(await index.search(query, Math.max(1, this.cards)));
    return rankings;
  }
}

/**
 * Fuses rankings.
 *
 * @param rankings each in order, no id twice in one of them.
 * @returns every card of any of them, best first.
 */
export function fuse(rankings: readonly (readonly Hit[])[]): Hit[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [i, { id }] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + i + 1));
  }
  return [...scores].map(([id, score]) => ({ id, score, matched: undefined })).sort(compareHits);
}

/**
 * Splits a list of names at its commas; those within brackets do not count: `ssr,rrf(ssr,bm25)` is two names.
 *
 * @returns undefined where brackets do not pair.
 */
export function splitNames(list: string): string[] | undefined {
  const names = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth < 0) return undefined;
    if (character === ',' && depth === 0) names.push('');
    else names[names.length - 1] += character;
  }
  return depth === 0 ? names : undefined;
}

/**
 * The parts of `rrf(a,b)`.
 *
 * @returns undefined where a name is no fusion of two or more distinct names.
 */
export function partsOfFusion(name: string): readonly string[] | undefined {
  const inner = /^rrf\((.*)\)$/s.exec(name)?.[1];
  const parts = inner === undefined ? undefined : splitNames(inner);
  return parts !== undefined && parts.length >= 2 && new Set(parts).size === parts.length ? parts : undefined;
}
