import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { main } from '../../../harness/command-line.ts';
import type { ComparisonRow, RunRecords, SummaryRow } from '../../../harness/records.ts';
import { Results } from '../../../harness/results.ts';
import { answers, gates } from '../../../reports/html/answer.ts';
import { htmlReport } from '../../../reports/html/index.ts';
import { html, scriptJson } from '../../../reports/html/markup.ts';
import { type PageFacts, viewOf } from '../../../reports/html/view.ts';
import { temporaryFolder } from '../../support.ts';

const facts: PageFacts = {
  version: '0',
  orchestrator: 'first',
  knownItemFolds: undefined,
  tokenEncoding: 'o200k_base',
  verdict: { result: 'passed', reasons: [] },
  checked: { queries: 10, of: 10 },
  conformance: { checked: 3, differences: [] },
  fingerprint: 'f',
  machine: {},
  notices: [],
  command: 'npm run bench --',
  explainCommands: new Map(),
};
const insights = { queries: [], names: [], pools: [], unexplained: 0, latency: [] };

function records(part: Partial<RunRecords>): RunRecords {
  return { ...new Results().records({ canaries: [], fixtures: [] }), ...part };
}

function summary(retriever: string, part: Partial<SummaryRow> = {}): SummaryRow {
  return {
    dataset: 'test',
    seed: '1',
    retriever,
    k: 5,
    cards: 100,
    queries: 10,
    judged: 10,
    recall_at_k: 0.5,
    success_at_1: 0.5,
    mrr: 0.5,
    ndcg_at_10: 0.5,
    candidates_mean: 1,
    candidates_p50: 1,
    candidates_p95: 1,
    candidates_max: 1,
    candidates_share: 0.01,
    pool_mean: 1,
    empty_pool: 0,
    api_failure: 0,
    invalid_index: 0,
    selected: 5,
    retrieval_miss: 5,
    wrong_selection: 0,
    success_rate: 0.5,
    success_answerable: 0.5,
    success_unanswerable: undefined,
    compared: undefined,
    divergent: undefined,
    max_score_error: undefined,
    ...part,
  } as SummaryRow;
}

function agreement(retriever: string, oracle: string): RunRecords['agreement'] {
  const row = { seed: '1', retriever, oracle, query_id: 'q', k: 1, hits: 1, equal: true };
  return [{ ...row, max_score_error: 0, first_divergent_rank: undefined }];
}

function comparison(difference: number, low: number, high: number): RunRecords['comparisons'] {
  const row = { seed: '1', retriever: 'ssr', baseline: 'bm25', measure: 'recall_at_k', queries: 10 };
  return [{ ...row, difference, low, high } as ComparisonRow];
}

const sentences = (part: Partial<RunRecords>, more: Partial<PageFacts> = {}) =>
  answers(viewOf(records(part), insights, { ...facts, ...more })).join('\n');

describe('the answer in words', () => {
  const two = [summary('ssr', { compared: 10, divergent: 0 }), summary('bm25')];

  it('says that a retriever agrees with its oracle, or how often it parts from it', () => {
    expect(sentences({ summary: two, agreement: agreement('ssr', 'oracle') })).toContain(
      'ssr agrees with its oracle oracle on 10 of 10 queries, to the last bit.',
    );
    const parted = [summary('ssr', { compared: 10, divergent: 3 }), summary('bm25')];
    expect(sentences({ summary: parted, agreement: agreement('ssr', 'oracle') })).toContain(
      'ssr parts from its oracle oracle: they agree on 7 of 10 queries only.',
    );
    const sample = { checked: { queries: 10, of: 500 } };
    expect(sentences({ summary: two, agreement: agreement('ssr', 'oracle') }, sample)).toContain(
      'on 10 of 10 queries, a sample, to the last bit.',
    );
  });

  it('says who is ahead, by how much, and where no difference can be seen', () => {
    const said = (difference: number, low: number, high: number) =>
      sentences({ summary: two, comparisons: comparison(difference, low, high) }).replaceAll('\u00a0', ' ');
    expect(said(-0.057, -0.082, -0.035)).toContain(
      'In recall, ssr is 5.7 points behind bm25 (95 % interval 3.5 to 8.2).',
    );
    expect(said(0.03, 0.01, 0.05)).toContain('In recall, ssr is 3.0 points ahead of bm25 (95 % interval 1.0 to 5.0).');
    expect(said(-0.004, -0.016, 0.008)).toContain(
      'In recall, ssr is 0.4 points behind bm25 (95 % interval −0.8 to 1.6): no difference that 10 queries can show.',
    );
    expect(said(0, 0, 0)).toContain('ssr is level with bm25 (95 % interval 0.0 to 0.0): no difference');
  });

  it('says that nothing can be said where no query has a right card', () => {
    expect(sentences({ summary: two })).toContain('No query has a right card');
  });
});

