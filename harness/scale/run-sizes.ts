import { runChild } from '../child-process.ts';
import type { OnProgress } from './card-stream.ts';
import type { MeasuredSize, SizePlan } from './measure-size.ts';

/** What the process of one size tells: where it stands, and in the end what it measured. */
export type SizeMessage =
  | { readonly stage: string; readonly done: number; readonly total: number }
  | { readonly measured: MeasuredSize };

/** Old space of a process. What an index holds lies outside of it, but for the ids of the cards. */
export const HEAP_MIB = 4096;

/** The last stages of a large build say nothing for minutes. */
const SILENCE_MS = 3_600_000;

interface SizesPlan {
  readonly sizes: readonly SizePlan[];
  /** What a process of its own runs for each size: it answers with `SizeMessage`s. */
  readonly module: URL;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Given each size as soon as it is measured. */
  readonly onMeasured: (measured: MeasuredSize) => Promise<void>;
}

/**
 * Measures sizes one after the other, each in a fresh process. The first that fails is the last: a larger one would not fare
 * better.
 *
 * @returns why a size failed, in words; undefined where none did.
 * @throws the signal's reason on an interrupt. No process is left behind.
 */
export async function runSizes({
  module,
  onMeasured,
  onProgress,
  signal,
  sizes,
}: SizesPlan): Promise<string | undefined> {
  for (const size of sizes) {
    const name = `${size.cards.toLocaleString('en-US')} ${size.shape}`;
    let measured: MeasuredSize | undefined;
    onProgress(`${name}: starting`, 0, 0);
    const problem = await runChild<SizeMessage>({
      module,
      input: size,
      heapMiB: HEAP_MIB,
      silenceMs: SILENCE_MS,
      signal,
      onMessage: (message) => {
        if ('measured' in message) measured = message.measured;
        else onProgress(`${name}: ${message.stage}`, message.done, message.total);
      },
    });
    if (problem !== undefined) return `${name}: ${problem}`;
    if (measured === undefined) return `${name}: the process ended without a result`;
    await onMeasured(measured);
  }
  return undefined;
}
