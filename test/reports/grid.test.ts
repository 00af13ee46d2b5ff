import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sparkline } from '../../reports/figures.ts';
import { grid } from '../../reports/grid.ts';

const TABLE = [
  ['seed', 'retriever', 'recall@20', 'success', 'times the oracle'],
  ['42', 'ssr', '0.900', '0.800', '12 (11 to 13)'],
  ['42', 'exhaustive-idf', '0.900', '0.800', '-'],
];

describe('a table for a terminal', () => {
  it('is whole where it fits', () => {
    const whole = grid(TABLE);
    expect(whole.split('\n')).toHaveLength(3);
    const width = Math.max(...whole.split('\n').map((line) => line.length));
    expect(grid(TABLE, width)).toBe(whole);
    expect(grid(TABLE, width - 1)).not.toBe(whole);
  });

  it('comes in parts where it does not, each with the names of its rows', () => {
    expect(grid(TABLE, 40).split('\n')).toEqual([
      'seed  retriever       recall@20  success',
      '42    ssr                 0.900    0.800',
      '42    exhaustive-idf      0.900    0.800',
      '',
      'seed  retriever       times the oracle',
      '42    ssr                12 (11 to 13)',
      '42    exhaustive-idf                 -',
    ]);
  });

  it('loses no cell and breaks no line at any width that a single column fits into', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '0', '.', '語', '%'), minLength: 1, maxLength: 12 });
    const wide = (text: string) => [...text].reduce((sum, character) => sum + (character === '語' ? 2 : 1), 0);
    const table = fc
      .integer({ min: 1, max: 6 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns + 1, maxLength: columns + 1 }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 80 }), (rows, columns) => {
        const named = rows.map((row, i) => [i === 0 ? 'retriever' : `r${i}`, ...row.slice(1)]);
        const text = grid(named, columns);
        const widest = Math.max(...named.flat().map(wide)) + 2 + 'retriever'.length;
        for (const line of text.split('\n')) expect(wide(line)).toBeLessThanOrEqual(Math.max(columns, widest));
        // Read back part by part, the cells of each row stand in their order.
        for (const [i, row] of named.entries()) {
          const lines = text.split('\n\n').map((part) => part.split('\n')[i]?.trim().split(/ +/) ?? []);
          expect(lines.flatMap((cells) => cells.slice(1))).toEqual(row.slice(1));
          expect(new Set(lines.map(([name]) => name))).toEqual(new Set([row[0]]));
        }
      }),
    );
  });
});

describe('a sparkline', () => {
  it('has the lowest bar for 0, the highest for 1, and a gap for nothing', () => {
    expect(sparkline([0, 0.124, 0.125, 0.5, 0.99, 1, undefined, 0])).toBe('▁▁▂▅██ ▁');
  });
});
