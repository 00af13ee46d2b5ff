import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accumulator } from '../../retrievers/inverted/accumulator.ts';
import { numberCards } from '../../retrievers/inverted/card-ids.ts';
import { CardSet } from '../../retrievers/inverted/card-set.ts';
import { Dictionary } from '../../retrievers/inverted/dictionary.ts';
import { giveBack } from '../../retrievers/inverted/give-back.ts';
import { NumberList } from '../../retrievers/inverted/number-list.ts';
import { NumberQueue } from '../../retrievers/inverted/number-queue.ts';
import { PostingsBuilder } from '../../retrievers/inverted/postings.ts';
import { matchedOf, rankOf, scoreOf } from '../../retrievers/inverted/rank.ts';
import { TopK } from '../../retrievers/inverted/top-k.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';

describe('TopK', () => {
  const ranks = fc.constantFrom(1, 1 + 2 ** -40, 1 + 2 ** -32, 2, 2.5);
  /** Cards and their ranks in some order, and some `k`. */
  const entries = fc.tuple(
    fc.oneof(fc.array(ranks, { maxLength: 40 }), fc.array(ranks, { minLength: 60, maxLength: 150 })).chain((each) => {
      const cards = each.map((rank, card) => ({ card, rank }));
      return fc.shuffledSubarray(cards, { minLength: cards.length });
    }),
    fc.array(fc.integer({ min: 4, max: 150 }), { maxLength: 6 }),
  );

  test('keeps what a full sort keeps, whatever the order of offers and for every k, few or many, and starts afresh', () => {
    const reused = new TopK(0);
    fc.assert(
      fc.property(entries, ([offered, some]) => {
        const sorted = [...offered].sort((a, b) => b.rank - a.rank || a.card - b.card);
        const { length } = offered;
        for (const k of [0, 1, 2, 3, 63, 64, 65, 66, length - 1, length, length + 1, ...some]) {
          if (k < 0) continue;
          reused.reset(k);
          for (const best of [new TopK(k), reused]) {
            for (const { card, rank } of offered) best.offer(card, rank);
            expect(
              best.take(
                (card) => card,
                (card, rank) => ({ card, rank }),
              ),
            ).toEqual(sorted.slice(0, k));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('tells the worst one kept once it is full, and before that a rank that every card beats', () => {
    const best = new TopK(2);
    best.offer(7, 3);
    expect(best.leastRank).toBe(0);
    best.offer(8, 3);
    expect([best.leastRank, best.leastCard]).toEqual([3, 8]);
    best.offer(6, 3);
    expect([best.leastRank, best.leastCard]).toEqual([3, 7]);
    best.take(
      (card) => card,
      () => 0,
    );
    expect(best.leastRank).toBe(0);
  });
});

describe('CardSet', () => {
  test('takes each card once until it is emptied, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(fc.nat(199), fc.nat(2 ** 32 - 2)), { maxLength: 700 })), (rounds) => {
        const set = new CardSet();
        for (const cards of rounds) {
          const held = new Set<number>();
          for (const card of cards) {
            expect(set.add(card)).toBe(!held.has(card));
            held.add(card);
          }
          set.clear();
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('ranks', () => {
  const step = 2 ** -32;
  const weights = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 23 }), fc.integer({ min: 0, max: 2 ** 32 - 1 })).map(([i, f]) => i + f * step),
    { minLength: 1, maxLength: 64 },
  );

  test('give score and matched count back to the last bit, and order as they do', () => {
    fc.assert(
      fc.property(weights, weights, (a, b) => {
        const [ofA, ofB] = [a, b].map((list) => {
          const rank = list.reduce((sum, weight) => sum + rankOf(weight), 0);
          const score = list.reduce((sum, weight) => sum + weight, 0);
          expect(list.reduceRight((sum, weight) => sum + rankOf(weight), 0)).toBe(rank);
          expect([scoreOf(rank), matchedOf(rank)]).toEqual([score, list.length]);
          return { rank, score, matched: list.length };
        });
        const wanted = ofA!.score - ofB!.score || ofA!.matched - ofB!.matched;
        expect(Math.sign(ofA!.rank - ofB!.rank)).toBe(Math.sign(wanted));
      }),
    );
  });

  test('of equal scores the one of more matches ranks first, the smallest difference of scores before that', () => {
    expect(rankOf(1) + rankOf(1)).toBeGreaterThan(rankOf(2));
    const many = Array.from({ length: 64 }, () => rankOf(1)).reduce((sum, rank) => sum + rank);
    expect(rankOf(64 + step)).toBeGreaterThan(many);
  });
});

describe('Accumulator', () => {
  test('forgets a search that is over, taken or only counted', () => {
    const sums = new Accumulator(4);
    for (let search = 0; search < 3; search++) {
      sums.add(3, 1);
      sums.add(1, 0.5);
      sums.add(1, 0.5);
      sums.add(0, 2);
      expect(sums.takeBest(9, (card, sum) => [card, sum])).toEqual([
        [0, 2],
        [1, 1],
        [3, 1],
      ]);
      sums.add(2, 1);
      expect(sums.clear()).toBe(1);
    }
  });
});

describe('Dictionary', () => {
  test('gives ids as a Map would, through every growth', () => {
    const dictionary = new Dictionary();
    const twin = new Map<string, number>();
    const terms = Array.from({ length: 30_000 }, (_, i) => `t${(i * 7919) % 20_000} x`);
    for (const term of [...terms, 'constructor', '__proto__', '', 'x'.repeat(100_000)]) {
      if (!twin.has(term)) twin.set(term, twin.size);
      expect(dictionary.add(term)).toBe(twin.get(term));
    }
    dictionary.trim();
    expect(dictionary.size).toBe(twin.size);
    for (const [term, id] of twin) if (dictionary.find(term) !== id) expect.fail(term);
    for (const absent of ['t', 't1', 'tostring', 'toString', 'x'.repeat(99_999)])
      expect(dictionary.find(absent)).toBe(-1);
  });

  test('compares terms by code point, and takes over some in another order', () => {
    const terms = ['b', 'ab', 'a', 'abc', '', 'b0', '0'];
    const dictionary = new Dictionary();
    for (const term of terms) dictionary.add(term);
    for (const [i, a] of terms.entries()) {
      for (const [j, b] of terms.entries()) {
        expect(Math.sign(dictionary.compare(i, j)), `${a} ${b}`).toBe(Math.sign(compareCodePoints(a, b)));
      }
    }
    const other = dictionary.reordered(Uint32Array.of(3, 0, 4));
    expect(other.size).toBe(3);
    expect(['abc', 'b', '', 'ab'].map((term) => other.find(term))).toEqual([0, 1, 2, -1]);
  });

  test('takes the same bytes whatever the order of arrival', () => {
    const terms = Array.from({ length: 5000 }, (_, i) => `term ${i}`);
    const bytes = [terms, [...terms].reverse()].map((list) => {
      const dictionary = new Dictionary();
      for (const term of list) dictionary.add(term);
      dictionary.trim();
      return dictionary.bytes;
    });
    expect(bytes[0]).toBe(bytes[1]);
  });

  test('an empty one finds nothing, trimmed or not', () => {
    const dictionary = new Dictionary();
    expect(dictionary.find('a')).toBe(-1);
    dictionary.trim();
    expect(dictionary.find('a')).toBe(-1);
  });
});

describe('NumberList', () => {
  // On each side of where chunks begin; the last ones lie in the first chunk of the largest size and the one after it.
  const PLACES = [0, 65_535, 65_536, 131_072, 196_607, 196_608, 199_999, 2 ** 23 - 65_537, 2 ** 23 - 65_536, 2 ** 24];
  const numberAt = (i: number) => 2 ** 32 - 1 - i;
  function listOf(length: number): NumberList {
    const list = new NumberList();
    for (let i = 0; i < length; i++) list.push(numberAt(i));
    return list;
  }

  test('keeps numbers across chunks', () => {
    const list = listOf(2 ** 24 + 1);
    expect(list.length).toBe(2 ** 24 + 1);
    for (const i of PLACES) expect(list.at(i)).toBe(numberAt(i));
  });

  test.each([0, 1, 65_536, 65_537, 200_000])('is taken one by one and as one array, %i of them', (length) => {
    const queue = new NumberQueue([...listOf(length).chunks(), new Uint32Array(0), Uint32Array.of(7)]);
    for (let i = 0; i < length; i++) if (queue.take() !== numberAt(i)) expect.fail(`number ${i}`);
    expect(queue.take()).toBe(7);
    const array = new NumberQueue(listOf(length).chunks()).takeAll();
    expect(array.length).toBe(length);
    expect(array.findIndex((number, i) => number !== numberAt(i))).toBe(-1);
  });
});

test('memory that is given back is gone at once, and shared memory stays', async () => {
  const own = new Uint32Array(100);
  const shared = new Uint32Array(new SharedArrayBuffer(400));
  // By now what the arrays are sent into has been closed, long after this file was loaded.
  await setImmediate();
  giveBack([own, own.subarray(5), shared, new Uint8Array(0)]);
  expect([own.length, shared.length]).toEqual([0, 100]);
});

describe('numberCards', () => {
  test('numbers in code point order and remembers the arrival', () => {
    const arrived = ['b', '\u{1f600}', '\uff5e', 'B', '10', '9'];
    const { ids, arrival } = numberCards(arrived);
    expect(ids).toEqual([...arrived].sort(compareCodePoints));
    expect(Array.from(arrival, (i) => arrived[i])).toEqual(ids);
  });

  test('refuses one id twice and names it', () => {
    expect(() => numberCards(['b', 'a', 'b'])).toThrow('two cards have the id "b"');
  });
});

describe('PostingsBuilder', () => {
  test('lists cards ascending by number, not by arrival', () => {
    const builder = new PostingsBuilder({ frequencies: true });
    const arrived = [[0, 1], [], [1], [0]];
    for (const [card, terms] of arrived.entries()) {
      builder.startCard();
      for (const term of terms) builder.add(term, 10 * card + term);
    }
    // Card 0 came last, card 3 first.
    const { offsets, cards, frequencies } = builder.finish(Uint32Array.of(3, 2, 1, 0), 3);
    expect([...offsets]).toEqual([0, 2, 4, 4]);
    expect([...cards]).toEqual([0, 3, 1, 3]);
    expect([...frequencies]).toEqual([30, 0, 21, 1]);
  });
});
