import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ListCursor } from '../../retrievers/inverted/list-cursor.ts';
import {
  BITMAP,
  DEFAULT_FORMS,
  DIRECTORY,
  type Forms,
  groupOf,
  NARROW,
  WIDE,
} from '../../retrievers/inverted/lists.ts';
import { ListsBuilder } from '../../retrievers/inverted/lists-builder.ts';

/** Registries on each side of what 5, 16 and 24 bits hold, with only some of their cards in any list. */
const SIZES = [1, 2, 31, 32, 33, 1000, 65_535, 65_536, 65_537, 200_000, 2 ** 24, 2 ** 24 + 70_000];

/** Forms that the lists of such a registry take, and those of none. */
const FORMS: readonly Forms[] = [
  DEFAULT_FORMS,
  { bitmapShare: 2 ** 32, directoryLength: 1, bucket: 2, sieve: 1, largeRegistry: Infinity },
  { bitmapShare: 2 ** 32, directoryLength: 1, bucket: 1000, sieve: 100, largeRegistry: 10 },
  { bitmapShare: 1, directoryLength: 2 ** 32, bucket: 32, sieve: 4, largeRegistry: Infinity },
  { bitmapShare: 4, directoryLength: 10, bucket: 4, sieve: 16, largeRegistry: 100_000 },
];

/** Cards of a list: some anywhere, and some in a cluster, as the low bits of many buckets are empty and of one full. */
function listIn(cards: number): fc.Arbitrary<number[]> {
  const anywhere = fc.integer({ min: 0, max: cards - 1 });
  const cluster = fc
    .tuple(anywhere, fc.integer({ min: 1, max: 300 }))
    .map(([from, length]) => Array.from({ length: Math.min(length, cards - from) }, (_, i) => from + i));
  return fc
    .tuple(fc.array(anywhere, { minLength: 1, maxLength: 40 }), fc.option(cluster, { freq: 2, nil: [] }))
    .map(([some, many]) => [...new Set([...some, ...many])].sort((a, b) => a - b));
}

const anyLists = listsOf(SIZES, FORMS);
/** Of those, lists that nearly all have a directory or are bitmaps. */
const searchedLists = listsOf(
  [65_600, 200_000],
  [
    { bitmapShare: 1, directoryLength: 1, bucket: 2 ** 16, sieve: 2, largeRegistry: Infinity },
    { bitmapShare: 1300, directoryLength: 1, bucket: 2 ** 10, sieve: 16, largeRegistry: 100_000 },
  ],
);

function listsOf(sizes: readonly number[], forms: readonly Forms[]) {
  return fc.constantFrom(...sizes).chain((cards) =>
    fc.record({
      cards: fc.constant(cards),
      forms: fc.constantFrom(...forms),
      lists: fc.array(listIn(cards), { minLength: 1, maxLength: 6 }),
      others: fc.array(fc.integer({ min: 0, max: cards - 1 }), { maxLength: 60 }),
      block: fc.integer({ min: 1, max: 70 }),
    }),
  );
}

function built(lists: readonly (readonly number[])[], cards: number, forms: Forms) {
  const counts = new Map<number, number>();
  for (const { length } of lists) counts.set(length, (counts.get(length) ?? 0) + 1);
  const builder = new ListsBuilder(counts, cards, forms);
  const numbers = lists.map(({ length }) => builder.take(length));
  for (const [i, list] of lists.entries()) for (const card of list) builder.add(numbers[i]!, card);
  return { lists: builder.finish(), numbers };
}

/** Reads a list to its end, block by block, stopping at each multiple of 2^16 where `windows` says so. */
function readAll(cursor: ListCursor, cards: number, block: number, windows: boolean): number[] {
  const into = new Uint32Array(block);
  const all: number[] = [];
  for (let limit = windows ? 65_536 : Infinity; ; limit += 65_536) {
    for (let read = block; read === block; ) {
      read = cursor.read(into, block, Math.min(limit, windows ? cards : Infinity));
      for (const card of into.subarray(0, read)) {
        expect(card).toBeLessThan(limit);
        all.push(card);
      }
    }
    if (limit >= cards) return all;
  }
}

