import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IdPacker, PackedIds } from '../../retrievers/inverted/packed-ids.ts';
import { sortRuns } from '../../retrievers/inverted/sort-runs.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';

/** Ids of few characters, so that many begin alike; of one, two, three and four bytes, halves of characters among them. */
const someId = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    '0',
    '\u0000',
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\ufeff',
    '\ufffd',
    '\uffff',
    '\u{10000}',
    '\u{1f600}',
    '\u{10ffff}',
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
  ),
  minLength: 1,
  maxLength: 6,
});
const someIds = fc.uniqueArray(fc.oneof(someId, fc.string({ unit: 'binary', minLength: 1 })), { maxLength: 80 });

function packed(arrived: Iterable<string>) {
  const packer = new IdPacker();
  for (const id of arrived) packer.add(id);
  return packer.finish();
}

describe('PackedIds', () => {
  test('come in code point order and remember the arrival, whatever characters they are of', () => {
    fc.assert(
      fc.property(someIds, (arrived) => {
        const { ids, arrival } = packed(arrived);
        expect(ids.count).toBe(arrived.length);
        expect(arrived.map((_, card) => ids.id(card))).toEqual([...arrived].sort(compareCodePoints));
        expect(Array.from(arrival, (i) => arrived[i])).toEqual(arrived.map((_, card) => ids.id(card)));
        const again = new PackedIds(ids.toArrays());
        expect(arrived.map((_, card) => again.id(card))).toEqual(arrived.map((_, card) => ids.id(card)));
      }),
      { numRuns: 1000 },
    );
  });

  test('are in UTF-8 where all have that, and come again from their arrays', () => {
    const { ids } = packed(['caf\u00e9', 'b', '\u{1f600}']);
    const { starts, text } = ids.toArrays();
    expect(Buffer.from(text).toString('utf8')).toBe('bcaf\u00e9\u{1f600}');
    expect([...starts]).toEqual([0, 1, 6, 10]);
    expect(new PackedIds({ text, starts }).id(1)).toBe('caf\u00e9');
    expect(ids.bytes).toBe(10);
  });

  test.each(['\ud800', ''])('more of them than are kept as strings, some of them with %j', (some) => {
    const count = 2 ** 20 + 1;
    const idOf = (n: number) => `${String(n).padStart(7, '0')}${n % 1000 === 0 ? some : ''}`;
    const { ids } = packed(Array.from({ length: count }, (_, i) => idOf((i * 7919) % count)));
    let wrong = 0;
    for (let card = 0; card < count; card += 41) if (ids.id(card) !== idOf(card)) wrong++;
    expect([wrong, ids.id(1000), ids.id(count - 1)]).toEqual([0, `0001000${some}`, '1048576']);
    expect(ids.bytes).toBe(7 * count + Buffer.byteLength(some) * Math.ceil(count / 1000) + 4 * (count + 1));
    expect(new PackedIds(ids.toArrays()).id(count - 1)).toBe('1048576');
  });

  test('none at all', () => {
    const { ids, arrival } = packed([]);
    expect([ids.count, arrival.length]).toEqual([0, 0]);
  });

  test('refuse one id twice and name it', () => {
    expect(() => packed(['b', '\ud800', 'a', '\ud800'])).toThrow('two cards have the id "\\ud800"');
    expect(() => packed(['a', 'a'])).toThrow('two cards have the id "a"');
    // The bytes of a half and of the character that stands for errors are other ones.
    expect(packed(['\ud800', '\ufffd']).ids.count).toBe(2);
  });
});

test('runs are sorted by their bytes and then by length, equal ones kept in order', () => {
  const run = fc.array(fc.constantFrom(0, 1, 127, 128, 255), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 300 }), (runs) => {
      const starts = new Uint32Array(runs.length + 1);
      for (const [i, bytes] of runs.entries()) starts[i + 1] = starts[i]! + bytes.length;
      const sorted = [...runs.keys()].sort((a, b) => Buffer.compare(Buffer.from(runs[a]!), Buffer.from(runs[b]!)));
      expect([...sortRuns(Uint8Array.from(runs.flat()), starts, runs.length)]).toEqual(sorted);
    }),
    { numRuns: 500 },
  );
});
