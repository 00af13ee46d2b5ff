import { newStemmer } from 'snowball-stemmers';

const english = newStemmer('english');

/** Stems found before: the library takes as long for one word as all else for a query. Emptied when it is full. */
const known = new Map<string, string>();
const MOST_KNOWN = 2 ** 14;

/** Longer words are read with the `y`s of their head replaced. Any limit above twice the tail does. */
const LONG = 256;
/** The stemmer changes no more than the last 30 letters of a word, and looks at no more than a few before those. */
const TAIL = 64;

/**
 * The English stem of a word: Snowball's Porter2, version 2.2.
 *
 * @param word of the letters a to z alone.
 */
export function stem(word: string): string {
  if (word.length <= LONG) return knownStem(word);
  // The library rewrites the whole word for each `y` that is a consonant: a word of a million takes it hours. The head
  // counts only by which of its letters are vowels, so each `y` there may be another letter of its kind.
  const head = word.slice(0, -TAIL);
  const stemmed = english.stem(withoutYs(head) + word.slice(-TAIL));
  return head + stemmed.slice(head.length);
}

function knownStem(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (known.size === MOST_KNOWN) known.clear();
  const stemmed = english.stem(word);
  known.set(word, stemmed);
  return stemmed;
}

/** Replaces each `y` by the consonant `x` or the vowel `a`: it is a consonant at the beginning and after a vowel. */
function withoutYs(head: string): string {
  const letters = Array.from(head);
  for (let i = 0; i < letters.length; i++) {
    if (letters[i] === 'y') letters[i] = i === 0 || 'aeiou'.includes(letters[i - 1]!) ? 'x' : 'a';
  }
  return letters.join('');
}
