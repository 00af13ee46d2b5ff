import type { Card } from '../card.ts';
import type { Query } from '../dataset.ts';
import { cardOf } from './card.ts';
import { nameShift } from './names.ts';
import { queriesOf } from './queries.ts';
import { type Truth, truthOf } from './truth.ts';

export type { Capability } from './capability.ts';
export type { Truth } from './truth.ts';

/** Names the recipe. Bumped with every change that alters a byte of any card or query of any seed. */
export const GENERATOR_VERSION = 'synthetic-1';

/**
 * The first `count` cards of a seed's endless registry, one at a time. Card `i` depends on seed and `i` alone: card 7 of
 * a thousand is card 7 of a million, byte for byte, on any machine.
 *
 * @param seed text: `042` is not `42`, and the empty text is a seed.
 * @param count an integer >= 0.
 * @throws RangeError where `count` is neither.
 */
export function* syntheticCards(seed: string, count: number): Generator<Card, void, undefined> {
  requireInteger('cards', count, 0);
  const shift = nameShift(seed);
  for (let i = 0; i < count; i++) yield cardOf(seed, shift, i);
}

/**
 * Queries for the first `cards` cards of a seed, with every right card (grade 1) and no other. A pure function of its
 * arguments; query `j` does not depend on `count`, so the first 100 of 250 are the 100. It does depend on `cards`,
 * because it asks for what those cards can do.
 *
 * @param cards an integer >= 1: the size of the registry that the queries are put to.
 * @param count an integer >= 0.
 * @throws RangeError where one of them is neither.
 */
export function syntheticQueries(seed: string, cards: number, count: number): Query[] {
  requireInteger('cards', cards, 1);
  requireInteger('queries', count, 0);
  return queriesOf(seed, cards, count);
}

/**
 * What card `i` can do, from which the right answers follow. For tests and reports; no retriever sees it.
 *
 * @param i an integer >= 0.
 */
export function syntheticTruth(seed: string, i: number): Truth {
  requireInteger('card', i, 0);
  return truthOf(seed, i);
}

function requireInteger(what: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${what}: expected an integer from ${least} up, received ${value}`);
  }
}
