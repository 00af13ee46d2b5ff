import type { CardLog } from './card-log.ts';
import type { Dictionary } from './dictionary.ts';
import { type Forms, type Lists, ListsBuilder } from './lists.ts';
import { collectPairs, type Pairs } from './pair-lists.ts';
import { sortValues } from './sorted-values.ts';

/** Words and bigrams of a registry and the cards that hold them: what a search needs, as a handful of typed arrays. */
export interface RegistryTerms {
  /** The stopwords, and then the words that a card holds, by falling number of cards and then by code point. */
  readonly words: Dictionary;
  readonly stopwords: number;
  /** By word, the first one after the stopwords being 0: the cards that hold it. */
  readonly wordLists: Lists;
  readonly pairs: Pairs;
  /** The cards that hold a bigram, for those that more than one card holds. */
  readonly pairLists: Lists;
  /** By the code beside a posting: its value. Empty where the log is not valued. */
  readonly values: readonly number[];
}

/**
 * Turns the log of a registry into its terms.
 *
 * @param log what each card holds, in the order of arrival, words by their number in `dictionary` after the stopwords.
 * @param arrival by card number: which card of the log it is.
 */
export function termsOf(
  log: CardLog,
  dictionary: Dictionary,
  stopwords: number,
  arrival: Uint32Array,
  forms: Forms,
): RegistryTerms {
  const holders = countHolders(log, dictionary.size - stopwords);
  const order = byHolders(holders, dictionary, stopwords);
  const numberOf = new Uint32Array(holders.length);
  for (let word = 0; word < order.length; word++) numberOf[order[word]!] = word;
  const words = dictionary.reordered(
    Uint32Array.from({ length: stopwords + order.length }, (_, i) =>
      i < stopwords ? i : order[i - stopwords]! + stopwords,
    ),
  );

  const kinds = log.isValued ? log.values.length : undefined;
  const { pairs, lengths, cards, codes } = collectPairs(log, arrival, numberOf, order.length);
  const builder = new ListsBuilder(lengths, arrival.length, forms, kinds);
  let at = 0;
  for (let pair = 0; pair < lengths.length; pair++) {
    const list = builder.numbers[pair]!;
    for (let i = 0; i < lengths[pair]!; i++, at++) builder.add(list, cards.at(at), log.isValued ? codes.at(at) : 0);
  }
  for (let i = 0; i < pairs.targets.length; i++) {
    const target = pairs.targets[i]!;
    if (target % 2 === 0) pairs.targets[i] = builder.numbers[target / 2]! * 2;
  }
  const wordLists = listWords(
    log,
    arrival,
    numberOf,
    order.map((word) => holders[word]!),
    forms,
  );
  const pairLists = builder.finish();
  const values = sortValues(log.values, wordLists, pairs, pairLists);
  return { words, stopwords, wordLists, pairs, pairLists, values };
}

/** By word of the log: how many cards hold it. */
function countHolders(log: CardLog, words: number): Uint32Array {
  const holders = new Uint32Array(words);
  const reader = log.reader();
  for (let card = 0; card < log.cards; card++) {
    reader.readWords(card);
    for (let i = 0; i < reader.wordCount; i++) holders[reader.words[i]!] = holders[reader.words[i]!]! + 1;
  }
  return holders;
}

/** The words that a card holds, most holders first, ties by code point. A word may be in no card that a limit cut it from. */
function byHolders(holders: Uint32Array, dictionary: Dictionary, stopwords: number): Uint32Array {
  return Uint32Array.from(holders.keys())
    .filter((word) => holders[word]! > 0)
    .sort((a, b) => holders[b]! - holders[a]! || dictionary.compare(a + stopwords, b + stopwords));
}

function listWords(
  log: CardLog,
  arrival: Uint32Array,
  numberOf: Uint32Array,
  lengths: Uint32Array,
  forms: Forms,
): Lists {
  // Numbered by falling length already: a word's number is that of its list.
  const builder = new ListsBuilder(lengths, arrival.length, forms, log.isValued ? log.values.length : undefined);
  const reader = log.reader();
  for (let card = 0; card < arrival.length; card++) {
    reader.readWords(arrival[card]!);
    for (let i = 0; i < reader.wordCount; i++) builder.add(numberOf[reader.words[i]!]!, card, reader.wordCodes[i]!);
  }
  return builder.finish();
}