describe('the gates', () => {
  it('do not pass for what was not checked', () => {
    const passed = (part: Partial<RunRecords>, more: Partial<PageFacts> = {}) =>
      gates(viewOf(records(part), insights, { ...facts, ...more })).map((gate) => gate.passed);
    const none = { conformance: { checked: 0, differences: [] } };
    expect(passed({}, none)).toEqual([undefined, false, false, false, undefined]);
    const nothing = [summary('ssr', { compared: 0, divergent: 0 })];
    expect(passed({ summary: nothing, agreement: agreement('ssr', 'oracle') })[0]).toBe(false);
    const parted = [summary('ssr', { compared: 10, divergent: 1 })];
    expect(passed({ summary: parted, agreement: agreement('ssr', 'oracle') })[0]).toBe(false);
  });

  it('count the queries of each retriever, and do not add them up', () => {
    const both = records({
      summary: [
        summary('ssr', { compared: 10, divergent: 0 }),
        summary('wss', { compared: 1, divergent: 0, queries: 1 }),
      ],
      agreement: [...agreement('ssr', 'oracle'), ...agreement('wss', 'other')],
    });
    expect(gates(viewOf(both, insights, facts))[0]).toEqual({
      name: 'Agreement with the oracle',
      passed: true,
      found: 'identical at every K: ssr 10 of 10 queries, wss 1 of 1 query',
    });
    // One that was compared with nothing is not carried by the other.
    const half = records({
      summary: [summary('ssr', { compared: 10, divergent: 0 }), summary('wss', { compared: 0, divergent: 0 })],
      agreement: [...agreement('ssr', 'oracle'), ...agreement('wss', 'other')],
    });
    expect(gates(viewOf(half, insights, facts))[0]?.passed).toBe(false);
  });
});

describe('series of a chart', () => {
  it('are one for a retriever and the oracle that it equals on every query, and two where it does not', () => {
    const labels = (row: SummaryRow) =>
      viewOf(
        records({ summary: [row, summary('oracle'), summary('bm25')], agreement: agreement('ssr', 'oracle') }),
        insights,
        facts,
      ).series.map(({ label }) => label);
    expect(labels(summary('ssr', { compared: 10, divergent: 0 }))).toEqual(['ssr = oracle', 'bm25']);
    expect(labels(summary('ssr', { compared: 10, divergent: 1 }))).toEqual(['ssr', 'oracle', 'bm25']);
    expect(labels(summary('ssr', { compared: 4, divergent: 0 }))).toEqual(['ssr', 'oracle', 'bm25']);
  });
});

