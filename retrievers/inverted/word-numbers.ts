import type { Logged } from './card-log.ts';
import type { Dictionary } from './dictionary.ts';

/** What one reader of cards made: the words it met, the stopwords before them, and what its cards hold of them. */
export interface ReadCards {
  readonly dictionary: Dictionary;
  readonly log: Logged;
}

/** The words that a registry's cards hold, by falling number of cards and then by code point, whoever met them first. */
export interface WordNumbers {
  /** The stopwords, and then these words. */
  readonly dictionary: Dictionary;
  /** By word: how many cards hold it. */
  readonly holders: Uint32Array;
  /** By reader, by its number of a word: the number here. */
  readonly byReader: readonly Uint32Array[];
}

/**
 * Numbers the words of a registry.
 *
 * @param readers with the same stopwords; the words of all are added to the dictionary of the first one.
 * @param stopwords how many terms at the beginning of each dictionary are stopwords.
 */
export function numberWords(readers: readonly ReadCards[], stopwords: number): WordNumbers {
  const { dictionary } = readers[0]!;
  const met = readers.map(({ dictionary: other }) => addAll(other, dictionary, stopwords));
  const holders = new Uint32Array(dictionary.size - stopwords);
  for (const [reader, { log }] of readers.entries()) {
    const numbers = met[reader]!;
    for (let word = 0; word < numbers.length; word++) {
      const number = numbers[word]!;
      holders[number] = holders[number]! + (log.holders[word] ?? 0);
    }
  }

  const order = byHolders(holders, dictionary, stopwords);
  const numberOf = new Uint32Array(holders.length);
  for (let word = 0; word < order.length; word++) numberOf[order[word]!] = word;
  return {
    dictionary: dictionary.reordered(
      Uint32Array.from({ length: stopwords + order.length }, (_, i) =>
        i < stopwords ? i : order[i - stopwords]! + stopwords,
      ),
    ),
    holders: order.map((word) => holders[word]!),
    byReader: met.map((numbers) => numbers.map((word) => numberOf[word]!)),
  };
}

/** Adds the words of a dictionary to another one, or to itself. Returns by word its number there, both after the stopwords. */
function addAll(from: Dictionary, to: Dictionary, stopwords: number): Uint32Array {
  const numbers = new Uint32Array(from.size - stopwords);
  for (let word = 0; word < numbers.length; word++) {
    numbers[word] = (from === to ? word + stopwords : to.addFrom(from, word + stopwords)) - stopwords;
  }
  return numbers;
}

/** The words that a card holds, most holders first, ties by code point. A word may be in no card that a limit cut it from. */
function byHolders(holders: Uint32Array, dictionary: Dictionary, stopwords: number): Uint32Array {
  return Uint32Array.from(holders.keys())
    .filter((word) => holders[word]! > 0)
    .sort((a, b) => holders[b]! - holders[a]! || dictionary.compare(a + stopwords, b + stopwords));
}
