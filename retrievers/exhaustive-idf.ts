import type { Card } from '../datasets/card.ts';
import type { Hit } from './ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from './retriever.ts';
import type { Stopwords } from './stopwords.ts';

/**
 * The oracle of SSR: the same scores, computed the slow and obvious way by reading every card for every query. It shares
 * the stopword table and the card type with SSR, and no code on purpose: a fault in either shows as a difference.
 */
export const exhaustiveIdf: Retriever = { name: 'exhaustive-idf', oracle: undefined, build };

/** The most signals that a card or a query keeps. */
export const MOST_SIGNALS = 64;

interface ReadCard {
  readonly id: string;
  readonly signals: ReadonlySet<string>;
}

async function build(source: Cards, { stopwords }: BuildOptions): Promise<SearchIndex> {
  const cards: ReadCard[] = [];
  const ids = new Set<string>();
  for await (const card of source) {
    if (ids.has(card.id)) throw new Error(`two cards have the id ${JSON.stringify(card.id)}`);
    ids.add(card.id);
    cards.push({ id: card.id, signals: signalsOf(textOf(card), stopwords, MOST_SIGNALS) });
  }
  const df = holdersOf(cards);
  const weights = new Map([...df].map(([signal, holders]) => [signal, weightOf(cards.length, holders)]));

  /** Every card that shares a signal with the query, in no order. */
  function match(query: string): { id: string; score: number; matched: number }[] {
    const wanted = signalsOf(query, stopwords, MOST_SIGNALS);
    const found = [];
    for (const card of cards) {
      let score = 0;
      let matched = 0;
      for (const signal of wanted) {
        if (!card.signals.has(signal)) continue;
        score += weights.get(signal)!;
        matched++;
      }
      if (matched > 0) found.push({ id: card.id, score, matched });
    }
    return found;
  }

  return {
    cards: cards.length,
    search: (query, k): Hit[] => match(query).sort(byRank).slice(0, k),
    countCandidates: (query) => match(query).length,
    indexBytes: () => undefined,
    signals: (text, { cap }) =>
      signalsOf(typeof text === 'string' ? text : textOf(text), stopwords, cap ? MOST_SIGNALS : Infinity),
    explain: (query, card) => {
      const kept = signalsOf(textOf(card), stopwords, MOST_SIGNALS);
      const all = signalsOf(textOf(card), stopwords, Infinity);
      const terms = [...signalsOf(query, stopwords, MOST_SIGNALS)].map((signal) => {
        const holders = df.get(signal) ?? 0;
        const held = kept.has(signal);
        return { signal, df: holders, weight: weightOf(cards.length, holders), held, cut: all.has(signal) && !held };
      });
      return { terms, uniform: true };
    },
  };
}

/** A card's text: its fields in order, the empty ones left out, joined by line feeds. */
export function textOf(card: Card): string {
  const lines: string[] = [];
  for (const part of [card.name, card.description, card.skills, card.tags, card.examples, card.tools].flat()) {
    if (part.length > 0) lines.push(part);
  }
  return lines.join('\n');
}

/** All words and bigrams of a text; of more than `most`, words by frequency and code point, then bigrams by code point. */
export function signalsOf(text: string, stopwords: Stopwords, most: number): Set<string> {
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/)) {
    if (word.length >= 2 && !stopwords.words.has(word)) words.push(word);
  }
  const frequency = new Map<string, number>();
  const bigrams = new Set<string>();
  words.forEach((word, i) => {
    frequency.set(word, (frequency.get(word) ?? 0) + 1);
    if (i > 0) bigrams.add(`${words[i - 1]} ${word}`);
  });
  if (frequency.size + bigrams.size <= most) return new Set([...frequency.keys(), ...bigrams]);
  const unigrams = [...frequency.keys()].sort((a, b) => frequency.get(b)! - frequency.get(a)! || byCodePoint(a, b));
  return new Set([...unigrams, ...[...bigrams].sort(byCodePoint)].slice(0, most));
}

/** How many cards hold a signal, for every signal that one holds. */
function holdersOf(cards: readonly ReadCard[]): Map<string, number> {
  const df = new Map<string, number>();
  for (const card of cards) for (const signal of card.signals) df.set(signal, (df.get(signal) ?? 0) + 1);
  return df;
}

/** `ln((N + 1) / (df + 1)) + 1`, rounded to a multiple of 2^-32. */
export function weightOf(cards: number, df: number): number {
  const idf = Math.log((cards + 1) / (df + 1)) + 1;
  return Math.floor(idf * 4294967296 + 0.5) / 4294967296;
}

/** Score descending, matched signals descending, id ascending by code point. */
export function byRank(a: Hit & { matched: number }, b: Hit & { matched: number }): number {
  return b.score - a.score || b.matched - a.matched || byCodePoint(a.id, b.id);
}

function byCodePoint(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length) {
    const x = a.codePointAt(i)!;
    const y = b.codePointAt(i)!;
    if (x !== y) return x - y;
    i += x > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}
