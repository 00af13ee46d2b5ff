import type { CardLog } from './card-log.ts';
import { type Codes, makeCodes } from './lists.ts';
import { NumberList } from './number-list.ts';

/** How many postings one round takes at most, unless more are filed under a single word: 16 bytes each, for the time of the round. */
const ROUND = 2 ** 24;

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
  readonly pairs: Pairs;
  readonly lengths: Uint32Array;
  readonly cards: NumberList;
  /** Beside `cards`, where the log is valued; else empty. */
  readonly codes: NumberList;
}

/**
 * Collects the bigrams of all cards, sorted as they are filed and then by card. Memory is bounded: round after round
 * takes those that are filed under some words, and sorts them by counting.
 *
 * @param arrival by card number: which card of the log it is.
 * @param numberOf by word of the log: its final number.
 * @param words how many final numbers there are.
 * @param options `round`: the most postings a round takes.
 */
export function collectPairs(
  log: CardLog,
  arrival: Uint32Array,
  numberOf: Uint32Array,
  words: number,
  { round = ROUND }: { readonly round?: number } = {},
): CollectedPairs {
  const perWord = countPerWord(log, numberOf, words);
  const starts = new Uint32Array(words + 1);
  const others = new NumberList();
  const targets = new NumberList();
  const lengths = new NumberList();
  const cards = new NumberList();
  const codes = new NumberList();
  /** By bigram, where the log is valued: the code of its only posting, or 0. */
  const singles = new NumberList();

  for (let from = 0; from < words; ) {
    let to = from;
    let size = 0;
    do size += perWord[to++]!;
    while (to < words && size + perWord[to]! <= round);

    const sorted = sortedRound(log, arrival, numberOf, words, from, to, size);
    for (let begin = 0, word = from; word < to; word++) {
      const endOfWord = begin + perWord[word]!;
      while (begin < endOfWord) {
        const other = sorted.others[begin]!;
        let end = begin + 1;
        while (end < endOfWord && sorted.others[end] === other) end++;
        others.push(other);
        if (end - begin === 1) {
          targets.push(sorted.cards[begin]! * 2 + 1);
        } else {
          targets.push(lengths.length * 2);
          lengths.push(end - begin);
          for (let i = begin; i < end; i++) cards.push(sorted.cards[i]!);
        }
        if (sorted.codes !== undefined) {
          singles.push(end - begin === 1 ? sorted.codes[begin]! : 0);
          if (end - begin > 1) for (let i = begin; i < end; i++) codes.push(sorted.codes[i]!);
        }
        begin = end;
      }
      starts[word + 1] = others.length;
    }
    from = to;
  }
  const codesOfSingles = makeCodes(singles.length, log.values.length);
  codesOfSingles.set(singles.toArray());
  return {
    pairs: { starts, others: others.toArray(), targets: targets.toArray(), codes: codesOfSingles },
    lengths: lengths.toArray(),
    cards,
    codes,
  };
}

/** By word: the bigrams of all cards that are filed under it. */
function countPerWord(log: CardLog, numberOf: Uint32Array, words: number): Uint32Array {
  const counts = new Uint32Array(words);
  const reader = log.reader();
  for (let card = 0; card < log.cards; card++) {
    reader.read(card);
    for (let i = 0; i < reader.pairCount; i++) {
      const word = Math.max(numberOf[reader.firsts[i]!]!, numberOf[reader.seconds[i]!]!);
      counts[word] = counts[word]! + 1;
    }
  }
  return counts;
}

/** Other word, card and code of every bigram filed under the words from `from` up to `to`, sorted by word, other word and card. */
function sortedRound(
  log: CardLog,
  arrival: Uint32Array,
  numberOf: Uint32Array,
  words: number,
  from: number,
  to: number,
  size: number,
): { others: Uint32Array; cards: Uint32Array; codes: Uint32Array | undefined } {
  const filed = new Uint32Array(size);
  const others = new Uint32Array(size);
  const cards = new Uint32Array(size);
  const codes = log.isValued ? new Uint32Array(size) : undefined;
  const reader = log.reader();
  let count = 0;
  for (let card = 0; card < arrival.length; card++) {
    reader.read(arrival[card]!);
    for (let i = 0; i < reader.pairCount; i++) {
      const first = numberOf[reader.firsts[i]!]!;
      const second = numberOf[reader.seconds[i]!]!;
      const word = Math.max(first, second);
      if (word < from || word >= to) continue;
      filed[count] = word - from;
      others[count] = otherOf(first, second);
      if (codes !== undefined) codes[count] = reader.pairCodes[i]!;
      cards[count++] = card;
    }
  }
  // Sorted by the other word and then, keeping that order, by the word. Cards come ascending and stay so.
  const byOther = countingOrder(others, 2 * words);
  const order = permuted(byOther, countingOrder(permuted(filed, byOther), to - from));
  return {
    others: permuted(others, order),
    cards: permuted(cards, order),
    codes: codes && permuted(codes, order),
  };
}

/** The places of the keys in ascending order of the keys, equal keys in the order of their places. */
function countingOrder(keys: Uint32Array, kinds: number): Uint32Array {
  const next = new Uint32Array(kinds + 1);
  for (let i = 0; i < keys.length; i++) next[keys[i]! + 1] = next[keys[i]! + 1]! + 1;
  for (let key = 0; key < kinds; key++) next[key + 1] = next[key + 1]! + next[key]!;
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    order[next[key]!] = i;
    next[key] = next[key]! + 1;
  }
  return order;
}

function permuted(values: Uint32Array, order: Uint32Array): Uint32Array {
  const result = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) result[i] = values[order[i]!]!;
  return result;
}
