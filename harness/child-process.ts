import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { visible } from '../datasets/visible.ts';

/** Work that is done in a process of its own. */
interface ChildPlan<Message> {
  /** The module that the child runs. It answers with `serveParent`. */
  readonly module: URL;
  /** Handed to the child: plain data, maps and typed arrays. */
  readonly input: object;
  /** Handed to the child later, once it is there; it must not reject. */
  readonly more?: Promise<object>;
  /** Size of the old space of the child's heap, beyond which it runs out of memory. */
  readonly heapMiB: number;
  /** Longest time between two messages, and before the first: the child is then ended. */
  readonly silenceMs: number;
  /** Whether the caller does something else meanwhile: the child then does not keep the caller's process from its end. */
  readonly background?: boolean;
  /** An interrupt ends the child. */
  readonly signal: AbortSignal;
  /** Told each message in order. */
  readonly onMessage: (message: Message) => void;
}

/** What a child tells its parent. */
type Told<Message> = { readonly message: Message } | { readonly problem: string } | { readonly done: true };

/** How much of what a child wrote to stderr is kept, in characters: enough for the engine's last words. */
const LAST_WORDS = 4000;

/**
 * Runs a module in a process of its own, with the garbage collector callable (`--expose-gc`).
 *
 * @returns undefined where the work came to its end; in words why it did not, where it failed, was ended for its
 *   silence,   or the process died.
 * @throws the signal's reason on an interrupt; whatever `onMessage` throws. The child is gone by then.
 */
export async function runChild<Message>(plan: ChildPlan<Message>): Promise<string | undefined> {
  plan.signal.throwIfAborted();
  const child = fork(plan.module, {
    execArgv: ['--expose-gc', `--max-old-space-size=${plan.heapMiB}`, '--import', import.meta.resolve('tsx')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  if (plan.background) {
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
  }
  const end = () => void child.kill('SIGKILL');
  plan.signal.addEventListener('abort', end);
  let silent = false;
  const silence = () => {
    const timeout = setTimeout(() => {
      silent = true;
      end();
    }, plan.silenceMs);
    return plan.background ? timeout.unref() : timeout;
  };
  let timer = silence();
  let told: Told<Message> | undefined;

  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      child.on('message', (received) => {
        told = received as Told<Message>;
        if (!('message' in told)) return;
        clearTimeout(timer);
        timer = silence();
        try {
          plan.onMessage(told.message);
        } catch (error) {
          end();
          reject(error);
        }
      });
      child.on('error', reject);
      // Not `exit`: the last messages may still be on their way.
      child.on('close', (code, signal) => {
        if (told !== undefined && 'done' in told) resolve(undefined);
        else if (plan.signal.aborted) reject(plan.signal.reason);
        else if (silent) resolve(`ended after ${plan.silenceMs / 1000} s without a result`);
        else if (told !== undefined && 'problem' in told) resolve(told.problem);
        else resolve(deathOf(code, signal, words, plan.heapMiB));
      });
      child.send({ input: plan.input });
      void plan.more?.then((more) => child.connected && child.send({ more }));
    });
  } finally {
    clearTimeout(timer);
    plan.signal.removeEventListener('abort', end);
  }
}

function deathOf(code: number | null, signal: string | null, words: string, heapMiB: number): string {
  if (words.includes('heap out of memory')) return `ran out of memory, with a heap of ${heapMiB} MiB`;
  if (signal === 'SIGKILL') return 'was killed from outside, as happens where the machine runs out of memory';
  const last = words.trim().split('\n').at(-1) ?? '';
  return `died (${signal ?? `exit code ${code}`})${last === '' ? '' : `: ${visible(last, 200)}`}`;
}

/**
 * The child's side: does the work that the parent sends, once, and lets the process end.
 *
 * @param work is given the input, a function that sends a message to the parent, and what the parent hands over later.
 */
export function serveParent<Input, Message, More = never>(
  work: (input: Input, tell: (message: Message) => void, more: Promise<More>) => Promise<void>,
): void {
  // The end of the process would cut off what is still being written: it waits for the last message.
  const sendLast = (told: Told<Message>) =>
    process.send?.(told, undefined, undefined, () => {
      if (process.connected) process.disconnect();
    });
  // A parent that is gone wants no answer.
  process.once('disconnect', () => process.exit());
  let hand: (more: More) => void = () => {};
  const more = new Promise<More>((resolve) => {
    hand = resolve;
  });
  process.on('message', async (handed: { readonly input: Input } | { readonly more: More }) => {
    if ('more' in handed) return hand(handed.more);
    try {
      await work(handed.input, (message) => void process.send?.({ message } satisfies Told<Message>), more);
      sendLast({ done: true });
    } catch (error) {
      sendLast({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
}
