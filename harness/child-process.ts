import { fork } from 'node:child_process';
import { visible } from '../datasets/visible.ts';

/** Work that is done in a process of its own. */
interface ChildPlan<Message> {
  /** The module that the child runs. It answers with `serveParent`. */
  readonly module: URL;
  /** Handed to the child: plain data, maps and typed arrays. */
  readonly input: object;
  /** Size of the old space of the child's heap, beyond which it runs out of memory. */
  readonly heapMiB: number;
  /** Longest time between two messages, and before the first: the child is then ended. */
  readonly silenceMs: number;
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
  const end = () => void child.kill('SIGKILL');
  plan.signal.addEventListener('abort', end);
  let silent = false;
  const silence = () =>
    setTimeout(() => {
      silent = true;
      end();
    }, plan.silenceMs);
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
 * @param work is given the input, and a function that sends a message to the parent.
 */
export function serveParent<Input, Message>(
  work: (input: Input, tell: (message: Message) => void) => Promise<void>,
): void {
  const send = (told: Told<Message>) => void process.send?.(told);
  // A parent that is gone wants no answer.
  process.once('disconnect', () => process.exit());
  process.once('message', async ({ input }: { input: Input }) => {
    try {
      await work(input, (message) => send({ message }));
      send({ done: true });
    } catch (error) {
      send({ problem: error instanceof Error ? error.message : String(error) });
    }
    process.disconnect();
  });
}
