import type { GrowthRow, ScaleRow } from './records.ts';

/** Figures whose growth is told, and how each is read from a row. */
const FIGURES: readonly (readonly [name: string, read: (row: ScaleRow) => number | undefined])[] = [
  ['build_s', (row) => row.build_s],
  ['peak_bytes', (row) => row.peak_bytes],
  // The process itself is most of a small peak, and hides how the rest grows.
  ['peak_bytes - start_bytes', (row) => row.peak_bytes - row.start_bytes],
  ['index_bytes', (row) => row.index_bytes],
  ['postings_mean', (row) => row.postings_mean],
  ['visited_mean', (row) => row.visited_mean],
  ['mean_us', (row) => row.mean_us],
  ['p50_us', (row) => row.p50_us],
];

/** Fewer points than this lie on a line whatever they are. */
const FEWEST_SIZES = 3;

/** How the figures of a run grow with the number of cards, a row a figure. Sizes that lack a figure, or have 0, are left out. */
export function growthRows(rows: readonly ScaleRow[]): GrowthRow[] {
  return FIGURES.map(([figure, read]) => {
    const points = rows.flatMap((row) => {
      const value = read(row);
      return value !== undefined && value > 0 ? [{ x: row.cards, y: value }] : [];
    });
    const fit = points.length < FEWEST_SIZES ? undefined : fitPower(points);
    return { figure, exponent: fit?.exponent, r_squared: fit?.rSquared, sizes: points.length };
  });
}

/**
 * Fits `y = a * x ^ exponent` by least squares over the logarithms.
 *
 * @param points above 0 in both.
 * @returns undefined where there are fewer than two different x, which no exponent joins. `rSquared` is the share of the
 *   spread of log y that the line explains; undefined where all y are equal and there is none.
 */
export function fitPower(
  points: readonly { readonly x: number; readonly y: number }[],
): { readonly exponent: number; readonly rSquared: number | undefined } | undefined {
  const xs = centred(points.map(({ x }) => Math.log(x)));
  const ys = centred(points.map(({ y }) => Math.log(y)));
  const xx = productSum(xs, xs);
  const xy = productSum(xs, ys);
  const yy = productSum(ys, ys);
  if (!(xx > 0)) return undefined;
  return { exponent: xy / xx, rSquared: yy > 0 ? Math.min(1, (xy * xy) / (xx * yy)) : undefined };
}

function centred(values: readonly number[]): number[] {
  // Taken from the first, equal values are 0 to the last bit, which their mean need not be.
  const [first = 0] = values;
  const shifted = values.map((value) => value - first);
  const mean = shifted.reduce((sum, value) => sum + value, 0) / values.length;
  return shifted.map((value) => value - mean);
}

function productSum(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
