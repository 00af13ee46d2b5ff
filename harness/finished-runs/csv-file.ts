import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { place, readBytes, shownPath } from '../../datasets/loaders/bytes.ts';
import { schemaProblem } from '../../datasets/loaders/problems.ts';
import { visible } from '../../datasets/visible.ts';

/** The longest record that is read, in characters: no run writes one that comes near. */
const MOST_CHARACTERS = 1 << 24;

/** A row as it stands in a file: text by column, the mark that guards against formulas taken away. */
export type Cells = Readonly<Record<string, string>>;

/** The row that is being read. It is one object for all rows: what it says is true of the row of the moment. */
export interface Here {
  /** `file:line`, where the row begins. */
  readonly where: () => string;
  /** All of its cells. */
  readonly cells: () => Cells;
}

/**
 * Reads a CSV file that a run has written, row by row; memory holds one row.
 *
 * @param schema of one row. Its keys are columns that the file must have; others are passed over.
 * @returns sha256 (hex) of the bytes, and the names of the columns in their order.
 * @throws InputError with file and line for a missing column, a row of another length, a cell that is not what its
 *   column holds, or no CSV at all; with the file where it cannot be read.
 */
export async function readCsv<Row>(
  path: string,
  schema: z.ZodObject & z.ZodType<Row>,
  onRow: (row: Row, here: Here) => void,
): Promise<{ readonly sha256: string; readonly columns: readonly string[] }> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of readBytes(path)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const source = Readable.from(hashed(), { objectMode: false });
  const parser = parse({ bom: true, max_record_size: MOST_CHARACTERS, record_delimiter: ['\n', '\r\n'] });
  // A failure of the file is one of what comes out of it.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);

  const wanted = Object.keys(schema.shape);
  let columns: readonly string[] | undefined;
  let places: readonly number[] = [];
  let record: readonly string[] = [];
  let start = 1;
  let next = 1;
  const here: Here = {
    where: () => place(path, start),
    cells: () => Object.fromEntries(record.map((cell, i) => [columns?.[i], unguarded(cell)])),
  };
  try {
    for await (record of parser as AsyncIterable<string[]>) {
      start = next;
      next += 1 + lineFeeds(record);
      if (columns === undefined) {
        columns = record.map(unguarded);
        places = placesOf(path, columns, wanted);
        continue;
      }
      const cells: Record<string, string> = {};
      for (let i = 0; i < wanted.length; i++) cells[wanted[i] ?? ''] = unguarded(record[places[i] ?? 0] ?? '');
      const parsed = schema.safeParse(cells);
      if (!parsed.success) throw new InputError(`${here.where()}: ${cellProblem(parsed.error, cells)}`);
      onRow(parsed.data, here);
    }
  } catch (error) {
    throw error instanceof CsvError ? csvProblem(path, error) : error;
  } finally {
    source.destroy();
  }
  if (columns === undefined)
    throw new InputError(`${shownPath(path)}: expected a line of column names, received nothing`);
  return { sha256: hash.digest('hex'), columns };
}

/** Text that a spreadsheet would run as a formula was written with a `'` in front, and so was text that begins with one. */
function unguarded(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** Where the columns that are wanted stand. */
function placesOf(path: string, columns: readonly string[], wanted: readonly string[]): readonly number[] {
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined) throw new InputError(`${place(path, 1)}: the column "${visible(twice, 60)}" comes twice`);
  return wanted.map((column) => {
    const at = columns.indexOf(column);
    if (at < 0) throw new InputError(`${place(path, 1)}: expected a column ${column}, received none`);
    return at;
  });
}

/** Line breaks within the cells of a record. The parser counts them too, at twice the time. */
function lineFeeds(record: readonly string[]): number {
  let found = 0;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) found++;
  }
  return found;
}

/** `recall_at_k: expected a number, received "high"`. */
function cellProblem(error: z.ZodError, cells: Cells): string {
  const column = String(error.issues[0]?.path[0] ?? '');
  return `${schemaProblem(error, cells)}, received "${visible(cells[column] ?? '', 60)}"`;
}

function csvProblem(path: string, error: CsvError): InputError {
  const line = Number(error.lines ?? 0);
  const where = line > 0 ? place(path, line) : shownPath(path);
  return new InputError(`${where}: expected CSV as a run writes it; ${visible(error.message, 160)}`);
}
