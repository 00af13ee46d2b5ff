import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { parse } from 'csv-parse/sync';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { main } from '../../../harness/command-line.ts';
import { openReport, PATIENCE_MS, startBrowser, testsIn } from './browser.ts';

type Row = Record<string, string>;

const HOSTILE = {
  markup: '<img src=x onerror="window.hacked=1">',
  closing: '</script><script>window.hacked=1</script>',
  svg: '"><svg onload=window.hacked=1><title>',
  comment: '<!--<script>',
  separators: 'a\u2028b\u2029c',
  turned: 'abc\u202Edef',
  entity: '&lt;b&gt; &amp;',
} as const;

/** Run folders: a generated registry with latency, one whose every text is hostile, and one of many queries. */
const folders = { plain: '', hostile: '', many: '' };
let browser: Browser | undefined;

/** Runs a command line in this process, and gives what it prints. */
async function run(...args: string[]): Promise<string[]> {
  const out: string[] = [];
  const err: string[] = [];
  const screen = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    progress: false,
  };
  const code = await main(args, screen, new AbortController().signal);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return out;
}

async function writeHostile(folder: string): Promise<string[]> {
  const texts = Object.values(HOSTILE);
  const cards = texts.map((text, i) => ({
    id: `${i} ${text}`,
    name: text,
    description: `forecast weather ${text}`,
    tags: [text],
  }));
  const queries = texts.map((text, i) => ({
    id: `q ${i} ${text}`,
    text: `weather ${text}`,
    kind: `kind ${text}`,
    relevant: [`${i} ${text}`],
  }));
  // Longer than the page keeps.
  queries.push({ id: 'q long', text: 'weather '.repeat(60), kind: 'long', relevant: [`0 ${texts[0]}`] });
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(folder, 'cards.jsonl'), lines(cards));
  await writeFile(join(folder, 'queries.jsonl'), lines(queries));
  return ['--registry', join(folder, 'cards.jsonl'), '--query-set', join(folder, 'queries.jsonl')];
}

/** Starting a browser and two runs take their time on a busy machine. */
let folder: string | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  if (browser === undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'shortlist-page-'));
  folders.plain = join(folder, 'plain');
  folders.hostile = join(folder, 'hostile');
  folders.many = join(folder, 'many');
  const plain = ['--cards', '150', '--queries', '40', '--retrievers', 'ssr,exhaustive-idf,bm25'];
  await run('bench', ...plain, '--quiet', '--out', folders.plain);
  await run('bench', ...(await writeHostile(folder)), '-k', '3', '--no-latency', '--quiet', '--out', folders.hostile);
  const sizes = ['--cards', '30', '--queries', '3000', '--retrievers', 'ssr,bm25', '--check', '1'];
  await run('bench', ...sizes, '--no-latency', '--quiet', '--out', folders.many);
}, PATIENCE_MS);

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Opens the report of a run. */
const open = (folder: string, options: BrowserContextOptions = {}, expected: readonly string[] = []) =>
  openReport(browser as Browser, folder, options, expected);

async function rows(folder: string, name: string): Promise<Row[]> {
  return parse(await readFile(join(folder, name), 'utf8'), { columns: true });
}

const found = (page: Page) => page.textContent('#found');

// Where there is no browser, `startBrowser` has said so or thrown; nothing below runs then.
const inBrowser = testsIn(() => browser);

