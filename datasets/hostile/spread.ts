import { type Forger, plainTexts, shuffled } from './forger.ts';

/** So many cards divide the commonest words among them; further ones begin again. */
const CARDS = 16;
/** Words in the name, which some retrievers weigh more. */
const IN_NAME = 4;

/**
 * As many different words as count, each once: the first card holds the commonest of the registry, the next one those
 * that follow. A few such cards share something with nearly every query, and gain where nobody asks how much else a card
 * says.
 */
export const spread: Forger = ({ cards, rules, words }, random, i) => {
  const parts = Math.min(CARDS, Math.ceil(words.length / rules.cap));
  // The last part may have fewer words left than count: it takes some of the part before.
  const start = Math.max(0, Math.min((i % parts) * rules.cap, words.length - rules.cap));
  const own = shuffled(words.slice(start, start + rules.cap), random);
  return {
    imitates: random.pick(cards),
    texts: plainTexts(own.slice(0, IN_NAME).join(' '), own.slice(IN_NAME).join(' ')),
  };
};
