import type { Dataset } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { GENERATOR_VERSION } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { STOPWORDS_V1, type Stopwords } from '../../retrievers/stopwords.ts';
import { checkIndex } from '../answer-check.ts';
import type { RetimeConfig } from '../config/gate.ts';
import type { Source } from '../config/source.ts';
import type { Surroundings } from '../experiment.ts';
import type { Labelled } from '../finished-runs/compare-runs.ts';
import { seedsOf, subjectOf } from '../finished-runs/finished-run.ts';
import type { RetimedPair } from '../finished-runs/records.ts';
import { pairsToTime, retimingProblem } from '../finished-runs/retiming.ts';
import { measureLatency } from '../latency/latency.ts';
import { processorMs } from '../latency/timer.ts';
import { hashDataset } from '../manifest.ts';
import { makePause } from '../pause.ts';
import { checkRanking } from '../ranking-check.ts';
import { explained } from '../retriever-code.ts';
import { VERSION } from '../version.ts';
import { datasetsOf, loadStopwords } from './inputs.ts';
import { KNOWN, loadRetrievers } from './names.ts';

/** A retriever that was made again, and what it found. */
interface Rebuilt {
  readonly index: SearchIndex;
  readonly expected: readonly (readonly Hit[])[];
}

/**
 * Builds the retrievers of two runs anew, from what their manifests say, and times them side by side in this process. Each
 * has to find again what its run has on record: else it would be other code that is timed.
 *
 * @throws InputError with one line where the runs cannot be made again from here.
 */
export async function retime(
  baseline: Labelled,
  other: Labelled,
  config: RetimeConfig,
  world: Surroundings,
): Promise<{ readonly retimed: readonly RetimedPair[]; readonly notices: readonly string[] }> {
  const workshop = { version: VERSION, generator: GENERATOR_VERSION, retrieverProblem: KNOWN.retrievers.problem };
  const problem = retimingProblem(baseline, other, workshop);
  if (problem !== undefined) throw refusal(problem);
  const { pairs, same } = pairsToTime(baseline.run, other.run);
  const stopwords = new Map<Labelled, Stopwords>();
  for (const of of [baseline, other]) stopwords.set(of, await stopwordsOf(of, config));

  const rows: RetimedPair[] = [];
  let place = 0;
  for await (const { dataset, seed } of datasetsOf(sourceOf(baseline, config), world)) {
    checkDataset(dataset, baseline, place++, seed);
    if (!seedsOf(baseline.run).includes(seed)) continue;
    const made = new Map<string, Rebuilt>();
    const rebuilt = async (of: Labelled, name: string): Promise<Rebuilt> => {
      const table = stopwords.get(of) ?? STOPWORDS_V1;
      const key = `${table.sha256} ${name}`;
      const known = made.get(key) ?? (await rebuild(name, table, dataset, seed, of, world));
      made.set(key, known);
      checkPools(known, dataset, of, seed, name);
      return known;
    };
    for (const pair of pairs) {
      const [theirs, ours] = [await rebuilt(baseline, pair.baseline), await rebuilt(other, pair.ours)];
      const [names, k] = [
        [`${baseline.label} ${pair.baseline}`, `${other.label} ${pair.ours}`] as const,
        other.run.experiment.k,
      ];
      const measured = await measureLatency({
        // The ratio of a retriever to its oracle is what is wanted here of any two.
        subjects: [
          { name: names[0], oracle: undefined, ...theirs },
          { name: names[1], oracle: names[0], ...ours },
        ],
        queries: dataset.queries,
        k,
        seed: seed ?? other.run.experiment.sample_seed,
        now: world.now,
        processorMs,
        signal: world.signal,
        onRound: (rounds) => world.onProgress(`timing ${names.join(' beside ')}`, rounds, Math.max(20, rounds)),
      });
      const [before, now] = measured.rows;
      rows.push({
        ...{
          run: other.label,
          baseline: baseline.label,
          seed,
          retriever: pair.ours,
          baseline_retriever: pair.baseline,
        },
        timed: 're-timed',
        rounds: measured.rounds,
        samples: now?.samples ?? 0,
        p50_us: now?.p50_us,
        baseline_p50_us: before?.p50_us,
        ratio: now?.ratio_to_oracle,
        low: now?.ratio_low,
        high: now?.ratio_high,
      });
    }
  }
  const alike = `the same in both runs, and here one code: not timed against ${same.length === 1 ? 'itself' : 'themselves'}`;
  return { retimed: rows, notices: same.length === 0 ? [] : [`${visible(same.join(', '), 200)}: ${alike}`] };
}

