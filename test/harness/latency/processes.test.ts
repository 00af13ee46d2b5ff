import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { processesFor } from '../../../harness/latency/how-many.ts';
import { measureLatency } from '../../../harness/latency/latency.ts';
import { TimingProcesses } from '../../../harness/latency/processes.ts';
import { RetrieverError } from '../../../harness/ranking-check.ts';
import { card, temporaryFolder } from '../../support.ts';

// Each test starts processes.
vi.setConfig({ testTimeout: 60_000 });

const MODULE = new URL('../children/timing.ts', import.meta.url);
const HITS = [{ id: 'a', score: 2, matched: 1 }];

/** Processes that have `names` for their retrievers, what they wrote, and a measurement of theirs that may be begun. */
async function processesOf(names: readonly string[], count: number, signal = new AbortController().signal) {
  const log = join(await temporaryFolder(), 'log');
  const input = { cards: [card(log)], retrievers: names, indexes: [], stopwords: undefined, seed: '42' };
  const processes = new TimingProcesses({ count, module: MODULE, input, signal });
  onTestFinished(() => processes.end());
  const queries = Array.from({ length: 5 }, (_, i) => ({ id: `q${i}`, text: `text ${i}` }));
  const index = { cards: 1, search: () => HITS, countCandidates: () => 1, indexBytes: () => undefined };
  const subjects = names.map((name) => ({ name, index, oracle: names[1], expected: queries.map(() => HITS) }));
  const measure = (more: Partial<Parameters<typeof measureLatency>[0]> = {}) =>
    measureLatency({
      ...{ subjects, queries, k: 20, seed: '42', now: () => performance.now(), signal, processes },
      limits: { warmUpMs: 10, warmUpSearches: 100, furtherMs: 0 },
      ...more,
    });
  const lines = async () =>
    (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
  return { processes, measure, lines };
}

async function expectGone(pids: readonly (string | undefined)[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH'), { timeout: 10_000 });
  }
}

describe('several processes', () => {
  it('share the rounds, one after the other, each with indexes of its own', async () => {
    const { lines, measure } = await processesOf(['sync', 'async', 'other'], 3);
    const rounds: number[] = [];
    const measured = await measure({ onRound: (round) => rounds.push(round) });
    // 20 rounds at least, the same number in each of three.
    expect(measured).toMatchObject({ processes: 3, rounds: 21, queriesPerRound: 5 });
    expect(rounds).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    for (const row of measured.rows) expect(row).toMatchObject({ processes: 3, samples: 105 });
    expect(measured.rows[0]?.ratio_to_oracle).toBeGreaterThan(0);
    expect([...measured.samplesUs.values()].map(({ length }) => length)).toEqual([105, 105, 105]);

    const written = await lines();
    const pids = new Set(written.map(([pid]) => pid));
    expect(pids.size).toBe(3);
    expect(pids).not.toContain(String(process.pid));
    const spans = written
      .filter(([, what]) => what === 'searched')
      .map(([, , first, last]) => [first, last].map(Number));
    spans.sort(([a = 0], [b = 0]) => a - b);
    expect(spans).toHaveLength(3);
    for (const [i, [first]] of spans.slice(1).entries()) expect(first).toBeGreaterThan(spans[i]?.[1] ?? Infinity);
    await expectGone([...pids]);
  });

  it('put as many queries into a round as the first one found', async () => {
    const { measure } = await processesOf(['slow', 'quick'], 2);
    // 20 rounds of 3 queries of 5 ms are 300 ms.
    const measured = await measure({ limits: { warmUpMs: 80, warmUpSearches: 8, furtherMs: 0, slowestMs: 330 } });
    expect(measured.rounds).toBe(20);
    expect(measured.queriesPerRound).toBeGreaterThanOrEqual(1);
    expect(measured.queriesPerRound).toBeLessThanOrEqual(3);
    for (const row of measured.rows) expect(row.samples).toBe(20 * measured.queriesPerRound);
  });

  it('share the time for further rounds', async () => {
    const { measure } = await processesOf(['quick'], 2);
    const limits = { warmUpMs: 10, warmUpSearches: 100, furtherMs: 600_000, maxRounds: 60 };
    expect((await measure({ limits })).rounds).toBe(60);
  });
});

describe('a failure in a process', () => {
  it.each([
    ['throws', 'throws, query q2: boom'],
    ['unbuildable', 'unbuildable, build: of no use'],
    ['dies', 'latency, process 1 of 2: died (exit code 3)'],
  ])('is that of the measurement: %s', async (name, message) => {
    const { lines, measure, processes } = await processesOf(['good', name], 2);
    await expect(measure()).rejects.toThrow(new RetrieverError(message));
    processes.end();
    await expectGone((await lines()).map(([pid]) => pid));
  });

  it('is one hit that differs in its last bit', async () => {
    const { measure } = await processesOf(['differs'], 2);
    await expect(measure()).rejects.toThrow(/^differs, query q\d: the timed search is not the checked one: at rank 1/);
  });
});

describe('an interrupt', () => {
  it('ends the process that times, and those that wait', async () => {
    const controller = new AbortController();
    const { lines, measure } = await processesOf(['never ends'], 3, controller.signal);
    const measuring = expect(measure()).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(async () => expect(await lines()).toHaveLength(3), { timeout: 30_000, interval: 50 });
    await wait(300);
    controller.abort();
    await measuring;
    await expectGone((await lines()).map(([pid]) => pid));
  });

  it('before the processes are asked for anything lets none of them stay', async () => {
    const { lines, processes } = await processesOf(['good'], 2);
    processes.start();
    await vi.waitFor(async () => expect(await lines()).toHaveLength(2), { timeout: 30_000, interval: 50 });
    processes.end();
    await expectGone((await lines()).map(([pid]) => pid));
  });
});

describe('how many processes', () => {
  const cards = (count: number, characters: number) =>
    Array.from({ length: count }, (_, i) => card(`c${i}`, 'x'.repeat(characters - 3), { tags: ['ab', 'c'] }));
  const size = { cards: cards(1000, 1000), queries: 2500, retrievers: 4, k: 20 };

  it('follows from the text of the cards, and from the hits', () => {
    expect(processesFor(size)).toBe(5);
    expect(processesFor({ ...size, cards: [...size.cards, card('one', 'x')] })).toBe(1);
    expect(processesFor({ ...size, queries: 2501 })).toBe(1);
    expect(processesFor({ ...size, k: 21 })).toBe(1);
    expect(processesFor({ ...size, k: 1e9, cards: cards(20, 9) })).toBe(5);
    expect(processesFor({ cards: [], queries: 1, retrievers: 1, k: 1 })).toBe(5);
  });
});
