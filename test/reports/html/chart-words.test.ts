import { describe, expect, it } from 'vitest';
import type { QueryRow, RunRecords, SliceRow, SummaryRow } from '../../../harness/records.ts';
import { Results } from '../../../harness/results.ts';
import { candidatesChart } from '../../../reports/html/charts/candidates.ts';
import { kindsChart } from '../../../reports/html/charts/kinds.ts';
import { outcomesChart } from '../../../reports/html/charts/outcomes.ts';
import { recallChart } from '../../../reports/html/charts/recall.ts';
import { type PageFacts, viewOf } from '../../../reports/html/view.ts';

const facts = { orchestrator: 'first', explainCommands: new Map() } as unknown as PageFacts;
const insights = { queries: [], names: [], pools: [], unexplained: 0, latency: [] };

/** A run of two retriever on given cards. */
function view(part: Partial<RunRecords>, k = 3) {
  const summary = ['ssr', 'bm25'].map(
    (retriever) => ({ retriever, k, cards: 8, selected: 3, retrieval_miss: 2 }) as unknown as SummaryRow,
  );
  for (const row of summary) {
    Object.assign(row, { wrong_selection: 0, empty_pool: 0, invalid_index: 0, api_failure: 0 });
  }
  const records = { ...new Results().records({ canaries: [], fixtures: [] }), summary, ...part };
  return viewOf(records, insights, facts);
}

const query = (retriever: string, more: Partial<QueryRow>) => ({ retriever, candidates: 1, ...more }) as QueryRow;
const both = (more: Partial<QueryRow>) => [query('ssr', more), query('bm25', more)];

describe('the chart of outcomes', () => {
  const note = (queries: readonly QueryRow[]) => outcomesChart(view({ queries }))?.note;

  it('says how many queries are in no part of it', () => {
    const judged = both({ outcome: 'selected' });
    expect(note(judged)).toBe('With the orchestrator "first". Every query is in exactly one part.');
    expect(note([...judged, ...both({}), ...both({})])).toContain(
      'in exactly one part; 2 of 3 queries have no such list and are in none.',
    );
    expect(note(both({}))).toContain('1 of 1 query has no such list and is in none.');
  });

  it('tells misses where nothing is right from those where something is', () => {
    const missed = { outcome: 'retrieval_miss' } as const;
    const found = note([
      ...both({ ...missed, miss_cause: 'below_k' }),
      query('ssr', { ...missed, miss_cause: 'none_exists' }),
    ]);
    expect(found).toContain('for which no card is right and one was picked all the same: ssr 1 of 2, bm25 0 of 1.');
    expect(note(both({ ...missed, miss_cause: 'below_k' }))).not.toContain('no card is right');
  });
});

describe('the chart of kinds', () => {
  const slices = (kinds: readonly (string | undefined)[]) =>
    ['ssr', 'bm25'].flatMap((retriever) =>
      kinds.map((kind, i) => ({ retriever, kind, queries: i + 1, success_rate: 0.5 }) as unknown as SliceRow),
    );

  it('shows queries without a kind beside those with one', () => {
    const chart = kindsChart(view({ slices: slices(['a', undefined]) }));
    expect(chart?.table.rows.map(([kind, count]) => [kind, count])).toEqual([
      ['(no kind)', '2'],
      ['a', '1'],
    ]);
    expect(chart?.live?.stops.map(({ title }) => title)).toEqual(['(no kind)', 'a']);
    expect(chart?.summary).toContain('(no kind): ssr 50.0');
  });

  it('is not drawn where no query has a kind', () => {
    expect(kindsChart(view({ slices: slices([undefined]) }))).toBeUndefined();
  });

  it('counts what it leaves out', () => {
    const names = (n: number) => Array.from({ length: n }, (_, i) => `kind ${i}`);
    expect(kindsChart(view({ slices: slices(names(16)) }))?.note).not.toContain('smaller');
    expect(kindsChart(view({ slices: slices(names(17)) }))?.note).toContain('One smaller kind is in slices.csv.');
    expect(kindsChart(view({ slices: slices(names(18)) }))?.note).toContain('2 smaller kinds are in slices.csv.');
  });
});

describe('the chart of recall', () => {
  const curve = (ssr: readonly number[], bm25: readonly number[]) =>
    [['ssr', ssr] as const, ['bm25', bm25] as const].flatMap(([retriever, recalls]) =>
      recalls.map((recall, i) => ({ retriever, k: [1, 2, 5, 'all'][i], recall })),
    ) as unknown as RunRecords['curve'];
  const lines = (svg: string | undefined) => [...(svg ?? '').matchAll(/stroke-dasharray="5,5"/g)].length;
  const [one, other] = [
    [0.1, 0.2, 0.3, 0.4],
    [0.2, 0.3, 0.4, 0.5],
  ];

  it('speaks of a dotted line where there is one', () => {
    for (const [k, drawn] of [
      [5, true],
      [3, false],
      [1, true],
      [700, false],
    ] as const) {
      const chart = recallChart(view({ curve: curve(one, other) }, k));
      expect(chart?.note.includes(`The dotted line is the pool of this run, ${k}.`)).toBe(drawn);
      expect(chart?.note.includes(`The pool of this run holds ${k}, which is none of these sizes`)).toBe(!drawn);
      expect(chart?.svg.includes('stroke-dasharray="2,3"')).toBe(drawn);
    }
  });

  it('dashes a line that lies upon another, and says so', () => {
    const apart = recallChart(view({ curve: curve(one, other) }));
    expect([lines(apart?.svg), apart?.note.includes('dashed')]).toEqual([0, false]);
    // One point in common hides no line.
    const crossing = recallChart(view({ curve: curve(one, [0.2, 0.2, 0.4, 0.5]) }));
    expect([lines(crossing?.svg), crossing?.note.includes('dashed')]).toEqual([0, false]);
    const equal = recallChart(view({ curve: curve(one, one) }));
    expect([lines(equal?.svg), equal?.note.includes('dashed')]).toEqual([1, true]);
    const partly = recallChart(view({ curve: curve(one, [0.2, 0.3, 0.3, 0.4]) }));
    expect([lines(partly?.svg), partly?.note.includes('dashed')]).toEqual([1, true]);
  });
});

describe('the chart of candidates', () => {
  it('says "at most" of a percentile that values may equal', () => {
    const chart = candidatesChart(view({ queries: [...both({}), ...both({})] }));
    expect(chart?.summary.replaceAll('\u00a0', ' ')).toBe(
      'ssr: median 12.5 %, 95 % at most 12.5 %; bm25: median 12.5 %, 95 % at most 12.5 %',
    );
  });
});
