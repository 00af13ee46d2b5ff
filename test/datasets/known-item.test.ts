import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { InputError } from '../../datasets/input-error.ts';
import { type KnownItems, knownItems } from '../../datasets/known-item.ts';
import { card } from '../support.ts';

const registry = (cards: readonly Card[]) => ({ name: 'cards', cards });
const withExamples = (id: string, ...examples: string[]) => card(id, `about ${id}`, { examples });

/** Spellings of few sentences, so that examples meet within a card and across cards. */
const spelling = fc
  .tuple(
    fc.constantFrom('book a flight', 'weather at -5', 'c++', 'c#', 'c', '天気', '🛫', '🛬', '?!', 'café', '__proto__'),
    fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => `  “${text.replaceAll(' ', '\u00a0\n')}!” `,
      (text: string) => text.normalize('NFD'),
    ),
  )
  .map(([text, spell]) => spell(text));
const example = fc.oneof(
  { weight: 4, arbitrary: spelling },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\ud83d', '\ude00', 'a b') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const cards = fc
  .uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 2 }), fc.array(example, { maxLength: 5 })), {
    selector: ([id]) => id,
    maxLength: 12,
  })
  .map((all) => all.map(([id, examples]) => withExamples(id, ...examples)));

/** Known items of any registry; undefined where it has too few. */
function attempt(all: readonly Card[], folds: number, seed: string): KnownItems | undefined {
  try {
    return knownItems(registry(all), folds, seed);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return undefined;
  }
}

/** Letters and digits, in order: what a sentence can be found by. */
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);

