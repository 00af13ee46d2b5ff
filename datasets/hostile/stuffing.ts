import { type Forger, plainTexts } from './forger.ts';

const TIMES = 200;
/** The word is one of so many that names offer most. */
const WORDS = 64;

/** A word that people ask for, 200 times, and nothing else: gains where repetition counts. */
export const stuffing: Forger = ({ cards, offered }, random) => {
  const word = random.pick(offered.slice(0, WORDS));
  const repeated = new Array<string>(TIMES - 1).fill(word).join(' ');
  return { imitates: random.pick(cards), texts: plainTexts(word, repeated) };
};
