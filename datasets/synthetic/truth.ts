import { type Capability, drawCapability } from './capability.ts';
import { Random } from './random.ts';
import { DOMAINS } from './words/domains.ts';

/** What kind of publisher a card is from: one tool, a short note, an agent with some skills, a server of many tools. */
type Shape = 'tool' | 'terse' | 'agent' | 'suite';

/** What a card can do, known before a word of it is written. */
export interface Truth {
  readonly shape: Shape;
  readonly domain: number;
  /** At least one. The first is what the card is mainly about. No two are equal. */
  readonly capabilities: readonly Capability[];
}

/** What of a card's truth can be known without looking at any other card. */
interface Seedling {
  readonly shape: Shape;
  readonly domain: number;
  /** Whether its main capability is its own idea. Else it is taken from an earlier card. */
  readonly founder: boolean;
  readonly random: Random;
}

function seedling(seed: string, i: number): Seedling {
  const random = new Random(`${seed}/truth/${i}`);
  const kind = random.next();
  const shape = kind < 0.46 ? 'tool' : kind < 0.62 ? 'terse' : kind < 0.88 ? 'agent' : 'suite';
  return { shape, domain: random.skewed(DOMAINS.length), founder: i === 0 || random.chance(0.5), random };
}

/** The founder's main capability: the first thing its generator draws after the seedling. */
function founded(s: Seedling, i: number): Capability {
  return drawCapability(s.random, s.domain, i, false);
}

/** How often a card that copies looks for an earlier founder before it takes an idea of its own. */
const TRIES = 12;

/**
 * What card `i` can do. A pure function of seed and index: it reads earlier cards' own ideas, never the registry's size.
 * Copies come from all earlier founders alike, so the cards of one capability grow with the logarithm of the registry:
 * 2 on average, about 12 for the oldest of a hundred thousand; a few more where two founders have the same idea.
 *
 * @param i an integer >= 0.
 */
export function truthOf(seed: string, i: number): Truth {
  const own = seedling(seed, i);
  let domain = own.domain;
  let main: Capability | undefined = own.founder ? founded(own, i) : undefined;
  for (let n = 0; main === undefined && n < TRIES; n++) {
    const earlier = own.random.int(i);
    const other = seedling(seed, earlier);
    if (other.founder) {
      main = founded(other, earlier);
      domain = other.domain;
    }
  }
  main ??= founded(own, i);
  const capabilities = [main];
  const random = new Random(`${seed}/more/${i}`);
  const more = own.shape === 'agent' ? random.between(0, 3) : own.shape === 'suite' ? random.between(3, 9) : 0;
  for (let n = 0; n < more; n++) {
    const next = drawCapability(random, domain, i, false);
    if (!capabilities.some((c) => c.noun === next.noun && c.action === next.action)) capabilities.push(next);
  }
  return { shape: own.shape, domain, capabilities };
}
