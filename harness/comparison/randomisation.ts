/** What a randomisation test found. */
export interface TestResult {
  /** Two-sided, above 0, up to 1. */
  readonly p: number;
  /** How many assignments of signs were looked at. */
  readonly permutations: number;
  /** Whether those were all there are. */
  readonly exact: boolean;
}

/** Assignments that are drawn where there are too many to look at all. */
const PERMUTATIONS = 10_000;

/** As many differences as have no more assignments than would be drawn: 2^13 = 8192. */
const EXACT_UP_TO = Math.floor(Math.log2(PERMUTATIONS));

/**
 * Sums of differences that are this close, as a share of the sum of their sizes, are equal: measures are fractions, equal
 * sums are the rule, and the order of additions must not tell them apart. Errs on the side of a larger p.
 */
const EQUAL = 1e-10;

/**
 * Fisher's paired randomisation test: were the two retrievers alike, each query's difference would have had either sign
 * equally often. p is the share of all assignments of signs whose mean is at least as far from 0 as the one observed.
 * All 2^m are looked at where m differences other than 0 have no more than 10,000 of them; else 10,000 are drawn, and
 * p = (count + 1) / (10,000 + 1), with the observed one counted in.
 *
 * @param differences one a query; those of 0 have no sign and change nothing.
 * @param random a generator of 32-bit integers; not called where all assignments are looked at.
 */
export function randomisationTest(differences: ArrayLike<number>, random: () => number): TestResult {
  const sizes = Float64Array.from(differences).filter((difference) => difference !== 0);
  const total = sizes.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const least = Math.abs(sizes.reduce((sum, difference) => sum + difference, 0)) - EQUAL * total;
  const tables = signedSums(sizes);
  if (sizes.length <= EXACT_UP_TO) {
    const permutations = 2 ** sizes.length;
    let count = 0;
    for (let signs = 0; signs < permutations; signs++) {
      if (Math.abs(signedSum(tables, () => signs)) >= least) count++;
    }
    return { p: count / permutations, permutations, exact: true };
  }
  let count = 0;
  for (let i = 0; i < PERMUTATIONS; i++) if (Math.abs(signedSum(tables, random)) >= least) count++;
  return { p: (count + 1) / (PERMUTATIONS + 1), permutations: PERMUTATIONS, exact: false };
}

/** Differences whose signs are one byte, and the sums that a byte may make of them. */
const BYTE = 8;
const SUMS = 2 ** BYTE;

/** For each eight differences in turn, their sum under each of the 256 assignments of signs: a bit that is set is a minus. */
function signedSums(sizes: Float64Array): Float64Array {
  const tables = new Float64Array(Math.ceil(sizes.length / BYTE) * SUMS);
  for (let at = 0; at < tables.length; at++) {
    const start = Math.floor(at / SUMS) * BYTE;
    let sum = 0;
    for (let i = start; i < Math.min(start + BYTE, sizes.length); i++) {
      sum += (at >> (i - start)) & 1 ? -sizes[i]! : sizes[i]!;
    }
    tables[at] = sum;
  }
  return tables;
}

/** The sum of all differences with the signs of a row of bits, of which a call gives 32. */
function signedSum(tables: Float64Array, bits: () => number): number {
  let sum = 0;
  let signs = 0;
  for (let start = 0, byte = 0; start < tables.length; start += SUMS, byte++) {
    signs = byte % 4 === 0 ? bits() : signs >>> BYTE;
    sum += tables[start + (signs & (SUMS - 1))]!;
  }
  return sum;
}
