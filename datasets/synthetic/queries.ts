import type { Query } from '../dataset.ts';
import { type Capability, drawCapability, drawWording, goalOf, keyOf, type Wording, word } from './capability.ts';
import { idOf, objectPhrase, wordingOf } from './card.ts';
import { capitalize, gerund, participle, plural } from './morphology.ts';
import { inventedName, nameShift } from './names.ts';
import { Random } from './random.ts';
import { truthOf } from './truth.ts';
import { ASKS, DETAILS, DOING_ASKS, DONE_ASKS, FILLER_AFTER, FILLER_BEFORE, GOAL_ASKS } from './words/phrases.ts';
import { UNSEEN_WORDS } from './words/unseen.ts';

/** The kinds of query. */
type QueryKind = 'verbatim' | 'paraphrase' | 'vague' | 'noisy' | 'multi' | 'unanswerable' | 'unseen';

/**
 * The mix, as a round of twenty: verbatim 15 %, paraphrase 25 %, vague 15 %, noisy 15 %, multi 15 %, unanswerable 10 %,
 * unseen 5 %. Every kind stands among the first seven.
 */
const KIND_ROUND = (
  'paraphrase verbatim vague multi noisy unanswerable unseen paraphrase verbatim vague ' +
  'paraphrase noisy multi paraphrase unanswerable verbatim paraphrase vague multi noisy'
).split(' ') as readonly QueryKind[];

/** A query before it is known which cards are right. */
export interface Wish {
  readonly id: string;
  readonly kind: QueryKind;
  readonly text: string;
  /** Every card that has at least one of these is right, and no other. No card has those of an unanswerable wish. */
  readonly capabilities: readonly Capability[];
}

/** How often a text that an earlier query has is drawn again before it may repeat. */
const REDRAWS = 30;

/** The wishes behind a query set, without the pass over the registry that finds the right cards. */
export function wishesOf(seed: string, cards: number, count: number): Wish[] {
  const shift = nameShift(seed);
  const texts = new Set<string>();
  const wishes: Wish[] = [];
  for (let j = 0; j < count; j++) {
    let wish = drawWish(seed, shift, cards, j, 0);
    for (let again = 1; again <= REDRAWS && texts.has(wish.text); again++) {
      wish = drawWish(seed, shift, cards, j, again);
    }
    texts.add(wish.text);
    wishes.push(wish);
  }
  return wishes;
}

/** Wishes with their right cards, found in one pass over what every card can do; no text is read. */
export function queriesOf(seed: string, cards: number, count: number): Query[] {
  const wishes = wishesOf(seed, cards, count);
  const askedBy = new Map<number, Map<string, number>[]>();
  const queries = wishes.map((wish): Query => {
    const relevant = new Map<string, number>();
    for (const capability of wish.capabilities) {
      const key = keyOf(capability);
      askedBy.set(key, [...(askedBy.get(key) ?? []), relevant]);
    }
    return { id: wish.id, text: wish.text, relevant, kind: wish.kind };
  });
  const shift = nameShift(seed);
  for (let i = 0; i < cards; i++) {
    for (const capability of truthOf(seed, i).capabilities) {
      for (const relevant of askedBy.get(keyOf(capability)) ?? []) relevant.set(idOf(seed, shift, i), 1);
    }
  }
  return queries;
}

function drawWish(seed: string, shift: number, cards: number, j: number, again: number): Wish {
  const random = new Random(`${seed}/query/${cards}/${j}/${again}`);
  const kind = KIND_ROUND[j % KIND_ROUND.length]!;
  if (kind === 'unseen') {
    const words = Array.from({ length: random.between(3, 9) }, () => random.pick(UNSEEN_WORDS));
    return { id: `q${j}`, kind, text: words.join(' '), capabilities: [] };
  }
  if (kind === 'unanswerable') {
    const near = truthOf(seed, random.int(cards));
    const capability = drawCapability(random, near.domain, cards, true);
    const text = random.chance(0.5)
      ? direct(random, capability, drawWording(random), shift)
      : paraphrase(random, capability, drawWording(random), shift);
    return { id: `q${j}`, kind, text, capabilities: [capability] };
  }
  const drawn = Array.from({ length: kind === 'multi' ? random.between(2, 3) : 1 }, () => {
    const card = random.int(cards);
    const { capabilities } = truthOf(seed, card);
    const slot = random.int(capabilities.length);
    return { capability: capabilities[slot]!, wording: wordingOf(seed, card, slot) };
  });
  // In a tiny registry the same capability may be drawn twice; it is asked for once.
  const targets = [...new Map(drawn.map((target) => [keyOf(target.capability), target])).values()];
  const { capability, wording } = targets[0]!;
  let text: string;
  switch (kind) {
    case 'verbatim':
      text = direct(random, capability, wording, shift);
      break;
    case 'paraphrase':
      text = paraphrase(random, capability, wording, shift);
      break;
    case 'vague':
      text = vague(random, capability, shift);
      break;
    case 'noisy':
      text = noisy(random, paraphrase(random, capability, wording, shift));
      break;
    case 'multi':
      text = targets.map((t) => phrase(random, t.capability, drawWording(random), shift)).join(random.pick(JOINTS));
      break;
  }
  return { id: `q${j}`, kind, text, capabilities: targets.map((t) => t.capability) };
}

