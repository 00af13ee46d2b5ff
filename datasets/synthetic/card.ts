import type { Card } from '../card.ts';
import { type Capability, drawWording, goalOf, poolSize, type Worded, type Wording, word } from './capability.ts';
import { camel, capitalize, gerund, kebab, nominal, participle, plural, snake, thirdPerson } from './morphology.ts';
import { inventedName, type Pool } from './names.ts';
import { Random } from './random.ts';
import { type Truth, truthOf } from './truth.ts';
import { ACTIONS } from './words/actions.ts';
import { DOMAINS, type Domain } from './words/domains.ts';
import { BOILERPLATE, PARAMETERS } from './words/phrases.ts';
import { SCOPES } from './words/scopes.ts';

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
  /** Whether this card speaks of things in the plural. */
  readonly many: boolean;
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
  const desk = {
    random,
    truth,
    domain: DOMAINS[truth.domain]!,
    vendor: capitalize(vendor),
    worded,
    shift,
    index: i,
    many: random.chance(0.6),
  };
  return { id: idFrom(vendor, worded[0]!, i), ...write(desk, worded[0]!) };
}

function write(desk: Desk, main: Worded): Omit<Card, 'id'> {
  const { random, domain, vendor, worded } = desk;
  const object = `${random.chance(0.5) && main.qualifier !== '' ? `${main.qualifier} ` : ''}${main.noun}`;
  const title = random.chance(0.7) ? `${main.verb} ${object}` : `${object} ${nominal(main.verb)}`;
  switch (desk.truth.shape) {
    case 'tool':
      return {
        name: title,
        description: description(desk, main, 0.45, 0.4),
        skills: [],
        tags: random.chance(0.6) ? [domain.field[0]!] : [],
        examples: [],
        tools: parameters(desk, main, random.between(0, 4)),
      };
    case 'terse':
      return {
        name: random.chance(0.5) ? title : `${vendor} ${main.noun}`,
        description: random.chance(0.8) ? purpose(desk, main) : `${capitalize(objectPhrase(main, true))}.`,
        skills: [],
        tags: random.chance(0.3) ? [random.pick(domain.field)] : [],
        examples: [],
        tools: [],
      };
    case 'agent':
      return {
        name: `${vendor} ${capitalize(random.chance(0.6) ? main.noun : random.pick(domain.field))} ${random.pick(KINDS)}`,
        description: description(desk, main, 0.9, 0.8),
        skills: worded.map((w) => `${capitalize(doing(random, w))} ${plural(w.noun)}: ${purpose(desk, w)}`),
        tags: tags(desk),
        examples: worded.filter(() => random.chance(0.5)).map((w) => example(desk, w)),
        tools: random.chance(0.4) ? worded.map((w) => identifier(random, w)) : [],
      };
    case 'suite': {
      const explains = random.chance(0.5);
      return {
        name: random.chance(0.5)
          ? `${vendor} ${capitalize(random.pick(domain.field))} MCP Server`
          : kebab(`${vendor.toLowerCase()} ${domain.field[0]} mcp`),
        description: description(desk, main, 1, 1),
        skills: [],
        tags: tags(desk),
        examples: random.chance(0.3) ? [example(desk, random.pick(worded))] : [],
        tools: worded.map((w) => {
          const head = `${identifier(random, w)}: ${purpose(desk, w)}`;
          return explains ? `${head} Args: ${parameters(desk, w, random.between(1, 4)).join(' ')}` : head;
        }),
      };
    }
  }
}

const KINDS = ['Agent', 'Assistant', 'Copilot', 'Service', 'Bot', 'Advisor'];

/** A tool's name as programs write it, in one of their habits. */
function identifier(random: Random, w: Worded): string {
  const words = `${w.verb} ${w.qualifier !== '' && random.chance(0.5) ? `${w.qualifier} ` : ''}${w.noun}`;
  const habit = random.next();
  return habit < 0.35 ? snake(words) : habit < 0.55 ? kebab(words) : habit < 0.8 ? camel(words) : words;
}

/** The action as a noun: `creating` or `creation of`. */
function doing(random: Random, w: Worded): string {
  const noun = nominal(w.verb);
  return noun === gerund(w.verb) || random.chance(0.5) ? gerund(w.verb) : `${noun} of`;
}

