import { NumberList } from './number-list.ts';
import { otherOf } from './pair-lists.ts';
import { PostingSort } from './posting-sort.ts';
import { LogReader, type RegistryLog } from './registry-log.ts';

/*
 * The bigrams of all cards, sorted as they are filed and then by card. Memory is bounded: round after round takes those that
 * are filed under some words. Rounds know nothing of each other, so that several threads can do them.
 */

/** What is sorted. Plain data: it can be sent to another thread. */
export interface PairJob {
  readonly log: RegistryLog;
  /** How many words have a final number: those that a card holds. */
  readonly words: number;
  /** By reader, by its number of a word: the final number of that word. */
  readonly wordNumbers: readonly Uint32Array[];
  /** By card in the order of arrival: its final number. */
  readonly cardNumbers: Uint32Array;
  /** For a valued log: its codes are below it; else 0. */
  readonly kinds: number;
}

/** The words from `from` on. */
export interface Round {
  readonly from: number;
  /** By word: the bigrams of all cards that are filed under it. */
  readonly counts: Uint32Array;
}

/** The bigrams of a round, as `Pairs` has them, in chunks. */
export interface SortedRound {
  /** By word: where those filed under it end, counted from the beginning of the round. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly others: readonly Uint32Array<ArrayBuffer>[];
  /** 2 * a card + 1 where it is the only one that holds the bigram, else 2 * the number of cards. */
  readonly targets: readonly Uint32Array<ArrayBuffer>[];
  /** The cards that hold a bigram, for those that more than one card holds. */
  readonly cards: readonly Uint32Array<ArrayBuffer>[];
  /** Of a valued log: the codes beside `cards`; and by bigram that of its only posting, or 0. Else empty. */
  readonly codes: readonly Uint32Array<ArrayBuffer>[];
  readonly singles: readonly Uint32Array<ArrayBuffer>[];
}

/** @param most how many bigrams of cards a round takes, unless more are filed under a single word. */
export function planRounds(job: PairJob, most: number): Round[] {
  const counts = countPerWord(job);
  const rounds: Round[] = [];
  for (let from = 0, to = 0; from < counts.length; from = to) {
    let size = 0;
    do size += counts[to++]!;
    while (to < counts.length && size + counts[to]! <= most);
    rounds.push({ from, counts: counts.slice(from, to) });
  }
  return rounds;
}

/** Does some rounds, and passes each on once it is done. */
export function sortRounds(job: PairJob, rounds: readonly Round[], each: (sorted: SortedRound) => void): void {
  const sizes = rounds.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const sort = new PostingSort(Math.max(0, ...sizes), 2 * job.words, job.log.cards, job.kinds);
  for (const round of rounds) each(sortRound(job, round, sort));
  sort.end();
}

function sortRound(job: PairJob, { counts, from }: Round, sort: PostingSort): SortedRound {
  const { isValued } = job.log;
  const ends = new Uint32Array(counts.length);
  const others = new NumberList();
  const targets = new NumberList();
  const cards = new NumberList();
  const codes = new NumberList();
  const singles = new NumberList();
  sort.start(counts);
  addAll(job, from, from + counts.length, sort);
  for (let row = 0; row < counts.length; row++) {
    sort.open(row);
    while (sort.next()) {
      const { other, card, code } = sort;
      let length = 1;
      while (sort.nextIs(other)) {
        if (length++ === 1) {
          cards.push(card);
          if (isValued) codes.push(code);
        }
        cards.push(sort.card);
        if (isValued) codes.push(sort.code);
      }
      others.push(other);
      targets.push(length === 1 ? card * 2 + 1 : length * 2);
      if (isValued) singles.push(length === 1 ? code : 0);
    }
    ends[row] = others.length;
  }
  return {
    ends,
    others: others.chunks(),
    targets: targets.chunks(),
    cards: cards.chunks(),
    codes: codes.chunks(),
    singles: singles.chunks(),
  };
}

/** Adds every bigram filed under the words from `from` up to `to`, by place among these words. */
function addAll({ cardNumbers, log, wordNumbers }: PairJob, from: number, to: number, sort: PostingSort): void {
  const reader = new LogReader(log, wordNumbers);
  for (let arrived = 0; arrived < log.cards; arrived++) {
    reader.read(arrived);
    const { firsts, pairCodes, pairCount, seconds } = reader;
    const card = cardNumbers[arrived]!;
    for (let i = 0; i < pairCount; i++) {
      const first = firsts[i]!;
      const second = seconds[i]!;
      const word = Math.max(first, second);
      if (word >= from && word < to) sort.add(word - from, otherOf(first, second), card, pairCodes[i]!);
    }
  }
}

function countPerWord({ log, wordNumbers, words }: PairJob): Uint32Array {
  const counts = new Uint32Array(words);
  const reader = new LogReader(log, wordNumbers);
  for (let card = 0; card < log.cards; card++) {
    reader.read(card);
    const { firsts, pairCount, seconds } = reader;
    for (let i = 0; i < pairCount; i++) {
      const word = Math.max(firsts[i]!, seconds[i]!);
      counts[word] = counts[word]! + 1;
    }
  }
  return counts;
}