function refusal(why: string): InputError {
  return new InputError(`--retime: ${why}`);
}

/** The stopwords of a run: the default table, or a given file that holds its words. */
async function stopwordsOf({ label, run }: Labelled, { stopwords }: RetimeConfig): Promise<Stopwords> {
  const wanted = run.experiment.stopwords;
  if (wanted.sha256 === STOPWORDS_V1.sha256) return STOPWORDS_V1;
  const given = stopwords === undefined ? undefined : await loadStopwords(stopwords);
  if (given?.sha256 === wanted.sha256) return given;
  throw refusal(
    given === undefined
      ? `${label} has stopwords of its own (${visible(wanted.name, 60)}); --stopwords FILE names them`
      : `the words of --stopwords are not those of ${label}: their sha256 differ (${given.sha256.slice(0, 12)} and ${wanted.sha256.slice(0, 12)})`,
  );
}

/** Where the cards and queries of the runs are to be had. */
function sourceOf({ run }: Labelled, { source }: RetimeConfig): Source {
  const { dataset, seeds } = run.experiment;
  if (seeds.length > 0) {
    if (source !== undefined) throw refusal('the cards of the runs were generated, so --registry does not hold them');
    const { cards = 1, queries = 1 } = dataset.contents[0] ?? {};
    return { kind: 'synthetic', cards, queries, seeds };
  }
  if (source !== undefined) return source;
  throw refusal(`the runs are on given cards (${visible(dataset.name, 60)}); --registry and --query-set name them`);
}

/** @throws InputError where cards or queries are not those of the runs. */
function checkDataset(dataset: Dataset, { run }: Labelled, place: number, seed: string | undefined): void {
  const wanted = run.experiment.dataset.contents[place];
  const found = hashDataset(dataset);
  for (const [what, name] of [
    ['cards_sha256', 'cards'],
    ['queries_sha256', 'queries, right cards or kinds'],
  ] as const) {
    if (wanted?.[what] === found[what]) continue;
    const of = seed === undefined ? '' : ` of seed ${visible(seed, 64)}`;
    throw refusal(
      `the ${name}${of} are not those of the runs: their sha256 differ (${found[what].slice(0, 12)} and ${wanted?.[what].slice(0, 12) ?? 'none'})`,
    );
  }
}

async function rebuild(
  name: string,
  stopwords: Stopwords,
  { cards, queries }: Dataset,
  seed: string | undefined,
  { run }: Labelled,
  world: Surroundings,
): Promise<Rebuilt> {
  const pause = makePause(world.signal);
  world.onProgress(`building ${name}`, 0, 0);
  const { retrievers } = await loadRetrievers([name]);
  const [retriever] = retrievers;
  if (retriever === undefined) throw new Error(`no retriever ${name}`);
  const { k, sample_seed: sampleSeed } = run.experiment;
  const options = { stopwords, seed: seed ?? sampleSeed };
  const index = await explained(name, 'build', () => retriever.build(cards, options));
  checkIndex(name, index, cards.length);
  const known = new Set(cards.map((card) => card.id));
  const expected: (readonly Hit[])[] = [];
  for (const { id, text } of queries) {
    await pause();
    const hits = await explained(name, `query ${id}`, async () => index.search(text, k));
    checkRanking(hits, k, known, retriever.oracle !== undefined, { retriever: name, queryId: id });
    expected.push(hits);
    world.onProgress(`searching with ${name}`, expected.length, queries.length);
  }
  return { index, expected };
}

/** @throws InputError where a retriever finds other cards than its run has on record. */
function checkPools(
  { expected }: Rebuilt,
  { queries }: Dataset,
  { label, run }: Labelled,
  seed: string | undefined,
  name: string,
): void {
  const pools = subjectOf(run, seed, name)?.pools;
  for (const [i, { id }] of queries.entries()) {
    const [pool, hits] = [pools?.get(id) ?? [], expected[i] ?? []];
    if (pool.length === hits.length && hits.every((hit, rank) => hit.id === pool[rank])) continue;
    throw refusal(
      `${visible(name, 60)} finds other cards here than ${label} has on record (query ${visible(id, 60)}): ${label} was made by other code`,
    );
  }
}
