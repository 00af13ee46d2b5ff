/** How long the loops may hold the event loop before signals and timers get their turn. */
const LONGEST_HOLD_MS = 50;

/**
 * Makes a function for long loops to await at every step: it lets the event loop run from time to time, so that an
 * interrupt is seen, and throws once the run has been interrupted.
 *
 * @throws the signal's reason, from the returned function.
 */
export function makePause(signal: AbortSignal): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    signal.throwIfAborted();
    if (performance.now() - last < LONGEST_HOLD_MS) return undefined;
    return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      last = performance.now();
      signal.throwIfAborted();
    });
  };
}
