import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CardLog } from '../../retrievers/inverted/card-log.ts';
import { joinRounds } from '../../retrievers/inverted/collected-pairs.ts';
import { findPair } from '../../retrievers/inverted/pair-lists.ts';
import { planRounds, type SortedRound, sortRounds } from '../../retrievers/inverted/pair-rounds.ts';
import { PostingSort } from '../../retrievers/inverted/posting-sort.ts';
import { joinLogs, LogReader } from '../../retrievers/inverted/registry-log.ts';

const BASE = 64;
const WORDS = 12;
const READERS = 3;
const anyCards = fc.array(
  fc.array(fc.tuple(fc.integer({ min: 0, max: WORDS - 1 }), fc.integer({ min: 0, max: WORDS - 1 })), { maxLength: 12 }),
  { maxLength: 12 },
);
type Bigrams = readonly (readonly [number, number])[];

/** The number that a reader has for a word: another one for each, of more than 7 bits. */
const numberOf = (word: number, reader: number) => 1000 * (reader % 2 === 0 ? WORDS - 1 - word : word) + reader;
const wordNumbers = Array.from({ length: READERS }, (_, reader) => {
  const numbers = new Uint32Array(1000 * WORDS + READERS);
  for (let word = 0; word < WORDS; word++) numbers[numberOf(word, reader)] = word;
  return numbers;
});

/** The value beside the bigram at a place of a card. */
const valueAt = (card: number, place: number) => 1 + ((card * 31 + place) % 5);

/** A log of cards that hold these bigrams, each once, read by one reader after another, so many cards a turn. */
function logOf(cards: readonly Bigrams[], turns: readonly number[], valued: boolean) {
  const logs = Array.from({ length: READERS }, () => new CardLog({ valued }));
  // All know the same codes, whatever they meet first.
  if (valued)
    for (const log of logs)
      log.add(
        Uint32Array.of(0, 1, 2, 3, 4),
        5,
        new Uint16Array(0),
        0,
        BASE,
        Uint32Array.of(1, 2, 3, 4, 5),
        new Uint32Array(0),
      );
  const taken: { reader: number; cards: number }[] = [];
  let card = 0;
  for (let turn = 0; card < cards.length; turn++) {
    const reader = turn % READERS;
    const end = Math.min(cards.length, card + turns[turn % turns.length]!);
    taken.push({ reader, cards: end - card });
    for (; card < end; card++) {
      const words = [...new Set(cards[card]!.flat())];
      const places = cards[card]!.map(([a, b]) => words.indexOf(a) * BASE + words.indexOf(b));
      logs[reader]!.add(
        Uint32Array.from(words, (word) => numberOf(word, reader)),
        words.length,
        Uint16Array.from(places),
        places.length,
        BASE,
        Uint32Array.from(words, (word) => 1 + (word % 5)),
        Uint32Array.from(places, (_, place) => valueAt(card, place)),
      );
    }
  }
  const logged = logs.map((log) => log.finish());
  // The first card of a valued log is that of the codes.
  const own = valued ? logged.map((log) => ({ ...log, cards: log.cards - 1, starts: log.starts.slice(1) })) : logged;
  return joinLogs(own, taken);
}

const distinct = (bigrams: Bigrams) =>
  bigrams.filter(([a, b], i) => bigrams.findIndex(([c, d]) => a === c && b === d) === i);

test.each([false, true])('bigrams come sorted, each with its cards, in rounds of any size, valued: %s', (valued) => {
  fc.assert(
    fc.property(
      anyCards
        .map((all) => all.map(distinct))
        .chain((cards) =>
          fc.tuple(fc.constant(cards), fc.shuffledSubarray([...cards.keys()], { minLength: cards.length })),
        ),
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
      ([cards, arrival], round, turns) => {
        const cardNumbers = new Uint32Array(cards.length);
        for (const [number, arrived] of arrival.entries()) cardNumbers[arrived] = number;
        const log = logOf(cards, turns, valued);
        const job = { log, words: WORDS, wordNumbers, cardNumbers, kinds: valued ? 5 : 0 };
        const rounds: SortedRound[] = [];
        sortRounds(job, planRounds(job, round), (sorted) => rounds.push(sorted));
        const collected = joinRounds(rounds, job.kinds);
        const { pairs } = collected;
        let place = 0;
        for (let word = 0; word < WORDS; word++) {
          expect(pairs.starts[word]).toBe(place);
          // Filed under the word of the higher number; the other word before it comes after the other word behind it.
          for (let filed = 0; filed < 2 * word + 1; filed++) {
            const other = Math.floor(filed / 2);
            const [first, second] = filed % 2 === 1 ? [other, word] : [word, other];
            const holders = arrival.flatMap((arrived, number) => {
              const at = cards[arrived]!.findIndex(([a, b]) => a === first && b === second);
              return at < 0 ? [] : [{ number, code: valued ? valueAt(arrived, at) - 1 : 0 }];
            });
            expect(findPair(pairs, first, second)).toBe(holders.length > 0 ? place : -1);
            if (holders.length === 0) continue;
            expect(valued ? pairs.codes[place] : 0).toBe(holders.length === 1 ? holders[0]!.code : 0);
            const target = pairs.targets[place++]!;
            if (holders.length === 1) {
              expect(target).toBe(holders[0]!.number * 2 + 1);
              continue;
            }
            expect(target).toBe(holders.length * 2);
            for (const { code, number } of holders) {
              expect(collected.cards.take()).toBe(number);
              if (valued) expect(collected.codes.take()).toBe(code);
            }
          }
        }
        expect([pairs.others.length, pairs.starts[WORDS]]).toEqual([place, place]);
      },
    ),
  );
});

