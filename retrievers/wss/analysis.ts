import type { Card } from '../../datasets/card.ts';
import { stem } from '../stem.ts';
import type { Stopwords } from '../stopwords.ts';

/** What is read from one text. */
export interface Analysis {
  /** The words in order, repeats kept; two neighbours make a pair. */
  readonly sequence: readonly string[];
  /** The words that were also written as one: `github` beside `git`, `hub`. */
  readonly joined: readonly string[];
}

/** The fields of a card, and how much an occurrence in one counts: a multiple of 0.5, so that sums are exact. */
export const FIELDS: readonly (readonly [field: Exclude<keyof Card, 'id'>, multiplier: number])[] = [
  ['name', 2],
  ['description', 1],
  ['skills', 1],
  ['tags', 1],
  ['examples', 1],
  ['tools', 0.5],
];

/**
 * Reads a text: runs of letters and digits, cut into parts where the case says so (`createIssue`, `HTTPServer`), each part
 * brought to its norm. Linear in the length of the text.
 *
 * @param normOf another norm than `norm`.
 */
export function analyse(text: string, stopwords: Stopwords, normOf: typeof norm = norm): Analysis {
  const sequence: string[] = [];
  const joined: string[] = [];
  for (const run of text.match(/[A-Za-z0-9]+/g) ?? []) {
    const parts = partsOf(run);
    for (const part of parts) push(sequence, normOf(part, stopwords));
    if (parts.length > 1) push(joined, normOf(run, stopwords));
  }
  return { sequence, joined };
}

/**
 * The norm of a part: lower case; undefined for one character and for stopwords; as it is where it holds a digit, else its
 * English stem.
 */
export function norm(part: string, stopwords: Stopwords): string | undefined {
  const word = part.toLowerCase();
  if (word.length < 2 || stopwords.words.has(word)) return undefined;
  return /[0-9]/.test(word) ? word : stem(word);
}

/** Two neighbours as a signal, in code point order; undefined where they are one word. */
export function pairOf(a: string, b: string): string | undefined {
  if (a === b) return undefined;
  // Words are ASCII: the order of UTF-16 units is that of code points.
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** The words of a text, joined ones included, and its pairs; repeats kept. */
export function occurrencesOf({ sequence, joined }: Analysis): string[] {
  return [...sequence, ...joined, ...sequence.slice(1).flatMap((word, i) => pairOf(sequence[i]!, word) ?? [])];
}

/** Cuts a run between a small letter or digit and a capital, and before the last capital ahead of a small letter. */
function partsOf(run: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 1; i < run.length; i++) {
    if (isCapital(run[i]!) && (!isCapital(run[i - 1]!) || isSmall(run[i + 1] ?? ''))) {
      parts.push(run.slice(start, i));
      start = i;
    }
  }
  parts.push(run.slice(start));
  return parts;
}

function isCapital(character: string): boolean {
  return character >= 'A' && character <= 'Z';
}

function isSmall(character: string): boolean {
  return character >= 'a' && character <= 'z';
}

function push(words: string[], word: string | undefined): void {
  if (word !== undefined) words.push(word);
}
