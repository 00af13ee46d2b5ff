import type { Card } from '../card.ts';
import type { Query } from '../dataset.ts';

/** How text is taken apart, handed in because datasets know no retriever. */
export interface Analysis {
  /** The whole text of a card. */
  text(card: Card): string;
  /** Every token of a text, in order, repeats kept. */
  tokens(text: string): readonly string[];
  /** The signals of a text, all of them or as many as a retriever keeps. */
  signals(text: string, options: { readonly cap: boolean }): ReadonlySet<string>;
}

/** The figures by which one collection of cards is told from another. Undefined where there is too little to say. */
export interface Profile {
  readonly cards: number;
  readonly queries: number;
  /** Tokens of all cards together, and how many different ones. */
  readonly tokens: number;
  readonly vocabulary: number;
  /**
   * Zipf's exponent: minus the slope of log frequency over log rank, least squares over up to 50 ranks spaced evenly in
   * log rank from 10 to 1000 (or the last rank). About 1 for books. Undefined below 100 different tokens.
   */
  readonly zipf: number | undefined;
  /**
   * Heaps' exponent: the slope of log vocabulary over log tokens read, cards in the order given, least squares over the
   * counts after each of 30 card numbers spaced evenly in log from a hundredth of the cards to all. 0.4 to 0.6 for books,
   * more for short texts. Undefined below 100 cards.
   */
  readonly heaps: number | undefined;
  /** Distinct signals a card before the cap. */
  readonly signalsMean: number;
  readonly signalsP50: number;
  readonly signalsP95: number;
  /** Share of cards with more signals than are kept. */
  readonly beyondCap: number;
  /** Share of cards whose text an earlier card has to the letter. */
  readonly duplicates: number;
  /** Cards listed under a query's signals, each as often as signals are shared: what an inverted index reads. Capped signals. */
  readonly postingsPerQuery: number | undefined;
  /** The same as a share of the cards. Grows with the size of the registry only where words become commoner. */
  readonly postingsShare: number | undefined;
  /** Tokens a query. */
  readonly queryTokensMean: number | undefined;
  /** Right cards a query, over queries that have one: the mean, and the most. */
  readonly relevantMean: number | undefined;
  readonly relevantMax: number | undefined;
}

/** Describes a collection. Reads every card once; keeps counts, not texts. */
export function profile(cards: Iterable<Card>, queries: readonly Query[], analysis: Analysis): Profile {
  const frequency = new Map<string, number>();
  const postings = new Map<string, number>();
  const sizes: number[] = [];
  const texts = new Set<string>();
  /** Tokens and vocabulary after each card. */
  const growth: [number, number][] = [];
  let tokens = 0;
  let beyond = 0;
  for (const card of cards) {
    const text = analysis.text(card);
    for (const token of analysis.tokens(text)) {
      frequency.set(token, (frequency.get(token) ?? 0) + 1);
      tokens++;
    }
    growth.push([tokens, frequency.size]);
    texts.add(text);
    const kept = analysis.signals(text, { cap: true });
    const all = analysis.signals(text, { cap: false });
    for (const signal of kept) postings.set(signal, (postings.get(signal) ?? 0) + 1);
    sizes.push(all.size);
    if (all.size > kept.size) beyond++;
  }
  const count = sizes.length;
  sizes.sort((a, b) => a - b);
  const read = queries.map((query) => {
    let sum = 0;
    for (const signal of analysis.signals(query.text, { cap: true })) sum += postings.get(signal) ?? 0;
    return sum;
  });
  const right = queries.map((query) => query.relevant?.size ?? 0).filter((size) => size > 0);
  const postingsPerQuery = mean(read);
  return {
    cards: count,
    queries: queries.length,
    tokens,
    vocabulary: frequency.size,
    zipf: zipf([...frequency.values()]),
    heaps: heaps(growth),
    signalsMean: mean(sizes) ?? 0,
    signalsP50: sizes[Math.ceil(count * 0.5) - 1] ?? 0,
    signalsP95: sizes[Math.ceil(count * 0.95) - 1] ?? 0,
    beyondCap: count === 0 ? 0 : beyond / count,
    duplicates: count === 0 ? 0 : 1 - texts.size / count,
    postingsPerQuery,
    postingsShare: postingsPerQuery === undefined || count === 0 ? undefined : postingsPerQuery / count,
    queryTokensMean: mean(queries.map((query) => analysis.tokens(query.text).length)),
    relevantMean: mean(right),
    relevantMax: right.length === 0 ? undefined : right.reduce((a, b) => Math.max(a, b)),
  };
}

function zipf(frequencies: number[]): number | undefined {
  if (frequencies.length < 100) return undefined;
  frequencies.sort((a, b) => b - a);
  const ranks = spaced(10, Math.min(1000, frequencies.length), 50);
  return -slope(ranks.map((rank) => [Math.log(rank), Math.log(frequencies[rank - 1]!)]));
}

function heaps(growth: readonly [number, number][]): number | undefined {
  if (growth.length < 100) return undefined;
  const points = spaced(Math.ceil(growth.length / 100), growth.length, 30)
    .map((cards) => growth[cards - 1]!)
    .filter(([tokens]) => tokens > 0);
  return points.length < 2 ? undefined : slope(points.map(([tokens, words]) => [Math.log(tokens), Math.log(words)]));
}

/** Up to `n` different integers from `low` to `high`, spaced evenly in their logarithms. */
function spaced(low: number, high: number, n: number): number[] {
  const step = Math.log(high / low) / (n - 1);
  return [...new Set(Array.from({ length: n }, (_, i) => Math.round(low * Math.exp(step * i))))];
}

/** The slope of the straight line with the least squared distance in y. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mx = mean(points.map(([x]) => x))!;
  const my = mean(points.map(([, y]) => y))!;
  let xy = 0;
  let xx = 0;
  for (const [x, y] of points) {
    xy += (x - mx) * (y - my);
    xx += (x - mx) * (x - mx);
  }
  return xy / xx;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
