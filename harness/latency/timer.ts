/** Steps to see before the smallest is believed, and when to stop looking: 50 ms are 50 steps of a clock of 1 ms. */
const ENOUGH_STEPS = 1000;
const LONGEST_LOOK_MS = 50;
const MOST_READS = 1_000_000;

/**
 * The smallest step that a clock was seen to take between two reads, one right after the other: what it can tell apart,
 * or what a read costs, whichever is larger. Times near it are not worth quoting.
 *
 * @param now milliseconds, from any start.
 * @returns microseconds; undefined where a million reads saw no step at all.
 */
export function timerResolution(now: () => number): number | undefined {
  const start = now();
  let smallest = Number.POSITIVE_INFINITY;
  let steps = 0;
  let last = start;
  for (let reads = 0; reads < MOST_READS && steps < ENOUGH_STEPS && last - start < LONGEST_LOOK_MS; reads++) {
    const time = now();
    if (time > last) {
      smallest = Math.min(smallest, time - last);
      steps++;
    }
    last = time;
  }
  return steps === 0 ? undefined : microsecondsOf(smallest);
}

/** Milliseconds of processor time that this process has taken, all of its threads together. */
export function processorMs(): number {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
}

/** Milliseconds as microseconds, on whole nanoseconds: what is finer comes from subtracting float64s, not from a clock. */
export function microsecondsOf(milliseconds: number): number {
  return Math.round(milliseconds * 1e6) / 1000;
}
