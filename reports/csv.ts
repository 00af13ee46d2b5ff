import { stringify } from 'csv-stringify/sync';

/** A value of a cell. Undefined is absent, and is written as an empty cell. */
export type Cell = string | number | boolean | undefined;

/** Rows to write, and the columns in their order: every column is a key of the rows. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: Iterable<Readonly<Record<string, Cell>>>;
}

/** Rows that are turned into text at a time: a large table never is one string. */
const ROWS_AT_A_TIME = 1000;

/**
 * Writes a table as CSV: RFC 4180 with a header, LF after each record. Numbers are written so that they read back to the
 * same float64, truth values as `true` and `false`.
 *
 * @returns pieces of text, to be written one after the other.
 * @throws RangeError for a number that is not finite: CSV has no form for it, and an absent number is undefined.
 */
export function* csv({ columns, rows }: Table): Generator<string> {
  let records: string[][] = [[...columns]];
  for (const row of rows) {
    records.push(columns.map((column) => cellText(row[column], column)));
    if (records.length >= ROWS_AT_A_TIME) {
      yield format(records);
      records = [];
    }
  }
  if (records.length > 0) yield format(records);
}

/** `quoted_match`: a lone CR ends a record for many readers, but is none of the delimiters that make the library quote. */
function format(records: readonly string[][]): string {
  return stringify(records as string[][], { record_delimiter: '\n', quoted_match: /[\r\n]/ });
}

/**
 * Text that a spreadsheet would run as a formula, or take for the mark of this very guard, gets a `'` in front; readers
 * strip one. Numbers are never touched: -0.031 stays a number.
 */
function cellText(value: Cell, column: string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return /^[=+\-@\t\r\n']/.test(value) ? `'${value}` : value;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`column ${column}: expected a finite number, received ${value}`);
  }
  return String(value);
}

/** Record types are interfaces, which lack an index signature; their values are cells all the same. */
export function asRows(rows: readonly object[]): readonly Readonly<Record<string, Cell>>[] {
  return rows as readonly Readonly<Record<string, Cell>>[];
}