test('a log keeps cards of any size, whatever the order in which they are read', () => {
  const log = new CardLog();
  const sizes = [0, 3, 2_000_000, 1, 1_000_000, 5];
  const most = 4_000_000;
  for (const [card, size] of sizes.entries()) {
    const words = Uint32Array.from({ length: size }, (_, i) => most - i - card);
    log.add(words, size, Uint16Array.from(size > 1 ? [1, 64, 64] : []), size > 1 ? 3 : 0, BASE);
  }
  const logged = log.finish();
  expect(logged.holders[most - 5]).toBe(3);
  const numbers = Uint32Array.from({ length: most + 1 }, (_, word) => 2 ** 32 - 1 - word);
  const reader = new LogReader(joinLogs([logged], [{ reader: 0, cards: sizes.length }]), [numbers]);
  for (const card of [5, 2, 0, 4, 1, 3, 2]) {
    reader.read(card);
    expect(reader.wordCount).toBe(sizes[card]);
    const last = sizes[card]! - 1;
    if (last >= 0) expect(reader.words[last]).toBe(2 ** 32 - 1 - (most - last - card));
    expect(reader.pairCount).toBe(last > 0 ? 3 : 0);
    if (last <= 0) continue;
    const [first, second] = reader.words;
    expect([...reader.firsts.subarray(0, 3)]).toEqual([first, second, second]);
    expect([...reader.seconds.subarray(0, 3)]).toEqual([second, first, first]);
  }
});

describe('PostingSort', () => {
  const LIMITS = [
    { others: 2 ** 32, cards: 2 ** 32, kinds: 0 },
    { others: 1000, cards: 1000, kinds: 1 },
    { others: 2 ** 23, cards: 2 ** 24, kinds: 2 ** 16 },
    { others: 2, cards: 2 ** 32, kinds: 2 ** 31 },
    { others: 2 ** 12, cards: 2 ** 20 + 1, kinds: 2 ** 31 },
  ];

  test.each(LIMITS)('sorts by term and card up to the limits: $others, $cards, $kinds', ({ others, cards, kinds }) => {
    const below = (limit: number) =>
      limit <= 1 ? fc.constant(0) : fc.oneof(fc.integer({ min: 0, max: limit - 1 }), fc.constantFrom(0, 1, limit - 1));
    const posting = fc.record({ row: below(4), other: below(others), card: below(cards), code: below(kinds) });
    const sort = new PostingSort(40, others, cards, kinds);
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 40 }), (postings) => {
        const counts = [0, 1, 2, 3].map((row) => postings.filter((each) => each.row === row).length);
        sort.start(Uint32Array.from(counts));
        for (const { card, code, other, row } of postings) sort.add(row, other, card, code);
        for (const row of [3, 0, 2, 1]) {
          const wanted = postings
            .filter((each) => each.row === row)
            .sort((a, b) => a.other - b.other || a.card - b.card || a.code - b.code);
          sort.open(row);
          for (const [i, { card, code, other }] of wanted.entries()) {
            const goesOn = i > 0 && wanted[i - 1]!.other === other;
            if (i > 0) expect(sort.nextIs(wanted[i - 1]!.other)).toBe(goesOn);
            if (!goesOn) expect(sort.next()).toBe(true);
            expect([sort.other, sort.card, sort.code]).toEqual([other, card, code]);
          }
          expect(sort.next()).toBe(false);
        }
      }),
    );
  });

  test('refuses what does not fit into 64 bits, and rows that are not full', () => {
    expect(() => new PostingSort(0, 2 ** 24, 2 ** 30, 2 ** 11)).toThrow(RangeError);
    const sort = new PostingSort(2, 9, 9, 0);
    sort.start(Uint32Array.of(2));
    sort.add(0, 1, 1, 0);
    expect(() => sort.open(0)).toThrow('row 0 is not full');
  });
});