describe('the page of a run', () => {
  inBrowser('answers in words, with every gate and every chart, and a table behind each chart', async () => {
    const page = await open(folders.plain);
    expect(await page.textContent('.answers')).toContain(
      'ssr agrees with its oracle exhaustive-idf on 40 of 40 queries',
    );
    expect(await page.locator('.gates .mark.passed').count()).toBe(5);
    const ids = await page.locator('figure').evaluateAll((all) => all.map((each) => each.id));
    expect(ids).toEqual(['recall', 'outcomes', 'kinds', 'latency', 'pareto', 'candidates'].map((id) => `chart-${id}`));
    expect(await page.locator('figure > svg').count()).toBe(6);
    expect(await page.locator('figure details.table table tbody tr').count()).toBeGreaterThan(6);
    expect(await page.locator('figure').allTextContents()).not.toContainEqual(expect.stringContaining('⚠'));
    // The table says what the CSV says.
    const [summary] = await rows(folders.plain, 'summary.csv');
    const selected = page.locator('#chart-outcomes tbody tr').first().locator('td').nth(3);
    expect(await selected.textContent()).toBe(summary?.selected);
  });

  inBrowser('filters by outcome, retriever, kind, disagreement and words', async () => {
    const page = await open(folders.plain);
    const queries = await rows(folders.plain, 'queries.csv');
    const of = (retriever: string) => queries.filter((row) => row.retriever === retriever);
    expect(await found(page)).toBe('40 queries');

    await page.selectOption('[name=outcome]', { label: 'selected' });
    await page.selectOption('[name=retriever]', { label: 'bm25' });
    const selected = of('bm25').filter((row) => row.outcome === 'selected').length;
    expect(await found(page)).toBe(`${selected} of 40 queries`);

    await page.selectOption('[name=kind]', { label: 'vague' });
    const vague = of('bm25').filter((row) => row.outcome === 'selected' && row.kind === 'vague').length;
    expect(await found(page)).toBe(`${vague} of 40 queries`);

    await page.click('text=Show all');
    await page.locator('#found', { hasText: /^40 queries$/ }).waitFor();
    await page.selectOption('[name=parted]', { label: 'outcomes differ' });
    const differ = of('ssr').filter((row, i) => row.outcome !== of('bm25')[i]?.outcome).length;
    expect(differ).toBeGreaterThan(0);
    expect(await found(page)).toBe(`${differ} of 40 queries`);

    await page.click('text=Show all');
    await page.fill('[name=text]', 'Q7');
    expect(await found(page)).toBe('1 of 40 queries');
    expect(await page.textContent('.query .query-id')).toBe('q7');
    await page.fill('[name=text]', 'no such words');
    expect(await page.isVisible('text=No query passes all of these filters.')).toBe(true);
  });

  inBrowser(
    'opens a query: pools beside each other, right cards marked, weights that add up to the score',
    async () => {
      const page = await open(folders.plain);
      const rankings = await rows(folders.plain, 'rankings.csv');
      const qrels = await readFile(join(folders.plain, 'qrels.trec'), 'utf8');
      let sums = 0;
      for (const id of ['q0', 'q3']) {
        await page.fill('[name=text]', id);
        await page.locator('.query', { has: page.locator(`.query-id:text-is("${id}")`) }).click();
        expect(await page.locator('.pool h4').allTextContents()).toEqual(['ssr = exhaustive-idf', 'bm25']);
        expect(await page.locator('[role=columnheader]').allTextContents()).toEqual([
          ...['id', 'query', 'kind', 'ssr = exhaustive-idf', 'bm25'],
        ]);
        for (const [i, retriever] of ['ssr', 'bm25'].entries()) {
          const hits = rankings.filter((row) => row.retriever === retriever && row.query_id === id);
          const shown = await page
            .locator('.pool')
            .nth(i)
            .locator('ol > li')
            .evaluateAll((items) =>
              items.map((item) => {
                const values = (selector: string) =>
                  [...item.querySelectorAll(`${selector} data`)].map((each) => each.getAttribute('value'));
                return {
                  id: item.querySelector('.id')?.textContent,
                  right: item.querySelector('.badge.right') !== null,
                  score: values('.score')[0],
                  terms: values('tbody'),
                  total: values('.total')[0],
                  ranked: values('.ranked')[0],
                  said: item.querySelector('.ranked th')?.textContent,
                };
              }),
            );
          expect(shown.map((hit) => hit.id)).toEqual(hits.map((hit) => hit.card_id));
          for (const [j, hit] of shown.entries()) {
            expect(hit.right).toBe(qrels.includes(` ${hit.id} 1\n`) && isRight(qrels, id, hit.id ?? ''));
            expect(hit.score).not.toBe(undefined);
            if (hit.total === undefined) {
              // Far down, and not right: not explained, where each card has to be explained by itself.
              expect([retriever, j >= 10, hit.right]).toEqual(['bm25', true, false]);
              expect(Number(hit.score)).toBeCloseTo(Number(hits[j]?.score), 4);
              continue;
            }
            const sum = hit.terms.reduce((all, weight) => all + Number(weight), 0);
            expect(sum).toBe(Number(hits[j]?.score));
            expect([Number(hit.score), Number(hit.total), Number(hit.ranked)]).toEqual([sum, sum, sum]);
            expect(hit.said).toBe('score: adds up exactly');
            sums++;
          }
        }
        await page.click('text=Close');
      }
      expect(sums).toBeGreaterThan(40);
    },
  );

  inBrowser('gives the command that explains a query again', async () => {
    const page = await open(folders.plain);
    await page.locator('.query').nth(1).click();
    const text = await page.textContent('#detail-heading');
    const command = await page.locator('.pool').nth(1).locator('pre').textContent();
    const quoted = `'${text?.replaceAll("'", "'\\''")}'`;
    const options = ['explain', '--cards', '150', '--seed', '42', '-k', '20', '--retriever', 'bm25'];
    expect(command).toBe(`npm run shortlist -- ${options.join(' ')} --query=${quoted}`);
    const shown = await page.locator('.pool').nth(1).locator('ol .id').allTextContents();
    const out = (await run(...options, `--query=${text}`, '--json')).join('');
    expect(JSON.parse(out).hits.map((hit: { id: string }) => hit.id)).toEqual(shown);
  });

  inBrowser('gives it for bash where the query holds what does not show, or says why there is none', async () => {
    const page = await open(folders.hostile);
    const texts = (await readFile(join(folders.hostile, '..', 'queries.jsonl'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String(JSON.parse(line).text));
    let hidden = 0;
    for (const [i, text] of texts.entries()) {
      await page.locator('.query').nth(i).click();
      const missing = await page.locator('.pool').first().locator('.no-command').allTextContents();
      if (text.length > 400) {
        expect(missing.join()).toContain('is not shown: the query is too long for this page');
        expect(await page.locator('#detail pre').count()).toBe(0);
        continue;
      }
      expect(missing).toEqual([]);
      const command = (await page.locator('.pool').first().locator('pre').first().textContent()) ?? '';
      expect(command).toMatch(/^[\x20-\x7e]+$/);
      hidden += Number(command.includes("--query=$'"));
      const word = command.slice(command.indexOf('--query='));
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      expect(execFileSync('bash', ['-c', `printf %s ${word}`], { env }).toString()).toBe(`--query=${text}`);
      await page.click('text=Close');
    }
    expect(hidden).toBe(2);
  });

  inBrowser('has room for the names of retrievers that are one column', async () => {
    const name = 'ssr = exhaustive-idf = bm25 = wss = exhaustive-wss = ssr-nocap';
    const wide = await open(folders.plain);
    const head = wide.locator('#list-head .query-outcome').first();
    await head.evaluate((cell, long) => {
      cell.textContent = long;
    }, name);
    const box = async (page: Page, selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      if (found === null) throw new Error(`${selector} is not in sight`);
      return found;
    };
    const [cell, row, body] = [await head.boundingBox(), await box(wide, '#list-head'), await box(wide, '#list-body')];
    expect(cell?.height).toBeGreaterThan(30);
    expect((cell?.y ?? 0) + (cell?.height ?? 0)).toBeLessThanOrEqual(row.y + row.height);
    expect(row.y + row.height).toBeLessThanOrEqual(body.y + 1);

    const narrow = await open(folders.plain, { viewport: { width: 390, height: 800 } });
    const result = narrow.locator('.query .query-outcome').first();
    await result.locator('.narrow-only').evaluate((label, long) => {
      label.textContent = `${long}: `;
    }, name);
    const [outcome, rank] = [await result.boundingBox(), await result.locator('.rank').boundingBox()];
    // What came of it is whole; the names give way.
    expect((rank?.x ?? 999) + (rank?.width ?? 0)).toBeLessThanOrEqual((outcome?.x ?? 0) + (outcome?.width ?? 0) + 0.5);
    expect(await result.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  });

  inBrowser('makes rows for what is in sight alone, however many queries there are', async () => {
    const page = await open(folders.many);
    expect(await found(page)).toBe('3,000 queries');
    const made = () => page.locator('#list [role=row]').count();
    expect(await made()).toBeLessThan(60);
    await page.focus('#list');
    await page.keyboard.press('End');
    await page.locator('#row-2999 .query-id', { hasText: 'q2999' }).waitFor();
    expect(await made()).toBeLessThan(60);
    // Pools stand in blocks that are read when they are wanted: the last one is there as the first is.
    await page.keyboard.press('Enter');
    const queries = await rows(folders.many, 'queries.csv');
    const last = queries.find((row) => row.query_id === 'q2999');
    expect(await page.locator('.pool').first().locator('ol > li').count()).toBe(Number(last?.pool));
    // Too many pools to explain all: the page says so, and those that failed come first.
    expect(await page.textContent('.omission')).toMatch(/^The signals of [\d,]+ pools are not in this page/);
    await page.selectOption('[name=outcome]', { label: 'failed' });
    await page.locator('.query').first().click();
    expect(await page.locator('.pool .hits details').count()).toBeGreaterThan(0);
  });

  inBrowser('works from the keyboard alone', async () => {
    const page = await open(folders.plain);
    const focused = () => page.locator(':root').evaluate((root) => root.ownerDocument.activeElement?.id ?? '');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('To the queries');
    for (let i = 0; i < 60 && (await focused()) !== 'list'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('list');
    const active = () => page.getAttribute('#list', 'aria-activedescendant');
    expect(await active()).toBe('row-0');
    await page.keyboard.press('End');
    expect(await active()).toBe('row-39');
    expect(await page.locator('#row-39').isVisible()).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await active()).toBe('row-2');
    const text = await page.textContent('#row-2 .query-text');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('detail-heading');
    expect(await page.textContent('#detail-heading')).toBe(text);
    // The first hit is opened by its summary.
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('Tab');
      if ((await page.locator('summary:focus').count()) > 0) break;
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.pool details[open] .sum').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('list');
    expect(await active()).toBe('row-2');
  });

  inBrowser('shows hostile text as text, and runs none of it', async () => {
    const page = await open(folders.hostile);
    const scripts = await page.locator('script').count();
    expect(scripts).toBe(4);
    const texts = Object.values(HOSTILE);
    for (const [i, text] of texts.entries()) {
      await page.locator('.query').nth(i).click();
      const visible = text.replace('\u2028', '\\u{2028}').replace('\u2029', '\\u{2029}').replace('\u202e', '\\u{202e}');
      expect(await page.textContent('#detail-heading')).toBe(`weather ${visible}`);
      expect(await page.textContent('.right-cards')).toContain(visible);
      await page.locator('.pool details > summary').first().click();
    }
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await page.locator('script').count()).toBe(scripts);
    expect(await page.locator('img, iframe, object, embed, link, svg[onload]').count()).toBe(0);
    expect(await page.locator('#chart-kinds table').textContent()).toContain(`kind ${HOSTILE.closing}`);
    const read = new Set<string>();
    await page.focus('#chart-kinds > svg');
    for (let i = 0; i < texts.length; i++) {
      read.add((await page.textContent('#chart-kinds .readout')) ?? '');
      await page.keyboard.press('ArrowDown');
    }
    expect([...read].filter((text) => text.includes(`kind ${HOSTILE.closing}: `))).toHaveLength(1);
    expect([...read].filter((text) => text.includes(`kind ${HOSTILE.markup}: `))).toHaveLength(1);
    // Nothing that a command line would hide stands in a command as it is.
    await page.locator('.query').nth(texts.indexOf(HOSTILE.turned)).click();
    const commands = await page.locator('#detail pre').allTextContents();
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toContain("--query=$'weather abc\\u202edef'");
  });

  inBrowser('has a policy that lets no other script run, nor any text become markup', async () => {
    const blocked = "This document requires 'TrustedHTML' assignment. The action has been blocked.";
    const page = await open(folders.plain, {}, [`console: ${blocked}`]);
    const policy = await page.getAttribute('meta[http-equiv=Content-Security-Policy]', 'content');
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).not.toContain('unsafe');
    const html = readFileSync(join(folders.plain, 'report.html'), 'utf8');
    expect(html).not.toMatch(/<[^>]* style=/);
    expect(html).not.toMatch(/(?:src|href)="(?!#)/);
    const refused = await page.locator('body').evaluate((body) => {
      try {
        body.innerHTML = '<b>markup</b>';
        return false;
      } catch {
        return true;
      }
    });
    expect(refused).toBe(true);
  });

  inBrowser('is dark where dark is asked for, with the same words', async () => {
    const light = await open(folders.plain, { colorScheme: 'light' });
    const dark = await open(folders.plain, { colorScheme: 'dark' });
    const colours = (page: Page) =>
      page
        .locator('#chart-recall svg circle')
        .first()
        .evaluate((dot) => {
          const { body, defaultView } = dot.ownerDocument;
          const { backgroundColor, color } = defaultView.getComputedStyle(body);
          return { backgroundColor, color, dot: defaultView.getComputedStyle(dot).fill };
        });
    expect(await colours(light)).toEqual({
      backgroundColor: 'rgb(255, 255, 255)',
      color: 'rgb(26, 31, 36)',
      dot: 'rgb(11, 99, 197)',
    });
    expect(await colours(dark)).toEqual({
      backgroundColor: 'rgb(16, 21, 27)',
      color: 'rgb(232, 237, 242)',
      dot: 'rgb(108, 182, 255)',
    });
  });

  inBrowser('fits a telephone, and paper', async () => {
    for (const folder of [folders.plain, folders.hostile]) {
      const page = await open(folder, { viewport: { width: 390, height: 800 } });
      await page.locator('.query').first().click();
      expect(await page.locator(':root').evaluate((root) => root.scrollWidth)).toBe(390);
      for (const chart of await page.locator('figure > svg').all()) {
        await chart.focus();
        await page.keyboard.press('End');
        expect(await chart.getAttribute('aria-valuetext')).not.toBe('');
        expect(await page.locator(':root').evaluate((root) => root.scrollWidth)).toBe(390);
      }
      await page.emulateMedia({ media: 'print' });
      expect(await page.isVisible('#list')).toBe(false);
      expect(await page.isVisible('#chart-recall table')).toBe(true);
    }
  });

  inBrowser('shows all but the list of queries without scripts', async () => {
    const page = await open(folders.plain, { javaScriptEnabled: false });
    expect(await page.isVisible('#chart-recall svg')).toBe(true);
    expect(await page.isVisible('#explorer-body')).toBe(false);
    expect(await page.isVisible('text=The list of queries needs scripts.')).toBe(true);
  });

  inBrowser('has nothing that axe finds serious', async () => {
    for (const options of [
      { colorScheme: 'light' },
      { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
    ] as const) {
      const page = await open(folders.plain, { ...options, bypassCSP: true });
      await page.locator('.query').first().click();
      await page.locator('.pool details > summary').first().click();
      for (const table of await page.locator('details.table > summary').all()) await table.click();
      await page.locator('#chart-kinds .key button').first().click();
      await page.focus('#chart-recall > svg');
      await page.keyboard.press('+');
      await page.addScriptTag({ content: axe.source });
      const violations = await page.evaluate(async () => {
        const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
        const result = await inPage.run({ resultTypes: ['violations'] });
        return result.violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0]?.html }));
      });
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    }
  });
});

function isRight(qrels: string, query: string, card: string): boolean {
  return qrels.split('\n').some((line) => {
    const [id, , right] = line.split(' ');
    return id === query && right === card;
  });
}