/** One sentence that says what a capability does. */
function purpose({ random, domain, many }: Desk, w: Worded): string {
  const object = objectPhrase(w, many);
  switch (random.int(12)) {
    case 0:
      return `${capitalize(w.verb)} ${object}.`;
    case 1:
    case 2:
      return `A tool for ${doing(random, w)} ${object}.`;
    case 3:
      return `Lets you ${w.verb} ${object} with a single request.`;
    case 4:
      return `Helps ${random.pick(domain.field)} teams ${w.verb} ${object}.`;
    case 5:
    case 6:
      return `${capitalize(doing(random, w))} ${object} for the specified user.`;
    case 7:
      return `Returns the ${participle(w.verb)} ${object} based on the provided information.`;
    default:
      return `${capitalize(thirdPerson(w.verb))} ${object}.`;
  }
}

/**
 * A description: the purpose, sometimes again in other words or as a goal; what else is dealt with in passing; what is
 * said of everything.
 */
function description(desk: Desk, main: Worded, aside: number, boilerplate: number): string {
  const { random, vendor, truth, shift } = desk;
  const parts = [purpose(desk, main)];
  const first = truth.capabilities[0]!;
  if (random.chance(0.15 + aside * 0.4)) parts.push(`Good for ${goalOf(first)}.`);
  if (random.chance(aside * 0.65)) parts.push(purpose(desk, word(first, drawWording(random), shift)));
  for (let n = 0; n < 3 && random.chance(aside * 0.6); n++) parts.push(mention(desk));
  for (let chance = boilerplate; random.chance(chance); chance *= 0.65) {
    const said = random.pick(BOILERPLATE).replaceAll('{v}', vendor);
    if (!parts.includes(said)) parts.push(said);
  }
  return parts.join(' ');
}

/** Something that the card is not about and says in passing. */
function mention({ random, domain, vendor, shift, index }: Desk): string {
  const noun = plural(random.pickSkewed(domain.nouns).names[0]!);
  const other = plural(random.pick(domain.nouns).names[0]!);
  switch (random.int(6)) {
    case 0:
      return `Works with ${noun}, ${other} and ${random.pick(domain.qualifiers)} ${noun}.`;
    case 1:
      return `Integrates with ${named(random, 'product', shift, index)} and ${named(random, 'product', shift, index)}.`;
    case 2:
      return `Made for people who handle ${random.pick(domain.qualifiers)} ${noun} every day.`;
    case 3:
      return `Maintained by ${named(random, 'person', shift, index)} at ${vendor}, version ${random.int(5)}.${random.between(10, 99)}.`;
    case 4:
      return `Endpoint https://api.${vendor.toLowerCase()}.io/${random.pick(domain.field)}/${random.between(100, 9999)}.`;
    default:
      return `Can be combined with agents that ${random.pickSkewed(ACTIONS)[0]} ${noun} or ${other} ${random.pickSkewed(SCOPES)[0]}.`;
  }
}

function named(random: Random, pool: Pool, shift: number, index: number): string {
  return capitalize(inventedName(shift, pool, random.skewed(poolSize(index))));
}

/** Tags: the field, what the skills are about, often the main thing and action under other names too. */
function tags({ random, domain, truth, worded, shift }: Desk): string[] {
  const all = [random.pick(domain.field), ...worded.slice(0, 3).map((w) => w.noun)];
  if (random.chance(0.5)) all.push(worded[0]!.verb);
  if (random.chance(0.5)) {
    const other = word(truth.capabilities[0]!, drawWording(random), shift);
    all.push(other.noun, nominal(other.verb));
  }
  return [...new Set(all)];
}

function example({ random }: Desk, w: Worded): string {
  return `${random.pick(['Please ', 'Can you ', ''])}${w.verb} ${objectPhrase(w, true)}`;
}

/** Parameters as tool formats have them: a name and what it means. */
function parameters({ random, domain, shift, index }: Desk, w: Worded, count: number): string[] {
  const start = random.int(PARAMETERS.length);
  return Array.from({ length: count }, (_, n) => {
    const template = PARAMETERS[(start + n * 5) % PARAMETERS.length]!;
    return template.replaceAll(/\{(\w)\}/g, (_whole, what: string) => {
      if (what === 'n') return w.noun;
      if (what === 's') return plural(w.noun);
      if (what === 'f') return domain.field[n % domain.field.length]!;
      if (what === 'c') return `${random.pick(CODE_LETTERS)}${10 + random.skewed(2 * poolSize(index))}`;
      return named(random, 'person', shift, index);
    });
  });
}

const CODE_LETTERS = ['A', 'DE', 'KX', 'N', 'TR', 'V', 'ID', 'ZB'];
