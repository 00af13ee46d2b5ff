import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { parseHTML } from 'linkedom';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growthRows } from '../../../harness/scale/growth.ts';
import type { ScaleRow } from '../../../harness/scale/records.ts';
import { type ScalePageFacts, scalePage } from '../../../reports/html/scale/index.ts';
import { scaleRow } from '../../harness/scale/row.ts';
import { temporaryFolder } from '../../support.ts';
import { openReport, startBrowser, testsIn } from './browser.ts';

const facts: ScalePageFacts = {
  version: '0',
  verdict: { result: 'passed', reasons: [] },
  machine: { cpu: '<b>fast</b>' },
  command: 'npm run shortlist -- scale',
};

/** Sizes whose figures are powers of the number of cards: the time of its root, the index of itself. */
const SIZES = [1e3, 1e4, 1e5, 1e6];
const powers = SIZES.map((cards) =>
  scaleRow({ cards, mean_us: cards ** 0.5, p50_us: 0.5 * cards ** 0.5, index_bytes: 300 * cards, visited_mean: 40 }),
);

function write(rows: readonly ScaleRow[], more: Partial<ScalePageFacts> = {}) {
  const files = scalePage(rows, growthRows(rows), { ...facts, ...more });
  return new Map([...files].map(([name, pieces]) => [name, [...pieces].join('')]));
}

const documentOf = (rows: readonly ScaleRow[], more: Partial<ScalePageFacts> = {}) =>
  parseHTML(write(rows, more).get('report.html') ?? '').document;

