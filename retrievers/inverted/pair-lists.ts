import type { CardLog } from './card-log.ts';
import { NumberList } from './number-list.ts';

/** How many postings one round takes at most, unless a single word begins more: 16 bytes each, for the time of the round. */
const ROUND = 2 ** 24;

/** The bigrams of a registry, by their two words. Keyed exactly: no hash could take one for another. */
export interface Pairs {
  /** The bigrams that begin with word `w` stand at `starts[w]` up to, not including, `starts[w + 1]`. */
  readonly starts: Uint32Array;
  /** The second words, ascending for each first word. */
  readonly seconds: Uint32Array;
  /** What the bigram leads to: 2 * a list, or 2 * a card + 1 where it is the only one that holds the bigram. */
  readonly targets: Uint32Array;
}

export function pairsBytes({ starts, seconds, targets }: Pairs): number {
  return starts.byteLength + seconds.byteLength + targets.byteLength;
}

/** Where a bigram stands in `seconds` and `targets`, or -1. */
export function findPair({ starts, seconds }: Pairs, first: number, second: number): number {
  let from = starts[first]!;
  let to = starts[first + 1]!;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (seconds[middle]! < second) from = middle + 1;
    else to = middle;
  }
  return from < starts[first + 1]! && seconds[from] === second ? from : -1;
}

/** The bigrams, and the cards of those that more than one card holds, list after list, before they have their final form. */
export interface CollectedPairs {
  readonly pairs: Pairs;
  readonly lengths: Uint32Array;
  readonly cards: NumberList;
}

/**
 * Collects the bigrams of all cards, sorted by first word, second word and card. Memory is bounded: round after round takes
 * those of some first words, and sorts them by counting.
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
  const perFirst = countFirsts(log, numberOf, words);
  const starts = new Uint32Array(words + 1);
  const seconds = new NumberList();
  const targets = new NumberList();
  const lengths = new NumberList();
  const cards = new NumberList();

  for (let from = 0; from < words; ) {
    let to = from;
    let size = 0;
    do size += perFirst[to++]!;
    while (to < words && size + perFirst[to]! <= round);

    const sorted = sortedRound(log, arrival, numberOf, words, from, to, size);
    for (let begin = 0, word = from; word < to; word++) {
      const endOfWord = begin + perFirst[word]!;
      while (begin < endOfWord) {
        const second = sorted.seconds[begin]!;
        let end = begin + 1;
        while (end < endOfWord && sorted.seconds[end] === second) end++;
        seconds.push(second);
        if (end - begin === 1) {
          targets.push(sorted.cards[begin]! * 2 + 1);
        } else {
          targets.push(lengths.length * 2);
          lengths.push(end - begin);
          for (let i = begin; i < end; i++) cards.push(sorted.cards[i]!);
        }
        begin = end;
      }
      starts[word + 1] = seconds.length;
    }
    from = to;
  }
  return {
    pairs: { starts, seconds: seconds.toArray(), targets: targets.toArray() },
    lengths: lengths.toArray(),
    cards,
  };
}

/** By first word: the bigrams of all cards that begin with it. */
function countFirsts(log: CardLog, numberOf: Uint32Array, words: number): Uint32Array {
  const counts = new Uint32Array(words);
  const reader = log.reader();
  for (let card = 0; card < log.cards; card++) {
    reader.read(card);
    for (let i = 0; i < reader.pairCount; i++) {
      const first = numberOf[reader.firsts[i]!]!;
      counts[first] = counts[first]! + 1;
    }
  }
  return counts;
}

/** Second word and card of every bigram whose first word is from `from` up to `to`, sorted by first word, second word and card. */
function sortedRound(
  log: CardLog,
  arrival: Uint32Array,
  numberOf: Uint32Array,
  words: number,
  from: number,
  to: number,
  size: number,
): { seconds: Uint32Array; cards: Uint32Array } {
  const firsts = new Uint32Array(size);
  const seconds = new Uint32Array(size);
  const cards = new Uint32Array(size);
  const reader = log.reader();
  let count = 0;
  for (let card = 0; card < arrival.length; card++) {
    reader.read(arrival[card]!);
    for (let i = 0; i < reader.pairCount; i++) {
      const first = numberOf[reader.firsts[i]!]!;
      if (first < from || first >= to) continue;
      firsts[count] = first - from;
      seconds[count] = numberOf[reader.seconds[i]!]!;
      cards[count++] = card;
    }
  }
  // Sorted by the second word and then, keeping that order, by the first. Cards come ascending and stay so.
  const bySecond = countingOrder(seconds, words);
  const firstsBySecond = permuted(firsts, bySecond);
  const order = permuted(bySecond, countingOrder(firstsBySecond, to - from));
  return { seconds: permuted(seconds, order), cards: permuted(cards, order) };
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
