import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints, compareHits, type Hit } from '../../retrievers/ranking.ts';

/** The obvious way: as lists of code points, a lone surrogate counting as its own number. */
function compareLists(a: string, b: string): number {
  const x = Array.from(a, (character) => character.codePointAt(0)!);
  const y = Array.from(b, (character) => character.codePointAt(0)!);
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
  return x.length - y.length;
}

const unit = fc.constantFrom(
  'a',
  '\u007f',
  '\ud7ff',
  '\ud83d',
  '\ud83e',
  '\ude00',
  '\ude01',
  '\ue000',
  '\uff5e',
  '\uffff',
);
const tricky = fc.oneof(
  fc.string({ unit, maxLength: 5 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)),
);

test('strings compare as lists of code points, lone surrogates included', () => {
  fc.assert(
    fc.property(tricky, tricky, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(compareLists(a, b)));
    }),
    { numRuns: 3000 },
  );
});

test('a lone surrogate comes before U+E000, a pair after U+FFFF', () => {
  const sorted = [
    'a',
    '\ud7ff',
    '\ud83d',
    '\ud83da',
    '\ud83d\ue000',
    '\ude00',
    '\ue000',
    '\uffff',
    '\u{1f600}',
    '\u{1f601}',
  ];
  expect([...sorted].reverse().sort(compareCodePoints)).toEqual(sorted);
});

test('hits: score descending, matched descending, id ascending', () => {
  const hit = (id: string, score: number, matched?: number): Hit => ({ id, score, matched });
  const sorted = [hit('z', 2, 1), hit('y', 1, 2), hit('10', 1, 1), hit('9', 1, 1), hit('B', 1, 1), hit('a', 1, 1)];
  expect([...sorted].reverse().sort(compareHits)).toEqual(sorted);
  expect([hit('c', 1), hit('b', 1)].sort(compareHits).map(({ id }) => id)).toEqual(['b', 'c']);
});
