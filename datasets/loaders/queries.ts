import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Query } from '../dataset.ts';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { pathError, place, shownPath } from './bytes.ts';
import { canonicalQuery, QUERY_FIELDS } from './canonical.ts';
import { id } from './fields.ts';
import { firstFile } from './folder.ts';
import { Problems, schemaProblem } from './problems.ts';
import { openRecords, type RecordOptions } from './records.ts';
import { isTsv, readTsv } from './tsv.ts';
import { UnknownFields } from './unknown-fields.ts';

/** How to read a query set. */
export interface QueryOptions extends Partial<RecordOptions> {
  /** Called after the last query with what somebody should know, a line at a time. */
  readonly onNotice?: (notice: string) => void;
}

/** A query and the line it stands on. */
interface QueryRow {
  readonly line: number;
  readonly query: Query;
}

const beirQuery = z
  .object({ _id: id, text: z.string() })
  .transform((query): Query => ({ id: query._id, text: query.text, relevant: undefined, kind: undefined }));

/**
 * Reads a query set: canonical queries (JSON Lines, a JSON array, or `{"queries": [...]}`), the queries of a BEIR
 * collection, or lines of `id<TAB>text` (topics of TREC, queries of MS MARCO). Which it is shows in the file. Of a folder,
 * its `queries.jsonl` is read. A file may be packed with gzip.
 *
 * @throws {InputError} naming file and line(s) for anything that is no query, for an id that comes twice, and for a file
 * without a query.
 */
export async function loadQueries(path: string, options: QueryOptions = {}): Promise<Query[]> {
  const file = await queryFile(path);
  const problems = new Problems();
  const found: Query[] = [];
  const lineOf = new Map<string, number>();
  for await (const { line, query } of (await isTsv(file)) ? rowsOfTsv(file, problems) : rows(file, problems, options)) {
    const first = lineOf.get(query.id);
    if (first !== undefined) {
      problems.add(place(file, line), `the query id "${visible(query.id)}" is already on line ${first}`);
      continue;
    }
    lineOf.set(query.id, line);
    found.push(query);
  }
  problems.throwIfAny();
  if (found.length === 0) throw new InputError(`${shownPath(file)}: holds no query`);
  return found;
}

async function queryFile(path: string): Promise<string> {
  let stats: Awaited<ReturnType<typeof stat>>;
  try {
    stats = await stat(path);
  } catch (error) {
    throw pathError(path, error);
  }
  if (stats.isFile()) return path;
  // A query set is looked at before it is read, which a pipe does not allow.
  if (!stats.isDirectory()) throw new InputError(`${shownPath(path)}: is neither a file nor a folder`);
  const name = await firstFile(path, ['queries.jsonl', 'queries.jsonl.gz']);
  if (name === undefined) throw new InputError(`${shownPath(path)}: a folder without queries.jsonl; name the file`);
  return join(path, name);
}

async function* rowsOfTsv(path: string, problems: Problems): AsyncGenerator<QueryRow> {
  for await (const row of readTsv(path, problems)) {
    yield { line: row.line, query: { id: row.id, text: row.text, relevant: undefined, kind: undefined } };
  }
}

async function* rows(path: string, problems: Problems, options: QueryOptions): AsyncGenerator<QueryRow> {
  const { first, records } = await openRecords(path, problems, { listKeys: ['queries'], ...options });
  const beir = isBeir(first?.value);
  const schema: z.ZodType<Query> = beir ? beirQuery : canonicalQuery;
  const unknown = beir ? undefined : new UnknownFields('query', QUERY_FIELDS);
  for await (const { line, value } of records) {
    const parsed = schema.safeParse(value);
    unknown?.add(value, line);
    if (parsed.success) yield { line, query: parsed.data };
    else problems.add(place(path, line), schemaProblem(parsed.error, value));
  }
  const notice = unknown?.notice(path);
  if (notice !== undefined) options.onNotice?.(notice);
}

function isBeir(record: unknown): boolean {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, '_id') && !Object.hasOwn(record, 'id');
}
