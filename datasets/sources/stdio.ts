import { type ChildProcess, spawn } from 'node:child_process';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { InputError } from '../input-error.ts';
import { parseJson } from '../loaders/json.ts';
import { splitLines } from '../loaders/lines.ts';
import { visible } from '../visible.ts';
import { MAX_SERVER_BYTES, MeteredBytes } from './limits.ts';

/** A program that is an MCP server on its standard input and output. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside what every program needs (PATH, HOME ...). Nothing else of our own environment is handed on. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** How long a program has to end by itself, and again after SIGTERM, in milliseconds. */
const GRACE_MS = 500;

/** On POSIX a program leads a process group of its own, so that what it has started ends with it (`npx`, shells). */
const GROUPS = process.platform !== 'win32';

/** Programs that run now. None survives us, even where we leave in a hurry. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (GROUPS) process.kill(-pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Messages to and from a program, one JSON text a line. The SDK has such a transport too; this one bounds what it reads,
 * ends the program together with all that it started, and does so quickly. Lines that are no messages are skipped: some
 * servers greet. What the program writes on standard error is not read.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** What was agreed on in the handshake. */
  protocolVersion: string | undefined;

  readonly #program: Program;
  readonly #onProblem: (problem: string) => void;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  /** @param onProblem is told, in a few words that are safe to print, why nothing more will come. */
  constructor(program: Program, onProblem: (problem: string) => void) {
    this.#program = program;
    this.#onProblem = onProblem;
  }

  /** Starts the program. @throws {InputError} where there is no such program. */
  async start(): Promise<void> {
    const child = launch(this.#program);
    if (running.size === 0) process.once('exit', killAll);
    running.add(child);
    this.#child = child;
    this.#exit = new Promise((resolve) => {
      child.once('exit', () => {
        // What it has started may still run, and hold its output open.
        signalGroup(child, 'SIGKILL');
        forget(child);
        resolve();
      });
    });
    child.stdin?.on('error', () => {
      // It reads no more; that it has ended shows in its output.
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        forget(child);
        reject(startError(error));
      });
    });
    void this.#read(child);
  }

  async #read(child: ChildProcess): Promise<void> {
    const meter = new MeteredBytes(MAX_SERVER_BYTES);
    async function* bounded(): AsyncGenerator<Uint8Array> {
      for await (const chunk of child.stdout ?? []) {
        if (!meter.take(chunk.length)) throw new InputError(`its output: longer than ${MAX_SERVER_BYTES} bytes`);
        yield chunk;
      }
    }
    try {
      for await (const { text } of splitLines(bounded(), 'its output')) this.#take(text);
      await this.#exit;
      this.#onProblem(`expected an answer, received the end of the program (${endOf(child)})`);
    } catch (error) {
      // Where the end was ours, nobody asks for a reason.
      const problem = error instanceof InputError ? error.message : 'its output cannot be read';
      this.#onProblem(problem.replace(/^its output:([0-9]+)/, 'line $1 of its output'));
    }
    await this.close();
  }

  #take(line: string): void {
    const parsed = parseJson(line);
    if (!parsed.ok) {
      if (parsed.problem.startsWith('nested')) throw new InputError(`its output: ${parsed.problem}`);
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(parsed.value);
    if (message.success) this.onmessage?.(message.data);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** Ends the program: by the end of its input, then SIGTERM, then SIGKILL. Returns when it has ended. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined) {
      child.stdin?.end();
      if (!(await this.#ends())) {
        signalGroup(child, 'SIGTERM');
        if (!(await this.#ends())) signalGroup(child, 'SIGKILL');
        await this.#exit;
      }
      child.stdout?.destroy();
    }
    this.onclose?.();
  }

  async #ends(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), GRACE_MS);
    });
    const ended = await Promise.race([this.#exit.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }
}

function launch({ args, command, cwd, env }: Program): ChildProcess {
  try {
    return spawn(command, args, {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: GROUPS,
      windowsHide: true,
    });
  } catch (error) {
    throw startError(error);
  }
}

/** Node's own message holds the command, and with it what may be secret. */
function startError(error: unknown): InputError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  const reason = code === 'ENOENT' ? 'no such program or working folder' : visible(code, 40);
  return new InputError(`cannot be started (${reason})`);
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.removeListener('exit', killAll);
}

/** How a program has ended: `exit code 1`, `SIGKILL`. */
function endOf({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`;
}