describe('the page', () => {
  const text = (part: Partial<RunRecords>, more: Partial<PageFacts> = {}) =>
    [...(htmlReport(records(part), insights, { ...facts, ...more }).get('report.html') ?? [])].join('');

  it('is whole for a run without any row', () => {
    const { document } = parseHTML(text({}, { verdict: { result: 'failed', reasons: ['no retriever was measured'] } }));
    expect(document.querySelector('.verdict')?.textContent).toContain('no retriever was measured');
    expect(document.querySelectorAll('figure')).toHaveLength(0);
  });

  it('does not say that a gate holds that had nothing to check', () => {
    const verdict = (part: Partial<RunRecords>) =>
      parseHTML(text({ agreement: agreement('ssr', 'oracle'), ...part })).document.querySelector('.verdict')
        ?.textContent;
    expect(verdict({ summary: [summary('ssr')] })).toContain('Passed: every gate holds.');
    expect(verdict({ summary: [summary('ssr', { success_rate: undefined })] })).toContain(
      'Passed: every gate that had something to check holds; unchecked: Outcomes add up to the queries.',
    );
  });

  it('counts one as one', () => {
    const title = (cards: number, queries: number) =>
      parseHTML(text({ summary: [summary('ssr', { cards, queries })] })).document.querySelector('.subject')
        ?.textContent;
    expect(title(1, 1)).toContain('test: 1 card, 1 query, seed 1');
    expect(title(1000, 2)).toContain('test: 1,000 cards, 2 queries, seed 1');
  });

  it('says what failed', () => {
    const reasons = Array.from({ length: 14 }, (_, i) => `reason <${i}>`);
    const { document } = parseHTML(text({ summary: [summary('ssr')] }, { verdict: { result: 'failed', reasons } }));
    expect(document.querySelectorAll('.verdict li')).toHaveLength(10);
    expect(document.querySelector('.verdict')?.textContent).toContain('reason <9>');
    expect(document.querySelector('.verdict')?.textContent).toContain('and 4 more');
  });

  it('says which answers came again, and nothing of an orchestrator of which there is nothing to say', () => {
    const repeat = (seed: string, query_id: string, picked: readonly (string | undefined)[]) =>
      picked.map((picked_card, i) => ({
        ...{ seed, retriever: 'ssr', query_id, repeat: i + 1, picked_card },
        ...{ outcome: picked_card === undefined ? ('api_failure' as const) : ('selected' as const), success: true },
      }));
    const repeats = [
      ...repeat('1', 'q', ['a', 'a', 'a']),
      ...repeat('1', 'r', ['a', undefined, 'a']),
      ...repeat('1', 's', [undefined, undefined, undefined]),
      // The same id on another seed is another question.
      ...repeat('2', 'q', ['b', 'b', 'b']),
    ];
    const cells = (part: Partial<RunRecords>) =>
      [...parseHTML(text(part)).document.querySelectorAll('.part tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')),
      );
    expect(cells({ summary: [summary('ssr')], repeats })).toEqual([
      ['ssr, seed 1', '3', '3', '2', '66.7 %', '1'],
      ['ssr, seed 2', '1', '3', '1', '100.0 %', '0'],
    ]);
    expect(parseHTML(text({ summary: [summary('ssr')] })).document.querySelector('#orchestrator-heading')).toBe(null);
  });

  it('has each chart as a file of its own, with colours written out and no style', () => {
    const files = htmlReport(records({ summary: [summary('ssr'), summary('<b>&"')] }), insights, facts);
    const chart = [...(files.get('chart-outcomes.svg') ?? [])].join('');
    expect(chart).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);
    expect(chart).not.toMatch(/var\(|style|⚠|<b>/);
    expect(chart).toContain('&lt;b&gt;');
    expect(chart).toContain('fill="#17803d"');
  });
});

describe('the files of a run', () => {
  it('are the same bytes every time where nothing was timed', async () => {
    const folder = await temporaryFolder();
    const screen = { out: () => {}, err: () => {}, colour: false, progress: false };
    const read = async (name: string) => {
      const out = join(folder, name);
      const args = ['bench', '--cards', '40', '--queries', '10', '--no-latency', '--quiet', '--out', out];
      expect(await main(args, screen, new AbortController().signal)).toBe(0);
      const names = ['report.html', 'chart-recall.svg', 'chart-outcomes.svg', 'chart-candidates.svg'];
      return Promise.all(names.map((each) => readFile(join(out, each), 'utf8')));
    };
    expect(await read('a')).toEqual(await read('b'));
  }, 120_000);
});

describe('markup', () => {
  it('lets no value become markup, and shows what is invisible', () => {
    const text = '<script>&"\'\u202e\u2028';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;script&gt;&amp;&quot;&#39;\\u{202e}\\u{2028}">&lt;script&gt;&amp;&quot;&#39;\\u{202e}\\u{2028}</p>',
    );
    expect(html`${[html`<i>${1}</i>`, undefined, false, 0]}`.text).toBe('<i>1</i>0');
  });

  it('writes JSON that cannot end its script element, and reads back', () => {
    const value = { text: '</script><!--<script>\u2028\u2029\ud800 "\\' };
    const { text } = scriptJson(value);
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
