/**
 * Adjusts the p values of a family of tests so that the chance of even one false finding stays at the level (Holm 1979):
 * the i-th smallest of n is multiplied by n - i + 1, none becomes smaller than the one before it, none exceeds 1.
 *
 * @param values p values, each in [0, 1].
 * @returns the adjusted ones, in the order given.
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const adjusted = new Array<number>(values.length).fill(1);
  let largest = 0;
  for (const [rank, i] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values[i] as number) * (values.length - rank)));
    adjusted[i] = largest;
  }
  return adjusted;
}
