import type { Card } from '../../datasets/card.ts';
import { compareHits, type Hit } from '../ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from '../retriever.ts';
import { cardText, SIGNAL_CAP, tokens } from '../signals.ts';
import { weight } from '../ssr/weight.ts';
import type { Stopwords } from '../stopwords.ts';

/** The steps of SSR, each of which a twin may replace by a broken one. */
export interface Parts {
  /** The words of a text in order, repeats kept. */
  words(text: string, stopwords: Stopwords): string[];
  /** The bigrams of a text. */
  bigrams(text: string, stopwords: Stopwords): string[];
  /** The signals that a card keeps; one that is named twice counts twice. */
  ofCard(words: readonly string[], bigrams: readonly string[]): string[];
  /** The signals that a query keeps; `isKnown` says whether any card holds one. */
  ofQuery(words: readonly string[], bigrams: readonly string[], isKnown: (signal: string) => boolean): string[];
  /** The postings of a signal: the cards that hold it, by number in the order of arrival. */
  postings(holders: readonly number[]): readonly number[];
  /** The weight of a signal; `cards` in the registry, `df` of them hold it. */
  weight(cards: number, df: number): number;
  /** The order of rankings. */
  compare(a: PlainHit, b: PlainHit): number;
  /** The ranking; `found` are the candidates in the order of arrival, `ids` those of all cards. */
  cut(found: PlainHit[], k: number, compare: Parts['compare'], ids: readonly string[]): PlainHit[];
  /** What is told of the number of candidates. */
  count(found: number): number;
}

/** A hit of a retriever that always has a matched count. */
interface PlainHit extends Hit {
  readonly matched: number;
}

/** Keeps at most `cap` of the words, by frequency and then by code point, and then of the bigrams, by code point. */
export function keep(words: readonly string[], bigrams: readonly string[], cap: number): string[] {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const byTimes = [...times.keys()].sort((a, b) => times.get(b)! - times.get(a)! || (a < b ? -1 : 1));
  return [...byTimes, ...[...new Set(bigrams)].sort()].slice(0, cap);
}

/** Each word with the one after it. */
export function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

/** SSR with nothing broken, in the plainest form that has every step apart. */
export const SOUND: Parts = {
  words: tokens,
  bigrams: (text, stopwords) => pairs(tokens(text, stopwords)),
  ofCard: (words, bigrams) => keep(words, bigrams, SIGNAL_CAP),
  ofQuery: (words, bigrams) => keep(words, bigrams, SIGNAL_CAP),
  postings: (holders) => holders,
  weight,
  compare: compareHits,
  cut: (found, k, compare) => found.sort(compare).slice(0, k),
  count: (found) => found,
};

/**
 * Makes a retriever of the sound parts, some of them replaced. It claims `exhaustive-idf` as its oracle, and with
 * nothing replaced it keeps that promise.
 */
export function plainSsr(name: string, replaced: Partial<Parts> = {}): Retriever {
  const parts: Parts = { ...SOUND, ...replaced };
  return { name, oracle: 'exhaustive-idf', build: (cards, options) => build(parts, cards, options) };
}

async function build(parts: Parts, cards: Cards, { stopwords }: BuildOptions): Promise<SearchIndex> {
  const ids: string[] = [];
  const holders = new Map<string, number[]>();
  for await (const card of cards) {
    if (ids.includes(card.id)) throw new Error(`two cards have the id ${JSON.stringify(card.id)}`);
    for (const signal of signalsOf(card)) {
      const list = holders.get(signal);
      if (list === undefined) holders.set(signal, [ids.length]);
      else list.push(ids.length);
    }
    ids.push(card.id);
  }

  function signalsOf(card: Card): string[] {
    const text = cardText(card);
    return parts.ofCard(parts.words(text, stopwords), parts.bigrams(text, stopwords));
  }

  function find(query: string): PlainHit[] {
    const scores = new Array<number>(ids.length).fill(0);
    const matched = new Array<number>(ids.length).fill(0);
    const words = parts.words(query, stopwords);
    for (const signal of parts.ofQuery(words, parts.bigrams(query, stopwords), (known) => holders.has(known))) {
      const list = holders.get(signal) ?? [];
      const added = parts.weight(ids.length, new Set(list).size);
      for (const card of parts.postings(list)) {
        scores[card] = scores[card]! + added;
        matched[card] = matched[card]! + 1;
      }
    }
    return ids
      .map((id, card) => ({ id, score: scores[card]!, matched: matched[card]! }))
      .filter((hit) => hit.matched > 0);
  }

  return {
    cards: ids.length,
    search: (query, k) => parts.cut(find(query), k, parts.compare, ids),
    countCandidates: (query) => parts.count(find(query).length),
    indexBytes: () => undefined,
  };
}