describe('posting lists', () => {
  test('give back what was put in, in blocks of any size, in windows and after rewinding', () => {
    fc.assert(
      fc.property(anyLists, ({ cards, forms, lists, block }) => {
        const index = built(lists, cards, forms);
        const cursor = new ListCursor();
        for (const [i, list] of lists.entries()) {
          cursor.open(index.lists, index.numbers[i]!);
          expect(cursor.length).toBe(list.length);
          expect(readAll(cursor, cards, block, true)).toEqual(list);
          cursor.rewind();
          expect(readAll(cursor, cards, block, false)).toEqual(list);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('find the cards they hold and no others, from block to block, and say where', () => {
    fc.assert(
      fc.property(anyLists, ({ cards, forms, lists, others, block }) => {
        const index = built(lists, cards, forms);
        const cursor = new ListCursor();
        const hits = new Uint32Array(block);
        const postings = new Uint32Array(block);
        for (const [i, list] of lists.entries()) {
          cursor.open(index.lists, index.numbers[i]!);
          const held = new Set(list);
          const form = groupOf(index.lists, index.numbers[i]!).form;
          const asked = [...new Set([...list.filter((_, n) => n % 3 > 0), ...others])].sort((a, b) => a - b);
          for (let from = 0; from < asked.length; from += block) {
            const wanted = Uint32Array.from(asked.slice(from, from + block));
            const found = cursor.find(wanted, wanted.length, hits, postings);
            const places = [...wanted.keys()].filter((place) => held.has(wanted[place]!));
            expect([...hits.subarray(0, found)]).toEqual(places);
            if (form === BITMAP) continue;
            for (const [hit, place] of places.entries()) {
              expect(index.lists.low[postings[hit]!]).toBe(wanted[place]! % 65_536);
            }
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('are read for the cards that another list holds too, in blocks of any size, from any place', () => {
    const met = { [BITMAP]: 0, [DIRECTORY]: 0 } as Record<number, number>;
    const property = fc.property(searchedLists, fc.nat(80), ({ cards, forms, lists, block }, before) => {
      const index = built(lists, cards, forms);
      const cursor = new ListCursor();
      const other = new ListCursor();
      const into = new Uint32Array(80);
      for (const [i, list] of lists.entries()) {
        for (const [j, holder] of lists.entries()) {
          cursor.open(index.lists, index.numbers[i]!);
          other.open(index.lists, index.numbers[j]!);
          if (!cursor.canReadShared(other)) continue;
          met[other.form]!++;
          let at = cursor.read(into, before, Infinity);
          const shared: number[] = [];
          for (let read = block; read === block; at += read) {
            expect(cursor.floor).toBeLessThanOrEqual(list[at] ?? cards);
            expect(cursor.floor).toBeGreaterThanOrEqual((list[at - 1] ?? 0) & ~0xffff);
            const place = cursor.place;
            shared.push(...into.subarray(0, cursor.readShared(other, into, block)));
            read = cursor.place - place;
            expect(read).toBe(Math.min(block, list.length - at));
          }
          const held = new Set(holder);
          expect(shared).toEqual(list.slice(before).filter((card) => held.has(card)));
        }
      }
    });
    fc.assert(property, { numRuns: 400 });
    expect(Math.min(...Object.values(met))).toBeGreaterThan(10);
  });

  test('a list of one card that stands nowhere else', () => {
    const cursor = new ListCursor();
    cursor.openSingle(70_000);
    expect(cursor.length).toBe(1);
    expect(readAll(cursor, 100_000, 4, true)).toEqual([70_000]);
    const found = (cards: number[]) =>
      cursor.find(Uint32Array.from(cards), cards.length, new Uint32Array(2), new Uint32Array(2));
    expect([found([70_000]), found([4464, 70_001])]).toEqual([1, 0]);
  });

  test('take every form, by length, number of cards and what is asked for', () => {
    const formOf = (length: number, cards: number, forms: Forms = DEFAULT_FORMS) => {
      const list = Array.from({ length }, (_, i) => i);
      return groupOf(built([list], cards, forms).lists, 0).form;
    };
    expect(formOf(1, 32)).toBe(BITMAP);
    expect(formOf(1, 33)).toBe(NARROW);
    expect(formOf(2048, 65_536)).toBe(BITMAP);
    expect(formOf(2047, 65_536)).toBe(DIRECTORY);
    expect(formOf(127, 65_536)).toBe(NARROW);
    expect(formOf(127, 65_537)).toBe(WIDE);
    expect(formOf(128, 65_537)).toBe(DIRECTORY);
    // At 2^24 cards 257 offsets of 4 bytes are too many beside few cards.
    expect(formOf(2000, 2 ** 24)).toBe(WIDE);
    expect(formOf(2064, 2 ** 24)).toBe(DIRECTORY);
  });

  test('of one length keep the order of the caller, longer ones come first', () => {
    const { numbers } = built([[5], [1, 2], [3], [4, 5], [0, 1, 2]], 1000, DEFAULT_FORMS);
    expect([...numbers]).toEqual([3, 1, 4, 2, 0]);
  });

  test('a list that did not get its cards is told', () => {
    expect(() => new ListsBuilder(new Map([[2, 1]]), 1000, DEFAULT_FORMS).finish()).toThrow('list 0 is not full');
  });
});
