import { LogReader, type RegistryLog } from './card-log.ts';
import { type Codes, makeCodes } from './lists.ts';
import { NumberList } from './number-list.ts';
import { PostingSort } from './posting-sort.ts';

/** How many postings one round takes at most, unless more are filed under a single word: 8 bytes each, for the time of the round. */
const ROUND = 2 ** 26;

/**
 * The bigrams of a registry, by their two words. Keyed exactly: no hash could take one for another. They are filed under
 * the rarer word, the one of the higher number, where there are fewer to look through.
 */
export interface Pairs {
  /** The bigrams filed under word `w` stand at `starts[w]` up to, not including, `starts[w + 1]`. */
  readonly starts: Uint32Array;
  /** For each of them 2 * the other word, + 1 where that comes first; ascending for each word that they are filed under. */
  readonly others: Uint32Array;
  /** What the bigram leads to: 2 * a list, or 2 * a card + 1 where it is the only one that holds the bigram. */
  readonly targets: Uint32Array;
  /** Of a valued log: what stands beside the posting of a bigram that only one card holds. Else empty. */
  readonly codes: Codes;
}

export function pairsBytes({ starts, others, targets, codes }: Pairs): number {
  return starts.byteLength + others.byteLength + targets.byteLength + codes.byteLength;
}

/** Where a bigram stands in `others` and `targets`, or -1. */
export function findPair({ starts, others }: Pairs, first: number, second: number): number {
  const word = Math.max(first, second);
  const other = otherOf(first, second);
  const end = starts[word + 1]!;
  let from = starts[word]!;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (others[middle]! < other) from = middle + 1;
    else to = middle;
  }
  return from < end && others[from] === other ? from : -1;
}

function otherOf(first: number, second: number): number {
  return first < second ? first * 2 + 1 : second * 2;
}

/** The bigrams, and the cards of those that more than one card holds, list after list, before they have their final form. */
export interface CollectedPairs {
  /** Where a bigram is to lead to a list, its target is 2 * the length of the list. */
  readonly pairs: Pairs;
  readonly cards: NumberList;
  /** Beside `cards`, where the log is valued; else empty. */
  readonly codes: NumberList;
}

/** How the words and cards of a log are numbered. */
export interface Numbering {
  /** How many words have a final number: those that a card holds. */
  readonly words: number;
  /** By reader, by its number of a word: the final number of that word. */
  readonly wordNumbers: readonly Uint32Array[];
  /** By card in the order of arrival: its final number. */
  readonly cardNumbers: Uint32Array;
}

/**
 * Collects the bigrams of all cards, sorted as they are filed and then by card. Memory is bounded: round after round
 * takes those that are filed under some words, and sorts them.
 *
 * @param kinds for a valued log: its codes are below it; else 0.
 * @param options `round`: the most postings a round takes.
 */
export function collectPairs(
  log: RegistryLog,
  numbering: Numbering,
  kinds: number,
  { round = ROUND }: { readonly round?: number } = {},
): CollectedPairs {
  const { words } = numbering;
  const perWord = countPerWord(log, numbering);
  const starts = new Uint32Array(words + 1);
  const others = new NumberList();
  const targets = new NumberList();
  const cards = new NumberList();
  const codes = new NumberList();
  /** By bigram, where the log is valued: the code of its only posting, or 0. */
  const singles = new NumberList();

  const rounds = planRounds(perWord, round);
  const sort = new PostingSort(Math.max(0, ...rounds.map(({ size }) => size)), words * 2, log.cards, kinds);
  for (const { from, to } of rounds) {
    sort.start(perWord.subarray(from, to));
    addRound(log, numbering, from, to, sort);
    for (let word = from; word < to; word++) {
      sort.open(word - from);
      while (sort.next()) {
        const { other, card, code } = sort;
        let length = 1;
        while (sort.nextIs(other)) {
          if (length++ === 1) {
            cards.push(card);
            if (log.isValued) codes.push(code);
          }
          cards.push(sort.card);
          if (log.isValued) codes.push(sort.code);
        }
        others.push(other);
        targets.push(length === 1 ? card * 2 + 1 : length * 2);
        if (log.isValued) singles.push(length === 1 ? code : 0);
      }
      starts[word + 1] = others.length;
    }
  }
  return {
    pairs: { starts, others: others.takeAll(), targets: targets.takeAll(), codes: codesOf(singles, kinds) },
    cards,
    codes,
  };
}

/** By word: the bigrams of all cards that are filed under it. */
function countPerWord(log: RegistryLog, { words, wordNumbers }: Numbering): Uint32Array {
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

/** Which words each round takes, from `from` up to `to`, and how many postings these are. */
function planRounds(perWord: Uint32Array, most: number): { from: number; to: number; size: number }[] {
  const rounds: { from: number; to: number; size: number }[] = [];
  for (let from = 0, to = 0; from < perWord.length; from = to) {
    let size = 0;
    do size += perWord[to++]!;
    while (to < perWord.length && size + perWord[to]! <= most);
    rounds.push({ from, to, size });
  }
  return rounds;
}

/** Adds every bigram filed under the words from `from` up to `to`, by place among these words. */
function addRound(
  log: RegistryLog,
  { cardNumbers, wordNumbers }: Numbering,
  from: number,
  to: number,
  sort: PostingSort,
): void {
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

function codesOf(list: NumberList, kinds: number): Codes {
  const codes = makeCodes(list.length, kinds);
  codes.set(list.takeAll());
  return codes;
}
