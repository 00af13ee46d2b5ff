import type { Card } from '../card.ts';
import type { Random } from '../synthetic/random.ts';
import type { Reading } from './reading.ts';

/** A hostile card before it has an id. */
export interface Forgery {
  /** The honest card beside which it is to stand: its own id is made like that one's. */
  readonly imitates: Card;
  readonly texts: Texts;
}

type Texts = Omit<Card, 'id'>;

/**
 * Makes hostile card `i` of one kind, from 0.
 *
 * @param random of this card alone.
 * @param canary the word that a model is to be made to answer; it stands in no honest card.
 */
export type Forger = (reading: Reading, random: Random, i: number, canary: string) => Forgery;

/** A card's texts, some of them changed. */
export function textsOf({ id: _, ...texts }: Card, changes: Partial<Texts> = {}): Texts {
  return { ...texts, ...changes };
}

/** A card that has a name and a description alone. */
export function plainTexts(name: string, description: string): Texts {
  return { name, description, skills: [], tags: [], examples: [], tools: [] };
}

/** A list in random order. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const items = [...list];
  for (let left = items.length; left > 1; left--) {
    const place = random.int(left);
    [items[place], items[left - 1]] = [items[left - 1]!, items[place]!];
  }
  return items;
}
