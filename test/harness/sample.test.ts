import { describe, expect, it } from 'vitest';
import { queriesToCheck } from '../../harness/sample.ts';

describe('the queries to check', () => {
  it('are all, up to 50 million pairs', () => {
    expect(queriesToCheck(undefined, 250, 1000, '42')).toHaveLength(250);
    expect(queriesToCheck(undefined, 250, 200_000, '42')).toHaveLength(250);
    expect(queriesToCheck(undefined, 250, 200_001, '42')).toHaveLength(249);
    expect(queriesToCheck(undefined, 250, 1_000_000, '42')).toHaveLength(50);
    expect(queriesToCheck(undefined, 3, 100_000_000, '42')).toHaveLength(1);
  });

  it('are all where all are asked for', () => {
    expect(queriesToCheck('all', 250, 1_000_000, '42')).toHaveLength(250);
    expect(queriesToCheck(250, 250, 1000, '42')).toEqual(Array.from({ length: 250 }, (_, i) => i));
    expect(queriesToCheck(999, 250, 1000, '42')).toHaveLength(250);
  });

  it('are distinct, in order, and follow from the seed', () => {
    const sample = queriesToCheck(10, 250, 1000, '42');
    expect(new Set(sample).size).toBe(10);
    expect(sample).toEqual([...sample].sort((a, b) => a - b));
    expect(sample.every((i) => i >= 0 && i < 250)).toBe(true);
    expect(queriesToCheck(10, 250, 9999, '42')).toEqual(sample);
    expect(queriesToCheck(10, 250, 1000, '042')).not.toEqual(sample);
  });

  it('are each as likely as any other', () => {
    const counts = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      for (const i of queriesToCheck(3, 10, 1, `${seed}`)) counts[i] = (counts[i] ?? 0) + 1;
    }
    // 600 wanted of each; six standard deviations are about 123.
    for (const count of counts) expect(Math.abs(count - 600)).toBeLessThan(123);
  });

  it('leave the global generator alone', () => {
    const native = Math.random;
    queriesToCheck(10, 250, 1000, '42');
    expect(Math.random).toBe(native);
  });
});
