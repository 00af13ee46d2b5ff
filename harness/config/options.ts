import { visible } from '../../datasets/visible.ts';

/** A mistake on the command line: one line that names the option and the value. The command exits 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option of a command. What a value may be is checked in `config.ts`. */
export interface OptionSpec {
  readonly name: string;
  /** A flag takes no value. */
  readonly flag?: true;
  /** May be given several times. */
  readonly many?: true;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly description: string;
}

/** Raw options as the parser hands them over: text, true for a bare flag, a list where one was repeated. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** The largest size: a card's number is a 32-bit integer. */
export const LARGEST = 2 ** 32 - 1;

/** Raw options, read one at a time; each reader throws a UsageError that names the option and what was given. */
export class Options {
  readonly #raw: RawOptions;

  constructor(raw: RawOptions, specs: readonly OptionSpec[]) {
    this.#raw = raw;
    for (const { flag, many, name } of specs) {
      const value = raw[name];
      if (many) continue;
      if (Array.isArray(value)) throw new UsageError(`--${name}: given ${value.length} times; give it once`);
      if (flag && value !== undefined && value !== true) {
        throw new UsageError(`--${name} takes no value; "${visible(String(value))}" was given`);
      }
    }
  }

  given(name: string): boolean {
    return this.#raw[name] !== undefined;
  }

  flag(name: string): boolean {
    return this.#raw[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#raw[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} needs a value`);
    return value;
  }

  /** The values of an option that may be given several times, in their order. */
  texts(name: string): readonly string[] {
    const value = this.#raw[name];
    if (value === undefined) return [];
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    return all.map((each) => {
      if (typeof each !== 'string' || each === '') throw new UsageError(`--${name} needs a value`);
      return each;
    });
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new UsageError(`--${name} is required`);
    return value;
  }

  integer(name: string, least: number, most: number = LARGEST): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < least || number > most) {
      throw new UsageError(
        `--${name} ${visible(value)}: expected an integer from ${least} to ${most}, in decimal digits`,
      );
    }
    return number;
  }

  /** A number in plain digits, with decimals or without. */
  decimal(name: string, least: number, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^[0-9]{1,15}(?:\.[0-9]{1,15})?$/.test(value) || number < least || number > most) {
      throw new UsageError(
        `--${name} ${visible(value)}: expected a number from ${least} to ${most}, in decimal digits`,
      );
    }
    return number;
  }

  /** Names between commas, none empty, none twice. `split` is for names that may hold commas themselves. */
  list(
    name: string,
    split: (list: string) => readonly string[] | undefined = (list) => list.split(','),
  ): readonly string[] | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const names = split(value);
    if (names === undefined || names.includes(''))
      throw new UsageError(`--${name} ${visible(value)}: expected names with one comma between two`);
    const twice = names.find((each, i) => names.indexOf(each) !== i);
    if (twice !== undefined) throw new UsageError(`--${name} ${visible(value)}: "${visible(twice)}" is given twice`);
    return names;
  }
}
