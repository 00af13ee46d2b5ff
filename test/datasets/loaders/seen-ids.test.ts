import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenIds } from '../../../datasets/loaders/seen-ids.ts';

test('ids are told from those that were never added, as a set does', () => {
  const id = fc.oneof(
    fc.nat(30).map(String),
    fc.constantFrom('007', '7', '-1', '1e3', '', '__proto__', '9007199254740993', '9007199254740992', '0x1', ' 1'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 60 }), (ids) => {
      const seen = new SeenIds();
      const plain = new Set<string>();
      for (const each of ids) {
        expect(seen.has(each)).toBe(plain.has(each));
        seen.add(each);
        plain.add(each);
        expect(seen.has(each)).toBe(true);
      }
    }),
  );
});

test('ids that count upwards take no memory, others a few bytes each', () => {
  const upwards = new SeenIds();
  const empty = upwards.bytes;
  for (let i = 7; i < 100_007; i++) upwards.add(String(i));
  expect(upwards.bytes).toBe(empty);
  expect([6, 7, 100_006, 100_007].map((each) => upwards.has(String(each)))).toEqual([false, true, true, false]);

  const others = new SeenIds();
  for (let i = 0; i < 100_000; i++) others.add(`agent-${i}`);
  expect(others.bytes).toBeLessThanOrEqual(22 * 100_000);
  for (let i = 0; i < 100_000; i += 997) expect(others.has(`agent-${i}`)).toBe(true);
  for (let i = 0; i < 1000; i++) expect(others.has(`tool-${i}`)).toBe(false);
});
