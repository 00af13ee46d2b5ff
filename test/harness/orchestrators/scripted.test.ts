import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../datasets/input-error.ts';
import { loadReplies, makeScriptedOrchestrator, scriptNotices } from '../../../harness/orchestrators/scripted.ts';
import { card, query, temporaryFolder } from '../../support.ts';

const QUERIES = [query('q1', 'a'), query('q2', 'b')];

/** A script on disk, read; only `ssr` and `bm25` are retrievers. */
async function script(...lines: readonly (object | string)[]) {
  const path = join(await temporaryFolder(), 'replies.jsonl');
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return loadReplies(path, (name) => (['ssr', 'bm25'].includes(name) ? undefined : 'unknown; known are ssr, bm25'));
}

describe('a script', () => {
  it.each<[string, RegExp]>([
    [
      '{"query_id":"q1","retriever":"bm52","reply":"1"}',
      /jsonl:3: the retriever "bm52": unknown; known are ssr, bm25$/,
    ],
    [
      '{"query_id":"q1","reply":"2"}',
      /jsonl:3: a second reply for the same query and retriever; the first is on line 1$/,
    ],
    ['{"query_id":"q2"}', /jsonl:3: expected \{query_id, retriever\?, reply \| error\}, each a string$/],
    ['{"query_id"', /jsonl:3: not JSON$/],
  ])('is refused for the line %s', async (line, message) => {
    const error = await script({ query_id: 'q1', reply: '1' }, '', line).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(message);
  });

  it('of which every line is asked for needs no word', async () => {
    const lines = [
      { query_id: 'q1', retriever: 'ssr', reply: '1' },
      { query_id: 'q2', error: 'x' },
    ];
    expect(scriptNotices(await script(...lines), QUERIES, ['ssr'])).toEqual([]);
  });

  it('names what nobody asks for', async () => {
    const read = await script(
      { query_id: 'q1', reply: '1' },
      { query_id: 'q2', retriever: 'bm25', reply: '1' },
      '',
      { query_id: 'Q1', reply: '1' },
      { query_id: 'Q1', retriever: 'ssr', reply: '1' },
      { query_id: 'q3', reply: '1' },
    );
    expect(scriptNotices(read, QUERIES, ['ssr'])).toEqual([
      `${read.path}: answers 2 queries not in the query set, such as "Q1" on line 4`,
      `${read.path}: 1 reply for retrievers that are not in this run, such as "bm25" on line 2`,
    ]);
  });

  it('that answers none of the queries is refused', async () => {
    const read = await script({ query_id: 'Q1', reply: '1' });
    expect(() => scriptNotices(read, QUERIES, ['ssr'])).toThrow(
      new InputError(`${read.path}: answers none of the 2 queries (ids such as "Q1" there, "q1" in the query set)`),
    );
  });

  it('tells a query that is not in it from an error', async () => {
    const { replies } = await script({ query_id: 'q1', error: 'x' });
    const { choose } = makeScriptedOrchestrator(replies);
    const ask = (queryId: string) => () =>
      choose({ queryId, query: '', pool: [card('a')], retriever: 'ssr', repeat: 1 });
    expect(ask('q1')).toThrow(expect.objectContaining({ details: { kind: 'scripted' } }));
    expect(ask('q2')).toThrow(expect.objectContaining({ details: { kind: 'no_line' } }));
  });
});