describe('the page of a measurement at scale', () => {
  it('names the exponents, and has each chart as a table and as a file', () => {
    const document = documentOf(powers);
    const said = document.querySelector('.answers')?.textContent?.replaceAll('\u00a0', ' ');
    expect(said).toContain('ssr is identical to its oracle on 400 of 400 queries that were compared.');
    expect(said).toContain('From 1,000 to 1,000,000 cards a query takes 31.6 µs to 1 ms in the mean (cards^0.50).');
    expect(said).toContain('The index takes 300 kB to 300 MB (cards^1.00)');
    const keys = [...document.querySelectorAll('#chart-time .key-label')].map((each) => each.textContent);
    expect(keys.slice(0, 3)).toEqual(['median: cards^0.50', 'mean: cards^0.50', '99th percentile']);
    const means = [...document.querySelectorAll('#chart-time tbody tr')].map((row) =>
      [...row.children].slice(0, 3).map((cell) => cell.textContent.replaceAll('\u00a0', ' ')),
    );
    expect(means).toEqual([
      ['1,000', '15.8 µs', '31.6 µs'],
      ['10,000', '50 µs', '100 µs'],
      ['100,000', '158 µs', '316 µs'],
      ['1,000,000', '500 µs', '1 ms'],
    ]);
    // On logarithmic axes the points of a power lie on one straight line.
    const dots = [...document.querySelectorAll('#chart-time .series-1 circle')].map((dot) =>
      ['cx', 'cy'].map((name) => Number(dot.getAttribute(name))),
    );
    const slopes = dots.slice(1).map(([x = 0, y = 0], i) => (y - (dots[i]?.[1] ?? 0)) / (x - (dots[i]?.[0] ?? 0)));
    expect(slopes).toHaveLength(3);
    for (const slope of slopes) expect(slope).toBeCloseTo(slopes[0] ?? 0, 3);
    expect([...write(powers).keys()]).toEqual([
      ...['report.html', 'chart-time.svg', 'chart-work.svg', 'chart-memory.svg', 'chart-bytes-per-posting.svg'],
      'chart-build.svg',
    ]);
    expect(write(powers).get('chart-time.svg')).not.toMatch(/var\(|style=|⚠/);
  });

  it('shows no figure that is not there: no exponent of two sizes, no percentile of few samples, no size at all', () => {
    const two = documentOf([scaleRow({ p99_us: undefined }), scaleRow({ cards: 2000, p99_us: undefined })]);
    expect(two.querySelector('.answers')?.textContent).not.toContain('cards^');
    expect(two.querySelector('#chart-time .key')?.textContent).not.toContain('99th');
    const growth = [...two.querySelectorAll('[aria-label="Growth of every figure"] tbody tr')];
    expect(growth.length).toBeGreaterThan(5);
    for (const row of growth) expect(row.children[1]?.textContent).toBe('–');
    const none = documentOf([], { verdict: { result: 'failed', reasons: ['no size was measured'] } });
    expect(none.querySelector('.verdict')?.textContent).toContain('no size was measured');
    expect(none.querySelectorAll('figure')).toHaveLength(0);
  });
});

describe('the verdict and the title', () => {
  const verdict = (...rows: ScaleRow[]) =>
    documentOf(rows).querySelector('.verdict')?.textContent?.replaceAll('\u00a0', ' ').trim();
  const subject = (...rows: ScaleRow[]) => documentOf(rows).querySelector('.subject')?.textContent;

  it('say how much was compared', () => {
    expect(verdict(scaleRow({ queries: 20, compared: 2 }))).toBe(
      'Passed: a sample of every size was compared with the oracle, and is identical: 2 of 20 queries.',
    );
    expect(verdict(scaleRow({ queries: 1000, compared: 100 }), scaleRow({ queries: 1000, compared: 1000 }))).toContain(
      ': 1,100 of 2,000 queries.',
    );
    expect(verdict(scaleRow({ queries: 20, compared: 20 }))).toBe(
      'Passed: every query of every size was compared with the oracle, and is identical.',
    );
  });

  it('count one size as one', () => {
    expect(subject(scaleRow({ cards: 50 }))).toMatch(/^1 size of cards, seed .*: 50\. /);
    expect(subject(scaleRow({ cards: 50 }), scaleRow({ cards: 60 }))).toMatch(/^2 sizes of cards, seed .*: 50; 60\. /);
  });
});

describe('in a browser', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 300_000);
  afterAll(() => browser?.close());
  const test = testsIn(() => browser);

  test('it reads by keys, loads nothing, fits a telephone, and has nothing that axe finds serious', async () => {
    const folder = await temporaryFolder();
    for (const [name, text] of write(powers)) await writeFile(join(folder, name), text);
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = { colorScheme, viewport: { width: 390, height: 800 }, bypassCSP: true };
      const page = await openReport(browser!, folder, options);
      expect(await page.locator(':root').evaluate((root) => root.scrollWidth)).toBe(390);
      await page.focus('#chart-time > svg');
      await page.keyboard.press('End');
      const read = (await page.textContent('#chart-time .readout'))?.replaceAll('\u00a0', ' ');
      expect(read).toMatch(/^1,000,000 cards: {2}median: cards\^0\.50 500 µs, {2}mean: cards\^0\.50 1 ms, /);
      for (const summary of await page.locator('details.table > summary').all()) await summary.click();
      await page.addScriptTag({ content: axe.source });
      const violations = await page.evaluate(async () => {
        const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
        const result = await inPage.run({ resultTypes: ['violations'] });
        return result.violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0]?.html }));
      });
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    }
  });

  test('leaves no gap in a card between the chart and its table', async () => {
    const folder = await temporaryFolder();
    for (const [name, text] of write(powers)) await writeFile(join(folder, name), text);
    const page = await openReport(browser!, folder, { viewport: { width: 1440, height: 900 } });
    const gaps = await page.locator('figure').evaluateAll((figures) =>
      figures.map((figure) => {
        const table = figure.querySelector('details');
        const above = table?.previousElementSibling;
        return (table?.getBoundingClientRect().top ?? 0) - (above?.getBoundingClientRect().bottom ?? 0);
      }),
    );
    expect(gaps).toHaveLength(5);
    for (const gap of gaps) expect(gap).toBeLessThan(16);
  });
});
