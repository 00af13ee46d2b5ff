import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CardLog } from '../../retrievers/inverted/card-log.ts';
import { collectPairs, findPair } from '../../retrievers/inverted/pair-lists.ts';

const BASE = 64;
const WORDS = 12;
const anyCards = fc.array(
  fc.array(fc.tuple(fc.integer({ min: 0, max: WORDS - 1 }), fc.integer({ min: 0, max: WORDS - 1 })), { maxLength: 12 }),
  { maxLength: 12 },
);

/** A log of cards that hold these bigrams, each once; words have other numbers there, of more than 7 bits. */
function logOf(cards: readonly (readonly (readonly [number, number])[])[]): CardLog {
  const log = new CardLog();
  for (const pairs of cards) {
    const words = [...new Set(pairs.flat())];
    const places = [...new Set(pairs.map(([a, b]) => words.indexOf(a) * BASE + words.indexOf(b)))];
    const numbers = Uint32Array.from(words, (word) => 1000 * (WORDS - 1 - word));
    log.add(numbers, words.length, Uint16Array.from(places), places.length, BASE);
  }
  return log;
}

test('bigrams come sorted, each with its cards, in rounds of any size', () => {
  const numberOf = new Uint32Array(1000 * WORDS);
  for (let word = 0; word < WORDS; word++) numberOf[1000 * (WORDS - 1 - word)] = word;
  fc.assert(
    fc.property(
      anyCards.chain((cards) =>
        fc.tuple(fc.constant(cards), fc.shuffledSubarray([...cards.keys()], { minLength: cards.length })),
      ),
      fc.integer({ min: 1, max: 30 }),
      ([cards, arrival], round) => {
        const {
          pairs,
          lengths,
          cards: listed,
        } = collectPairs(logOf(cards), Uint32Array.from(arrival), numberOf, WORDS, { round });
        let place = 0;
        let at = 0;
        let list = 0;
        for (let word = 0; word < WORDS; word++) {
          expect(pairs.starts[word]).toBe(place);
          // Filed under the word of the higher number; the other word before it comes after the other word behind it.
          for (let filed = 0; filed < 2 * word + 1; filed++) {
            const other = Math.floor(filed / 2);
            const [first, second] = filed % 2 === 1 ? [other, word] : [word, other];
            const holders = arrival.flatMap((arrived, number) =>
              cards[arrived]!.some(([a, b]) => a === first && b === second) ? [number] : [],
            );
            expect(findPair(pairs, first, second)).toBe(holders.length > 0 ? place : -1);
            if (holders.length === 0) continue;
            const target = pairs.targets[place++]!;
            if (holders.length === 1) {
              expect(target).toBe(holders[0]! * 2 + 1);
              continue;
            }
            expect(target).toBe(list * 2);
            expect(lengths[list++]).toBe(holders.length);
            for (const holder of holders) expect(listed.at(at++)).toBe(holder);
          }
        }
        expect([pairs.others.length, pairs.starts[WORDS], lengths.length, listed.length]).toEqual([
          place,
          place,
          list,
          at,
        ]);
      },
    ),
  );
});

test('a log keeps cards of any size, whatever the order in which they are read', () => {
  const log = new CardLog();
  const sizes = [0, 3, 2_000_000, 1, 1_000_000, 5];
  for (const [card, size] of sizes.entries()) {
    const words = Uint32Array.from({ length: size }, (_, i) => 2 ** 32 - 1 - i * 1000 - card);
    log.add(words, size, Uint16Array.from(size > 1 ? [1, 64] : []), size > 1 ? 2 : 0, BASE);
  }
  const reader = log.reader();
  for (const card of [5, 2, 0, 4, 1, 3, 2]) {
    reader.read(card);
    expect(reader.wordCount).toBe(sizes[card]);
    const last = sizes[card]! - 1;
    if (last >= 0) expect(reader.words[last]).toBe(2 ** 32 - 1 - last * 1000 - card);
    expect(reader.pairCount).toBe(last > 0 ? 2 : 0);
    if (last > 0) expect([...reader.firsts.subarray(0, 2)]).toEqual([reader.words[0], reader.words[1]]);
  }
});