describe('known items', () => {
  test('no index holds what it is asked, and every example is asked once', () => {
    let divided = 0;
    fc.assert(
      fc.property(cards, fc.integer({ min: 2, max: 6 }), fc.string({ maxLength: 3 }), (all, count, seed) => {
        const found = attempt(all, count, seed);
        if (found === undefined) return;
        divided++;
        expect(found.folds).toHaveLength(count);
        for (const fold of found.folds) {
          for (const { text } of fold.queries) {
            for (const { examples } of fold.cards) {
              for (const each of examples) {
                expect(each.trim()).not.toBe(text);
                if (letters(text) !== null) expect(letters(each)).not.toEqual(letters(text));
              }
            }
          }
        }
        // An example is a text of one query, which is right for its card, and is left out in that query's fold alone.
        for (const [i, { examples, id }] of all.entries()) {
          const left = found.folds.map(({ cards: own }) => own[i]!.examples);
          for (const each of new Set(examples)) {
            const times = examples.filter((other) => other === each).length;
            const kept = left.map((rest) => rest.filter((other) => other === each).length);
            if (each.trim() === '') {
              expect(kept.every((n) => n === times)).toBe(true);
              continue;
            }
            expect(kept.filter((n) => n === 0)).toHaveLength(1);
            expect(kept.filter((n) => n === times)).toHaveLength(count - 1);
            const { queries } = found.folds[kept.indexOf(0)]!;
            expect(
              queries.some(
                ({ relevant, text }) =>
                  relevant!.has(id) && JSON.stringify(letters(text)) === JSON.stringify(letters(each)),
              ),
            ).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(divided).toBeGreaterThan(100);
  });

  test('a query is right for cards that carry it and for no other', () => {
    fc.assert(
      fc.property(cards, (all) => {
        for (const { relevant, text } of attempt(all, 2, '42')?.dataset.queries ?? []) {
          for (const { examples, id } of all) {
            if (examples.some((each) => each.trim() === text)) expect(relevant!.has(id)).toBe(true);
            if (!examples.some((each) => JSON.stringify(letters(each)) === JSON.stringify(letters(text))))
              expect(relevant!.has(id)).toBe(false);
          }
        }
      }),
    );
  });

  test('the whole is the folds one after the other, and folds are as large as they can be alike', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: 2, max: 5 }), (all, count) => {
        const found = attempt(all, count, '42');
        if (found === undefined) return;
        expect(found.dataset.cards).toBe(all);
        expect(found.dataset.queries).toEqual(found.folds.flatMap(({ queries }) => queries));
        expect(new Set(found.dataset.queries.map(({ id }) => id)).size).toBe(found.dataset.queries.length);
        for (const fold of found.folds) {
          expect(fold.cards.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
          for (const [i, own] of fold.cards.entries()) expect({ ...own, examples: all[i]!.examples }).toEqual(all[i]);
        }
        const sizes = found.folds.map(({ queries }) => queries.length);
        // `c`, `c++` and `c#` are three queries that stay together.
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3);
        expect(Math.min(...sizes)).toBeGreaterThan(0);
      }),
    );
  });

  test('nothing but the order of cards follows from the order of cards', () => {
    fc.assert(
      fc.property(cards, (all) => {
        const one = attempt(all, 3, 'a');
        const other = attempt(all.toReversed(), 3, 'a');
        expect(other?.folds.map(({ queries }) => queries)).toEqual(one?.folds.map(({ queries }) => queries));
      }),
    );
  });

  test('spellings of a sentence are one query, and other sentences are not', () => {
    const all = [
      withExamples('a', 'Book a flight.', 'Is C++ compiled?'),
      withExamples('b', ' book  a\nFLIGHT', 'is c# compiled'),
      withExamples('c', '“Book a flight!”', 'Book a flight to Rome'),
    ];
    const { dataset, folds } = knownItems(registry(all), 2, '42');
    const right = new Map(dataset.queries.map(({ relevant, text }) => [text, [...relevant!.keys()]]));
    expect(right).toEqual(
      new Map([
        ['Book a flight.', ['a', 'b', 'c']],
        ['Book a flight to Rome', ['c']],
        ['Is C++ compiled?', ['a']],
        ['is c# compiled', ['b']],
      ]),
    );
    expect(dataset.queries.map(({ kind }) => kind)).toEqual(Array(4).fill('known-item'));
    const texts = folds.map(({ queries }) => queries.map(({ text }) => text));
    expect(texts.find((own) => own.includes('is c# compiled'))).toContain('Is C++ compiled?');
  });

  test('another seed divides otherwise, with the same queries under the same ids', () => {
    const all = Array.from({ length: 12 }, (_, i) => withExamples(`c${i}`, `sentence ${i}`));
    const ids = (seed: string) =>
      knownItems(registry(all), 4, seed).folds.map(({ queries }) => queries.map(({ id }) => id));
    expect(ids('42')).toEqual(ids('42'));
    expect(ids('042')).not.toEqual(ids('42'));
    expect(ids('042').flat().sort()).toEqual(ids('42').flat().sort());
    // A card more changes no id.
    const more = knownItems(registry([...all, withExamples('more', 'another')]), 4, '42').dataset.queries;
    expect(more.map(({ id }) => id)).toEqual(expect.arrayContaining(ids('42').flat()));
    expect(ids('42').flat()[0]).toMatch(/^example-[0-9a-f]{32}$/);
  });

  test('text without a letter is asked all the same', () => {
    const { dataset } = knownItems(registry([withExamples('a', '🛫', '🛬'), withExamples('b', '!?', '🛫 ')]), 2, '42');
    expect(dataset.queries.map(({ text }) => text).sort()).toEqual(['!?', '🛫', '🛬']);
  });

  test('half characters are told apart', () => {
    const { dataset } = knownItems(registry([withExamples('a', 'x \ud83d', 'x \ud83e', 'y')]), 2, '42');
    expect(new Set(dataset.queries.map(({ id }) => id)).size).toBe(3);
  });

  test('a long run of any character takes no time', () => {
    for (const piece of [' ', '!', 'x', '+', ' !', '\u0301', '\ufdfa']) {
      const long = piece.repeat(20_000 / piece.length);
      knownItems(registry([withExamples('a', `x${long}y`, `${long}z`, 'one', 'two')]), 2, '42');
    }
  });

  const tooFew = (found: string) =>
    `expected at least as many examples as folds, 3; received ${found} ${found.endsWith(' of 1') ? 'card' : 'cards'}, those of the same words counted once`;
  test.each<[string[][], string]>([
    [[], 'none of the 0 cards has an example; give queries with --query-set'],
    [[[], ['', ' \n']], 'none of the 2 cards has an example; give queries with --query-set'],
    [[['one']], tooFew('1 in 1 of 1')],
    [[['one', 'One!'], [], ['two']], tooFew('2 in 2 of 3')],
    [[['c++', 'c#', 'c']], tooFew('1 in 1 of 1')],
  ])('too few examples are an error: %j', (examples, message) => {
    const all = examples.map((own, i) => withExamples(`c${i}`, ...own));
    expect(() => knownItems(registry(all), 3, '42')).toThrow(new InputError(message));
  });
});
