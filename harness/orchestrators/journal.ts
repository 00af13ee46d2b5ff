import { type FileHandle, open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { shortHashes } from '../short-hashes.ts';
import { writeProblem } from '../write-problem.ts';
import { RunStopped } from './orchestrator.ts';

/** Name of the journal in the folder of a run. */
export const JOURNAL = 'journal.jsonl';

/** What is asked: seed ('' where cards were given), retriever, query, repeat. */
export type CallKey = readonly [seed: string, retriever: string, queryId: string, repeat: number];

/** Tokens and requests; of the tokens those that the server reported, else our own count. */
export interface Spent {
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const key = z.tuple([z.string(), z.string(), z.string(), z.int()]);
const amount = z.number().nonnegative();
const spent = z.object({ requests: amount, input_tokens: amount, output_tokens: amount });
const ended = {
  key,
  /** sha256 of the body of the request: an answer stands for no other. */
  request: z.string(),
  attempts: z.int(),
  http_status: z.int().optional(),
  /** Of all attempts. */
  spent,
  /** Counted by us: the prompt of one attempt. */
  prompt_tokens: amount,
  /** As the server reported it with the answer. */
  usage: z.object({ prompt: amount, completion: amount }).optional(),
  /** Milliseconds of the last attempt, and from the first to the last, waits included. */
  service_ms: amount,
  total_ms: amount,
  /** From 1: in which of the runs of this journal. */
  sitting: z.int(),
};
const answer = z.object({ type: z.literal('answer'), ...ended, reply: z.string() });
const failure = z.object({ type: z.literal('failure'), ...ended, kind: z.string(), message: z.string() });
/** A request that is about to leave: if nothing follows it, it may have been paid for and lost. */
const sent = z.object({ type: z.literal('sent'), key, spent });
const facts = z.record(z.string(), z.unknown());
const record = z.discriminatedUnion('type', [
  /** Of the run (no name), or of one of its datasets (its place among them). */
  z.object({ type: z.literal('facts'), of: z.string().optional(), facts }),
  z.object({ type: z.literal('sitting'), sitting: z.int() }),
  sent,
  answer,
  failure,
]);

export type Facts = Readonly<Record<string, unknown>>;
export type AnswerRecord = z.infer<typeof answer>;
export type FailureRecord = z.infer<typeof failure>;
type JournalRecord = z.infer<typeof record>;

/** Where a journal writes; a file handle is one. */
export type JournalFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>;

/**
 * What has been asked and answered: JSON, a record a line, only ever added to. An answer is on the disk before anybody
 * is told of it. Two processes must not have the same journal: whoever opens it has claimed the folder.
 */
export class Journal {
  readonly #file: JournalFile;
  /** Of earlier sittings: what this one adds, it does not ask again, and keeps on the disk alone. */
  readonly #answers = new Map<string, AnswerRecord>();
  readonly #facts = new Map<string, Facts>();
  /** Requests by key that nothing has followed yet, of earlier sittings. */
  readonly #open = new Map<string, Spent[]>();
  #spentBefore: Spent = { requests: 0, input_tokens: 0, output_tokens: 0 };
  #sitting = 1;
  #waiting: { readonly line: string; readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  #writing: Promise<void> | undefined;
  #broken: RunStopped | undefined;
  /** What was noticed on opening, a line each. */
  readonly notices: string[] = [];

  private constructor(file: JournalFile) {
    this.#file = file;
  }

  /**
   * Opens a journal to add to it, or begins one. A last line that was torn by a crash is dropped from the file.
   *
   * @throws InputError naming file and line where another line is no record.
   */
  static async open(path: string): Promise<Journal> {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    const { records, whole } = readRecords(bytes, path);
    const lost = bytes.length - whole;
    const file = await open(path, 'a');
    if (lost !== 0) {
      await file.truncate(whole);
      await file.datasync();
    }
    const journal = new Journal(file);
    if (lost !== 0) journal.notices.push(`the last line of the journal was torn (${lost} bytes) and was dropped`);
    for (const each of records) journal.#take(each);
    journal.#settle();
    await journal.#append({ type: 'sitting', sitting: journal.#sitting });
    return journal;
  }

  /** Begins a journal on a file of the caller's, for tests of what disks do. */
  static on(file: JournalFile): Journal {
    return new Journal(file);
  }

  /** From 1: how often this journal has been opened. */
  get sitting(): number {
    return this.#sitting;
  }

  /** All that earlier sittings spent, requests whose answers were lost included. */
  get spentBefore(): Spent {
    return this.#spentBefore;
  }

  /**
   * Says what the answers depend on, or finds that they depend on something else. A fact `NAME_count` is how many there are
   * of another, `NAME`: it tells a person what is different there.
   *
   * @param of undefined for the run, a name for one of its datasets.
   * @throws InputError naming every fact that has changed.
   */
  async sameFacts(of: string | undefined, now: Facts): Promise<void> {
    const before = this.#facts.get(factsKey(of));
    if (before === undefined) {
      this.#facts.set(factsKey(of), now);
      await this.#append({ type: 'facts', ...(of === undefined ? {} : { of }), facts: now });
      return;
    }
    const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (name) => !name.endsWith(COUNT) && JSON.stringify(before[name]) !== JSON.stringify(now[name]),
    );
    if (changed.length === 0) return;
    const what = changed.map((name) => difference(name, before, now)).join(' and ');
    throw new InputError(`--resume: the answers on disk were made with ${what}`);
  }

  /**
   * The answer that is on disk.
   *
   * @param request sha256 of the request that would be sent.
   * @throws InputError where the answer was to another request.
   */
  answerTo(key: CallKey, request: string): AnswerRecord | undefined {
    const found = this.#answers.get(JSON.stringify(key));
    if (found !== undefined && found.request !== request) {
      throw new InputError(
        `--resume: the answer on disk to query ${visible(key[2])} of ${visible(key[1])} was to another request: the pool has changed`,
      );
    }
    return found;
  }

  /** Notes a request before it leaves. Not synced: a killed process loses nothing, only a power cut may. */
  async sent(key: CallKey, reserved: Spent): Promise<void> {
    await this.#append({ type: 'sent', key: [...key], spent: { ...reserved } }, 'written');
  }

  /** Adds how a call ended. @returns once it is on the disk. @throws RunStopped where the disk refuses. */
  async add(ended: AnswerRecord | FailureRecord): Promise<void> {
    await this.#append(ended);
  }

  /** Waits for what is being written, and lets go of the file. */
  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await this.#file.close();
  }

  #take(each: JournalRecord): void {
    if (each.type === 'facts') this.#facts.set(factsKey(each.of), each.facts);
    if (each.type === 'sitting') {
      // Whatever was on its way when the last sitting ended is lost.
      this.#settle();
      this.#sitting = each.sitting + 1;
    }
    if (each.type === 'facts' || each.type === 'sitting') return;
    const id = JSON.stringify(each.key);
    if (each.type === 'sent') {
      this.#open.set(id, [...(this.#open.get(id) ?? []), each.spent]);
      return;
    }
    this.#open.delete(id);
    this.#spend(each.spent);
    if (each.type === 'answer' && !this.#answers.has(id)) this.#answers.set(id, each);
  }

  #settle(): void {
    for (const lost of [...this.#open.values()].flat()) this.#spend(lost);
    this.#open.clear();
  }

  #spend(more: Spent): void {
    this.#spentBefore = addSpent(this.#spentBefore, more);
  }

  /** Lines that come while others are being written are written and synced together. */
  #append(each: JournalRecord, until: 'written' | 'synced' = 'synced'): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    const line = `${JSON.stringify(each)}\n`;
    const added = new Promise<void>((done, failed) => {
      this.#waiting.push({ line, done, failed });
    });
    if (until === 'synced') this.#mustSync = true;
    this.#writing ??= this.#write();
    return added;
  }

  #mustSync = false;

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== undefined) throw this.#broken;
        const sync = this.#mustSync;
        this.#mustSync = false;
        await this.#file.appendFile(batch.map(({ line }) => line).join(''));
        if (sync) await this.#file.datasync();
        for (const { done } of batch) done();
      } catch (error) {
        // Half a line may be there now: nothing may be written behind it.
        this.#broken ??= new RunStopped(`the journal cannot be written: ${writeProblem(error)}`);
        for (const { failed } of batch) failed(this.#broken);
      }
    }
    this.#writing = undefined;
  }
}

