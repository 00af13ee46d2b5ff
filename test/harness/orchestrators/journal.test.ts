import { appendFile, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../datasets/input-error.ts';
import {
  type AnswerRecord,
  type CallKey,
  type FailureRecord,
  Journal,
} from '../../../harness/orchestrators/journal.ts';
import { RunStopped } from '../../../harness/orchestrators/orchestrator.ts';
import { temporaryFolder } from '../../support.ts';
import { memoryFile } from './model.ts';

const keyOf = (query: string, retriever = 'ssr', seed = '42'): CallKey => [seed, retriever, query, 1];
const spent = { requests: 1, input_tokens: 10, output_tokens: 1 };

function answer(key: CallKey, reply: string, rest: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    type: 'answer',
    key: [...key],
    request: 'sha',
    attempts: 1,
    http_status: 200,
    spent,
    prompt_tokens: 10,
    service_ms: 1,
    total_ms: 1,
    sitting: 1,
    reply,
    ...rest,
  };
}

function failure(key: CallKey): FailureRecord {
  const { reply: _, ...rest } = answer(key, '');
  return { ...rest, type: 'failure', kind: 'timeout', message: 'late' };
}

async function journalPath(): Promise<string> {
  return join(await temporaryFolder(), 'journal.jsonl');
}

describe('a journal', () => {
  it('gives back the answers, and not the failures, in the next sitting', async () => {
    const path = await journalPath();
    const first = await Journal.open(path);
    await Promise.all([
      first.add(answer(keyOf('q1'), '1')),
      first.add(answer(keyOf('q1', 'bm25'), '2')),
      first.add(answer(keyOf('q1', 'ssr', '43'), '3\n"\u2028')),
      first.add(failure(keyOf('q2'))),
    ]);
    await first.close();
    const second = await Journal.open(path);
    expect(second.sitting).toBe(2);
    expect(second.notices).toEqual([]);
    expect(second.answerTo(keyOf('q1'), 'sha')).toEqual(answer(keyOf('q1'), '1'));
    expect(second.answerTo(keyOf('q1', 'bm25'), 'sha')?.reply).toBe('2');
    expect(second.answerTo(keyOf('q1', 'ssr', '43'), 'sha')?.reply).toBe('3\n"\u2028');
    expect(second.answerTo(keyOf('q2'), 'sha')).toBeUndefined();
    expect(second.answerTo(keyOf('q3'), 'sha')).toBeUndefined();
    await second.close();
  });

  it('has an answer on the disk before anybody is told', async () => {
    const path = await journalPath();
    const journal = await Journal.open(path);
    for (let i = 0; i < 20; i++) {
      await journal.add(answer(keyOf(`q${i}`), `${i}`));
      expect((await readFile(path, 'utf8')).endsWith(`"reply":"${i}"}\n`)).toBe(true);
    }
    await journal.close();
  });

  it('syncs before it tells, and writes together what comes together', async () => {
    const steps: string[] = [];
    const journal = Journal.on({
      async appendFile(text) {
        steps.push(`write ${String(text).split('\n').length - 1}`);
      },
      async datasync() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push('sync');
      },
      async close() {},
    });
    const added = ['a', 'b', 'c'].map((id) => journal.add(answer(keyOf(id), '1')).then(() => steps.push(`told ${id}`)));
    await journal.sent(keyOf('d'), spent);
    await Promise.all(added);
    expect(steps).toEqual(['write 1', 'sync', 'write 3', 'told a', 'sync', 'told b', 'told c']);
  });

  it('counts what was spent over all sittings, requests without an end included', async () => {
    const path = await journalPath();
    const first = await Journal.open(path);
    await first.sent(keyOf('q1'), { requests: 1, input_tokens: 20, output_tokens: 16 });
    await first.add(answer(keyOf('q1'), '1'));
    // Never answered: the process was killed.
    await first.sent(keyOf('q2'), { requests: 1, input_tokens: 20, output_tokens: 16 });
    await first.close();
    const second = await Journal.open(path);
    expect(second.spentBefore).toEqual({ requests: 2, input_tokens: 30, output_tokens: 17 });
    await second.sent(keyOf('q2'), { requests: 1, input_tokens: 20, output_tokens: 16 });
    await second.add(failure(keyOf('q2')));
    await second.close();
    const third = await Journal.open(path);
    expect(third.sitting).toBe(3);
    expect(third.spentBefore).toEqual({ requests: 3, input_tokens: 40, output_tokens: 18 });
    await third.close();
  });

  it('torn anywhere in its last line loses that line, says so, and goes on', async () => {
    const whole = await journalPath();
    const journal = await Journal.open(whole);
    for (const id of ['q1', 'q2', 'q3 é😀']) await journal.add(answer(keyOf(id), '1'));
    await journal.close();
    const bytes = await readFile(whole);
    const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
    const path = await journalPath();
    for (let end = lastLine + 1; end < bytes.length; end += 7) {
      await writeFile(path, bytes.subarray(0, end));
      const torn = await Journal.open(path);
      expect(torn.notices).toEqual([`the last line of the journal was torn (${end - lastLine} bytes) and was dropped`]);
      expect(torn.answerTo(keyOf('q2'), 'sha')?.reply).toBe('1');
      expect(torn.answerTo(keyOf('q3 é😀'), 'sha')).toBeUndefined();
      await torn.add(answer(keyOf('q3 é😀'), '2'));
      await torn.close();
      const again = await Journal.open(path);
      expect(again.notices).toEqual([]);
      expect(again.answerTo(keyOf('q3 é😀'), 'sha')?.reply).toBe('2');
      await again.close();
    }
  });

  it('whose last line was never written by a crash of the machine goes on; another bad line is an error', async () => {
    const path = await journalPath();
    const journal = await Journal.open(path);
    await journal.add(answer(keyOf('q1'), '1'));
    await journal.close();
    await appendFile(path, '\0\0\0\0\n');
    const torn = await Journal.open(path);
    expect(torn.notices).toEqual(['the last line of the journal was torn (5 bytes) and was dropped']);
    await torn.close();
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('\n', '\n{"type":"answer"}\n'));
    await expect(Journal.open(path)).rejects.toThrow(new InputError(`${path}:2: expected a record of a journal`));
  });

  it('is never read as more than was written, whatever stands at its end', async () => {
    const whole = await journalPath();
    const journal = await Journal.open(whole);
    for (const id of ['q1', 'q2']) await journal.add(answer(keyOf(id), '1'));
    await journal.close();
    const text = await readFile(whole, 'utf8');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 20 }).filter((tail) => !tail.includes('\n')),
        async (tail) => {
          const path = await journalPath();
          await writeFile(path, text + tail);
          const opened = await Journal.open(path);
          expect(opened.answerTo(keyOf('q1'), 'sha')?.reply).toBe('1');
          expect(opened.answerTo(keyOf('q2'), 'sha')?.reply).toBe('1');
          await opened.close();
          expect((await readFile(path, 'utf8')).startsWith(text)).toBe(true);
          expect((await readFile(path, 'utf8')).slice(text.length)).toBe('{"type":"sitting","sitting":2}\n');
        },
      ),
      { numRuns: 30 },
    );
  });

  it('takes no answer for another request', async () => {
    const path = await journalPath();
    const first = await Journal.open(path);
    await first.add(answer(keyOf('q1'), '1'));
    await first.close();
    const journal = await Journal.open(path);
    expect(() => journal.answerTo(keyOf('q1'), 'other')).toThrow(
      new InputError('--resume: the answer on disk to query q1 of ssr was to another request: the pool has changed'),
    );
    await journal.close();
  });

  it('is not resumed where anything else was asked, and names it', async () => {
    const path = await journalPath();
    const facts = { cards: 'aaa', prompt: 'p1', k: 20, model: 'm', temperature: 0, seeds: ['42'] };
    const first = await Journal.open(path);
    await first.sameFacts(undefined, facts);
    await first.sameFacts('42', { cards: 'x' });
    await first.sameFacts('43', { cards: 'y' });
    await first.close();
    const second = await Journal.open(path);
    await second.sameFacts(undefined, { ...facts });
    await second.sameFacts('43', { cards: 'y' });
    for (const [change, message] of [
      [{ k: 10 }, 'k (was 20, is 10)'],
      [{ cards: 'bbb' }, 'cards (was aaa, is bbb)'],
      [{ prompt: 'p2' }, 'prompt (was p1, is p2)'],
      [{ temperature: 0.5 }, 'temperature (was 0, is 0.5)'],
      [{ seeds: ['42', '43'] }, 'seeds (was ["42"], is ["42","43"])'],
      [{ llm_seed: 1 }, 'llm seed (was none, is 1)'],
      [{ model: 'a\u001b[31m' }, 'model (was m, is a\\u{1b}[31m)'],
      [{ k: 10, model: 'n' }, 'k (was 20, is 10) and another model (was m, is n)'],
    ] as const) {
      await expect(second.sameFacts(undefined, { ...facts, ...change })).rejects.toThrow(
        new InputError(`--resume: the answers on disk were made with another ${message}`),
      );
    }
    await expect(second.sameFacts('42', { cards: 'z' })).rejects.toThrow('another cards (was x, is z)');
    await second.close();
  });

  it('tells other queries by their number where that differs, and else by the digits in which their hashes differ', async () => {
    const path = await journalPath();
    const hash = 'a'.repeat(64);
    const first = await Journal.open(path);
    const facts = { cards: hash, cards_count: 9, queries: hash, queries_count: 20 };
    await first.sameFacts('1', facts);
    await first.sameFacts('2', { cards: hash, queries: hash });
    await first.close();
    const second = await Journal.open(path);
    const refusal = async (of: string, now: object) =>
      second
        .sameFacts(of, { ...facts, ...now })
        .catch((error: Error) => error.message.replace(/^.* were made with /, ''));
    const late = `${'a'.repeat(13)}b${'a'.repeat(50)}`;
    expect(await refusal('1', { queries: 'b'.repeat(64), queries_count: 21 })).toBe('other queries: 20 there, 21 here');
    expect(await refusal('1', { queries: `b${hash.slice(1)}` })).toBe(
      'other queries (20; was aaaaaaaaaaaa, is baaaaaaaaaaa)',
    );
    expect(await refusal('1', { cards: late, queries: 'b'.repeat(64), queries_count: 21 })).toBe(
      'other cards (9; was aaaaaaaaaaaaaa, is aaaaaaaaaaaaab) and other queries: 20 there, 21 here',
    );
    // A journal of before there were numbers goes on.
    expect(await refusal('2', {})).toBeUndefined();
    expect(await refusal('2', { cards: late })).toBe('another cards (was aaaaaaaaaaaaaa, is aaaaaaaaaaaaab)');
    await second.close();
  });

  it('on a disk that is full stops, and writes nothing behind half a line', async () => {
    const file = memoryFile();
    let room = 2;
    const journal = Journal.on({
      ...file,
      async appendFile(text) {
        if (room-- > 0) return file.appendFile(text);
        throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
      },
    });
    await journal.add(answer(keyOf('q1'), '1'));
    await journal.add(answer(keyOf('q2'), '1'));
    const ends = await Promise.allSettled([journal.add(answer(keyOf('q3'), '1')), journal.sent(keyOf('q4'), spent)]);
    room = 100;
    for (const end of [...ends, ...(await Promise.allSettled([journal.add(answer(keyOf('q5'), '1'))]))]) {
      expect(end).toMatchObject({ reason: new RunStopped('the journal cannot be written: the disk is full') });
    }
    expect(file.text.trim().split('\n')).toHaveLength(2);
  });

  it('on a real device that is full stops', async () => {
    const full = await open('/dev/full', 'a').catch(() => undefined);
    if (full === undefined) return expect(process.platform).not.toBe('linux');
    const journal = Journal.on(full);
    await expect(journal.add(answer(keyOf('q1'), '1'))).rejects.toThrow('the disk is full');
    await journal.close();
  });
});
