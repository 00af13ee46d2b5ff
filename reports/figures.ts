import { counted } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { ComparisonRow, RunRecords, TargetRow } from '../harness/records.ts';
import { grid } from './grid.ts';
import { count, share, signed } from './numbers.ts';

/** The records that the sections below read. */
export type Figures = Pick<
  RunRecords,
  'summary' | 'seeds' | 'named' | 'curve' | 'target' | 'comparisons' | 'agreement'
>;

/** Columns of measures that a terminal of 100 columns takes beside the names of retrievers. */
const MEASURES_ABREAST = 7;

/** The measures that were asked for by name, a table for each few of them; over several seeds their means. */
export function namedMeasures({ named, seeds, summary }: Figures, width?: number): string[] {
  const tables: string[] = [];
  for (let i = 0; i < named.length; i += MEASURES_ABREAST) {
    const columns = named.slice(i, i + MEASURES_ABREAST);
    const rows = seeds.length > 0 ? seeds : summary;
    const suffix = seeds.length > 0 ? '_mean' : '';
    const cells = rows.map((row) => {
      const values = new Map<string, unknown>(Object.entries(row));
      return [row.retriever, ...columns.map((column) => numeric(values.get(`${column}${suffix}`)))];
    });
    tables.push(grid([['retriever', ...columns], ...cells], width));
  }
  return tables;
}

/** How recall grows with the pool. Several seeds have theirs in curve.csv. */
export function recallCurve({ curve, seeds }: Figures, width?: number): string[] {
  const judged = curve[0]?.queries ?? 0;
  if (seeds.length > 0 || judged === 0) return [];
  const ks = [...new Set(curve.map(({ k }) => k))];
  const rows = [...new Set(curve.map(({ retriever }) => retriever))].map((retriever) => {
    const recalls = ks.map((k) => curve.find((row) => row.retriever === retriever && row.k === k)?.recall);
    return [retriever, ...recalls.map(share), sparkline(recalls)];
  });
  return ['recall by the size of the pool:', grid([['retriever', ...ks.map(String), ''], ...rows], width)];
}

const BARS = '▁▂▃▄▅▆▇█';

/** Shares as bars beside each other, the lowest for 0 and the highest for 1; a space where there is none. */
export function sparkline(shares: readonly (number | undefined)[]): string {
  const bar = (share: number) => BARS[Math.min(BARS.length - 1, Math.floor(share * BARS.length))] ?? ' ';
  return shares.map((share) => (share === undefined ? ' ' : bar(share))).join('');
}

/** Each retriever beside the baseline. An oracle is left out: the retriever that equals it is there. */
export function againstBaseline({ agreement, comparisons, seeds }: Figures, width?: number): string[] {
  const [first] = comparisons;
  if (seeds.length > 0 || first === undefined) return [];
  const oracles = new Set(agreement.map(({ oracle }) => oracle));
  const shown = comparisons.filter(({ retriever }) => !oracles.has(retriever));
  if (shown.length === 0) return [];
  return [
    `difference to ${visible(first.baseline)} on the same ${counted(first.queries, 'judged query', 'judged queries')}, with 95 % bootstrap intervals; p by paired\nrandomisation, Holm over the measures; "could show" = what so many queries find in 4 of 5 samples:`,
    grid(
      [
        ['retriever', 'measure', 'difference', '95 % interval', 'p', 'could show'],
        ...shown.map((row) => [
          row.retriever,
          row.measure,
          signed(row.difference),
          row.low === undefined || row.high === undefined ? '-' : `${signed(row.low)} to ${signed(row.high)}`,
          pValue(row.p_holm),
          row.smallest_detectable === undefined ? '-' : row.smallest_detectable.toFixed(3),
        ]),
      ],
      width,
    ),
  ];
}

/** Says which pool reaches the target, or that none does. */
export function targetLines({ seeds, target }: Figures): string[] {
  return target.map((row) => {
    const seed = seeds.length > 0 ? `, seed ${row.seed}` : '';
    return `target        ${visible(row.retriever)}${seed}: ${targetAnswer(row)}`;
  });
}

function targetAnswer(row: TargetRow): string {
  if (row.queries === 0) return 'no query has a right card, so there is no recall to reach';
  if (row.smallest_k === undefined) {
    return `no K reaches recall ${row.target_recall}: with every candidate in the pool it is ${floored(row.recall_of_all)}`;
  }
  return `K = ${count(row.smallest_k)} is the smallest that reaches recall ${row.target_recall} (${floored(row.recall_at_smallest_k)})`;
}

/** Warns of differences that the order of tied cards, which nothing but their ids decides, could make alone. */
export function tieLines({ agreement, comparisons, seeds }: Figures): string[] {
  const oracles = new Set(agreement.map(({ oracle }) => oracle));
  const shaky = comparisons.filter((row) => isWithinTies(row) && !oracles.has(row.retriever));
  const sides = new Map<string, string[]>();
  for (const { baseline, measure, retriever, seed } of shaky) {
    const names = `${visible(retriever)} and ${visible(baseline)}${seeds.length > 0 ? `, seed ${seed}` : ''}`;
    sides.set(names, [...(sides.get(names) ?? []), measure]);
  }
  return [...sides].map(
    ([names, measures]) =>
      `ties          ${names}: the order of tied cards alone can move ${measures.join(', ')} by more than the difference (ties.csv)`,
  );
}

function isWithinTies({ difference, tie_band }: ComparisonRow): boolean {
  return difference !== 0 && tie_band > Math.abs(difference);
}

function numeric(value: unknown): string {
  return share(typeof value === 'number' ? value : undefined);
}

/** Rounded down: what does not reach a target must not look as if it did. */
function floored(value: number | undefined): string {
  return value === undefined ? '-' : (Math.floor(value * 1e4 + 1e-9) / 1e4).toFixed(4);
}

function pValue(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
