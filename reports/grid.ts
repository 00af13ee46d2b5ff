import Table from 'cli-table3';
import { visible } from '../datasets/visible.ts';

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((part) => [part, '']),
);

/** Columns of text, by their head; all others hold numbers and stand to the right. */
const TEXT_COLUMNS: ReadonlySet<string> = new Set([
  ...['seed', 'retriever', 'measure', 'card', 'signal', 'why', 'planted', ''],
  ...['run', 'folder', 'verdict', 'fingerprint', 'query', 'from', 'to', 'counter'],
]);
/** Columns that say which row it is: they stand in front of every part of a table that is too wide. */
const NAMING_COLUMNS: ReadonlySet<string> = new Set([
  ...['seed', 'retriever', 'measure', 'query', 'counter', 'run', 'planted', 'cards'],
]);
const GAP = '  ';

/**
 * A table without lines for a terminal. Cells are made safe; the first row is the head.
 *
 * @param columns how wide the terminal is: a wider table comes in parts, one below the other, each with the columns that
 *   name its rows. Undefined: as wide as it is.
 * @returns lines without spaces at their ends.
 */
export function grid(rows: readonly (readonly string[])[], columns?: number): string {
  const safe = rows.map((row) => row.map((cell) => visible(cell)));
  return parts(safe, columns ?? Number.POSITIVE_INFINITY)
    .map((part) => table(safe.map((row) => part.map((i) => row[i] ?? ''))))
    .join('\n\n');
}

/** Which columns stand together, by their places. */
function parts([head = [], ...rows]: readonly (readonly string[])[], columns: number): readonly (readonly number[])[] {
  const widths = head.map((name, i) => Math.max(width(name), ...rows.map((row) => width(row[i] ?? ''))) + GAP.length);
  const after = head.findIndex((name) => !NAMING_COLUMNS.has(name));
  const naming = head.slice(0, Math.max(after, 0)).map((_, i) => i);
  const wide = (places: readonly number[]) => places.reduce((sum, i) => sum + (widths[i] ?? 0), -GAP.length);
  const found: number[][] = [];
  for (const i of head.keys()) {
    if (naming.includes(i)) continue;
    const last = found.at(-1);
    if (last !== undefined && wide([...last, i]) <= columns) last.push(i);
    else found.push([...naming, i]);
  }
  return found.length > 0 ? found : [naming];
}

/** Columns that a text takes: East Asian characters and most emoji take two. */
function width(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const drawn = new Table({
    head: [...head],
    chars: { ...NO_LINES, middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((column) => (TEXT_COLUMNS.has(column) || column.startsWith('outcome,') ? 'left' : 'right')),
  });
  for (const row of rows) drawn.push([...row]);
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
