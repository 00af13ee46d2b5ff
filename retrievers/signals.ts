import type { Card } from '../datasets/card.ts';
import type { Stopwords } from './stopwords.ts';

/** The most signals that a card or a query keeps. */
export const SIGNAL_CAP = 64;

/**
 * The text that a card is found by: name, description, each skill, tag, example, tool, in that order, the empty ones
 * left out, joined by a line feed. Taken as it is: nothing is trimmed or normalised.
 */
export function cardText(card: Card): string {
  return [card.name, card.description, ...card.skills, ...card.tags, ...card.examples, ...card.tools]
    .filter((part) => part !== '')
    .join('\n');
}

/**
 * The words of a text in order, repeats kept: runs of `[a-z0-9]` in the lower-cased text, without those of one
 * character and without stopwords. Linear in the length of the text, whatever it holds.
 *
 * Lower-casing knows no locale. It makes ASCII letters out of two characters from outside ASCII: U+212A (the Kelvin
 * sign) becomes `k`, and U+0130 becomes `i` and a combining dot, which ends the word.
 */
export function tokens(text: string, stopwords: Stopwords): string[] {
  // Runs are matched whole, so asking for two characters drops the runs of one and splits nothing.
  const runs = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return runs.filter((run) => !stopwords.words.has(run));
}

/**
 * The signals of a text: the set of its words and of its bigrams, which are two neighbouring words (neighbours once
 * stopwords are gone) joined by a space.
 *
 * Of more than 64 only 64 are kept: words by their frequency in the text, highest first, ties by code point; then
 * bigrams by code point. Frequency decides nothing else.
 *
 * @param options `cap: false` keeps the whole set.
 */
export function signals(
  text: string,
  stopwords: Stopwords,
  { cap = true }: { readonly cap?: boolean } = {},
): Set<string> {
  const words = tokens(text, stopwords);
  const frequencies = new Map<string, number>();
  for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  // No bigram survives beside 64 words, so a long text never pays for its bigrams.
  if (cap && frequencies.size >= SIGNAL_CAP) return new Set(mostFrequent(frequencies));

  const bigrams = new Set<string>();
  for (let i = 1; i < words.length; i++) bigrams.add(`${words[i - 1]} ${words[i]}`);
  if (!cap || frequencies.size + bigrams.size <= SIGNAL_CAP) return new Set([...frequencies.keys(), ...bigrams]);
  // Signals are ASCII: the order of UTF-16 units is the order of code points.
  return new Set([...frequencies.keys(), ...[...bigrams].sort().slice(0, SIGNAL_CAP - frequencies.size)]);
}

/** The 64 words with the highest frequency, ties by code point. */
function mostFrequent(frequencies: ReadonlyMap<string, number>): string[] {
  return [...frequencies]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .slice(0, SIGNAL_CAP)
    .map(([word]) => word);
}
