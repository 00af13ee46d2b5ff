import type { Card } from '../../datasets/card.ts';
import { syntheticCards } from '../../datasets/synthetic/index.ts';
import { syntheticPassageQueries, syntheticPassages } from '../../datasets/synthetic/passages.ts';
import { wishesOf } from '../../datasets/synthetic/queries.ts';
import type { Shape } from './records.ts';

/** The first `count` cards of a shape and seed, one at a time: no more than one is in memory. */
export function cardsOf(shape: Shape, seed: string, count: number): Iterable<Card> {
  return shape === 'cards' ? syntheticCards(seed, count) : syntheticPassages(seed, count);
}

/** Texts of queries for the first `cards` cards: those that `bench` puts, but for their right cards, which nobody asks for here. */
export function queriesOf(shape: Shape, seed: string, cards: number, count: number): readonly string[] {
  if (shape === 'passages') return syntheticPassageQueries(seed, cards, count);
  return wishesOf(seed, cards, count).map(({ text }) => text);
}
