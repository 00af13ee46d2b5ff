import type { Hit } from '../retrievers/ranking.ts';
import type { SearchIndex } from '../retrievers/retriever.ts';

/** Where a ranking is cut for a comparison: the first hit, the run's pool, and everything. */
export interface Cut {
  /** How it is named in `agreement.csv`. */
  readonly label: number | 'all';
  readonly k: number;
}

/** All that a retriever says about one query. */
export interface Answer {
  /** One ranking a cut, in the order of the cuts. Each is a search of its own, so that a fault of the cut shows. */
  readonly rankings: readonly (readonly Hit[])[];
  readonly candidates: number;
}

/** A retriever beside its oracle at one cut. */
export interface Comparison {
  readonly cut: Cut;
  readonly hits: number;
  readonly equal: boolean;
  /** Largest |difference| of scores over the ids on both sides; undefined where no id is on both. */
  readonly maxScoreError: number | undefined;
  /** From 1; undefined where every hit is equal. */
  readonly firstDivergentRank: number | undefined;
}

/**
 * The cuts of a run: 1, k and all, those that cut alike named once.
 *
 * @param cards size of the registry.
 */
export function cutsOf(k: number, cards: number): readonly Cut[] {
  const cuts: Cut[] = [];
  const all = Math.max(1, cards);
  for (const cut of [
    { label: 1, k: 1 },
    { label: k, k },
    { label: 'all' as const, k: all },
  ]) {
    if (!cuts.some((earlier) => Math.min(earlier.k, all) === Math.min(cut.k, all))) cuts.push(cut);
  }
  return cuts;
}

/** Puts one query to an index, once for each cut. Waits only where the index makes it wait. */
export async function ask(index: SearchIndex, query: string, cuts: readonly Cut[]): Promise<Answer> {
  const rankings: (readonly Hit[])[] = [];
  for (const cut of cuts) {
    const found = index.search(query, cut.k);
    rankings.push(found instanceof Promise ? await found : found);
  }
  return { rankings, candidates: await index.countCandidates(query) };
}

/**
 * Compares two answers to one query: ids, order, scores by `===`, matched counts, and the number of candidates. A hit
 * missing on either side is a difference. The number of candidates belongs to the widest cut, whose row it spoils.
 */
export function compareAnswers(ours: Answer, oracle: Answer, cuts: readonly Cut[]): readonly Comparison[] {
  return cuts.map((cut, i) => {
    const left = ours.rankings[i] ?? [];
    const right = oracle.rankings[i] ?? [];
    const firstDivergentRank = firstDifference(left, right);
    const widest = i === cuts.length - 1;
    return {
      cut,
      hits: left.length,
      equal: firstDivergentRank === undefined && (!widest || ours.candidates === oracle.candidates),
      maxScoreError: maxScoreError(left, right),
      firstDivergentRank,
    };
  });
}

/** Says in a few words where two answers part, for a person to read; undefined where they do not. */
export function describeDivergence(ours: Answer, oracle: Answer, cuts: readonly Cut[]): string | undefined {
  const comparisons = compareAnswers(ours, oracle, cuts);
  const at = comparisons.findIndex((comparison) => !comparison.equal);
  const comparison = comparisons[at];
  if (comparison === undefined) return undefined;
  const rank = comparison.firstDivergentRank;
  if (rank === undefined) return `candidates: ${oracle.candidates} wanted, ${ours.candidates} found`;
  const wanted = describeHit(oracle.rankings[at]?.[rank - 1]);
  const found = describeHit(ours.rankings[at]?.[rank - 1]);
  return `k ${comparison.cut.label}, rank ${rank}: ${wanted} wanted, ${found} found`;
}

function describeHit(hit: Hit | undefined): string {
  if (hit === undefined) return 'no hit';
  return hit.matched === undefined ? `${hit.id} ${hit.score}` : `${hit.id} ${hit.score} (${hit.matched} matched)`;
}

/** The first rank, from 1, at which two rankings differ in id, score (`===`) or matched count; undefined where none does. */
export function firstDifference(left: readonly Hit[], right: readonly Hit[]): number | undefined {
  const length = Math.max(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left[i];
    const b = right[i];
    if (a === undefined || b === undefined || a.id !== b.id || a.score !== b.score || a.matched !== b.matched)
      return i + 1;
  }
  return undefined;
}

function maxScoreError(left: readonly Hit[], right: readonly Hit[]): number | undefined {
  const scores = new Map(right.map((hit) => [hit.id, hit.score]));
  let largest: number | undefined;
  for (const hit of left) {
    const other = scores.get(hit.id);
    if (other === undefined) continue;
    const error = Math.abs(hit.score - other);
    // Written so that NaN, which compares with nothing, is kept and not passed over.
    if (largest === undefined || !(error <= largest)) largest = error;
  }
  return largest;
}
