import Table from 'cli-table3';
import { visible } from '../datasets/visible.ts';

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((part) => [part, '']),
);

/** Columns of text, by their head; all others hold numbers and stand to the right. */
const TEXT_COLUMNS: ReadonlySet<string> = new Set(['seed', 'retriever', 'measure', 'card', 'signal', 'why', '']);

/**
 * A table without lines for a terminal. Cells are made safe; the first row is the head.
 *
 * @returns lines without spaces at their ends.
 */
export function grid([head = [], ...rows]: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    chars: { ...NO_LINES, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((column) => (TEXT_COLUMNS.has(column) ? 'left' : 'right')),
  });
  for (const row of rows) table.push(row.map((cell) => visible(cell)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
