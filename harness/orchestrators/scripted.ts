import { z } from 'zod';
import type { Query } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { place, shownPath } from '../../datasets/loaders/bytes.ts';
import { readLines } from '../../datasets/loaders/lines.ts';
import { plural } from '../../datasets/loaders/problems.ts';
import { visible } from '../../datasets/visible.ts';
import { ApiFailure, type Orchestrator } from './orchestrator.ts';

const replyLine = z.union([
  z.strictObject({ query_id: z.string(), retriever: z.string().optional(), reply: z.string() }),
  z.strictObject({ query_id: z.string(), retriever: z.string().optional(), error: z.string() }),
]);
export type ScriptedReply = z.infer<typeof replyLine>;

/** A script as it was read. */
export interface Script {
  /** The file, as it was named. */
  readonly path: string;
  readonly replies: readonly ScriptedReply[];
  /** The line of each reply, from 1. */
  readonly lines: readonly number[];
}

/**
 * Answers from a script. A line that names the retriever goes before one that does not; no line is an `ApiFailure`,
 * and so is a line that holds an error: its text is never read as an answer.
 */
export function makeScriptedOrchestrator(replies: readonly ScriptedReply[]): Orchestrator {
  const byKey = new Map(replies.map((line) => [keyOf(line.query_id, line.retriever), line]));
  return {
    name: 'scripted',
    choose({ queryId, retriever }) {
      const line = byKey.get(keyOf(queryId, retriever)) ?? byKey.get(keyOf(queryId, undefined));
      if (line === undefined) throw new ApiFailure('no line in the script for this query', { kind: 'no_line' });
      if ('error' in line) throw new ApiFailure(line.error);
      return line.reply;
    },
  };
}

/**
 * Reads a script: JSONL, a line `{query_id, retriever?, reply}` or `{query_id, retriever?, error}`, all strings.
 *
 * @param problemOf what is wrong with the name of a retriever, in a few words; undefined where there is one of that name.
 * @throws InputError with file and line for anything else, for a retriever that is none, and for two lines about one query
 *   and retriever.
 */
export async function loadReplies(path: string, problemOf: (retriever: string) => string | undefined): Promise<Script> {
  const replies: ScriptedReply[] = [];
  const lines: number[] = [];
  const lineOfKey = new Map<string, number>();
  for await (const { line, text } of readLines(path)) {
    if (text.trim() === '') continue;
    const refuse = (what: string) => new InputError(`${place(path, line)}: ${what}`);
    const value = parseJson(text);
    if (value === undefined) throw refuse('not JSON');
    const parsed = replyLine.safeParse(value);
    if (!parsed.success) throw refuse('expected {query_id, retriever?, reply | error}, each a string');
    const { query_id, retriever } = parsed.data;
    const problem = retriever === undefined ? undefined : problemOf(retriever);
    if (problem !== undefined) throw refuse(`the retriever "${visible(retriever ?? '')}": ${problem}`);
    const key = keyOf(query_id, retriever);
    const before = lineOfKey.get(key);
    if (before !== undefined) {
      throw refuse(`a second reply for the same query and retriever; the first is on line ${before}`);
    }
    lineOfKey.set(key, line);
    replies.push(parsed.data);
    lines.push(line);
  }
  if (replies.length === 0) throw new InputError(`${shownPath(path)}: holds no reply`);
  return { path, replies, lines };
}

/**
 * Holds a script against the queries and retrievers of a run.
 *
 * @returns which of its lines nobody will ask for, a line of text for each reason.
 * @throws InputError if it answers none of the queries.
 */
export function scriptNotices(
  { lines, path, replies }: Script,
  queries: readonly Query[],
  retrievers: readonly string[],
): string[] {
  const asked = new Set(queries.map(({ id }) => id));
  const run = new Set(retrievers);
  const strangers = new Map<string, number>();
  const idle: number[] = [];
  for (const [i, { query_id, retriever }] of replies.entries()) {
    if (!asked.has(query_id)) {
      if (!strangers.has(query_id)) strangers.set(query_id, i);
    } else if (retriever !== undefined && !run.has(retriever)) idle.push(i);
  }
  const file = shownPath(path);
  const [first] = strangers;
  if (first !== undefined && replies.every(({ query_id }) => strangers.has(query_id))) {
    const example = `"${visible(first[0], 60)}" there, "${visible(queries[0]?.id ?? '', 60)}" in the query set`;
    throw new InputError(`${file}: answers none of the ${plural(queries.length, 'query')} (ids such as ${example})`);
  }
  const notices: string[] = [];
  if (first !== undefined) {
    const example = `"${visible(first[0], 60)}" on line ${lines[first[1]]}`;
    notices.push(`${file}: answers ${plural(strangers.size, 'query')} not in the query set, such as ${example}`);
  }
  const [one] = idle;
  if (one !== undefined) {
    const example = `"${visible(replies[one]?.retriever ?? '', 60)}" on line ${lines[one]}`;
    notices.push(
      `${file}: ${plural(idle.length, 'reply')} for retrievers that are not in this run, such as ${example}`,
    );
  }
  return notices;
}

/** @returns undefined where the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyOf(queryId: string, retriever: string | undefined): string {
  return JSON.stringify([queryId, retriever]);
}
