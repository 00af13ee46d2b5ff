/** Digits that a person is shown of a hash. */
const SHOWN = 12;

/**
 * The beginnings of two hashes that differ, for a person: 12 digits, or as many as it takes to see that they do.
 *
 * @param one hex, as long as the other.
 */
export function shortHashes(one: string, other: string): readonly [string, string] {
  let alike = 0;
  while (alike < one.length && one[alike] === other[alike]) alike++;
  const length = Math.max(SHOWN, alike + 1);
  return [one.slice(0, length), other.slice(0, length)];
}
