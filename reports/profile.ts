import { grid } from './grid.ts';

/** The figures of one collection, as the profile of cards gives them. */
export interface ProfileRow {
  readonly name: string;
  readonly cards: number;
  readonly queries: number;
  readonly tokens: number;
  readonly vocabulary: number;
  readonly zipf: number | undefined;
  readonly heaps: number | undefined;
  readonly signalsMean: number;
  readonly signalsP50: number;
  readonly signalsP95: number;
  readonly beyondCap: number;
  readonly duplicates: number;
  readonly postingsPerQuery: number | undefined;
  readonly postingsShare: number | undefined;
  readonly queryTokensMean: number | undefined;
  readonly relevantMean: number | undefined;
  readonly relevantMax: number | undefined;
}

/** Collections side by side, a column each, for a terminal. Ends in a line feed. */
export function profileReport(rows: readonly ProfileRow[]): string {
  const line = (label: string, cell: (row: ProfileRow) => string) => [label, ...rows.map(cell)];
  const table = grid([
    line('', (row) => row.name),
    line('cards', (row) => count(row.cards)),
    line('tokens', (row) => count(row.tokens)),
    line('different tokens', (row) => count(row.vocabulary)),
    line("Zipf's exponent", (row) => fixed(row.zipf, 2)),
    line("Heaps' exponent", (row) => fixed(row.heaps, 2)),
    line('signals a card, mean', (row) => fixed(row.signalsMean, 1)),
    line('signals a card, median', (row) => count(row.signalsP50)),
    line('signals a card, 95th percentile', (row) => count(row.signalsP95)),
    line('cards beyond the cap of signals', (row) => percent(row.beyondCap)),
    line('cards with the text of another', (row) => percent(row.duplicates)),
    line('queries', (row) => count(row.queries)),
    line('tokens a query, mean', (row) => fixed(row.queryTokensMean, 1)),
    line('right cards a query, mean', (row) => fixed(row.relevantMean, 2)),
    line('right cards a query, most', (row) => fixed(row.relevantMax, 0)),
    line('postings a query, mean', (row) => fixed(row.postingsPerQuery, 1)),
    line('the same as a share of the cards', (row) => percent(row.postingsShare)),
  ]);
  return `${table}\n`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? '-' : value.toFixed(digits);
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;
}
