import type { Document } from './document.ts';
import { grid } from './grid.ts';

/**
 * A document for a terminal. Ends in a line feed.
 *
 * @param columns how wide the terminal is.
 */
export function documentText({ sections, title }: Document, columns: number | undefined): string {
  const parts = sections.flatMap(({ lines, table, title: heading }) => [
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...(lines.length > 0 ? [lines.map((line) => `  ${line}`).join('\n')] : []),
    ...(table !== undefined && table.length > 1 ? [grid(table, columns)] : []),
  ]);
  return `${[title, ...parts].join('\n\n')}\n`;
}
