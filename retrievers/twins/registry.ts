import type { Card } from '../../datasets/card.ts';

/*
 * A small fixed registry of our own writing, and queries for it, on which every twin parts from the oracle. It is meant
 * for the default stopwords. A change of one card moves every weight: the test of the twins says whether all are still
 * caught.
 */

/** `prefix01 prefix02 ...` */
function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => prefix + String(i + 1).padStart(2, '0'));
}

function card(id: string, description: string, rest: Partial<Card> = {}): Card {
  return { id, name: '', description, skills: [], tags: [], examples: [], tools: [], ...rest };
}

/** Equal in text, so that the id alone decides; not in the order of their ids, whichever order that is. */
const EQUALS: readonly Card[] = [
  '\u{1f600}-harbour', // two UTF-16 units, the first below the unit of the next id; as a code point above it
  '\uff5e-harbour',
  'b',
  'a',
  'B',
  '10',
  '9',
  '007',
  '__proto__',
  'constructor',
].map((id) => card(id, 'Books a pilot boat'));

const SPECIAL: readonly Card[] = [
  // 70 words: the cap keeps m70, which stands there three times, and m01 to m63.
  card('long-words', [...numbered('m', 70), 'm70', 'm70'].join(' ')),
  // 40 words and 39 bigrams: the cap keeps all words and the first 24 bigrams.
  card('long-bigrams', numbered('n', 40).join(' ')),
  card('fields', 'beta gamma', {
    name: 'alpha',
    skills: ['delta', ''],
    tags: ['epsilon'],
    examples: ['zeta'],
    tools: ['eta'],
  }),
  card('stopped', 'forecast of the weather'),
  card('repeats', 'flight flight flight flight seat flight seat'),
  card('once', 'flight seat'),
  card('letters', 'X ray, vitamin B, 8 bit, NASA'),
  card('empty', ''),
];

/*
 * Two cards with equal scores and different matched counts, which needs luck: six weights have to add up to four others.
 * Among 50 cards, signals held by 9, 9, 13, 15, 19 and 28 of them weigh as much, on the grid of 2^-32, as signals held
 * by 1, 1, 12 and 12, because (10 * 10 * 14 * 16 * 20 * 29) / (2 * 2 * 13 * 13 * 51^2) is e^2 to nine digits.
 */
const SIX: readonly (readonly [word: string, holders: number])[] = [
  ['tide', 9],
  ['mole', 9],
  ['quay', 13],
  ['crane', 15],
  ['berth', 19],
  ['cargo', 28],
];
const FOUR: readonly (readonly [word: string, holders: number])[] = [
  ['anchor', 1],
  ['beacon', 1],
  ['lock', 12],
  ['sluice', 12],
];
const TIED: readonly Card[] = [
  card('tied-six', apart(SIX.map(([word]) => word))),
  card('tied-four', apart(FOUR.map(([word]) => word))),
];

/** 30 cards that hold the words of the tied ones as often as they want it. */
const HOLDERS: readonly Card[] = Array.from({ length: 30 }, (_, i) => {
  const held = [...SIX, ...FOUR].filter(([, holders], w) => (i * 7 + w * 11) % 30 < holders - 1);
  return card(`holder-${String((i * 7) % 30).padStart(2, '0')}`, apart(held.map(([word]) => word)));
});

/** Keeps words from being neighbours, so that no bigram of a query is met. */
function apart(words: readonly string[]): string {
  return words.flatMap((word) => [word, 'gap']).join(' ');
}

export const CANARY_CARDS: readonly Card[] = [...EQUALS, ...TIED, ...SPECIAL, ...HOLDERS];

export const CANARY_QUERIES: readonly string[] = [
  'pilot boat',
  [...SIX, ...FOUR].map(([word]) => word).join(' '),
  'm62 m63',
  'm64',
  'm70',
  'n01 n02 n38 n39',
  'alpha beta',
  'gamma delta epsilon zeta eta',
  'forecast weather',
  'Weather of the forecast',
  'flight',
  'flight seat flight seat flight',
  'x ray',
  'Nasa 8 bit',
  // 80 known words: the first 64 by code point count.
  [...numbered('n', 40), ...numbered('m', 40)].join(' '),
  // 60 words that no card has, and five that some have: they count too, and `weather` is the 65th.
  [...numbered('aa', 60), 'weather seat pilot flight boat'].join(' '),
  'of the and',
  'unheard',
  '',
];
