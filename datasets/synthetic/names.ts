import { Random } from './random.ts';

/** What an invented name is for. No name of one pool is ever a name of another. */
export type Pool = 'vendor' | 'product' | 'standard' | 'place';

const ONSETS = 'b c d f g h k l m n p r s t v z'.split(' ');
const VOWELS = 'a e i o u'.split(' ');
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel));
/** Keeps the pools apart: the part before is always consonant and vowel in turn. */
const ENDINGS: Readonly<Record<Pool, string>> = { vendor: 'x', product: 'rn', standard: 'st', place: 'lm' };
const SPACE = SYLLABLES.length ** 3;
/** A prime that does not divide the space, so that stepping by it visits every name once. */
const STEP = 196_613;

/** The shift of a seed into the space of names: other seeds know other names first. */
export function nameShift(seed: string): number {
  return new Random(`${seed}/names`).int(SPACE);
}

/**
 * The name number `index` of a pool: pronounceable, lower case, no two alike.
 *
 * @param shift from `nameShift`.
 * @param index an integer >= 0 and below 2^35.
 */
export function inventedName(shift: number, pool: Pool, index: number): string {
  // Full rounds through the space get further syllables in front.
  let rest = Math.floor(index / SPACE);
  let code = ((index % SPACE) * STEP + shift) % SPACE;
  let name = ENDINGS[pool];
  for (let i = 0; i < 3; i++) {
    name = SYLLABLES[code % SYLLABLES.length] + name;
    code = Math.floor(code / SYLLABLES.length);
  }
  while (rest > 0) {
    name = SYLLABLES[rest % SYLLABLES.length] + name;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name;
}
