import { inventedName } from './names.ts';
import type { Random } from './random.ts';
import { ACTIONS, HEADS } from './words/actions.ts';
import { DOMAINS } from './words/domains.ts';
import { SCOPES } from './words/scopes.ts';

/**
 * One thing that a card can do: an action on an object, narrowed by exactly one modifier. All are indices into the word
 * tables. A capability never contains another, because none is without a modifier: right and wrong stay sharp.
 */
export interface Capability {
  readonly domain: number;
  /** One of the domain's twelve nouns, plus twelve times its head: 0 for none, else one of `HEADS`. */
  readonly noun: number;
  readonly action: number;
  /**
   * 0..23: a qualifier of the domain; then the scopes; from `INVENTED_FROM` on, even: a standard in front of the noun,
   * odd: a product it is done in.
   */
  readonly modifier: number;
}

const QUALIFIERS = 24;
const NOUNS = 12;
const MODIFIERS = 2 ** 26;
/** The first modifier that is an invented name. */
const INVENTED_FROM = QUALIFIERS + SCOPES.length;
/** One combination in this many is held back from every registry, so that it can be asked for in vain. */
const WITHHELD = 12;

/** A capability as one number below 2^53; equal capabilities, and only they, have equal keys. */
export function keyOf(c: Capability): number {
  return ((c.domain * NOUNS * (HEADS.length + 1) + c.noun) * ACTIONS.length + c.action) * MODIFIERS + c.modifier;
}

/** Whether no card of any registry may have this capability. A property of the key alone. */
function isWithheld(c: Capability): boolean {
  const key = keyOf(c);
  let h = Math.imul(Math.floor(key / 65_536) % 65_536, 0x9e3779b1) ^ Math.imul(key % 65_536, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15) ^ Math.floor(key / 4_294_967_296), 0xc2b2ae35);
  return ((h ^ (h >>> 13)) >>> 0) % WITHHELD === 0;
}

/**
 * Draws a capability.
 *
 * @param index the card it is drawn for: names are drawn from a pool that grows with it.
 * @param withheld whether to draw one that no card may have, or one that cards may have.
 */
export function drawCapability(random: Random, domain: number, index: number, withheld: boolean): Capability {
  for (;;) {
    const head = random.chance(0.55) ? 0 : 1 + random.skewed(HEADS.length);
    const noun = head * NOUNS + random.skewed(NOUNS);
    // Every field of work has its own favourite actions.
    const action = (random.skewed(ACTIONS.length) + domain * 7) % ACTIONS.length;
    const capability = { domain, noun, action, modifier: drawModifier(random, index) };
    if (isWithheld(capability) === withheld) return capability;
  }
}

/** The obvious is taken early: later cards are narrowed by a name more often, from a quarter to more than half of the time. */
function drawModifier(random: Random, index: number): number {
  const named = 0.62 - 0.38 / Math.sqrt(Math.sqrt(1 + index / 500));
  if (random.chance(named)) {
    return INVENTED_FROM + 2 * random.skewed(poolSize(index)) + (random.chance(0.45) ? 0 : 1);
  }
  return random.chance(0.5) ? random.int(QUALIFIERS) : QUALIFIERS + random.skewed(SCOPES.length);
}

/** How many names of a kind a registry of `index` cards has heard of: grows as the power 3/4, by square roots alone. */
export function poolSize(index: number): number {
  const root = Math.sqrt(index + 1);
  return 8 + Math.floor(2.5 * root * Math.sqrt(root));
}

/** Which of its words a capability is put in. */
export interface Wording {
  /** 0: the usual verb or name; up to the number of synonyms. Beyond it, the last one. */
  readonly verb: number;
  readonly noun: number;
  /** 0: as cards put a scope; 1: as others do. */
  readonly scope: 0 | 1;
}

/** A capability in words. `scope` is empty where the modifier stands in front of the noun, and `qualifier` otherwise. */
export interface Worded {
  readonly verb: string;
  readonly qualifier: string;
  readonly noun: string;
  readonly scope: string;
}

/**
 * Puts a capability into words.
 *
 * @param shift the seed's `nameShift`.
 */
export function word(c: Capability, wording: Wording, shift: number): Worded {
  const domain = DOMAINS[c.domain]!;
  const verbs = ACTIONS[c.action]!;
  const names = domain.nouns[c.noun % NOUNS]!.names;
  const head = HEADS[Math.floor(c.noun / NOUNS) - 1];
  const name = names[Math.min(wording.noun, names.length - 1)]!;
  let qualifier = '';
  let scope = '';
  if (c.modifier < QUALIFIERS) qualifier = domain.qualifiers[c.modifier]!;
  else if (c.modifier < INVENTED_FROM) scope = SCOPES[c.modifier - QUALIFIERS]![wording.scope];
  else {
    const number = c.modifier - INVENTED_FROM;
    if (number % 2 === 0) qualifier = inventedName(shift, 'standard', number / 2);
    else scope = `${wording.scope === 0 ? 'in' : 'with'} ${inventedName(shift, 'product', (number - 1) / 2)}`;
  }
  return {
    verb: verbs[Math.min(wording.verb, verbs.length - 1)]!,
    qualifier,
    noun: head === undefined ? name : `${name} ${head}`,
    scope,
  };
}

/** Draws the words somebody has for things: the usual ones more often than not. */
export function drawWording(random: Random): Wording {
  const verb = random.next();
  return {
    verb: verb < 0.5 ? 0 : verb < 0.8 ? 1 : 2,
    noun: random.chance(0.65) ? 0 : 1,
    scope: random.chance(0.8) ? 0 : 1,
  };
}

/** What somebody is after who needs this. */
export function goalOf(c: Capability): string {
  return DOMAINS[c.domain]!.nouns[c.noun % NOUNS]!.goal;
}
