import { expect, it } from 'vitest';
import { judgeSizes } from '../../../harness/scale/judge.ts';
import type { ScaleRow } from '../../../harness/scale/records.ts';
import { scaleRow } from './row.ts';

const size = (rest: Partial<ScaleRow>, divergence?: string) => ({ row: scaleRow(rest), divergence });

it('passes sizes that were compared and do not differ', () => {
  expect(judgeSizes([size({}), size({ cards: 10_000 })], undefined)).toEqual({ result: 'passed', reasons: [] });
});

it('names every size that differs, its first query, and the size that failed', () => {
  const differs = size(
    { cards: 10_000, divergent: 3, shape: 'passages' },
    'query "q": k 20, rank 2: a wanted, b found',
  );
  expect(judgeSizes([size({}), differs], '100,000 passages: ran out of memory')).toEqual({
    result: 'failed',
    reasons: [
      '10,000 passages: 3 of 100 queries differ from the oracle; the first: query "q": k 20, rank 2: a wanted, b found',
      '100,000 passages: ran out of memory',
    ],
  });
});

it('passes nothing that was not compared, and nothing that was not measured', () => {
  expect(judgeSizes([size({ compared: 0 })], undefined)).toEqual({
    result: 'failed',
    reasons: ['1,000 cards: no query was compared with the oracle'],
  });
  expect(judgeSizes([], undefined)).toEqual({ result: 'failed', reasons: ['no size was measured'] });
});
