import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accumulator } from '../../retrievers/inverted/accumulator.ts';
import { numberCards } from '../../retrievers/inverted/card-ids.ts';
import { Dictionary } from '../../retrievers/inverted/dictionary.ts';
import { NumberList } from '../../retrievers/inverted/number-list.ts';
import { PostingsBuilder } from '../../retrievers/inverted/postings.ts';
import { TopK } from '../../retrievers/inverted/top-k.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';

describe('TopK', () => {
  const entries = fc
    .array(fc.tuple(fc.constantFrom(1, 1 + 2 ** -32, 2, 2.5), fc.integer({ min: 1, max: 3 })), { maxLength: 40 })
    .chain((pairs) => {
      const cards = pairs.map(([score, matched], card) => ({ card, score, matched }));
      return fc.shuffledSubarray(cards, { minLength: cards.length });
    });

  test('keeps what a full sort keeps, whatever the order of offers and for every k', () => {
    fc.assert(
      fc.property(entries, (offered) => {
        const sorted = [...offered].sort((a, b) => b.score - a.score || b.matched - a.matched || a.card - b.card);
        for (let k = 0; k <= offered.length + 2; k++) {
          const best = new TopK(k);
          for (const { card, score, matched } of offered) best.offer(card, score, matched);
          expect(best.take((card, score, matched) => ({ card, score, matched }))).toEqual(sorted.slice(0, k));
        }
      }),
    );
  });
});

describe('Accumulator', () => {
  test('forgets a search that is over, taken or only counted', () => {
    const sums = new Accumulator(4, { ranksByAdditions: true });
    for (let search = 0; search < 3; search++) {
      sums.add(3, 1);
      sums.add(1, 0.5);
      sums.add(1, 0.5);
      expect(sums.takeBest(9, (...result) => result)).toEqual([
        [1, 1, 2],
        [3, 1, 1],
      ]);
      sums.add(2, 1);
      expect(sums.clear()).toBe(1);
    }
  });

  test('additions break no tie where they do not rank', () => {
    const sums = new Accumulator(4, { ranksByAdditions: false });
    sums.add(1, 1);
    sums.add(2, 0.5);
    sums.add(2, 0.5);
    expect(sums.takeBest(9, (card) => card)).toEqual([1, 2]);
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
  test('keeps numbers across chunks', () => {
    const list = new NumberList();
    for (let i = 0; i < 200_000; i++) list.push(2 ** 32 - 1 - i);
    expect(list.length).toBe(200_000);
    for (const i of [0, 65_535, 65_536, 131_072, 199_999]) expect(list.at(i)).toBe(2 ** 32 - 1 - i);
  });
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
