import { visible } from '../visible.ts';

/** Nothing that describes an agent nests deeper; what does is a mistake or an attack. */
export const MAX_DEPTH = 100;

/** A parsed text, or in a few words why it is none and how many lines down. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string; readonly linesDown: number };

/** Parses one JSON text of bounded nesting. Never throws. */
export function parseJson(text: string): Parsed {
  const deep = tooDeepAt(text);
  if (deep !== -1) {
    return { ok: false, problem: `nested deeper than ${MAX_DEPTH} levels`, linesDown: countLineFeeds(text, deep) };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /position (\d+)/.exec(message);
    const linesDown = position === null ? lineOfToken(text) : countLineFeeds(text, Number(position[1]));
    return { ok: false, problem: `not JSON: ${reasonOf(message)}`, linesDown };
  }
}

/**
 * How many lines down the unexpected token is, for which V8 gives no offset. What stands before it is the start of good
 * JSON, which fails in another way: so the token shows in every run of lines that holds it, and halving finds the first.
 */
function lineOfToken(text: string): number {
  const ends: number[] = [];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) ends.push(i);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasUnexpectedToken(text.slice(0, ends[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as SyntaxError).message.startsWith('Unexpected token');
  }
}

/** V8's message without its offset, which counts from a start that the reader cannot see, and without the text around. */
function reasonOf(message: string): string {
  const reason = message
    .replace(/^(Unexpected token '.{1,2}').*$/su, '$1')
    .replace(/(?: in JSON)? at position.*$/s, '')
    .replace(/^".*" is not valid JSON$/s, 'Unexpected text');
  return visible(reason, 80);
}

/** Index of the first bracket that nests too deep, or -1. Brackets in strings do not count. */
function tooDeepAt(text: string): number {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > MAX_DEPTH) return i;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return -1;
}

function countLineFeeds(text: string, end: number): number {
  let count = 0;
  for (let i = text.indexOf('\n'); i !== -1 && i < end; i = text.indexOf('\n', i + 1)) count++;
  return count;
}
