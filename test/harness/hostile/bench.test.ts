import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { loadRetriever } from '../../../retrievers/index.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { folderOfRuns, type Row, rows, run } from '../../runs.ts';

// Whole runs: seconds on a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIZES = ['--cards', '150', '--queries', '40', '-k', '8'];
const QUICK = ['--retrievers', 'ssr,bm25', '--no-latency', '--no-tokens', '--quiet'];
const KINDS = ['stuffing', 'spread', 'clones', 'injection', 'lookalike'];
const PLANTS = ['spread=0.05', 'lookalike=0.02', 'stuffing=0.03', 'clones=0.04', 'injection=0.04'];

let folder: Awaited<ReturnType<typeof folderOfRuns>>;
beforeAll(async () => {
  folder = await folderOfRuns();
  await bench('honest');
  await bench('all', ...plants(PLANTS));
  await bench('spread', '--plant', 'spread=0.05');
});
afterAll(() => folder.remove());

const at = (name: string) => join(folder.path, name);
const plants = (all: readonly string[]) => all.flatMap((each) => ['--plant', each]);

async function bench(name: string, ...more: string[]): Promise<void> {
  const printed = await run('bench', ...SIZES, ...QUICK, ...more, '--out', at(name));
  expect(printed).toEqual({ code: 0, out: '', err: '' });
}

type Hostile = Card & { readonly seed?: string; readonly kind: string };

