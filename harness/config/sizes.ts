import { visible } from '../../datasets/visible.ts';
import { LARGEST, type Options, UsageError } from './options.ts';

/**
 * Reads a list of sizes between commas: integers from 1 up in decimal digits, or with an exponent as in `1e5` and `25e3`.
 *
 * @returns them in the order given; `fallback` where the option was not given.
 * @throws UsageError for the first that is none, or that is given twice in whatever form.
 */
export function readSizes(options: Options, name: string, fallback: readonly number[]): readonly number[] {
  const sizes = options.list(name)?.map((text) => readSize(name, text)) ?? fallback;
  const twice = sizes.find((size, i) => sizes.indexOf(size) !== i);
  if (twice !== undefined) throw new UsageError(`--${name}: ${twice} is given twice`);
  return sizes;
}

function readSize(name: string, text: string): number {
  const size = Number(text);
  if (!/^[0-9]{1,10}(?:e[0-9]{1,2})?$/.test(text) || size < 1 || size > LARGEST) {
    throw new UsageError(
      `--${name} ${visible(text)}: expected an integer from 1 to ${LARGEST}, in decimal digits or such as 1e5`,
    );
  }
  return size;
}
