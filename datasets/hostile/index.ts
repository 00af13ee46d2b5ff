import type { Card } from '../card.ts';
import { Random } from '../synthetic/random.ts';
import { clones } from './clones.ts';
import type { Forger } from './forger.ts';
import { HostileIds } from './ids.ts';
import { injection } from './injection.ts';
import { lookalike } from './lookalike.ts';
import { cardTexts, type PublicRules, type Reading, readRegistry } from './reading.ts';
import { spread } from './spread.ts';
import { stuffing } from './stuffing.ts';

export type { PublicRules } from './reading.ts';

/** Names the recipe. Bumped with every change that alters a byte of any hostile card. */
export const HOSTILE_VERSION = 'hostile-2';

/** Ways to win that registries have seen. A new one is a file here, a name, and a line in the table below. */
export const HOSTILE_KINDS = ['stuffing', 'spread', 'clones', 'injection', 'lookalike'] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

const FORGERS: Readonly<Record<HostileKind, Forger>> = { stuffing, spread, clones, injection, lookalike };

/** Hostile cards beside those of a registry. */
export interface HostileCards {
  /** By kind, in the order of `HOSTILE_KINDS`; kinds that were not asked for are not in it. */
  readonly byKind: ReadonlyMap<HostileKind, readonly Card[]>;
  /** The word that the cards of `injection` want a model to answer; it stands in no honest card. */
  readonly canary: string;
}

/**
 * Makes hostile cards for a registry. Card `i` of a kind follows from the seed, the kind, `i` and the registry alone: the
 * same whatever other kinds there are, and the first 10 of 20 are the 10. The attacker has read the cards and nothing else.
 *
 * @param counts how many cards of each kind.
 * @param seed text.
 * @returns undefined where no card of the registry holds a word to forge from.
 */
export function hostileCards(
  cards: readonly Card[],
  counts: ReadonlyMap<HostileKind, number>,
  seed: string,
  rules: PublicRules,
): HostileCards | undefined {
  const reading = readRegistry(cards, rules);
  if (reading === undefined) return undefined;
  const canary = canaryWord(cards, seed);
  const byKind = HOSTILE_KINDS.flatMap((kind): [HostileKind, readonly Card[]][] => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, forge(kind, count, reading, seed, canary)]];
  });
  return { byKind: new Map(byKind), canary };
}

function forge(kind: HostileKind, count: number, reading: Reading, seed: string, canary: string): Card[] {
  const honest = reading.cards.map(({ id }) => id);
  const ids = new HostileIds(honest, HOSTILE_KINDS.indexOf(kind), HOSTILE_KINDS.length);
  return Array.from({ length: count }, (_, i) => {
    const { imitates, texts } = FORGERS[kind](reading, new Random(`${seed}/hostile/${kind}/${i}`), i, canary);
    return { id: ids.like(imitates.id), ...texts };
  });
}

/** A word that is none, short enough for an answer of a few tokens. */
function canaryWord(cards: readonly Card[], seed: string): string {
  const random = new Random(`${seed}/hostile/canary`);
  const syllable = () => `${random.pick([...'bdfgklmnprtvz'])}${random.pick([...'aeiou'])}`;
  for (;;) {
    const word = `${syllable()}${syllable()}${syllable()}${syllable()}`;
    if (!cards.some((card) => cardTexts(card).some((text) => text.toLowerCase().includes(word)))) return word;
  }
}
