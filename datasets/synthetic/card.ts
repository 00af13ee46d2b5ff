import type { Card } from '../card.ts';
import { type Capability, drawWording, poolSize, type Worded, type Wording, word } from './capability.ts';
import { camel, capitalize, gerund, kebab, plural, snake, thirdPerson } from './morphology.ts';
import { inventedName } from './names.ts';
import { Random } from './random.ts';
import { type Truth, truthOf } from './truth.ts';
import { DOMAINS, type Domain } from './words/domains.ts';
import { BOILERPLATE } from './words/phrases.ts';

/** The words in which card `i` puts its capability number `slot`. */
export function wordingOf(seed: string, i: number, slot: number): Wording {
  return drawWording(new Random(`${seed}/wording/${i}/${slot}`));
}

/** The object with its qualifier and its scope: `overdue invoices`, `invoices in bulk`. */
export function objectPhrase(w: Worded, many: boolean): string {
  const noun = many ? plural(w.noun) : w.noun;
  return `${w.qualifier === '' ? noun : `${w.qualifier} ${noun}`}${w.scope === '' ? '' : ` ${w.scope}`}`;
}

/** What the parts of a card are written from. */
interface Desk {
  readonly random: Random;
  readonly truth: Truth;
  readonly domain: Domain;
  readonly vendor: string;
  readonly worded: readonly Worded[];
  readonly shift: number;
  readonly index: number;
}

/** The card's own generator, and the first thing it draws: who publishes it. */
function signature(seed: string, shift: number, i: number): { random: Random; vendor: string } {
  const random = new Random(`${seed}/card/${i}`);
  return { random, vendor: inventedName(shift, 'vendor', random.skewed(poolSize(i))) };
}

function idFrom(vendor: string, main: Worded, i: number): string {
  return `${vendor}/${snake(`${main.verb} ${main.noun}`)}-${i}`;
}

/** The id of card `i`, without writing the card. */
export function idOf(seed: string, shift: number, i: number): string {
  const main = word(truthOf(seed, i).capabilities[0]!, wordingOf(seed, i, 0), shift);
  return idFrom(signature(seed, shift, i).vendor, main, i);
}

/**
 * Card `i` of every registry of a seed that is long enough to have it.
 *
 * @param shift the seed's `nameShift`.
 */
export function cardOf(seed: string, shift: number, i: number): Card {
  const truth = truthOf(seed, i);
  const { random, vendor } = signature(seed, shift, i);
  const worded = truth.capabilities.map((c: Capability, slot) => word(c, wordingOf(seed, i, slot), shift));
  const desk = { random, truth, domain: DOMAINS[truth.domain]!, vendor: capitalize(vendor), worded, shift, index: i };
  return { id: idFrom(vendor, worded[0]!, i), ...write(desk, worded[0]!) };
}

function write(desk: Desk, main: Worded): Omit<Card, 'id'> {
  const { random, domain, vendor, worded } = desk;
  const title = `${main.verb} ${random.chance(0.5) && main.qualifier !== '' ? `${main.qualifier} ` : ''}${main.noun}`;
  switch (desk.truth.shape) {
    case 'tool':
      return {
        name: title,
        description: sentences(desk, main, 0.35, 0.35),
        skills: [],
        tags: random.chance(0.6) ? [domain.field[0]!] : [],
        examples: [],
        tools: parameters(desk, main),
      };
    case 'terse':
      return {
        name: random.chance(0.5) ? title : `${vendor} ${main.noun}`,
        description: random.chance(0.9) ? purpose(desk, main) : `${capitalize(objectPhrase(main, true))}.`,
        skills: [],
        tags: random.chance(0.3) ? [random.pick(domain.field)] : [],
        examples: [],
        tools: [],
      };
    case 'agent':
      return {
        name: `${vendor} ${capitalize(random.chance(0.6) ? main.noun : random.pick(domain.field))} ${random.pick(KINDS)}`,
        description: sentences(desk, main, 0.8, 0.8),
        skills: worded.map((w) => `${capitalize(gerund(w.verb))} ${plural(w.noun)}: ${purpose(desk, w)}`),
        tags: tags(desk),
        examples: worded.filter(() => random.chance(0.5)).map((w) => example(desk, w)),
        tools: random.chance(0.4) ? worded.map((w) => identifier(random, `${w.verb} ${w.noun}`)) : [],
      };
    case 'suite':
      return {
        name: random.chance(0.5)
          ? `${vendor} ${capitalize(random.pick(domain.field))} MCP Server`
          : `${kebab(`${vendor.toLowerCase()} ${domain.field[0]} mcp`)}`,
        description: sentences(desk, main, 1, 1),
        skills: [],
        tags: tags(desk),
        examples: random.chance(0.3) ? [example(desk, random.pick(worded))] : [],
        tools: worded.map((w) => `${identifier(random, `${w.verb} ${w.noun}`)}: ${purpose(desk, w)}`),
      };
  }
}

