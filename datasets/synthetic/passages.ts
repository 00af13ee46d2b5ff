import type { Card } from '../card.ts';
import { Random } from './random.ts';

/*
 * Text in the shape of a passage collection: about 55 words a passage, half of them function words, the others falling off
 * in frequency as in real text (a few in every twentieth passage, most in very few), with new ones without end and with
 * neighbours that belong together. For measuring how an index grows; the words mean nothing.
 */

/** Function words; they carry the passage's rhythm and no signal. */
const FUNCTION_WORDS =
  'the of and to in is that for it as was with be by on not he this are or his from at which'.split(' ');

/**
 * Share of the content words, in thousandths, that go to the words of rank 1, 2-3, 4-7, 8-15 and so on: within an octave
 * all are as likely. It follows Zipf's law in the middle; at the end it leaves so many to rare words that the vocabulary
 * grows with about the square root of the text.
 */
const OCTAVES = [4, 8, 14, 23, 36, 52, 69, 85, 97, 111, 103, 95, 82, 65, 48, 35, 24, 16, 11, 8, 5, 4, 3, 2];
/** By thousandth: the octave. */
const OCTAVE_OF = OCTAVES.flatMap((share, octave) => new Array<number>(share).fill(octave));

const CONSONANTS = 'bdfgklmnprstvzhj';
const VOWELS = 'aiuoe';

/**
 * The first `count` passages of a seed, one at a time, as cards with a description and nothing else; ids are `0`, `1` and
 * so on. Passage `i` depends on seed and `i` alone.
 *
 * @param seed text: `042` is not `42`.
 * @param count an integer >= 0.
 */
export function* syntheticPassages(seed: string, count: number): Generator<Card, void, undefined> {
  for (let i = 0; i < count; i++) {
    const random = new Random(`${seed}/passage/${i}`);
    const description = prose(random, contentOf(random, seed));
    yield { id: String(i), name: '', description, skills: [], tags: [], examples: [], tools: [] };
  }
}

/**
 * Queries for such a collection: two or three words of a passage, mostly neighbours, between function words. Query `j`
 * depends on `seed`, `passages` and `j` alone.
 *
 * @param passages an integer >= 1: how many passages there are.
 */
export function syntheticPassageQueries(seed: string, passages: number, count: number): string[] {
  return Array.from({ length: count }, (_, j) => {
    const random = new Random(`${seed}/passage-query/${passages}/${j}`);
    const passage = new Random(`${seed}/passage/${random.int(passages)}`);
    const content = contentOf(passage, seed);
    // Of five places the one with the most frequent word: people ask for things that are often written about.
    let at = random.int(content.length - 1);
    for (let draw = 0; draw < 4; draw++) {
      const other = random.int(content.length - 1);
      if (content[other]! < content[at]!) at = other;
    }
    const words = content.slice(at, at + (random.chance(0.25) ? 3 : 2));
    if (random.chance(0.3)) words.push(random.pick(content));
    return prose(random, words);
  });
}

/** The content words of a passage, by rank. */
function contentOf(random: Random, seed: string): number[] {
  const length = 12 + random.int(16) + random.int(16);
  const start = startOf(seed);
  const ranks: number[] = [];
  while (ranks.length < length) {
    const last = ranks[ranks.length - 1];
    if (last !== undefined && random.chance(0.12)) ranks.push(random.pick(ranks));
    else if (last !== undefined && random.chance(0.4)) ranks.push(companion(start, last, octaveWise(random)));
    else ranks.push(rankAt(random.int(1000), random.next()));
  }
  return ranks;
}

/** From 1 to 63, each octave as often: small ones are most frequent. */
function octaveWise(random: Random): number {
  const octave = random.int(6);
  return (1 << octave) + random.int(1 << octave);
}

/** The n-th of the words that like to follow a word: as frequent or rare as any. */
function companion(start: number, rank: number, n: number): number {
  let hash = Math.imul(start ^ rank, 0x9e3779b1) ^ Math.imul(n, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  hash = (hash ^ (hash >>> 15)) >>> 0;
  return rankAt(hash % 1000, Math.floor(hash / 1000) / 4_294_968);
}

/** @param thousandth from 0 to 999. @param share from 0 up to, not including, 1: where in the octave. */
function rankAt(thousandth: number, share: number): number {
  const octave = OCTAVE_OF[thousandth]!;
  return (1 << octave) + Math.floor(share * (1 << octave));
}

function startOf(seed: string): number {
  return Math.floor(new Random(`${seed}/companions`).next() * 2 ** 32);
}

/** Content words in order, with function words between them, in sentences. */
function prose(random: Random, ranks: readonly number[]): string {
  let text = '';
  for (const [i, rank] of ranks.entries()) {
    while (random.chance(0.46)) text += `${random.pickSkewed(FUNCTION_WORDS)} `;
    text += spelled(rank);
    if (i < ranks.length - 1) text += random.chance(0.08) ? '. ' : ' ';
  }
  return text;
}

/** The words of low ranks, spelled once: they are most of every text. */
const SPELLED = Array.from({ length: 2 ** 14 }, (_, rank) => spell(rank));

function spelled(rank: number): string {
  return SPELLED[rank] ?? spell(rank);
}

/** A rank as a word of syllables, from five letters up; different ranks give different words, and none is English. */
function spell(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    word += CONSONANTS.charAt(rest % 16) + VOWELS.charAt(Math.floor(rest / 16) % 5);
    rest = Math.floor(rest / 80);
  } while (rest >= 16 || word.length < 4);
  return word + CONSONANTS.charAt(rest);
}
