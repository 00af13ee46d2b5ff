import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { rows, run } from '../../runs.ts';
import { openReport, PATIENCE_MS, startBrowser, testsIn } from './browser.ts';

let browser: Browser | undefined;
let folder = '';
/** The folder of a run with latency, an orchestrator that picks by a script, and shuffled pools. */
let out = '';

const QUERIES = 60;

beforeAll(async () => {
  browser = await startBrowser();
  if (browser === undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'shortlist-charts-'));
  out = join(folder, 'run');
  const replies = Array.from({ length: QUERIES }, (_, i) => {
    if (i % 10 === 0) return { query_id: `q${i}`, error: 'refused' };
    return { query_id: `q${i}`, reply: i % 10 === 1 ? 'none of them' : String((i % 5) + 1) };
  });
  const script = join(folder, 'replies.jsonl');
  await writeFile(script, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
  const { code, err } = await run(
    ...['bench', '--cards', '100', '--queries', String(QUERIES), '--retrievers', 'ssr,exhaustive-idf,bm25', '-k', '5'],
    ...['--orchestrator', 'scripted', '--replies', script, '--shuffle-pool', '--quiet', '--out', out],
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
}, PATIENCE_MS);

afterAll(async () => {
  await browser?.close();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

const open = (options: BrowserContextOptions = {}) => openReport(browser as Browser, out, options);
const svg = (page: Page, id: string) => page.locator(`#chart-${id} > svg`);
const readout = (page: Page, id: string) => page.textContent(`#chart-${id} .readout`);
const key = (page: Page, id: string, name: string) => page.locator(`#chart-${id} .key button`, { hasText: name });
const scale = (page: Page, id: string, name: string) => page.locator(`#chart-${id} .scale button`, { hasText: name });
const percent = (value: string | number | undefined, digits = 2) => `${(Number(value) * 100).toFixed(digits)}\u00a0%`;
const percentOf = (text: string | undefined) => Number(/^([\d.]+)/.exec(text ?? '')?.[1]) / 100;

/** Goes through all that a chart says, by the arrow keys. What is told after a key is read in one go. */
async function readAll(page: Page, id: string): Promise<string[]> {
  const told = () =>
    svg(page, id).evaluate((drawing) => ({
      text: drawing.parentElement?.querySelector('.readout')?.textContent ?? '',
      valueText: drawing.getAttribute('aria-valuetext'),
      valueNow: drawing.getAttribute('aria-valuenow'),
    }));
  await svg(page, id).focus();
  await page.keyboard.press('Home');
  const said: string[] = [];
  for (;;) {
    const { text, valueNow, valueText } = await told();
    if (said.length > 0 && said.at(-1) === text) return said;
    expect(valueText).toBe(text);
    said.push(text);
    expect(valueNow).toBe(String(said.length));
    await page.keyboard.press('ArrowRight');
  }
}

/** Marks that are in sight, with what they stand for by the labels of the axes that are there now. */
async function measured(page: Page, id: string) {
  return svg(page, id).evaluate((drawing) => {
    const place = (node: { textContent: string | null; getAttribute: (name: string) => string | null }) => {
      const [, x, y] = /translate\((-?[\d.]+),(-?[\d.]+)\)/.exec(node.getAttribute('transform') ?? '') ?? [];
      return { x: Number(x), y: Number(y), label: node.textContent ?? '' };
    };
    const ticks = (axis: string) =>
      [...drawing.querySelectorAll(`[aria-label="${axis}-axis tick label"] text`)].map(place);
    const dots = [...drawing.querySelectorAll('circle')]
      .filter((dot) => dot.closest('[class^=series-]')?.getAttribute('visibility') !== 'hidden')
      .map((dot) => ({
        series: dot.closest('[class^=series-]')?.getAttribute('class'),
        x: Number(dot.getAttribute('cx')),
        y: Number(dot.getAttribute('cy')),
      }));
    return { x: ticks('x'), y: ticks('y'), dots };
  });
}

const inBrowser = testsIn(() => browser);

describe('the charts of the page', () => {
  inBrowser('say by the arrow keys what the CSV says', async () => {
    const page = await open();
    const curve = await rows(out, 'curve.csv');
    const recalls = (k: string) =>
      ['ssr', 'bm25'].map((name) => percent(curve.find((row) => row.retriever === name && row.k === k)?.recall));
    const sizes = [...new Set(curve.map((row) => row.k ?? ''))];
    expect(await readAll(page, 'recall')).toEqual(
      sizes.map((k) => {
        const [ssr, bm25] = recalls(k);
        return `${k === 'all' ? 'every candidate' : `pool of ${k}`}:  ssr = exhaustive-idf ${ssr},  bm25 ${bm25}`;
      }),
    );

    // Bin by bin, every sample is told once.
    const told = new Map<string, number>();
    for (const text of await readAll(page, 'latency')) {
      for (const [, name = '', count = ''] of text.matchAll(/(ssr|exhaustive-idf|bm25) ([\d,]+) \(/g)) {
        told.set(name, (told.get(name) ?? 0) + Number(count.replaceAll(',', '')));
      }
    }
    const samples = (await rows(out, 'latency.csv')).map((row) => [row.retriever, Number(row.samples)]);
    expect([...told].sort()).toEqual(samples.sort());

    const outcomes = await readAll(page, 'outcomes');
    const summary = await rows(out, 'summary.csv');
    for (const [i, retriever] of ['ssr', 'bm25'].entries()) {
      const row = summary.find((each) => each.retriever === retriever);
      for (const outcome of ['selected', 'retrieval_miss', 'wrong_selection', 'invalid_index', 'api_failure']) {
        const share = percent(Number(row?.[outcome]) / QUERIES);
        expect(outcomes[i]).toContain(` ${outcome.replace('_', ' ')} ${row?.[outcome]} (${share})`);
      }
    }
  });

  inBrowser('say what is under the pointer, and mark it', async () => {
    const page = await open();
    const dot = page.locator('#chart-recall .series-1 circle').nth(2);
    const [x, y] = await Promise.all([dot.getAttribute('cx'), dot.getAttribute('cy')]);
    await dot.hover();
    const bm25 = (await rows(out, 'curve.csv')).find((row) => row.retriever === 'bm25' && row.k === '5');
    expect(await readout(page, 'recall')).toContain(`pool of 5: `);
    expect(await readout(page, 'recall')).toContain(`bm25 ${percent(bm25?.recall)}`);
    expect(await page.locator('#chart-recall > svg > g:last-of-type line').getAttribute('x1')).toBe(x);
    expect(Number(y)).toBeGreaterThan(0);
    await page.mouse.move(5, 5);
    expect(await readout(page, 'recall')).toBe('');
    // Nothing moves when the readout is filled: its room is there before.
    const before = await page.locator('#chart-recall').boundingBox();
    await dot.hover();
    expect(await page.locator('#chart-recall').boundingBox()).toEqual(before);
  });

  inBrowser(
    'hide and show what the key names, fit the axis to the rest, and come back as they were drawn',
    async () => {
      const page = await open();
      const drawn = () =>
        svg(page, 'recall').evaluate((each) => [...each.querySelectorAll('g')].map((g) => g.innerHTML));
      const before = await drawn();
      await key(page, 'recall', 'ssr').click();
      expect(await key(page, 'recall', 'ssr').getAttribute('aria-pressed')).toBe('false');
      expect(await page.locator('#chart-recall .series-0 circle').first().isVisible()).toBe(false);
      expect(await page.locator('#chart-recall .series-1 circle').first().isVisible()).toBe(true);
      expect((await readAll(page, 'recall')).join()).not.toContain('ssr');
      const { dots, y } = await measured(page, 'recall');
      const [high, low] = [Math.min(...dots.map((dot) => dot.y)), Math.max(...dots.map((dot) => dot.y))];
      expect(new Set(dots.map(({ series }) => series))).toEqual(new Set(['series-1']));
      // What is left fills the height, and the ticks are those of the new scale.
      expect(low - high).toBeGreaterThan(150);
      expect(y.length).toBeGreaterThanOrEqual(3);
      await key(page, 'recall', 'ssr').click();
      await page.mouse.move(5, 5);
      expect(await drawn()).toEqual(before);

      // Where the last one is hidden all are shown: nothing at all would be no chart.
      for (const name of ['ssr', 'exhaustive-idf', 'bm25']) await key(page, 'latency', name).first().click();
      expect(await page.locator('#chart-latency .key button[aria-pressed=true]').count()).toBe(3);
      // The key of the outcomes does something else: it leads to their queries.
      await page.locator('#chart-outcomes .key button', { hasText: 'invalid index' }).click();
      expect(await page.textContent('#found')).toMatch(/ of 60 queries$/);
    },
  );

  inBrowser('narrow the axis by keys, buttons and dragging, and stay true to their ticks', async () => {
    const page = await open();
    const curve = await rows(out, 'curve.csv');
    const isTrue = async () => {
      const { dots, x, y } = await measured(page, 'recall');
      const [one, other] = [y[0], y.at(-1)];
      if (one === undefined || other === undefined) throw new Error('no ticks');
      let seen = 0;
      for (const { label: k, x: at } of x) {
        for (const [i, retriever] of ['ssr', 'bm25'].entries()) {
          const dot = dots.find((each) => each.series === `series-${i}` && Math.abs(each.x - at) < 0.1);
          if (dot === undefined) throw new Error(`no dot of ${retriever} at ${k}`);
          const slope = (percentOf(other.label) - percentOf(one.label)) / (other.y - one.y);
          const value = percentOf(one.label) + (dot.y - one.y) * slope;
          expect(value).toBeCloseTo(Number(curve.find((row) => row.retriever === retriever && row.k === k)?.recall), 3);
          seen++;
        }
      }
      return { seen, ks: x.map(({ label }) => label) };
    };
    const all = ['1', '2', '5', '10', '20', '50', '100', 'all'];
    expect(await isTrue()).toEqual({ seen: 16, ks: all });
    expect(await scale(page, 'recall', 'Reset').isDisabled()).toBe(true);

    await svg(page, 'recall').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('+');
    const narrow = await isTrue();
    expect(narrow.ks).toEqual(['20', '50', '100', 'all']);
    expect(await readout(page, 'recall')).toContain('every candidate');
    // The arrow keys draw the axis along.
    await page.keyboard.press('Home');
    expect((await isTrue()).ks[0]).toBe('1');
    await page.keyboard.press('0');
    expect((await isTrue()).ks).toEqual(all);

    const box = await svg(page, 'recall').boundingBox();
    if (box === null) throw new Error('not in sight');
    const { x } = await measured(page, 'recall');
    const across = (k: string) => box.x + ((x.find(({ label }) => label === k)?.x ?? 0) * box.width) / 440;
    await page.mouse.move(across('10') - 8, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(across('100') + 8, box.y + 90, { steps: 4 });
    await page.mouse.up();
    expect((await isTrue()).ks).toEqual(['10', '20', '50', '100']);
    await scale(page, 'recall', 'Zoom out').click();
    expect((await isTrue()).ks).toEqual(all.slice(1));
    await scale(page, 'recall', 'Zoom out').click();
    expect((await isTrue()).ks).toEqual(all);

    // Bars of the distribution of latency: the median line stands where the ticks say that the median is.
    for (let i = 0; i < 2; i++) await scale(page, 'latency', 'Zoom in').click();
    const latency = await rows(out, 'latency.csv');
    const { medians, ticks } = await svg(page, 'latency').evaluate((drawing) => ({
      medians: ['series-0', 'series-1', 'series-2'].map((name) =>
        Number(drawing.querySelector(`.${name} line`)?.getAttribute('x1')),
      ),
      ticks: [...drawing.querySelectorAll('[aria-label="x-axis tick label"] text')].map((text) => ({
        x: Number(/translate\((-?[\d.]+)/.exec(text.getAttribute('transform') ?? '')?.[1]),
        label: text.textContent ?? '',
      })),
    }));
    const us = (label: string) => Number.parseFloat(label) * (label.includes('ms') ? 1000 : 1);
    const [first, last] = [ticks[0], ticks.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no ticks');
    const slope = Math.log(us(last.label) / us(first.label)) / (last.x - first.x);
    for (const [i, median] of medians.entries()) {
      const shown = us(first.label) * Math.exp(slope * (median - first.x));
      expect(shown / Number(latency[i]?.p50_us)).toBeCloseTo(1, 2);
    }
  });

  inBrowser('are there without scripts, as they are drawn', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.locator('figure > svg').count()).toBe(7);
    expect(await page.locator('figure > svg circle title').count()).toBeGreaterThan(10);
    expect(await page.locator('figure button, figure .readout').count()).toBe(0);
    expect(await page.isVisible('#charts-hint')).toBe(false);
  });
});

describe('what the page says of the orchestrator', () => {
  inBrowser('is what the CSV files say: positions, failures, calls that failed, tokens', async () => {
    const page = await open();
    const positions = await rows(out, 'positions.csv');
    const cells = (selector: string) =>
      page
        .locator(`${selector} tbody tr`)
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const success = (row: Record<string, string>) => (row.success_rate === '' ? '–' : percent(row.success_rate, 1));
    expect(positions.length).toBe(15);
    expect(await cells('#chart-positions')).toEqual(
      positions.map((row) => [row.retriever, row.position, row.right, success(row), row.picked]),
    );
    const read = await readAll(page, 'positions');
    expect(read[0]).toContain(`bm25 ${percent(positions[10]?.success_rate)} of ${positions[10]?.right}; picked`);

    const part = (title: string) => `.part:has(h3:text-is("${title}"))`;
    const failures = await rows(out, 'failures.csv');
    expect(failures.length).toBeGreaterThan(3);
    const words = (text = '') => text.replaceAll('_', ' ');
    const told = (await cells(part('Failures by kind'))).flatMap(([kind = '', ...counts]) =>
      ['ssr', 'exhaustive-idf', 'bm25'].map((retriever, i) => `${retriever}, ${kind}: ${counts[i]}`),
    );
    expect(told.sort()).toEqual(
      failures.map((row) => `${row.retriever}, ${words(row.outcome)}: ${words(row.kind)}: ${row.queries}`).sort(),
    );
    const summary = await rows(out, 'summary.csv');
    expect(await cells(part('Calls that failed'))).toEqual(
      summary.map((row) => [
        row.retriever,
        ...[row.answered_share, row.success_rate, row.success_answered].map((value) => percent(value, 1)),
      ]),
    );
    const tokens = (await rows(out, 'tokens.csv')).filter((row) => row.retriever === 'bm25' && row.reduction !== '');
    const reductions = tokens.map((row) => Number(row.reduction)).sort((a, b) => a - b);
    const mean = reductions.reduce((sum, value) => sum + value, 0) / reductions.length;
    const p95 = reductions[Math.ceil(0.95 * reductions.length) - 1];
    expect((await cells(part('Tokens that the pool saves')))[2]?.slice(-2)).toEqual([percent(mean), percent(p95)]);
  });
});
