import type { Tick } from './live.ts';

/** Steps of an axis of shares, in thousandths, the coarse ones first. */
const SHARE_STEPS = [100, 50, 10, 5] as const;

/** Marks for shares from one to another. */
export function shareTicks(from: number, to: number, place: (share: number) => number): Tick[] {
  const ticks: Tick[] = [];
  for (let i = Math.ceil(from * 1000); i <= to * 1000; i++) {
    const level = SHARE_STEPS.findIndex((step) => i % step === 0);
    if (level >= 0) ticks.push({ at: place(i / 1000), label: `${i / 10}%`, level });
  }
  return ticks;
}

/** Marks for a logarithmic axis, both ends above 0: 1, 10, 100; then 2 and 5 of each; then the others. */
export function logTicks(
  from: number,
  to: number,
  place: (value: number) => number,
  format: (value: number) => string,
): Tick[] {
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
    for (let digit = 1; digit < 10; digit++) {
      const value = digit * 10 ** power;
      if (value < from || value > to) continue;
      ticks.push({
        at: place(value),
        label: format(value),
        level: digit === 1 ? 0 : digit === 2 || digit === 5 ? 1 : 2,
      });
    }
  }
  return ticks;
}

/** The powers of ten from one value to another, both above 0; where there are fewer than two, also 2 and 5, or all digits. */
export function decades(from: number, to: number): number[] {
  const all: number[] = [];
  for (const digits of [[1], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    all.length = 0;
    for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
      all.push(...digits.map((digit) => digit * 10 ** power).filter((value) => value >= from && value <= to));
    }
    if (all.length > 1) break;
  }
  return all;
}
