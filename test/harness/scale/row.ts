import type { ScaleRow } from '../../../harness/scale/records.ts';

/** A row of a size, in which only what a test asks for matters. */
export function scaleRow(rest: Partial<ScaleRow>): ScaleRow {
  return {
    shape: 'cards',
    seed: '42',
    cards: 1000,
    queries: 1000,
    k: 20,
    build_s: 0.5,
    generate_s: 0.1,
    start_bytes: 9e7,
    peak_bytes: 1e8,
    index_bytes: 3e5,
    postings: 47_000,
    bytes_per_posting: 3e5 / 47_000,
    postings_mean: 290,
    visited_mean: 290,
    samples: 6000,
    mean_us: 8,
    p50_us: 6,
    p95_us: 12,
    p99_us: 20,
    term_at_a_time_mean_us: 10,
    stream_mean_us: 0.5,
    mean_to_term_at_a_time: 0.8,
    mean_to_stream: 16,
    compared: 100,
    divergent: 0,
    ...rest,
  };
}
