import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, csv } from '../../reports/csv.ts';

const write = (columns: readonly string[], rows: readonly Record<string, Cell>[]) =>
  [...csv({ columns, rows })].join('');
const read = (text: string): string[][] => parse(text, { record_delimiter: '\n', relax_column_count: false });
/** What a reader does with a text cell. */
const strip = (cell: string) => (cell.startsWith("'") ? cell.slice(1) : cell);

describe('CSV', () => {
  it('guards text that a spreadsheet would run, and leaves numbers alone', () => {
    const row = {
      formula: '=HYPERLINK("http://x","ok")',
      at: '@SUM(1)',
      tab: '\tx',
      minus: '-0.031',
      quote: "'tis",
      line: '\n=1+1',
      number: -0.031,
      no: false,
      yes: true,
      absent: undefined,
    };
    const [, cells] = read(write(Object.keys(row), [row]));
    expect(cells).toEqual([
      '\'=HYPERLINK("http://x","ok")',
      "'@SUM(1)",
      "'\tx",
      "'-0.031",
      "''tis",
      "'\n=1+1",
      '-0.031',
      'false',
      'true',
      '',
    ]);
  });

  it('reads back to the same text, whatever it holds', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', '+', '-', '@', '\t', 'a', ' ', '😀', '\0') }),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text }), { minLength: 1 }), (rows) => {
        const [head, ...cells] = read(write(['a', 'b'], rows));
        expect(head).toEqual(['a', 'b']);
        expect(cells.map(([a = '', b = '']) => ({ a: strip(a), b: strip(b) }))).toEqual(rows);
      }),
    );
  });

  it('writes numbers that read back to the same float64', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const [, [cell = ''] = []] = read(write(['n', 'x'], [{ n: number, x: 1 }]));
        expect(Number(cell)).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('has no form for %s', (number) => {
    expect(() => write(['n'], [{ n: number }])).toThrow('column n: expected a finite number');
  });

  it('ends every record with a line feed alone, the head of an empty table too', () => {
    expect(write(['a', 'b'], [])).toBe('a,b\n');
    expect(write(['a', 'b'], [{ a: 1 }, { b: 2 }])).toBe('a,b\n1,\n,2\n');
  });

  it('comes in pieces, in order', () => {
    const rows = Array.from({ length: 2500 }, (_, i) => ({ i }));
    const pieces = [...csv({ columns: ['i'], rows })];
    expect(pieces.length).toBeGreaterThan(1);
    expect(
      read(pieces.join(''))
        .slice(1)
        .map(([i]) => Number(i)),
    ).toEqual(rows.map((row) => row.i));
  });
});
