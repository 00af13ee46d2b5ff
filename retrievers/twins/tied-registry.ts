import type { Card } from '../../datasets/card.ts';

/*
 * A registry in which nearly every score is shared by many cards, for the stopping rule of a pruned search: a card that
 * ties with the last one kept, and whose id comes first, must still come in, whichever list it is met in. Ids do not come
 * in order, and every word has many holders.
 */

const CARDS = 120;
const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath'];

/** Card `i` holds word `j` where this is so: each word is held by 3 or 4 cards in 11, in another place for each word. */
const holds = (i: number, j: number) => (i * 7 + j * j * 5) % 11 < 3 + (j % 2);

export const TIED_CARDS: readonly Card[] = Array.from({ length: CARDS }, (_, i) => ({
  id: String((i * 37) % CARDS).padStart(3, '0'),
  name: '',
  description: '',
  skills: [],
  tags: WORDS.filter((_, j) => holds(i, j)),
  examples: [],
  tools: [],
}));

/** Every two, three and four of the words; the twos both ways round. */
export const TIED_QUERIES: readonly string[] = [2, 3, 4]
  .flatMap((size) => subsets(WORDS, size))
  .flatMap((words) => (words.length === 2 ? [words, words.toReversed()] : [words]))
  .map((words) => words.join(' '));

function subsets(words: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return words.flatMap((word, i) => subsets(words.slice(i + 1), size - 1).map((rest) => [word, ...rest]));
}
