import { Random } from './random.ts';

/** What an invented name is for. No name of one pool is ever a name of another. */
export type Pool = 'vendor' | 'product' | 'standard' | 'person';

const ONSETS = 'b c d f g h k l m n p r s t v z'.split(' ');
const VOWELS = 'a e i o u'.split(' ');
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel));
/** Keeps the pools apart, whatever stands before. Each starts with a consonant, as no syllable ends. */
const ENDINGS: Readonly<Record<Pool, readonly string[]>> = {
  vendor: ['x', 'n', 'rk', 'ss'],
  product: ['rn', 'lt', 'ft', 'm'],
  standard: ['st', 'ng', 'nd', 'rd'],
  person: ['l', 'rt', 'nna', 'k'],
};
const SHORT = SYLLABLES.length ** 2;
const LONG = SYLLABLES.length ** 3;
/** A prime that divides neither, so that stepping by it visits every name once. */
const STEP = 196_613;

/** The shift of a seed into the space of names: other seeds know other names first. */
export function nameShift(seed: string): number {
  return new Random(`${seed}/names`).int(LONG);
}

/**
 * The name number `index` of a pool: pronounceable, lower case, no two alike. The first 6,400 have two syllables, the
 * later ones three and more.
 *
 * @param shift from `nameShift`.
 * @param index an integer >= 0 and below 2^35.
 */
export function inventedName(shift: number, pool: Pool, index: number): string {
  const endings = ENDINGS[pool];
  if (index < SHORT) {
    const code = (index * STEP + shift) % SHORT;
    return syllables(code, 2) + endings[code % endings.length];
  }
  const further = index - SHORT;
  const code = ((further % LONG) * STEP + shift) % LONG;
  // Full rounds through the space get more syllables in front.
  let rest = Math.floor(further / LONG);
  let front = '';
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) front = SYLLABLES[rest % SYLLABLES.length] + front;
  return front + syllables(code, 3) + endings[code % endings.length];
}

function syllables(code: number, count: number): string {
  let rest = code;
  let text = '';
  for (let i = 0; i < count; i++) {
    text = SYLLABLES[rest % SYLLABLES.length] + text;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return text;
}
