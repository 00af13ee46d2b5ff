import { type Forger, shuffled, textsOf } from './forger.ts';

/** What vendors call the next one of the same. */
const ADDITIONS = ['pro', 'plus', 'hub', 'express', 'one', 'premium'];

/** A popular card once more: under a longer name, its lists in another order. It takes the place of others beside it. */
export const clones: Forger = ({ popular }, random) => {
  const imitates = random.pick(popular);
  const { examples, name, skills, tags, tools } = imitates;
  const changes = {
    name: [name, random.pick(ADDITIONS)].filter((part) => part !== '').join(' '),
    skills: shuffled(skills, random),
    tags: shuffled(tags, random),
    examples: shuffled(examples, random),
    tools: shuffled(tools, random),
  };
  return { imitates, texts: textsOf(imitates, changes) };
};
