import type { Codes, Lists } from './lists.ts';
import type { Pairs } from './pair-lists.ts';

/**
 * Codes were given in the order in which values came. Gives them anew by value, in place, so that an index depends on its
 * cards and not on their order.
 *
 * @param values by code, each once.
 * @returns the values by their new code.
 */
export function sortValues(values: readonly number[], wordLists: Lists, pairs: Pairs, pairLists: Lists): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const place = new Map(sorted.map((value, code) => [value, code]));
  const newCodes = Uint32Array.from(values, (value) => place.get(value)!);
  for (const codes of [wordLists.codes, pairLists.codes]) recode(codes, newCodes);
  // Beside a bigram that has a list of its own stands no code, but a 0.
  const { codes, targets } = pairs;
  for (let i = 0; i < codes.length; i++) if (targets[i]! % 2 === 1) codes[i] = newCodes[codes[i]!]!;
  return sorted;
}

function recode(codes: Codes, newCodes: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) codes[i] = newCodes[codes[i]!]!;
}
