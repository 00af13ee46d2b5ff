import { type CollectedPairs, joinRounds, listPairs } from './collected-pairs.ts';
import type { Dictionary } from './dictionary.ts';
import { giveBack } from './give-back.ts';
import type { Forms, Lists } from './lists.ts';
import { ListsBuilder } from './lists-builder.ts';
import type { Pairs } from './pair-lists.ts';
import { type PairJob, planRounds, type Round, type SortedRound, sortRounds } from './pair-rounds.ts';
import { joinLogs, LogReader, type RegistryLog, type Turn } from './registry-log.ts';
import { sortValues } from './sorted-values.ts';
import { numberWords, type ReadCards } from './word-numbers.ts';

/** How many bigrams of cards are sorted at a time, unless one is told otherwise: 8 bytes each. */
export const SORTED_AT_A_TIME = 2 ** 26;

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

/** Who sorts bigrams. Rounds come back in the order in which they were given. */
export interface PairSorter {
  /** How many rounds at a time. */
  readonly count: number;
  sort(job: PairJob, rounds: readonly Round[]): Promise<SortedRound[]>;
}

const ON_THIS_THREAD: PairSorter = {
  count: 1,
  async sort(job, rounds) {
    const all: SortedRound[] = [];
    sortRounds(job, rounds, (sorted) => all.push(sorted));
    return all;
  },
};

/**
 * Turns what was read of a registry into its terms. They do not depend on who read what, nor on who sorts.
 *
 * @param readers what each reader made, one alone where logs are valued; emptied, since from the middle on its memory is
 *   wanted for the result.
 * @param turns who read the first cards, the next ones and so on.
 * @param stopwords how many terms at the beginning of each dictionary are stopwords.
 * @param arrival by card number: which card it was in the order of arrival.
 * @param sortedAtATime bigrams of cards that are sorted at a time, at 8 bytes each.
 */
export async function termsOf(
  readers: ReadCards[],
  turns: readonly Turn[],
  stopwords: number,
  arrival: Uint32Array,
  forms: Forms,
  sorter: PairSorter = ON_THIS_THREAD,
  sortedAtATime = SORTED_AT_A_TIME,
): Promise<RegistryTerms> {
  const { isValued, values } = readers[0]!.log;
  const kinds = isValued ? values.length : undefined;
  const round = Math.ceil(sortedAtATime / sorter.count);
  const sort = (job: PairJob) => sorter.sort(job, planRounds(job, round));
  const { collected, wordLists, words } = await collect(readers, turns, stopwords, arrival, forms, kinds, sort);
  readers.length = 0;
  const { pairs } = collected;
  const pairLists = listPairs(collected, arrival.length, forms, kinds);
  return { words, stopwords, wordLists, pairs, pairLists, values: sortValues(values, wordLists, pairs, pairLists) };
}

/** All that the log is read for. */
async function collect(
  readers: readonly ReadCards[],
  turns: readonly Turn[],
  stopwords: number,
  arrival: Uint32Array,
  forms: Forms,
  kinds: number | undefined,
  sort: (job: PairJob) => Promise<SortedRound[]>,
): Promise<{ words: Dictionary; collected: CollectedPairs; wordLists: Lists }> {
  const log = joinLogs(
    readers.map((reader) => reader.log),
    turns,
  );
  const { byReader: wordNumbers, dictionary, holders } = numberWords(readers, stopwords);
  const cardNumbers = new Uint32Array(arrival.length);
  for (let card = 0; card < arrival.length; card++) cardNumbers[arrival[card]!] = card;
  const job = { log, words: holders.length, wordNumbers, cardNumbers, kinds: kinds ?? 0 };
  const collected = joinRounds(await sort(job), job.kinds);
  const wordLists = listWords(log, wordNumbers, holders, arrival, forms, kinds);
  giveBack(log.chunks);
  return { words: dictionary, collected, wordLists };
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
