import type { Card } from '../../datasets/card.ts';
import { compareHits, type Hit } from '../ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from '../retriever.ts';
import { wssStopwords } from '../stopwords.ts';
import { type Analysis, analyse, FIELDS, pairOf } from '../wss/analysis.ts';
import { gain, idf, linearNorm, saturation, weight } from '../wss/weight.ts';

/** The steps of wss, each of which a twin may replace by a broken one. */
export interface Parts {
  readonly analyse: typeof analyse;
  /** The pairs of a sequence, repeats kept. */
  pairs(sequence: readonly string[]): string[];
  /** The texts of a card, each with what an occurrence in it counts. */
  texts(card: Card): readonly (readonly [text: string, times: number])[];
  /** What a text adds to the length of its card; `words` with the joined ones. */
  length(words: number, times: number): number;
  /** The mean of the lengths of all cards. */
  mean(lengths: readonly number[]): number;
  readonly norm: typeof linearNorm;
  readonly idf: typeof idf;
  readonly gain: typeof gain;
  readonly weight: typeof weight;
  /** The signals of a query; one that is named twice counts twice. */
  ofQuery(signals: readonly string[]): readonly string[];
  /** The postings of a signal, in the order of arrival. */
  postings(held: readonly Posting[]): readonly Posting[];
  readonly compare: typeof compareHits;
  /** The ranking; `found` are the candidates in the order of arrival. */
  cut(found: Hit[], k: number, compare: Parts['compare']): Hit[];
}

interface Posting {
  /** In the order of arrival. */
  readonly card: number;
  readonly tf: number;
}

/** wss with nothing broken, in the plainest form that has every step apart. */
export const SOUND: Parts = {
  analyse,
  pairs: (sequence) => sequence.slice(1).flatMap((word, i) => pairOf(sequence[i]!, word) ?? []),
  texts: (card) => FIELDS.flatMap(([field, times]) => [card[field]].flat().map((text) => [text, times] as const)),
  length: (words, times) => words * times,
  mean: (lengths) => lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
  norm: linearNorm,
  idf,
  gain,
  weight,
  ofQuery: (signals) => [...new Set(signals)],
  postings: (held) => held,
  compare: compareHits,
  cut: (found, k, compare) => found.sort(compare).slice(0, k),
};

/**
 * Makes a retriever of the sound parts, some of them replaced. It claims `exhaustive-wss` as its oracle unless told
 * another, and with nothing replaced it keeps that promise.
 */
export function plainWss(name: string, replaced: Partial<Parts> = {}, oracle = 'exhaustive-wss'): Retriever {
  const parts: Parts = { ...SOUND, ...replaced };
  return { name, oracle, build: (cards, options) => build(parts, cards, options) };
}

async function build(parts: Parts, cards: Cards, { stopwords: given }: BuildOptions): Promise<SearchIndex> {
  const stopwords = wssStopwords(given);
  const ids: string[] = [];
  const lengths: number[] = [];
  const postings = new Map<string, Posting[]>();
  for await (const card of cards) {
    if (ids.includes(card.id)) throw new Error(`two cards have the id ${JSON.stringify(card.id)}`);
    const frequencies = new Map<string, number>();
    let length = 0;
    for (const [text, times] of parts.texts(card)) {
      const read = parts.analyse(text, stopwords);
      for (const signal of signalsOf(read)) frequencies.set(signal, (frequencies.get(signal) ?? 0) + times);
      length += parts.length(read.sequence.length + read.joined.length, times);
    }
    for (const [signal, tf] of frequencies) {
      postings.set(signal, [...(postings.get(signal) ?? []), { card: ids.length, tf }]);
    }
    ids.push(card.id);
    lengths.push(length);
  }
  const mean = parts.mean(lengths);

  function signalsOf({ joined, sequence }: Analysis): string[] {
    return [...sequence, ...joined, ...parts.pairs(sequence)];
  }

  function find(query: string): Hit[] {
    const found = ids.map((id) => ({ id, score: 0, matched: 0 }));
    for (const signal of parts.ofQuery(signalsOf(parts.analyse(query, stopwords)))) {
      const held = postings.get(signal) ?? [];
      const gained = parts.gain(parts.idf(ids.length, held.length), signal.includes(' '));
      for (const { card, tf } of parts.postings(held)) {
        const hit = found[card]!;
        hit.score += parts.weight(gained, saturation(tf, parts.norm(lengths[card]!, mean)));
        hit.matched++;
      }
    }
    return found.filter((hit) => hit.matched > 0);
  }

  return {
    cards: ids.length,
    search: (query, k) => parts.cut(find(query), k, parts.compare),
    countCandidates: (query) => find(query).length,
    indexBytes: () => undefined,
  };
}
