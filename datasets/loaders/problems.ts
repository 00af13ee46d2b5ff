import type { z } from 'zod';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';

/** Reading stops at this many problems: they are usually one mistake made many times. */
const MOST_PROBLEMS = 10;

/** Collects what is wrong with a file, to tell it at once instead of line by line, run by run. */
export class Problems {
  readonly #found: string[] = [];

  /** How many there are so far. */
  get count(): number {
    return this.#found.length;
  }

  /**
   * Notes one problem.
   *
   * @param where `file:line` or the file, already safe to print.
   * @throws {InputError} when there are too many to go on.
   */
  add(where: string, text: string): void {
    this.#found.push(`${where}: ${text}`);
    if (this.#found.length >= MOST_PROBLEMS) this.#throw('at least ');
  }

  /** @throws {InputError} about the first problem, with the number of the others, if there is any. */
  throwIfAny(): void {
    if (this.#found.length > 0) this.#throw('');
  }

  #throw(atLeast: string): never {
    const first = this.#found[0]!;
    const others = this.#found.length - 1;
    const more = others === 0 ? '' : ` (and ${atLeast}${plural(others, 'more problem')})`;
    throw new InputError(`${first}${more}`, this.#found);
  }
}

/** What a schema found wrong first, as `tags[2]: expected a string, received number`. */
export function schemaProblem(error: z.ZodError, value: unknown): string {
  const issue = error.issues[0]!;
  const path = showPath(issue.path);
  const text =
    issue.code === 'invalid_type'
      ? `expected ${withArticle(issue.expected)}, received ${typeName(at(value, issue.path))}`
      : visible(issue.message);
  return path === '' ? text : `${path}: ${text}`;
}

/** The kind of a JSON value, in JSON's words; `nothing` where there is none. */
function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function showPath(path: readonly PropertyKey[]): string {
  const shown = path.map((step, i) => {
    if (typeof step === 'number') return `[${step}]`;
    return i === 0 ? visible(String(step), 40) : `.${visible(String(step), 40)}`;
  });
  return shown.join('');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}

/** A number with its noun: `1 card`, `2 cards`, `2 queries`. */
export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
