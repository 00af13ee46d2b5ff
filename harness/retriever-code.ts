import { InputError } from '../datasets/input-error.ts';
import { RetrieverError } from './ranking-check.ts';

/** Whoever waits for a retriever right now: told that nothing will come any more. */
const waiting = new Set<() => void>();
let watching = false;

/**
 * Runs a retriever's own code, and waits for it.
 *
 * @throws RetrieverError with its name and what it was doing, for whatever it throws, and where its promise can never be
 *   settled since nothing is left to happen; but what its cards throw, as it is.
 */
export async function explained<T>(retriever: string, doing: string, run: () => Promise<T>): Promise<T> {
  try {
    return await unlessNothingIsLeft(run());
  } catch (error) {
    // What says whose fault it is already.
    if (error instanceof RetrieverError || error instanceof InputError) throw error;
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new RetrieverError(`${retriever}, ${doing}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Without it Node would end the process in the middle, without a word. */
function unlessNothingIsLeft<T>(promise: Promise<T>): Promise<T> {
  if (!watching) process.on('beforeExit', tellAll);
  watching = true;
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new Error('its promise is never settled: nothing is left that could settle it'));
    waiting.add(giveUp);
    const done = () => waiting.delete(giveUp);
    promise.then(resolve, reject).finally(done);
  });
}

function tellAll(): void {
  for (const giveUp of waiting) giveUp();
}
