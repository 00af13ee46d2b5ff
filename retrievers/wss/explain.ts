import type { Card } from '../../datasets/card.ts';
import type { ExplainedTerm } from '../retriever.ts';
import type { Stopwords } from '../stopwords.ts';
import { analyse, FIELDS, occurrencesOf } from './analysis.ts';
import { gain, idf, saturation, weight } from './weight.ts';

/** What a card holds, counted the plain way. */
export interface CountedCard {
  /** By signal, and by field in their order: how often it stands there, where it does. */
  readonly occurrences: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** In words, each times the multiplier of its field. */
  readonly length: number;
}

/** Counts the words and pairs of a card, text by text. */
export function countedSignals(card: Card, stopwords: Stopwords): CountedCard {
  const occurrences = new Map<string, Record<string, number>>();
  let length = 0;
  for (const [field, multiplier] of FIELDS) {
    for (const text of [card[field]].flat()) {
      const analysis = analyse(text, stopwords);
      for (const signal of occurrencesOf(analysis)) {
        const byField = occurrences.get(signal) ?? {};
        byField[field] = (byField[field] ?? 0) + 1;
        occurrences.set(signal, byField);
      }
      length += (analysis.sequence.length + analysis.joined.length) * multiplier;
    }
  }
  return { occurrences, length };
}

/**
 * What a signal of a query does for a card.
 *
 * @param df how many of `cards` hold it.
 * @param norm of the card.
 */
export function explainSignal(
  signal: string,
  df: number,
  cards: number,
  { length, occurrences }: CountedCard,
  norm: number,
): ExplainedTerm {
  const byField = occurrences.get(signal) ?? {};
  let tf = 0;
  for (const [field, multiplier] of FIELDS) tf += (byField[field] ?? 0) * multiplier;
  const ofIdf = idf(cards, df);
  const gained = gain(ofIdf, signal.includes(' '));
  return {
    signal,
    df,
    weight: weight(gained, saturation(tf || 1, norm)),
    held: tf > 0,
    cut: false,
    details: { idf: ofIdf, tf, ...byField, length },
  };
}
