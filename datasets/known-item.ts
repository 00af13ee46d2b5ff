import { createHash } from 'node:crypto';
import type { Card } from './card.ts';
import { counted } from './counted.ts';
import type { Dataset, Query } from './dataset.ts';
import { InputError } from './input-error.ts';
import { Random } from './synthetic/random.ts';

/** A registry asked for what its own cards give as examples, in parts that leave out of every card what they ask. */
export interface KnownItems {
  /** The whole registry, with its examples, and every query: those of the first fold, then those of the second ... */
  readonly dataset: Dataset;
  /** All cards in every fold, without the examples that the queries of the fold were made of. */
  readonly folds: readonly Dataset[];
  /** Cards that have an example. The others are in the registry, and no query wants them. */
  readonly asked: number;
}

/** The examples that are one query. */
interface Sentence {
  /** As it is asked: of the spellings that were found, the first in the order of UTF-16 units, trimmed. */
  text: string;
  readonly relevant: Map<string, number>;
}

/**
 * Makes known-item queries of the cards' examples. Examples that differ only in case, white space and the punctuation of
 * a sentence are one query, right for every card that carries one of them. Examples of the same words go into one fold,
 * and are left out together: `C++` and `C#` are two queries, and no card is found by either while the other is asked.
 *
 * A query's id and text follow from the examples that it was made of and from nothing else; folds follow from the seed
 * and the set of examples, not from the order of cards. Within a fold, queries are in the order of their sentences.
 *
 * @param count of folds, at least 2.
 * @param seed text.
 * @throws InputError where there are fewer different examples than folds.
 */
export function knownItems({ cards, name }: Pick<Dataset, 'cards' | 'name'>, count: number, seed: string): KnownItems {
  const groups = groupExamples(cards);
  const asked = cards.filter(({ examples }) => examples.some((example) => example.trim() !== '')).length;
  if (groups.size === 0) {
    throw new InputError(`none of the ${counted(cards.length, 'card')} has an example; give queries with --query-set`);
  }
  if (groups.size < count) {
    const found = `${groups.size} in ${asked} of ${counted(cards.length, 'card')}, those of the same words counted once`;
    throw new InputError(`expected at least as many examples as folds, ${count}; received ${found}`);
  }
  const foldOf = dealOut(groups, count, seed);
  // By card and example: the fold that asks it.
  const askedIn = cards.map(({ examples }) => examples.map((example) => foldOf.get(wordsOf(sentenceOf(example)))));
  const folds = Array.from({ length: count }, (_, fold): Dataset => {
    const sentences = [...groups].flatMap(([words, own]) => (foldOf.get(words) === fold ? [...own] : []));
    return {
      name,
      cards: cards.map((card, i) => withoutExamples(card, askedIn[i]!, fold)),
      queries: sentences.sort(byKey).map(([sentence, found]) => queryOf(sentence, found)),
    };
  });
  return { dataset: { name, cards, queries: folds.flatMap(({ queries }) => queries) }, folds, asked };
}

/** The sentences of all cards, by the words that they share and then by themselves. */
function groupExamples(cards: readonly Card[]): Map<string, Map<string, Sentence>> {
  const groups = new Map<string, Map<string, Sentence>>();
  for (const { examples, id } of cards) {
    for (const example of examples) {
      const text = example.trim();
      // Nobody asks nothing: an example of white space alone is none.
      if (text === '') continue;
      const sentence = sentenceOf(text);
      const words = wordsOf(sentence);
      const group = groups.get(words) ?? new Map<string, Sentence>();
      groups.set(words, group);
      const found = group.get(sentence) ?? { text, relevant: new Map<string, number>() };
      group.set(sentence, found);
      if (text < found.text) found.text = text;
      found.relevant.set(id, 1);
    }
  }
  return groups;
}

/** What two examples that are one query have in common: letters lower-cased and composed, no punctuation of a sentence. */
function sentenceOf(text: string): string {
  const spelled = text.normalize('NFKC').toLowerCase();
  return collapsed(spelled, /[\s.,;:!?…。、'"‘’“”«»¿¡]+/gu) || collapsed(spelled, /\s+/gu);
}

/** What any two examples that a retriever might find each other by have in common: their words. */
function wordsOf(sentence: string): string {
  return collapsed(sentence, /[^\p{L}\p{N}\p{M}]+/gu) || sentence;
}

function collapsed(text: string, gaps: RegExp): string {
  return text.replace(gaps, ' ').trim();
}

/** Deals groups out to folds: in random order, each to the fold with the fewest queries so far. */
function dealOut(
  groups: ReadonlyMap<string, ReadonlyMap<string, Sentence>>,
  count: number,
  seed: string,
): ReadonlyMap<string, number> {
  const random = new Random(`${seed}/known-item-folds`);
  const sizes = new Array<number>(count).fill(0);
  const foldOf = new Map<string, number>();
  // Sorted first: the draw must not depend on the order of the cards.
  const left = [...groups].sort(byKey);
  while (left.length > 0) {
    const place = random.int(left.length);
    const [words, sentences] = left[place]!;
    left[place] = left[left.length - 1]!;
    left.pop();
    const fold = sizes.indexOf(Math.min(...sizes));
    foldOf.set(words, fold);
    sizes[fold] = sizes[fold]! + sentences.size;
  }
  return foldOf;
}

/** By UTF-16 unit: any order will do that is the same everywhere. */
function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function withoutExamples(card: Card, askedIn: readonly (number | undefined)[], fold: number): Card {
  if (!askedIn.includes(fold)) return card;
  return { ...card, examples: card.examples.filter((_, i) => askedIn[i] !== fold) };
}

/** The id is half a sha256: as JSON, so that half characters, which UTF-8 cannot tell apart, make different ids. */
function queryOf(sentence: string, { relevant, text }: Sentence): Query {
  const hash = createHash('sha256').update(JSON.stringify(sentence)).digest('hex').slice(0, 32);
  return { id: `example-${hash}`, text, relevant, kind: 'known-item' };
}
