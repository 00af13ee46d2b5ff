import { expect, test } from 'vitest';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';

test('card i is the same in a registry of any length', () => {
  const long = [...syntheticCards('42', 300)];
  expect([...syntheticCards('42', 40)]).toEqual(long.slice(0, 40));
  expect(new Set(long.map((card) => card.id)).size).toBe(300);
});

test('the first queries do not depend on how many are asked', () => {
  expect(syntheticQueries('42', 100, 12)).toEqual(syntheticQueries('42', 100, 40).slice(0, 12));
});