const KINDS = ['Agent', 'Assistant', 'Copilot', 'Service', 'Bot', 'Advisor'];

/** A name as programs write it, in one of their habits. */
function identifier(random: Random, words: string): string {
  const habit = random.next();
  return habit < 0.4 ? snake(words) : habit < 0.6 ? kebab(words) : habit < 0.85 ? camel(words) : words;
}

/** One sentence that says what a capability does. */
function purpose({ random, domain }: Desk, w: Worded): string {
  const object = objectPhrase(w, random.chance(0.7));
  switch (random.int(6)) {
    case 0:
      return `${capitalize(w.verb)} ${object}.`;
    case 1:
      return `A tool for ${gerund(w.verb)} ${object}.`;
    case 2:
      return `Lets you ${w.verb} ${object} with a single request.`;
    case 3:
      return `Helps ${random.pick(domain.field)} teams ${w.verb} ${object}.`;
    default:
      return `${capitalize(thirdPerson(w.verb))} ${object}.`;
  }
}

/** A description: the purpose, what else is said of it, and what is said of everything. */
function sentences(desk: Desk, main: Worded, aside: number, boilerplate: number): string {
  const { random, vendor } = desk;
  const parts = [purpose(desk, main)];
  while (parts.length < 4 && random.chance(aside * 0.6)) parts.push(mention(desk));
  let tail = boilerplate;
  while (random.chance(tail)) {
    parts.push(random.pick(BOILERPLATE).replaceAll('{v}', vendor));
    tail *= 0.55;
  }
  return parts.join(' ');
}

/** Something that the card is not about and says in passing. */
function mention({ random, domain, shift, index }: Desk): string {
  const noun = plural(random.pickSkewed(domain.nouns).names[0]!);
  const other = plural(random.pick(domain.nouns).names[0]!);
  switch (random.int(4)) {
    case 0:
      return `Works with ${noun}, ${other} and ${random.pick(domain.qualifiers)} ${noun}.`;
    case 1:
      return `Integrates with ${capitalize(inventedName(shift, 'product', random.skewed(poolSize(index))))}.`;
    case 2:
      return `Made for people who handle ${random.pick(domain.qualifiers)} ${noun} every day.`;
    default:
      return `Can be combined with agents that deal with ${noun} or ${other}.`;
  }
}

function tags({ random, domain, worded }: Desk): string[] {
  const all = [random.pick(domain.field), ...worded.slice(0, 3).map((w) => w.noun)];
  if (random.chance(0.5)) all.push(worded[0]!.verb);
  return [...new Set(all)];
}

function example({ random }: Desk, w: Worded): string {
  return `${random.pick(['Please ', 'Can you ', ''])}${w.verb} ${objectPhrase(w, true)}`;
}

/** Parameters as tool formats have them: a name and what it means. */
function parameters({ random }: Desk, w: Worded): string[] {
  const noun = w.noun;
  const all = [
    `${snake(noun)} id The unique identifier of the ${noun}.`,
    `limit The maximum number of ${plural(noun)} to return.`,
    `format The output format, such as json or text. Default is json.`,
    `user id The identifier of the user who makes the request.`,
    `date The date in the format YYYY-MM-DD.`,
    `verbose Whether to include all details in the response.`,
  ];
  const count = random.int(4);
  return Array.from({ length: count }, () => random.pick(all)).filter((p, n, list) => list.indexOf(p) === n);
}
