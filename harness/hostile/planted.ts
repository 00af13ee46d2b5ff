import type { Card } from '../../datasets/card.ts';
import type { Dataset } from '../../datasets/dataset.ts';
import { type HostileKind, hostileCards, type PublicRules } from '../../datasets/hostile/index.ts';
import { InputError } from '../../datasets/input-error.ts';
import { type Plant, plantedCount, plantedName } from '../config/plants.ts';
import type { Divided } from '../parts.ts';

/** What was planted into an experiment, and what it was before. */
export interface Planted {
  /** The parts of the experiment with their honest cards alone; one, unless there are folds. */
  readonly honest: readonly Dataset[];
  readonly plants: readonly Plant[];
  readonly byKind: ReadonlyMap<HostileKind, readonly Card[]>;
  /** The word that injected orders want a model to answer. */
  readonly canary: string;
}

/** An experiment with hostile cards in it. */
interface PlantedExperiment {
  readonly dataset: Dataset;
  readonly folds?: readonly Dataset[];
  readonly planted: Planted;
}

/** How an attacker goes about it. */
export interface Attack {
  readonly plants: readonly Plant[];
  readonly seed: string;
  readonly rules: PublicRules;
  /** What is done to every card before it is indexed, planted ones included. */
  readonly clean: (card: Card) => Card;
}

/**
 * Adds hostile cards to every part of an experiment, behind the honest ones. Queries and right cards stay as they are.
 *
 * With folds the cards' examples are the queries, which no attacker sees: the cards are read without them, and every part
 * is given the same hostile cards.
 *
 * @throws InputError where no card holds a word to forge from.
 */
export function plantInto(
  { dataset, folds }: Pick<Divided, 'dataset' | 'folds'>,
  { clean, plants, rules, seed }: Attack,
): PlantedExperiment {
  const { cards } = dataset;
  const seen = folds === undefined ? cards : cards.map((card) => ({ ...card, examples: [] }));
  const counts = new Map(plants.map((plant) => [plant.kind, plantedCount(plant, cards.length)]));
  const forged = hostileCards(seen, counts, seed, rules);
  if (forged === undefined) throw new InputError(`none of the ${cards.length} cards holds a word to forge a card from`);
  const byKind = new Map([...forged.byKind].map(([kind, own]) => [kind, own.map(clean)]));
  const all = [...byKind.values()].flat();
  const withPlanted = (part: Dataset): Dataset => ({
    ...part,
    name: plantedName(part.name, plants),
    cards: [...part.cards, ...all],
  });
  return {
    dataset: withPlanted(dataset),
    ...(folds === undefined ? {} : { folds: folds.map(withPlanted) }),
    planted: { honest: folds ?? [dataset], plants, byKind, canary: forged.canary },
  };
}
