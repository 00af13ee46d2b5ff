import type { Card } from '../datasets/card.ts';
import type { Hit } from './ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from './retriever.ts';
import { stem } from './stem.ts';
import { type Stopwords, wssStopwords } from './stopwords.ts';

/*
 * The oracles of `wss` and `wss-sqrt`: the same scores, computed the slow and obvious way by reading every card for every
 * query. They share the stopword table, the stemmer and the card type with them, and no code on purpose.
 */

/** How much a term counts is halved at; `length` and the mean length of the registry, in words. */
type HalfPoint = (length: number, mean: number) => number;

/** The oracle of `wss`. */
export const exhaustiveWss: Retriever = oracle(
  'exhaustive-wss',
  (length, mean) => 2 * (1 - 0.9 + 0.9 * (length / mean)),
);

/** The oracle of `wss-sqrt`. */
export const exhaustiveWssSqrt: Retriever = oracle(
  'exhaustive-wss-sqrt',
  (length, mean) => 2 * Math.sqrt(length / mean),
);

function oracle(name: string, halfPoint: HalfPoint): Retriever {
  return { name, oracle: undefined, build: (cards, options) => build(cards, options, halfPoint) };
}

/** A card as it is read for every query: what it holds, and how often. */
interface ReadCard {
  readonly id: string;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The words and pairs of one text, repeats kept. */
interface ReadText {
  readonly words: readonly string[];
  readonly pairs: readonly string[];
}

async function build(source: Cards, { stopwords: given }: BuildOptions, halfPoint: HalfPoint): Promise<SearchIndex> {
  const read = reader(wssStopwords(given));
  const cards: ReadCard[] = [];
  const ids = new Set<string>();
  for await (const card of source) {
    if (ids.has(card.id)) throw new Error(`two cards have the id ${JSON.stringify(card.id)}`);
    ids.add(card.id);
    cards.push(readCard(card, read));
  }
  const df = new Map<string, number>();
  for (const { frequencies } of cards)
    for (const signal of frequencies.keys()) df.set(signal, (df.get(signal) ?? 0) + 1);
  // Where no card has a word nothing can be found either; 1 only keeps the weights numbers.
  const mean = cards.reduce((sum, card) => sum + card.length, 0) / cards.length || 1;

  /** What a signal adds to a card of that length which holds it so often. */
  function weightOf(signal: string, frequency: number, length: number): number {
    const holders = df.get(signal) ?? 0;
    const idf = round(Math.log(1 + (cards.length - holders + 0.5) / (holders + 0.5)));
    const gain = signal.includes(' ') ? idf * 0.3 : idf;
    return Math.max(1 / 4294967296, round(gain * (frequency / (frequency + halfPoint(length, mean)))));
  }

  /** The distinct words and pairs of a text. */
  function signalsOf(text: string): Set<string> {
    const { words, pairs } = read(text);
    return new Set([...words, ...pairs]);
  }

  /** Every card that shares a signal with the query, in no order. */
  function match(query: string): (Hit & { matched: number })[] {
    const wanted = signalsOf(query);
    const found = [];
    for (const card of cards) {
      let score = 0;
      let matched = 0;
      for (const signal of wanted) {
        const frequency = card.frequencies.get(signal);
        if (frequency === undefined) continue;
        score += weightOf(signal, frequency, card.length);
        matched++;
      }
      if (matched > 0) found.push({ id: card.id, score, matched });
    }
    return found;
  }

  return {
    cards: cards.length,
    search: (query, k): Hit[] =>
      match(query)
        .sort((a, b) => b.score - a.score || b.matched - a.matched || byCodePoint(a.id, b.id))
        .slice(0, k),
    countCandidates: (query) => match(query).length,
    indexBytes: () => undefined,
    signals: (text) => (typeof text === 'string' ? signalsOf(text) : new Set(readCard(text, read).frequencies.keys())),
    explain: (query, card) => {
      const { frequencies, length } = readCard(card, read);
      const terms = [...signalsOf(query)].map((signal) => {
        const frequency = frequencies.get(signal);
        const weight = weightOf(signal, frequency ?? 1, length);
        return { signal, df: df.get(signal) ?? 0, weight, held: frequency !== undefined, cut: false };
      });
      return { terms, uniform: false };
    },
  };
}

/** Reads each text of a card by itself, so that no pair crosses from one to the next. */
function readCard(card: Card, read: (text: string) => ReadText): ReadCard {
  const frequencies = new Map<string, number>();
  let length = 0;
  const count = (texts: readonly string[], times: number) => {
    for (const { words, pairs } of texts.map(read)) {
      for (const signal of [...words, ...pairs]) frequencies.set(signal, (frequencies.get(signal) ?? 0) + times);
      length += words.length * times;
    }
  };
  count([card.name], 2);
  count([card.description, ...card.skills, ...card.tags, ...card.examples], 1);
  count(card.tools, 0.5);
  return { id: card.id, frequencies, length };
}

function reader(stopwords: Stopwords): (text: string) => ReadText {
  // A registry has few different words; each is stemmed once.
  const norms = new Map<string, string>();
  const normOf = (word: string): string => {
    const lower = word.toLowerCase();
    if (lower.length < 2 || stopwords.words.has(lower)) return '';
    if (/\d/.test(lower)) return lower;
    if (!norms.has(lower)) norms.set(lower, stem(lower));
    return norms.get(lower)!;
  };
  return (text) => {
    const runs = text.split(/[^A-Za-z0-9]+/).map((run) => ({
      run,
      parts: run
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
        .split(' '),
    }));
    const sequence = runs.flatMap(({ parts }) => parts.map(normOf)).filter((word) => word !== '');
    const joined = runs
      .flatMap(({ run, parts }) => (parts.length > 1 ? [normOf(run)] : []))
      .filter((word) => word !== '');
    const pairs: string[] = [];
    sequence.forEach((word, i) => {
      const next = sequence[i + 1];
      if (next !== undefined && next !== word) pairs.push([word, next].sort().join(' '));
    });
    return { words: [...sequence, ...joined], pairs };
  };
}

/** The nearest multiple of 2^-32. */
function round(x: number): number {
  return Math.floor(x * 4294967296 + 0.5) / 4294967296;
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
