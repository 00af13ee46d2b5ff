import { expect } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import type { SavedIndex, SearchIndex } from '../../retrievers/retriever.ts';

/** A saved index as a file brings it back: arrays of its own, each in memory of its own. */
export function copied(saved: SavedIndex): SavedIndex {
  return { ...structuredClone({ ...saved, arrays: undefined }), arrays: structuredClone(new Map(saved.arrays)) };
}

/** Expects of two indexes whatever can be asked of one, to the last bit. */
export async function expectSame(
  received: SearchIndex,
  expected: SearchIndex,
  cards: readonly Card[],
  queries: readonly string[],
): Promise<void> {
  expect(received.cards).toBe(expected.cards);
  expect(received.indexBytes()).toBe(expected.indexBytes());
  expect(received.memory?.()).toEqual(expected.memory?.());
  for (const query of queries) {
    for (const k of [1, 2, 7, Math.max(1, cards.length)]) {
      expect(await received.search(query, k)).toEqual(await expected.search(query, k));
      expect(await received.work?.(query, k)).toEqual(await expected.work?.(query, k));
    }
    expect(await received.countCandidates(query)).toBe(await expected.countCandidates(query));
    expect(received.signals?.(query, { cap: true })).toEqual(expected.signals?.(query, { cap: true }));
    for (const card of cards.slice(0, 3)) {
      expect(await received.explain?.(query, card)).toEqual(await expected.explain?.(query, card));
    }
  }
}
