import type { Card } from '../card.ts';

/** What stands where a secret stood. */
const HIDDEN = '***';

/** Shorter values are found in any text by accident. */
const LEAST_IN_MESSAGE = 4;
const LEAST_IN_CARD = 8;

/** Names under which secrets are kept, in environments, headers and queries. */
const SECRET_NAME = /key|token|secret|passw|pwd|auth|credential|cookie|private|session|signature/i;

/**
 * The values that were given in confidence (environment, headers, user and password, query of an address, arguments), so
 * that they can be taken out of whatever leaves the program.
 */
export class Secrets {
  readonly #all = new Set<string>();
  readonly #certain = new Set<string>();

  /**
   * Notes a value that goes by a name. All of them are kept out of messages. Out of cards, where a word like `production`
   * may stand in its own right, only those whose name or form says that they are secret.
   */
  add(name: string, value: string): void {
    // `Bearer abc`: the second word is the secret.
    for (const part of new Set([value, ...value.split(/\s+/)])) {
      if (part.length >= LEAST_IN_MESSAGE) this.#all.add(part);
      if (part.length >= LEAST_IN_CARD && (SECRET_NAME.test(name) || looksRandom(part))) this.#certain.add(part);
    }
  }

  /** Notes the arguments of a program; what follows `--api-key` goes by that name, and so does what follows `=`. */
  addArguments(args: readonly string[]): void {
    args.forEach((arg, i) => {
      const [name, value] = /^(-[^=]*)=(.*)$/s.exec(arg)?.slice(1) ?? [];
      if (name !== undefined && value !== undefined) this.add(name, value);
      else if (!arg.startsWith('-')) this.add(args[i - 1] ?? '', arg);
    });
  }

  /** A text for a message, without any of the values. */
  hide(text: string): string {
    return without(text, this.#all);
  }

  /** The card without the values that are secret for certain; the same object where it holds none. */
  hideInCard(card: Card): Card {
    const { description, examples, id, name, skills, tags, tools } = card;
    const texts = [id, name, description, ...skills, ...tags, ...examples, ...tools];
    if (!texts.some((text) => without(text, this.#certain) !== text)) return card;
    const clean = (text: string) => without(text, this.#certain);
    return {
      id: clean(id),
      name: clean(name),
      description: clean(description),
      skills: skills.map(clean),
      tags: tags.map(clean),
      examples: examples.map(clean),
      tools: tools.map(clean),
    };
  }
}

/** True for what nobody writes by hand: 16 characters or more in one word, letters and digits mixed. */
function looksRandom(value: string): boolean {
  return value.length >= 16 && !/[\s/\\.]/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

/** The longest values go first: one may be a part of another. */
function without(text: string, values: ReadonlySet<string>): string {
  const sorted = [...values].sort((a, b) => b.length - a.length);
  return sorted.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
}