const JOINTS = [' and then ', ', after that ', ' and ', ', also '];

function phrase(random: Random, c: Capability, wording: Wording, shift: number): string {
  const w = word(c, wording, shift);
  return `${w.verb} ${objectPhrase(w, random.chance(0.5))}`;
}

/** The words that a right card uses. */
function direct(random: Random, c: Capability, wording: Wording, shift: number): string {
  return fill(random.pick(ASKS), detailed(random, phrase(random, c, wording, shift), shift));
}

/** Other words than the card's, in other forms. */
function paraphrase(random: Random, c: Capability, wording: Wording, shift: number): string {
  const other: Wording = {
    verb: random.chance(0.7) ? (wording.verb + random.between(1, 2)) % 3 : wording.verb,
    noun: random.chance(0.5) ? 1 - wording.noun : wording.noun,
    scope: random.chance(0.5) ? 1 : 0,
  };
  const w = word(c, other, shift);
  if (random.chance(0.4)) {
    return fill(random.pick(ASKS), detailed(random, `${w.verb} ${objectPhrase(w, random.chance(0.6))}`, shift));
  }
  if (random.chance(0.3)) {
    const done = `${w.qualifier} ${plural(w.noun)} ${participle(w.verb)} ${w.scope}`.trim().replace(/ {2,}/g, ' ');
    return fill(random.pick(DONE_ASKS), detailed(random, done, shift));
  }
  const doing = `${gerund(w.verb)} ${objectPhrase(w, random.chance(0.8))}`;
  return fill(random.pick(DOING_ASKS), detailed(random, doing, shift));
}

/** What it is for, rather than what it is; what narrows it is named, the thing itself seldom. */
function vague(random: Random, c: Capability, shift: number): string {
  const w = word(c, { verb: 2, noun: 1, scope: 1 }, shift);
  const narrowed = w.scope === '' ? `, it is about ${w.qualifier} things` : `, ${w.scope}`;
  const named = random.chance(0.3) ? ` in our ${plural(w.noun)}` : '';
  const doing = random.chance(0.4) ? `, perhaps by ${gerund(w.verb)}` : '';
  return fill(random.pick(GOAL_ASKS), detailed(random, `${goalOf(c)}${named}${narrowed}${doing}`, shift));
}

/** A request with up to two particulars behind it. */
function detailed(random: Random, wish: string, shift: number): string {
  let text = wish;
  for (let n = random.int(3); n > 0; n--) {
    const person = capitalize(inventedName(shift, 'person', random.skewed(300)));
    text += ` ${random.pick(DETAILS)}`.replace('{p}', person).replace('{n}', String(random.between(2, 9999)));
  }
  return text;
}

/** The same request with slips of the fingers and talk around it. */
function noisy(random: Random, text: string): string {
  const typed = text
    .split(' ')
    .map((w) => (w.length > 4 && random.chance(0.2) ? slip(random, w) : w))
    .join(' ');
  const before = random.chance(0.7) ? `${random.pick(FILLER_BEFORE)} ` : '';
  const after = random.chance(0.7) ? `, ${random.pick(FILLER_AFTER)}` : '';
  return `${before}${typed}${after}`;
}

/** Swaps, drops or doubles one letter that is not the first. */
function slip(random: Random, w: string): string {
  const at = random.between(1, w.length - 2);
  const habit = random.int(3);
  if (habit === 0) return w.slice(0, at) + w.charAt(at + 1) + w.charAt(at) + w.slice(at + 2);
  if (habit === 1) return w.slice(0, at) + w.slice(at + 1);
  return w.slice(0, at) + w.charAt(at) + w.slice(at);
}

function fill(template: string, x: string): string {
  return template.replace('{x}', () => x);
}
