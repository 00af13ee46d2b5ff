import fc from 'fast-check';
import type { Card } from '../../datasets/card.ts';

/** A card with a description and, where a test wants them, other fields. */
export function card(id: string, description = '', rest: Partial<Card> = {}): Card {
  return { id, name: '', description, skills: [], tags: [], examples: [], tools: [], ...rest };
}

/** The same cards as a stream. */
export async function* streamed(cards: readonly Card[]): AsyncGenerator<Card> {
  for (const each of cards) yield each;
}

/** Pieces that have broken tokenisers, keys and comparators before. */
const HOSTILE_PIECES = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'undefined', 'NaN', '1e3', '007'],
  ...[
    '\u0130stanbul',
    '\u212a',
    '\u212a8',
    '\u0131',
    '\u017f',
    '\u03a3',
    '\u00df',
    'caf\u00e9',
    'na\u00efve',
    '\uff11\uff12',
    '\u5929\u6c14',
  ],
  ...[
    '\u{1f600}',
    '\ud83d',
    '\ude00',
    '\u0000',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\uff5e',
    '\u0307',
    "can't",
    'snake_case',
    'XMLParser2',
  ],
  ...['the', 'of', 'The', 'a', 'x', '0', '\n', '\r\n', '\t', '-', '_', ' '],
];

const hostilePiece = fc.oneof(
  fc.constantFrom(...HOSTILE_PIECES),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', ' ', '_'), maxLength: 12 }),
);

/** Text of any kind: emoji, lone surrogates, NUL, letters that lower-case into ASCII, names of `Object.prototype`. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.tuple(hostilePiece, fc.constantFrom('', ' ', '\n')), { maxLength: 40 })
  .map((pieces) => pieces.flat().join(''));

/** Text of few different words, so that frequencies, scores and whole cards come out equal. */
function repetitiveText(words: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: words - 1 }), { maxLength })
    .map((numbers) => numbers.map((n) => `w${n.toString(36)}`).join(' '));
}

/** Text that mostly passes the cap of 64 signals, at it and around it. */
export const longText: fc.Arbitrary<string> = fc.oneof(
  repetitiveText(12, 200),
  repetitiveText(36, 200),
  repetitiveText(66, 300),
  repetitiveText(400, 300),
);

/** Ids that sort differently by code point, UTF-16 unit, number or locale. */
const id = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'B', '_', '1', '\uff5e', '\u{1f600}', '\ud83d', '\ude00'),
    minLength: 1,
    maxLength: 3,
  }),
  fc.constantFrom('__proto__', 'constructor', '10', '9', '007', '7', '1e3', '-1'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);

/** A small registry with many equal cards, empty ones and some long ones; ids unique, in any order. */
export const smallRegistry: fc.Arbitrary<Card[]> = fc.uniqueArray(
  fc
    .tuple(
      id,
      fc.oneof(
        { weight: 6, arbitrary: repetitiveText(5, 6) },
        { weight: 1, arbitrary: longText },
        { weight: 1, arbitrary: hostileText },
      ),
      fc.array(repetitiveText(5, 2), { maxLength: 2 }),
    )
    .map(([cardId, description, tags]) => card(cardId, description, { tags })),
  { selector: (each) => each.id, maxLength: 14 },
);

/** A query for such a registry. */
export const smallQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: repetitiveText(6, 5) },
  { weight: 1, arbitrary: longText },
  { weight: 1, arbitrary: hostileText },
);
