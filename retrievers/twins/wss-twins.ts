import { compareCodePoints } from '../ranking.ts';
import type { Retriever } from '../retriever.ts';
import { stem } from '../stem.ts';
import { makeStopwords, STOPWORDS_V1, type Stopwords } from '../stopwords.ts';
import { analyse, norm } from '../wss/analysis.ts';
import { idf, rootNorm, weight } from '../wss/weight.ts';
import { type Parts, plainWss, SOUND } from './wss-plain.ts';

/** The plain wss with nothing broken: if the gate does not pass it, the gate is at fault and not the twins. */
export const WSS_CONTROL: Retriever = plainWss('wss-control');

const GRID_STEP = 2 ** -32;
const NO_STOPWORDS = makeStopwords('none', []);

/** wss with another norm of words. */
const withNorm = (normOf: typeof norm): Partial<Parts> => ({
  analyse: (text, stopwords) => analyse(text, stopwords, normOf),
});

/** wss with another multiplier for the fields that had `from`. */
const withTimes = (from: number, to: number): Partial<Parts> => ({
  texts: (card) => SOUND.texts(card).map(([text, times]) => [text, times === from ? to : times]),
});

/** By name, one fault each. */
const FAULTS: readonly (readonly [name: string, replaced: Partial<Parts>])[] = [
  // Words and pairs
  ['wss-lower-case-first', { analyse: (text, stopwords) => analyse(text.toLowerCase(), stopwords) }],
  ['wss-joined-word-lost', { analyse: (text, stopwords) => ({ ...analyse(text, stopwords), joined: [] }) }],
  [
    'wss-joined-words-in-pairs',
    {
      analyse: (text, stopwords) => {
        const { joined, sequence } = analyse(text, stopwords);
        return { sequence: [...sequence, ...joined], joined: [] };
      },
    },
  ],
  ['wss-request-words-kept', { analyse: (text) => analyse(text, STOPWORDS_V1) }],
  ['wss-not-stemmed', withNorm((part, table) => norm(part, table) && part.toLowerCase())],
  ['wss-words-with-digits-stemmed', withNorm((part, table) => norm(part, table) && stem(part.toLowerCase()))],
  ['wss-stopwords-by-stem', withNorm((part, table) => stopped(norm(part, NO_STOPWORDS), table))],
  [
    'wss-one-letter-words-kept',
    withNorm((part, table) => (part.length === 1 ? part.toLowerCase() : norm(part, table))),
  ],
  ['wss-pairs-in-text-order', { pairs: (sequence) => sequence.slice(1).map((word, i) => `${sequence[i]} ${word}`) }],
  [
    'wss-pairs-of-one-word',
    { pairs: (sequence) => sequence.slice(1).map((word, i) => [sequence[i], word].sort().join(' ')) },
  ],
  // Fields of one multiplier read as one text.
  [
    'wss-pairs-cross-texts',
    {
      texts: (card) =>
        [2, 1, 0.5].map((wanted) => {
          const texts = SOUND.texts(card).filter(([, times]) => times === wanted);
          return [texts.map(([text]) => text).join('\n'), wanted];
        }),
    },
  ],
  ['wss-pairs-lost', { pairs: () => [] }],

  // Statistics of a card
  ['wss-name-counts-once', withTimes(2, 1)],
  ['wss-tools-count-in-full', withTimes(0.5, 1)],
  ['wss-length-before-field-weights', { length: (words) => words }],
  ['wss-mean-without-empty-cards', { mean: (lengths) => SOUND.mean(lengths.filter((length) => length > 0)) }],

  // Weights and sums
  ['wss-length-ignored', { norm: (_, mean) => SOUND.norm(mean, mean) }],
  ['wss-length-as-bm25', { norm: (length, mean) => 2 * (1 - 0.75 + 0.75 * (length / mean)) }],
  ['wss-length-under-a-root', { norm: rootNorm }],
  ['wss-df-off-by-one', { idf: (cards, df) => idf(cards, df + 1) }],
  ['wss-idf-not-rounded-first', { idf: (cards, df) => Math.log(1 + (cards - df + 0.5) / (df + 0.5)) }],
  ['wss-pairs-count-in-full', { gain: (ofIdf) => ofIdf }],
  ['wss-pair-gain-rounded', { gain: (ofIdf, isPair) => (isPair ? nearest(ofIdf * 0.3) : ofIdf) }],
  ['wss-weight-one-grid-step-off', { weight: (...of) => weight(...of) + GRID_STEP }],
  ['wss-weight-rounded-down', { weight: (gained, saturated) => down(gained * saturated) }],
  ['wss-weight-off-the-grid', { weight: (gained, saturated) => gained * saturated }],
  ['wss-query-repeats-counted', { ofQuery: (signals) => signals }],
  ['wss-posting-lost', { postings: (held) => held.slice(0, -1) }],

  // The order and the cut
  ['wss-ties-by-insertion', { compare: (a, b) => b.score - a.score || (b.matched ?? 0) - (a.matched ?? 0) }],
  ['wss-ids-in-utf16-order', { compare: (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1) }],
  ['wss-pruned-one-step-early', { cut: prunedEarly }],
  ['wss-one-hit-short', { cut: (found, k, compare) => SOUND.cut(found, Math.max(1, k - 1), compare) }],
];

/** wss broken on purpose, one fault a twin. A comparison with the oracle that passes one of them is worth nothing. */
export const WSS_TWINS: readonly Retriever[] = FAULTS.map(([name, replaced]) => plainWss(name, replaced));

/** The plain wss-sqrt with nothing broken, and broken: what differs from wss is one line, so there are few. */
export const WSS_SQRT_CONTROL: Retriever = plainSqrt('wss-sqrt-control', {});
export const WSS_SQRT_TWINS: readonly Retriever[] = [
  plainSqrt('wss-sqrt-without-root', { norm: SOUND.norm }),
  plainSqrt('wss-sqrt-root-of-the-length-alone', { norm: (length, mean) => (2 * Math.sqrt(length)) / mean }),
  plainSqrt('wss-sqrt-weight-one-grid-step-off', { weight: (...of) => weight(...of) + GRID_STEP }),
];

function plainSqrt(name: string, replaced: Partial<Parts>): Retriever {
  return plainWss(name, { norm: rootNorm, ...replaced }, 'exhaustive-wss-sqrt');
}

/** Nothing for a word of the table. */
function stopped(word: string | undefined, { words }: Stopwords): string | undefined {
  return word !== undefined && words.has(word) ? undefined : word;
}

function nearest(x: number): number {
  return Math.floor(x / GRID_STEP + 0.5) * GRID_STEP;
}

function down(x: number): number {
  return Math.floor(x / GRID_STEP) * GRID_STEP;
}

/** A card whose score only equals the worst one kept is passed over, though its id may be better. */
function prunedEarly(...[found, k, compare]: Parameters<Parts['cut']>): ReturnType<Parts['cut']> {
  const kept: typeof found = [];
  for (const hit of [...found].sort((a, b) => -compareCodePoints(a.id, b.id))) {
    if (kept.length === k && hit.score <= kept[k - 1]!.score) continue;
    kept.push(hit);
    kept.sort(compare).splice(k);
  }
  return kept;
}
