import seedrandom from 'seedrandom';

/** Above this number of card-query pairs the oracle, which reads every card for every query, serves a sample. */
const FULL_CHECK_PAIRS = 50_000_000;

/**
 * Which queries are compared with the oracle.
 *
 * @param check `all`, a number of queries, or undefined for all of them up to `FULL_CHECK_PAIRS` pairs.
 * @param seed text; the same seed and sizes give the same sample, whatever the retrievers.
 * @returns indices in ascending order; as long as `queries` where all are compared.
 */
export function queriesToCheck(
  check: 'all' | number | undefined,
  queries: number,
  cards: number,
  seed: string,
): readonly number[] {
  const wanted =
    check === 'all'
      ? queries
      : (check ?? Math.max(1, cards * queries > FULL_CHECK_PAIRS ? Math.floor(FULL_CHECK_PAIRS / cards) : queries));
  const indices = Array.from({ length: queries }, (_, i) => i);
  return wanted >= queries ? indices : drawSample(indices, wanted, `${seed}/check`).sort((a, b) => a - b);
}

/**
 * Draws `size` distinct items in random order, each draw equally likely: the first steps of a Fisher-Yates shuffle, on a
 * copy. As many as there are is a shuffle.
 *
 * @param seed text; the same seed and list give the same draw.
 */
export function drawSample<T>(items: readonly T[], size: number, seed: string): T[] {
  const random = seedrandom(seed);
  const pool = [...items];
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random() * (pool.length - i));
    [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
  }
  return pool.slice(0, size);
}
