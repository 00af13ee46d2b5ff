import type { Card } from './card.ts';
import type { Query } from './dataset.ts';

/**
 * Code points that show nothing: controls (tab, LF and CR aside), the default-ignorable characters of Unicode (soft
 * hyphen, joiners, zero width, bidi marks and overrides, fillers, variation selectors, the tag block) and the
 * interlinear marks. A table of our own, sorted, because `\p{...}` changes with the Unicode version of Node.
 */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x0000, 0x0008],
  [0x000b, 0x000c],
  [0x000e, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;

/** True for a code point that shows nothing, whatever stands around it. */
export function isInvisible(code: number): boolean {
  // Printable ASCII is nearly everything that is ever asked.
  if (code >= 0x20 && code < 0x7f) return false;
  for (const [first, last] of INVISIBLE) {
    if (code < first) return false;
    if (code <= last) return true;
  }
  return false;
}

/**
 * True where a joiner can do its work: scripts from Hebrew onwards, and emoji. In Latin, Greek and Cyrillic text, beside
 * a space or beside punctuation it only splits or hides words.
 */
function takesJoiner(code: number): boolean {
  if (code < 0x0590 || (code >= 0x1e00 && code <= 0x206f)) return false;
  return !isInvisible(code);
}

/**
 * True for an invisible character that the writing needs between its neighbours. -1 = an end of the text; `before` is also
 * -1 after a character that was removed.
 */
function isNeeded(code: number, before: number, after: number): boolean {
  if (code === ZWNJ || code === ZWJ) return (takesJoiner(before) || before === EMOJI_STYLE) && takesJoiner(after);
  // A variation selector picks a shape of the character in front of it: one each, never after ASCII or another selector.
  const selects = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
  if (!selects) return false;
  if (code === EMOJI_STYLE && after === KEYCAP) return true;
  return before > 0xa0 && !isInvisible(before);
}

/** Walks a text once; calls `keep` with each code point that stays. Returns how many do not. */
function sift(text: string, keep: (character: string) => void): number {
  let hidden = 0;
  let before = -1;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    const stays = !isInvisible(code) || isNeeded(code, before, text.codePointAt(next) ?? -1);
    if (stays) keep(text.slice(i, next));
    else hidden++;
    before = stays ? code : -1;
    i = next;
  }
  return hidden;
}

/** Anything that `sift` could count. Most texts hold nothing of the kind and need no walk. */
const SUSPECT = /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u033f]/;

/** How many characters (code points) of a text are invisible and not needed by its script. */
export function countInvisible(text: string): number {
  return SUSPECT.test(text) ? sift(text, () => {}) : 0;
}

/** The text without its invisible characters; joiners and variation selectors stay where script or emoji need them. */
export function withoutInvisible(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const kept: string[] = [];
  return sift(text, (character) => kept.push(character)) === 0 ? text : kept.join('');
}

function cardTexts(card: Card): string[] {
  return [card.name, card.description, ...card.skills, ...card.tags, ...card.examples, ...card.tools];
}

/** How many invisible characters a card's texts hold. Its id is not text. */
export function invisibleInCard(card: Card): number {
  return cardTexts(card).reduce((sum, text) => sum + countInvisible(text), 0);
}

/** The card with its invisible characters removed from every text (`--strip-invisible`). The id stays as it is. */
export function stripInvisible(card: Card): Card {
  return {
    id: card.id,
    name: withoutInvisible(card.name),
    description: withoutInvisible(card.description),
    skills: card.skills.map(withoutInvisible),
    tags: card.tags.map(withoutInvisible),
    examples: card.examples.map(withoutInvisible),
    tools: card.tools.map(withoutInvisible),
  };
}

/** The query with its invisible characters removed from its text. */
export function stripInvisibleQuery(query: Query): Query {
  return { ...query, text: withoutInvisible(query.text) };
}
