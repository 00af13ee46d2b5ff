import type { Tick } from './live.ts';
import { duration } from './view.ts';

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

/** Marks for times on a logarithmic axis: 1, 10, 100; then 2 and 5 of each; then the others. */
export function timeTicks(fromUs: number, toUs: number, place: (us: number) => number): Tick[] {
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(fromUs)); 10 ** power <= toUs; power++) {
    for (let digit = 1; digit < 10; digit++) {
      const us = digit * 10 ** power;
      if (us < fromUs || us > toUs) continue;
      ticks.push({ at: place(us), label: duration(us), level: digit === 1 ? 0 : digit === 2 || digit === 5 ? 1 : 2 });
    }
  }
  return ticks;
}
