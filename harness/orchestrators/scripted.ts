import { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { readLines } from '../../datasets/loaders/lines.ts';
import { ApiFailure, type Orchestrator } from './orchestrator.ts';

const replyLine = z.union([
  z.strictObject({ query_id: z.string(), retriever: z.string().optional(), reply: z.string() }),
  z.strictObject({ query_id: z.string(), retriever: z.string().optional(), error: z.string() }),
]);
export type ScriptedReply = z.infer<typeof replyLine>;

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
      if (line === undefined) throw new ApiFailure('no line in the script for this query');
      if ('error' in line) throw new ApiFailure(line.error);
      return line.reply;
    },
  };
}

/**
 * Reads a script: JSONL, a line `{query_id, retriever?, reply}` or `{query_id, retriever?, error}`, all strings.
 *
 * @throws InputError with file and line for anything else, and for two lines about one query and retriever.
 */
export async function loadReplies(path: string): Promise<readonly ScriptedReply[]> {
  const replies: ScriptedReply[] = [];
  const lineOfKey = new Map<string, number>();
  for await (const { line, text } of readLines(path)) {
    if (text.trim() === '') continue;
    const parsed = replyLine.safeParse(parseJson(text, path, line));
    if (!parsed.success) {
      throw new InputError(`${path}:${line}: expected {query_id, retriever?, reply | error}, each a string`);
    }
    const key = keyOf(parsed.data.query_id, parsed.data.retriever);
    const before = lineOfKey.get(key);
    if (before !== undefined) {
      throw new InputError(
        `${path}:${line}: a second reply for the same query and retriever; the first is on line ${before}`,
      );
    }
    lineOfKey.set(key, line);
    replies.push(parsed.data);
  }
  if (replies.length === 0) throw new InputError(`${path}: holds no reply`);
  return replies;
}

function parseJson(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${path}:${line}: not JSON`);
  }
}

function keyOf(queryId: string, retriever: string | undefined): string {
  return JSON.stringify([queryId, retriever]);
}
