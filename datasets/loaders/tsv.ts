import { place, readPrefix } from './bytes.ts';
import { readLines } from './lines.ts';
import type { Problems } from './problems.ts';

/** A line of two columns. */
export interface TsvRow {
  /** From 1. */
  readonly line: number;
  readonly id: string;
  readonly text: string;
}

/** Bytes of a file that are looked at to tell what it is. */
const PREFIX_BYTES = 4096;

/**
 * Reads lines of an id, a tab and a text, such as the passages and queries of MS MARCO and the topics of TREC, one at a
 * time. There is no quoting: a quote is a quote, and a CR inside a line is text. The id is text as it stands, the text
 * may be empty. Blank lines are skipped; every other line is a row or a problem: one without a tab and one with two are
 * problems.
 *
 * @throws {InputError} as `readLines` does, and where too many problems came together.
 */
export async function* readTsv(path: string, problems: Problems): AsyncGenerator<TsvRow> {
  for await (const { line, text: whole } of readLines(path)) {
    if (/^[ \r]*$/.test(whole)) continue;
    const tab = whole.indexOf('\t');
    const row = { line, id: whole.slice(0, tab), text: whole.slice(tab + 1) };
    if (tab === -1 || row.text.includes('\t')) {
      const columns = whole.split('\t').length;
      problems.add(place(path, line), `expected 2 columns between tabs (id, text), received ${columns}`);
      continue;
    }
    if (row.id === '') problems.add(place(path, line), 'the id is empty');
    else yield row;
  }
}

/**
 * Whether a file is tab-separated: it is named `.tsv` (or `.tsv.gz`), or its first line that is not blank is no JSON and
 * holds a tab.
 *
 * @throws {InputError} where the file cannot be read.
 */
export async function isTsv(path: string): Promise<boolean> {
  const { bytes } = await readPrefix(path, PREFIX_BYTES);
  if (/\.tsv(\.gz)?$/i.test(path)) return true;
  const start = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return /^(?:[ \r]*\n)*[^\s[{][^\n\t]*\t/.test(start);
}
