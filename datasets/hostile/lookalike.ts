import type { Random } from '../synthetic/random.ts';
import { type Forger, textsOf } from './forger.ts';

/** Cyrillic letters that look like Latin ones. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ...pairs('aceijopsxy', '\u0430\u0441\u0435\u0456\u0458\u043e\u0440\u0455\u0445\u0443'),
  ...pairs('ABCEHIKMOPSTX', '\u0410\u0412\u0421\u0415\u041d\u0406\u041a\u041c\u041e\u0420\u0405\u0422\u0425'),
]);

/** Zero-width space, word joiner, zero-width no-break space, soft hyphen. */
const UNSEEN = ['\u200b', '\u2060', '\ufeff', '\u00ad'];

/**
 * A popular card whose name looks the same and is another: a letter of each word replaced by its twin of another script,
 * or an invisible character within each word, in turn. The other texts stay as they are, so that it is found like the
 * real one.
 */
export const lookalike: Forger = ({ popular }, random, i) => {
  const imitates = random.pick(popular);
  const disguise = i % 2 === 0 ? withTwin : withUnseen;
  const disguised = (text: string) => text.replace(/[A-Za-z0-9]{2,}/g, (word) => disguise(word, random));
  const { description, name } = imitates;
  const changes = disguised(name) !== name ? { name: disguised(name) } : { description: disguised(description) };
  return { imitates, texts: textsOf(imitates, changes) };
};

/** A word without a letter that has a twin takes an invisible character. */
function withTwin(word: string, random: Random): string {
  const places = [...word].flatMap((letter, place) => (TWINS.has(letter) ? [place] : []));
  if (places.length === 0) return withUnseen(word, random);
  const place = random.pick(places);
  return `${word.slice(0, place)}${TWINS.get(word[place]!)}${word.slice(place + 1)}`;
}

function withUnseen(word: string, random: Random): string {
  const place = random.between(1, word.length - 1);
  return `${word.slice(0, place)}${random.pick(UNSEEN)}${word.slice(place)}`;
}

function pairs(letters: string, twins: string): [string, string][] {
  const twin = [...twins];
  return [...letters].map((letter, i) => [letter, twin[i]!]);
}
