import { compareCodePoints } from '../ranking.ts';
import type { Retriever } from '../retriever.ts';
import { SIGNAL_CAP, tokens } from '../signals.ts';
import { weight } from '../ssr/weight.ts';
import { keep, type Parts, pairs, plainSsr, SOUND } from './plain-ssr.ts';

/** The plain SSR with nothing broken: if the gate does not pass it, the gate is at fault and not the twins. */
export const CONTROL: Retriever = plainSsr('control');

const GRID_STEP = 2 ** -32;
const LOCALE = new Intl.Collator('en');

const withCap = (cap: number): Partial<Parts> => ({
  ofCard: (words, bigrams) => keep(words, bigrams, cap),
  ofQuery: (words, bigrams) => keep(words, bigrams, cap),
});

/** SSR with `words` in the place of its own, bigrams made of them as ever. */
const withWords = (words: Parts['words']): Partial<Parts> => ({
  words,
  bigrams: (text, stopwords) => pairs(words(text, stopwords)),
});

/** SSR with another order of ids among equals. */
const withIds = (compareIds: (a: string, b: string) => number): Partial<Parts> => ({
  compare: (a, b) => b.score - a.score || b.matched - a.matched || compareIds(a.id, b.id),
});

/** By name, one fault each. */
const FAULTS: readonly (readonly [name: string, replaced: Partial<Parts>])[] = [
  // Words and bigrams
  ['stopwords-kept', withWords((text) => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [])],
  [
    'one-letter-words-kept',
    withWords((text, { words }) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !words.has(word))),
  ],
  [
    'case-not-folded',
    withWords((text, { words }) => (text.match(/[a-zA-Z0-9]{2,}/g) ?? []).filter((word) => !words.has(word))),
  ],
  [
    // Neighbours in the text instead of neighbours once stopwords are gone.
    'bigrams-over-stopwords',
    {
      bigrams: (text, { words }) =>
        pairs(text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []).filter((pair) =>
          pair.split(' ').every((word) => !words.has(word)),
        ),
    },
  ],
  [
    'bigrams-lost-between-fields',
    { bigrams: (text, stopwords) => text.split('\n').flatMap((line) => pairs(tokens(line, stopwords))) },
  ],

  // The cap
  ['cap-63', withCap(SIGNAL_CAP - 1)],
  ['cap-65', withCap(SIGNAL_CAP + 1)],
  ['cap-not-on-queries', { ofQuery: (words, bigrams) => keep(words, bigrams, Infinity) }],
  ['cap-not-on-cards', { ofCard: (words, bigrams) => keep(words, bigrams, Infinity) }],
  ['cap-without-frequency', { ofCard: (words, bigrams) => keep([...new Set(words)], bigrams, SIGNAL_CAP) }],
  ['cap-bigrams-first', { ofCard: (words, bigrams) => keepBigramsFirst(words, bigrams) }],
  [
    'cap-skips-unknown-words',
    { ofQuery: (words, bigrams, isKnown) => keep(words.filter(isKnown), bigrams.filter(isKnown), SIGNAL_CAP) },
  ],

  // Weights and sums
  ['posting-lost', { postings: (holders) => holders.slice(0, -1) }],
  ['df-off-by-one', { weight: (cards, df) => weight(cards, df + 1) }],
  ['idf-not-smoothed', { weight: (cards, df) => onGrid(Math.log(cards / df) + 1) }],
  ['raw-idf-off-the-grid', { weight: (cards, df) => Math.log((cards + 1) / (df + 1)) + 1 }],
  [
    'weight-rounded-down',
    { weight: (cards, df) => Math.floor((Math.log((cards + 1) / (df + 1)) + 1) / GRID_STEP) * GRID_STEP },
  ],
  ['weight-one-grid-step-off', { weight: (cards, df) => weight(cards, df) + GRID_STEP }],
  ['frequency-as-weight', { ofCard: withRepeats }],
  ['query-repeats-counted', { ofQuery: withRepeats }],

  // The order
  ['ties-by-insertion', withIds(() => 0)],
  ['matched-count-dropped', { compare: (a, b) => b.score - a.score || compareCodePoints(a.id, b.id) }],
  ['ids-in-utf16-order', withIds((a, b) => (a < b ? -1 : 1))],
  ['ids-in-locale-order', withIds((a, b) => LOCALE.compare(a, b))],
  ['ids-descending', withIds((a, b) => compareCodePoints(b, a))],

  // The cut and the count
  ['pruned-one-step-early', { cut: prunedEarly }],
  ['one-hit-short', { cut: (found, k, compare, ids) => SOUND.cut(found, Math.max(1, k - 1), compare, ids) }],
  ['zero-score-filler', { cut: filledUp }],
  ['candidates-off-by-one', { count: (found) => found + 1 }],
];

/** SSR broken on purpose, one fault a twin. A comparison with the oracle that passes one of them is worth nothing. */
export const TWINS: readonly Retriever[] = FAULTS.map(([name, replaced]) => plainSsr(name, replaced));

function onGrid(idf: number): number {
  return Math.floor(idf / GRID_STEP + 0.5) * GRID_STEP;
}

function keepBigramsFirst(words: readonly string[], bigrams: readonly string[]): string[] {
  const all = keep(words, bigrams, Infinity);
  if (all.length <= SIGNAL_CAP) return all;
  return [...all.filter((signal) => signal.includes(' ')), ...all].slice(0, SIGNAL_CAP);
}

/** The signals that the cap keeps, each as often as it stands in the text. */
function withRepeats(words: readonly string[], bigrams: readonly string[]): string[] {
  const kept = new Set(keep(words, bigrams, SIGNAL_CAP));
  return [...words, ...bigrams].filter((signal) => kept.has(signal));
}

/** A card whose score only equals the worst one kept is passed over, though its matched count or id may be better. */
function prunedEarly(...[found, k, compare]: Parameters<Parts['cut']>): ReturnType<Parts['cut']> {
  const kept: typeof found = [];
  for (const hit of found) {
    if (kept.length === k && hit.score <= kept[k - 1]!.score) continue;
    kept.push(hit);
    kept.sort(compare).splice(k);
  }
  return kept;
}

/** Cards that share nothing with the query fill the pool. */
function filledUp(...[found, k, compare, ids]: Parameters<Parts['cut']>): ReturnType<Parts['cut']> {
  const there = new Set(found.map((hit) => hit.id));
  const filler = ids.filter((id) => !there.has(id)).map((id) => ({ id, score: 0, matched: 0 }));
  return [...found.sort(compare), ...filler].slice(0, k);
}
