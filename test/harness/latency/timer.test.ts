import { describe, expect, it } from 'vitest';
import { microsecondsOf, processorMs, timerResolution } from '../../../harness/latency/timer.ts';

/** Moves on by `readMs` a read, and shows whole multiples of `stepMs`. */
function clockWithStep(stepMs: number, readMs: number): () => number {
  let reads = 0;
  return () => Math.floor((reads++ * readMs) / stepMs) * stepMs;
}

describe('timerResolution', () => {
  it('is the smallest step seen, in microseconds', () => {
    expect(timerResolution(clockWithStep(1, 0.0005))).toBe(1000);
    expect(timerResolution(clockWithStep(0.125, 0.0005))).toBe(125);
    expect(timerResolution(clockWithStep(1 / 1024, 1 / 64))).toBe(15.625);
  });

  it('is absent for a clock that never moves', () => {
    expect(timerResolution(() => 5)).toBeUndefined();
  });

  it('is found on the clock of this machine', () => {
    expect(timerResolution(() => performance.now())).toBeGreaterThan(0);
  });
});

describe('microsecondsOf', () => {
  it('keeps nanoseconds and drops what float64 subtraction adds', () => {
    expect(microsecondsOf(1234.567891 - 1234.556)).toBe(11.891);
    expect(microsecondsOf(0.0000004)).toBe(0);
  });
});

describe('processorMs', () => {
  it('goes on with the work of this process', () => {
    const start = processorMs();
    expect(start).toBeGreaterThan(0);
    let sum = 0;
    while (processorMs() === start) sum += Math.sqrt(sum + 1);
    expect(processorMs()).toBeGreaterThan(start);
  });
});
