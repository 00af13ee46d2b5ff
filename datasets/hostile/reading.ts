import type { Card } from '../card.ts';

/** What everybody knows of retrievers that rank by shared words: they are published. */
export interface PublicRules {
  /** Words that are not indexed. */
  readonly stopwords: ReadonlySet<string>;
  /** The most signals of a card that count. */
  readonly cap: number;
}

/**
 * What an attacker has to go by: the cards of a registry, which everybody can read, and the rules of the retrievers. No
 * query and no qrels: a forger cannot use them, by type.
 */
export interface Reading {
  /** The honest cards. */
  readonly cards: readonly Card[];
  readonly rules: PublicRules;
  /** Every word of the registry that is indexed, those that stand in most cards first, ties by code point. Not empty. */
  readonly words: readonly string[];
  /** Those of names, likewise: what is offered most, and so, one may think, asked for most. Not empty. */
  readonly offered: readonly string[];
  /** The tenth of the cards, one at least, that holds the most different words, and so shares some with most queries. */
  readonly popular: readonly Card[];
}

/**
 * Reads a registry as an attacker does.
 *
 * @returns undefined where no card holds a word: then nothing can be forged.
 */
export function readRegistry(cards: readonly Card[], rules: PublicRules): Reading | undefined {
  const wordsOf = cards.map((card) => distinctWords(cardTexts(card), rules));
  const words = commonestFirst(wordsOf);
  if (words.length === 0) return undefined;
  const offered = commonestFirst(cards.map(({ name }) => distinctWords([name], rules)));
  const places = cards.map((_, place) => place).sort((a, b) => wordsOf[b]!.length - wordsOf[a]!.length || a - b);
  return {
    cards,
    rules,
    words,
    // A registry whose cards have no names is read by its texts.
    offered: offered.length === 0 ? words : offered,
    popular: places.slice(0, Math.ceil(cards.length / 10)).map((place) => cards[place]!),
  };
}

/** The texts by which a card is found; its id is none. */
export function cardTexts({ description, examples, name, skills, tags, tools }: Card): readonly string[] {
  return [name, description, ...skills, ...tags, ...examples, ...tools];
}

function distinctWords(texts: readonly string[], { stopwords }: PublicRules): string[] {
  const found = texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []);
  return [...new Set(found)].filter((word) => !stopwords.has(word));
}

/** The words of some lists by the number of lists that hold them; for ASCII the order of units is that of code points. */
function commonestFirst(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1)).map(([word]) => word);
}
