import { visible } from '../datasets/visible.ts';
import type { Document } from './document.ts';

/** A document as Markdown for GitHub. Ends in a line feed. */
export function* markdownReport({ sections, title }: Document): Generator<string> {
  yield `# ${lineText(title)}\n`;
  for (const { lines, table, title: heading } of sections) {
    if (heading !== undefined) yield `\n## ${lineText(heading)}\n`;
    if (lines.length > 0) yield `\n${lines.map((line) => `- ${lineText(line)}\n`).join('')}`;
    if (table !== undefined && table.length > 0) yield `\n${markdownTable(table)}`;
  }
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => markdownText(cell)).join(' | ')} |\n`;
  return [line(head), `|${head.map(() => ' --- |').join('')}\n`, ...rows.map(line)].join('');
}

/** The text of a heading or of an item of a list, where a first `-` or `1.` would begin a list of its own. */
function lineText(text: string): string {
  return markdownText(text)
    .trimStart()
    .replace(/^-/, '&#45;')
    .replace(/^([0-9]+)([.)])/, (_, digits: string, mark: string) => `${digits}&#${mark.charCodeAt(0)};`);
}

/**
 * Text that Markdown reads as nothing but text: no link, image, mention, tag or cell can come of it. Every character that
 * Markdown may give a meaning is written as an entity. An `@` that could make a mention or an address, which are looked
 * for after entities are read, has an empty comment behind it.
 */
function markdownText(text: string): string {
  const safe = visible(text, 400);
  // A dot is a dot, unless it makes an address that becomes a link without any markup.
  return safe
    .replace(/www\./i.test(safe) ? MEANINGFUL_AND_DOT : MEANINGFUL, (character) => `&#${character.codePointAt(0)};`)
    .replace(/(?<![A-Za-z0-9])&#64;|&#64;(?=[^\s&]*\.)/g, '&#64;<!-- -->');
}

/**
 * ASCII but for letters, digits, spaces and what means nothing in the middle of a line; an underscore within a word and a
 * colon before a space mean nothing either.
 */
const MEANINGFUL = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?! )|[^A-Za-z0-9 ,;?%/"()=._:\u0080-\u{10ffff}-]/gu;
const MEANINGFUL_AND_DOT = new RegExp(`${MEANINGFUL.source}|\\.`, 'gu');