/** The sum of what was spent. */
export function addSpent(a: Spent, b: Spent): Spent {
  return {
    requests: a.requests + b.requests,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

/** @returns the records, and how many bytes of the file hold them. Line by line: a journal may be longer than a string. */
function readRecords(bytes: Buffer, path: string): { readonly records: JournalRecord[]; readonly whole: number } {
  const records: JournalRecord[] = [];
  let start = 0;
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    const parsed = record.safeParse(parseJson(bytes.toString('utf8', start, end)));
    if (!parsed.success) {
      // A crash of the machine may leave an end that was never written, with a line feed in it.
      if (end === bytes.length - 1) break;
      throw new InputError(`${visible(path)}:${records.length + 1}: expected a record of a journal`);
    }
    records.push(parsed.data);
    start = end + 1;
  }
  return { records, whole: start };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function factsKey(of: string | undefined): string {
  return of === undefined ? 'run' : `dataset ${of}`;
}

/** What names of facts end in that are a number of others. */
const COUNT = '_count';

/** How a fact differs, in words: by how many there are, where that differs, else by what it is. */
function difference(name: string, before: Facts, now: Facts): string {
  const counts = [before, now].map((facts) => facts[`${name}${COUNT}`]);
  // A journal of before they were noted has none.
  if (typeof counts[0] === 'number' && typeof counts[1] === 'number') {
    if (counts[0] !== counts[1]) return `other ${name}: ${counts[0]} there, ${counts[1]} here`;
    return `other ${name} (${counts[0]}; ${change(before[name], now[name])})`;
  }
  return `another ${name.replaceAll('_', ' ')} (${change(before[name], now[name])})`;
}

function change(before: unknown, now: unknown): string {
  const [was, is] = isHash(before) && isHash(now) ? shortHashes(before, now) : [before, now];
  return `was ${shown(was)}, is ${shown(is)}`;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : visible(typeof value === 'string' ? value : JSON.stringify(value), 80);
}