async function hostileCards(name: string): Promise<Hostile[]> {
  const text = await readFile(join(at(name), 'planted.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function manifest(name: string) {
  return JSON.parse(await readFile(join(at(name), 'manifest.json'), 'utf8'));
}

/** Right cards by query, as a run wrote them for trec_eval. */
async function rightCards(name: string): Promise<Map<string, Set<string>>> {
  const right = new Map<string, Set<string>>();
  for (const line of (await readFile(join(at(name), 'qrels.trec'), 'utf8')).trimEnd().split('\n')) {
    const [query = '', , card = ''] = line.split(' ');
    right.set(query, (right.get(query) ?? new Set()).add(card));
  }
  return right;
}

/** Cards of each pool of a run, by query, in order. */
async function pools(name: string, retriever: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { query_id = '' } of (await rows(at(name), 'queries.csv')).filter((row) => row.retriever === retriever)) {
    found.set(query_id, []);
  }
  for (const { card_id = '', query_id = '', retriever: of } of await rows(at(name), 'rankings.csv')) {
    if (of === retriever) found.get(query_id)?.push(card_id);
  }
  return found;
}

/** The pools of a registry that no run had, searched here. */
async function searched(cards: readonly Card[], retriever: string): Promise<Map<string, string[]>> {
  const index = await (await loadRetriever(retriever)).build(cards, { stopwords: STOPWORDS_V1 });
  const found = new Map<string, string[]>();
  for (const { id, text } of syntheticQueries('42', 150, 40)) {
    found.set(
      id,
      (await index.search(text, 8)).map((hit) => hit.id),
    );
  }
  return found;
}

/** Figures of `planted.csv` the plain way, from pools with planted cards and those of the run without. */
async function counted(planted: Map<string, string[]>, retriever: string, hostile: ReadonlySet<string>): Promise<Row> {
  const right = await rightCards('honest');
  const honest = await pools('honest', retriever);
  const filled = [...planted.values()].filter((pool) => pool.length > 0);
  const taken = filled.map((pool) => pool.filter((id) => hostile.has(id)).length);
  const recall = (of: Map<string, string[]>, id: string) =>
    of.get(id)!.filter((card) => right.get(id)!.has(card)).length / right.get(id)!.size;
  const judged = [...right.keys()];
  const lost = judged.map((id) => recall(honest, id) - recall(planted, id));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const places = filled.flat().length;
  const total = taken.reduce((sum, count) => sum + count, 0);
  const hit = taken.filter((count) => count > 0).length;
  const firsts = filled.filter((pool) => hostile.has(pool[0] as string)).length;
  return texts({
    queries: planted.size,
    pools: filled.length,
    pools_planted: hit,
    pools_share: hit / filled.length,
    places,
    places_planted: total,
    places_share: total / places,
    firsts_planted: firsts,
    firsts_share: firsts / filled.length,
    judged: judged.length,
    recall_honest: mean(judged.map((id) => recall(honest, id))),
    recall_planted: mean(judged.map((id) => recall(planted, id))),
    recall_lost: mean(lost),
    queries_lost: lost.filter((each) => each > 0).length,
    queries_gained: lost.filter((each) => each < 0).length,
  });
}

/** What the orchestrator of a run picked. */
async function picked(name: string, retriever: string, hostile: ReadonlySet<string>): Promise<Row> {
  const own = (await rows(at(name), 'queries.csv')).filter((row) => row.retriever === retriever);
  const asked = own.filter((row) => row.outcome !== 'empty_pool').length;
  const count = own.filter((row) => hostile.has(row.picked_card as string)).length;
  return texts({ asked, picked: count, picked_share: count / asked });
}

/** Cells as they stand in a file. */
function texts(numbers: Readonly<Record<string, number>>): Row {
  return Object.fromEntries(Object.entries(numbers).map(([column, value]) => [column, String(value)]));
}

describe('bench --plant', () => {
  it('reports figures that anybody can count from the rankings', async () => {
    const hostile = await hostileCards('all');
    const all = await rows(at('all'), 'planted.csv');
    expect(all.map(({ kind, retriever }) => [retriever, kind])).toEqual(
      ['ssr', 'bm25'].flatMap((retriever) => [...KINDS, 'all'].map((kind) => [retriever, kind])),
    );
    const synthetic = [...syntheticCards('42', 150)];
    for (const row of all) {
      const { kind = '', retriever = '' } = row;
      const own = hostile.filter((card) => kind === 'all' || card.kind === kind);
      const ids = new Set(own.map(({ id }) => id));
      const found = kind === 'all' ? await pools('all', retriever) : await searched([...synthetic, ...own], retriever);
      expect(row).toMatchObject({
        seed: '42',
        share: PLANTS.find((each) => each.startsWith(`${kind}=`))?.split('=')[1] ?? '',
        planted_cards: String(own.length),
        honest_cards: '150',
        k: '8',
        ...(await counted(found, retriever, ids)),
        orchestrator: 'first',
        ...(await picked('all', retriever, ids)),
        hijacked: '',
        hijacked_share: '',
      });
      const [low, lost, high] = [row.recall_lost_low, row.recall_lost, row.recall_lost_high].map(Number);
      expect(low).toBeLessThanOrEqual(lost as number);
      expect(high).toBeGreaterThanOrEqual(lost as number);
    }
    // It is a test of something: places are taken, and first ones, and recall is lost.
    expect(all.some((row) => Number(row.places_planted) > 20)).toBe(true);
    expect(all.some((row) => Number(row.recall_lost) > 0)).toBe(true);
    expect(all.some((row) => Number(row.firsts_planted) > 0)).toBe(true);
  });

  it('measures a kind alone as it is measured where others are planted too', async () => {
    const ofSpread = (all: Row[]) =>
      all
        .filter(({ kind }) => kind === 'spread')
        // What was picked is of the run.
        .map((row) => ({ ...row, picked: '', picked_share: '' }));
    const alone = await rows(at('spread'), 'planted.csv');
    expect(alone.map(({ kind, retriever }) => [kind, retriever])).toEqual([
      ['spread', 'ssr'],
      ['spread', 'bm25'],
    ]);
    expect(ofSpread(alone)).toEqual(ofSpread(await rows(at('all'), 'planted.csv')));
  });

  it('plants the same cards whatever else is planted, and leaves what is right as it is', async () => {
    const all = await hostileCards('all');
    expect(await hostileCards('spread')).toEqual(all.filter(({ kind }) => kind === 'spread'));
    expect(all.every(({ seed }) => seed === '42')).toBe(true);
    expect(await rightCards('all')).toEqual(await rightCards('honest'));
    const right = [...(await rightCards('all')).values()].flatMap((ids) => [...ids]);
    expect(all.filter(({ id }) => right.includes(id))).toEqual([]);
  });

  it('is part of the experiment', async () => {
    const [honest, all, spread] = await Promise.all(['honest', 'all', 'spread'].map(manifest));
    const shares = { stuffing: 0.03, spread: 0.05, clones: 0.04, injection: 0.04, lookalike: 0.02 };
    expect(all.experiment.dataset).toMatchObject({
      name: 'synthetic+stuffing=0.03+spread=0.05+clones=0.04+injection=0.04+lookalike=0.02',
      planted: { recipe: 'hostile-2', shares },
      contents: [{ cards: 150 + 5 + 8 + 6 + 6 + 3, queries: 40 }],
    });
    const [{ dataset }] = (await rows(at('all'), 'summary.csv')) as [Row];
    expect(dataset).toBe(all.experiment.dataset.name);
    const contents = [honest, all, spread].map(({ experiment }) => experiment.dataset.contents[0]);
    expect(new Set(contents.map((each) => each.cards_sha256)).size).toBe(3);
    expect(new Set(contents.map((each) => each.queries_sha256)).size).toBe(1);
    expect(new Set([honest, all, spread].map(({ fingerprint }) => fingerprint)).size).toBe(3);
    // The order on the command line is none of it.
    await bench('again', ...plants(PLANTS.toReversed()));
    expect((await manifest('again')).fingerprint).toBe(all.fingerprint);
    expect(await readFile(join(at('again'), 'planted.csv'), 'utf8')).toBe(
      await readFile(join(at('all'), 'planted.csv'), 'utf8'),
    );
  });

  it('leaves no trace in a run without it', async () => {
    const { experiment, files, notices, times } = await manifest('honest');
    expect(await readdir(at('honest'))).not.toContain('planted.csv');
    expect(JSON.stringify([experiment, files, notices, times])).not.toMatch(/plant|hostile/);
    expect(await readFile(join(at('honest'), 'report.html'), 'utf8')).not.toMatch(/planted|Hostile/);
  });

  it('is not compared with a run of other cards', async () => {
    const { code, err } = await run('compare', at('honest'), at('all'));
    expect(code).toBe(2);
    expect(err).toMatch(
      /differ in cards \(150 and 178 cards \(seed 42\)\); --allow cards compares them all the same\n$/,
    );
    const allowed = await run('compare', at('honest'), at('all'), '--allow', 'cards');
    expect(allowed.code).toBe(0);
    expect(allowed.out).toMatch(/differs: dataset: synthetic and synthetic\+stuffing=0\.03/);
  });

  it('is explained and run again by the commands of its page', async () => {
    const page = await readFile(join(at('all'), 'report.html'), 'utf8');
    const given = PLANTS.map((plant) => `--plant ${plant}`).join(' ');
    expect(page).toContain(`<code>npm run bench -- --cards 150 --queries 40 ${given} --retrievers ssr,bm25`);
    expect(page).toContain(`"commands":["npm run shortlist -- explain --cards 150 --seed 42 ${given} -k 8"]`);
    expect(page).toContain('<h2 id="planted-heading">Hostile cards</h2>');
    const [hostile] = (await hostileCards('all')).filter(({ kind }) => kind === 'spread');
    const args = [
      '--cards',
      '150',
      ...plants(PLANTS),
      '-k',
      '8',
      '--query',
      'user',
      '--card',
      String(hostile?.id),
      '--json',
    ];
    const { code, out } = await run('explain', ...args);
    expect(code).toBe(0);
    expect(JSON.parse(out).cards).toBe(178);
  });
});
