import { describe, expect, it } from 'vitest';
import { growthRows } from '../../harness/scale/growth.ts';
import { scaleReport, scaleTables } from '../../reports/scale.ts';
import { scaleRow } from '../harness/scale/row.ts';

const facts = {
  timerResolutionUs: 0.12,
  verdict: { result: 'passed', reasons: [] },
  folder: 'runs/a',
  files: ['scale.csv'],
} as const;

/** The largest that somebody may try, and the smallest. */
const rows = [
  scaleRow({
    cards: 1,
    postings: 0,
    bytes_per_posting: undefined,
    p95_us: undefined,
    p99_us: undefined,
    mean_to_stream: undefined,
  }),
  scaleRow({ cards: 100_000, visited_mean: 512.25 }),
  scaleRow({
    cards: 100_000_000,
    build_s: 12_345.6,
    generate_s: 3210.9,
    peak_bytes: 61_234_567_890,
    index_bytes: 21_234_567_890,
    postings: 4_800_000_000,
    bytes_per_posting: 4.42,
    postings_mean: 6_660_001.5,
    visited_mean: 12_345.6,
    mean_us: 1234.5,
    p99_us: 123_456.7,
    mean_to_term_at_a_time: 0.00123,
    mean_to_stream: 0.0456,
  }),
];

describe('the report of a measurement at scale', () => {
  it('fits 100 columns, whatever the size, with a dash for what is absent', () => {
    const text = scaleReport(rows, growthRows(rows), facts, 100);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^100,000,000 +12,346 +3,211 +90\.0 +61,235 +21,235 +4,800,000,000 +4\.42$/m);
    expect(text).toMatch(/^100,000,000 +6,660,002 +12,346 +1,235 +6\.00 +12\.0 +123,457 +0\.0012 +0\.0456$/m);
    expect(text).toMatch(/^ +1 +290 +290 +8\.00 +6\.00 +- +- +0\.80 +-$/m);
    expect(text).toMatch(/^ +1 .* -$/m);
  });

  it('names the size in every part of a table that is too wide', () => {
    const text = scaleReport(rows, growthRows(rows), facts, 60);
    expect(text.split('\n').filter((line) => /^ *cards /.test(line)).length).toBeGreaterThanOrEqual(4);
    expect(text.split('\n').filter((line) => line.startsWith('100,000,000 ')).length).toBeGreaterThanOrEqual(4);
  });

  it('says so where nothing was measured', () => {
    const failed = { ...facts, verdict: { result: 'failed', reasons: ['x'] } } as const;
    expect(scaleReport([], growthRows([]), failed)).toBe('no size was measured\n\nfailed\n');
  });

  it('has a column for every value of a row', () => {
    for (const [name, { columns, rows: written }] of scaleTables(rows, growthRows(rows))) {
      for (const row of written) expect(Object.keys(row).sort(), name).toEqual([...columns].sort());
    }
  });
});
