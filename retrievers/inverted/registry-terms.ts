import { joinLogs, LogReader, type RegistryLog, type Turn } from './card-log.ts';
import type { Dictionary } from './dictionary.ts';
import type { Forms, Lists } from './lists.ts';
import { ListsBuilder } from './lists-builder.ts';
import { type CollectedPairs, collectPairs, type Pairs } from './pair-lists.ts';
import { sortValues } from './sorted-values.ts';
import { numberWords, type ReadCards } from './word-numbers.ts';

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
 * Turns what was read of a registry into its terms. They do not depend on who read what.
 *
 * @param readers what each reader made; emptied, since from the middle on its memory is wanted for the result.
 * @param turns who read the first cards, the next ones and so on.
 * @param stopwords how many terms at the beginning of each dictionary are stopwords.
 * @param arrival by card number: which card it was in the order of arrival.
 */
export function termsOf(
  readers: ReadCards[],
  turns: readonly Turn[],
  stopwords: number,
  arrival: Uint32Array,
  forms: Forms,
): RegistryTerms {
  const values = readers.flatMap(({ log }) => log.values);
  const kinds = readers.some(({ log }) => log.isValued) ? values.length : undefined;
  const { collected, wordLists, words } = collect(readers, turns, stopwords, arrival, forms, kinds);
  readers.length = 0;
  const { pairs } = collected;
  const pairLists = listPairs(collected, arrival.length, forms, kinds);
  return { words, stopwords, wordLists, pairs, pairLists, values: sortValues(values, wordLists, pairs, pairLists) };
}

/** All that the log is read for. */
function collect(
  readers: readonly ReadCards[],
  turns: readonly Turn[],
  stopwords: number,
  arrival: Uint32Array,
  forms: Forms,
  kinds: number | undefined,
) {
  const log = joinLogs(
    readers.map((reader) => reader.log),
    turns,
  );
  const { dictionary, holders, byReader } = numberWords(readers, stopwords);
  const cardNumbers = new Uint32Array(arrival.length);
  for (let card = 0; card < arrival.length; card++) cardNumbers[arrival[card]!] = card;
  const numbering = { words: holders.length, wordNumbers: byReader, cardNumbers };
  const collected = collectPairs(log, numbering, kinds ?? 0);
  return { words: dictionary, collected, wordLists: listWords(log, byReader, holders, arrival, forms, kinds) };
}

/** The cards that hold a word, by its number. */
function listWords(
  log: RegistryLog,
  wordNumbers: readonly Uint32Array[],
  holders: Uint32Array,
  arrival: Uint32Array,
  forms: Forms,
  kinds: number | undefined,
): Lists {
  const counts = new Map<number, number>();
  for (const length of holders) counts.set(length, (counts.get(length) ?? 0) + 1);
  // Numbered by falling length already: a word's number is that of its list.
  const builder = new ListsBuilder(counts, log.cards, forms, kinds);
  const reader = new LogReader(log, wordNumbers);
  for (let card = 0; card < arrival.length; card++) {
    reader.readWords(arrival[card]!);
    const { wordCodes, wordCount, words } = reader;
    for (let i = 0; i < wordCount; i++) builder.add(words[i]!, card, wordCodes[i]!);
  }
  return builder.finish();
}

/** The cards that hold a bigram. What it is to lead to is put into `pairs.targets` in the place of the length of its list. */
function listPairs(
  { cards: listed, codes, pairs: { targets } }: CollectedPairs,
  cards: number,
  forms: Forms,
  kinds: number | undefined,
): Lists {
  const counts = new Map<number, number>();
  for (const target of targets) {
    if (target % 2 === 0) counts.set(target / 2, (counts.get(target / 2) ?? 0) + 1);
  }
  const builder = new ListsBuilder(counts, cards, forms, kinds);
  for (let i = 0; i < targets.length; i++) {
    const length = targets[i]! / 2;
    if (!Number.isInteger(length)) continue;
    const list = builder.take(length);
    for (let each = 0; each < length; each++) builder.add(list, listed.take(), kinds === undefined ? 0 : codes.take());
    targets[i] = list * 2;
  }
  return builder.finish();
}
