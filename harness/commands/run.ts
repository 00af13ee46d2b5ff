import { performance } from 'node:perf_hooks';
import { cardLine } from '../../datasets/loaders/canonical-write.ts';
import { GENERATOR_VERSION } from '../../datasets/synthetic/index.ts';
import { csv } from '../../reports/csv.ts';
import { csvTables } from '../../reports/tables.ts';
import { trecFiles } from '../../reports/trec.ts';
import { type Stopwords, wssStopwords } from '../../retrievers/stopwords.ts';
import type { BenchConfig } from '../config/bench.ts';
import { describePlants, plantedName } from '../config/plants.ts';
import { knownItemOf } from '../config/source.ts';
import { type Divergence, type DivergenceCase, reduceDivergence } from '../divergence.ts';
import type { Plan } from '../experiment.ts';
import type { Planted } from '../hostile/planted.ts';
import type { InsightCollector } from '../insights/insights.ts';
import { describeMachine, type Experiment, type Manifest } from '../manifest.ts';
import type { Facts } from '../orchestrators/journal.ts';
import type { Script } from '../orchestrators/scripted.ts';
import { TOKEN_ENCODING } from '../orchestrators/token-count.ts';
import type { RunRecords, Verdict } from '../records.ts';
import type { Results } from '../results.ts';
import type { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { VERSION } from '../version.ts';
import { divergenceFile } from './divergence-file.ts';
import type { ModelSession } from './model-session.ts';
import type { SelfTests } from './self-tests.ts';

/** How long a divergence may be made smaller. */
const REDUCTION_MS = 5000;

export interface BenchPlan extends Plan {
  /** That of `--replies`. */
  readonly script: (Script & { readonly sha256: string }) | undefined;
  /** All that the answers of the model follow from, beside cards and queries; undefined where none is asked. */
  readonly modelFacts: Facts | undefined;
}

/** A run while it goes on. */
export interface Run {
  readonly config: BenchConfig;
  readonly plan: BenchPlan;
  readonly folder: RunFolder;
  readonly screen: Console;
  readonly results: Results;
  readonly insights: InsightCollector;
  readonly notices: string[];
  readonly started: Date;
  /** Milliseconds that each stage took, over all experiments. */
  readonly stages: Map<string, number>;
  /** Undefined where no model is asked, and until it is. */
  session: ModelSession | undefined;
  selfTests: SelfTests;
  /** Samples of latency by retriever, where every one is to be written. */
  readonly samples: { readonly seed: string | undefined; readonly us: ReadonlyMap<string, Float64Array> }[];
  /** Of the experiments that are finished; empty where no hostile card was planted. */
  readonly planted: { readonly seed: string | undefined; readonly byKind: Planted['byKind'] }[];
  divergence: DivergenceCase | undefined;
}

/** The first divergence of a run, as it was written. */
export interface WrittenDivergence {
  readonly sha256: string;
  readonly found: Divergence;
}

/**
 * Writes the CSV files, the run files and qrels for trec_eval, and the cards that were planted.
 *
 * @returns sha256 of each file by name.
 */
export async function writeTables({ folder, planted }: Run, records: RunRecords): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const [name, table] of csvTables(records)) hashes.set(name, await folder.write(name, csv(table)));
  for (const [name, pieces] of trecFiles(records)) hashes.set(name, await folder.write(name, pieces));
  if (planted.length > 0) hashes.set('planted.jsonl', await folder.write('planted.jsonl', plantedLines(planted)));
  return hashes;
}

/** The planted cards in canonical form, each with its kind, and its seed where there are seeds. */
function* plantedLines(planted: Run['planted']): Generator<string> {
  for (const { byKind, seed } of planted) {
    for (const [kind, cards] of byKind) {
      const head = JSON.stringify(seed === undefined ? { kind } : { seed, kind }).slice(0, -1);
      for (const card of cards) yield `${head},${cardLine(card).slice(1)}\n`;
    }
  }
}

/**
 * Makes the first divergence smaller and writes it.
 *
 * @param path where the file will stand in the end, for the command in it.
 * @returns the case as written, and the sha256 of the file.
 */
export async function writeDivergence(
  { folder, plan }: Run,
  found: DivergenceCase,
  path: string,
): Promise<WrittenDivergence> {
  const reduced = await reduceDivergence(found, () => performance.now(), REDUCTION_MS);
  const whole = reduced ?? {
    ...found,
    retriever: found.retriever.name,
    oracle: found.oracle.name,
    difference: `seen in the run, and gone in a fresh build: the index ${
      plan.saved?.has(found.retriever.name)
        ? 'was read from a file, and is not what a build makes now'
        : 'depends on what was searched before'
    }`,
    expected: { candidates: 0, hits: [] },
    received: { candidates: 0, hits: [] },
  };
  const text = divergenceFile(whole, plan.options.stopwords, path);
  return { found: whole, sha256: await folder.write('divergence.json', [text]) };
}

/** A table of stopwords as the manifest tells it. */
function named({ name, sha256 }: Stopwords) {
  return { name, sha256 };
}

/** All that decided the results of the experiments that are finished. */
export function describeExperiment({ config, plan, results }: Run): Experiment {
  const { source } = config;
  const { checked, contents } = results;
  const synthetic = source.kind === 'synthetic';
  const knownItem = knownItemOf(source);
  return {
    shortlist: VERSION,
    dataset: {
      name: synthetic ? plantedName('synthetic', config.plants) : (results.datasetName ?? ''),
      ...(synthetic ? { generator: GENERATOR_VERSION } : {}),
      contents,
      ...(knownItem === undefined ? {} : { queries_from: { examples: 'known-item: a lower bound', ...knownItem } }),
      ...(config.plants.length === 0 ? {} : { planted: describePlants(config.plants) }),
    },
    stopwords: named(plan.options.stopwords),
    ...(config.retrievers.some((name) => name.includes('wss'))
      ? { wss_stopwords: named(wssStopwords(plan.options.stopwords)) }
      : {}),
    seeds: synthetic ? source.seeds : [],
    sample_seed: config.sampleSeed,
    k: config.k,
    retrievers: config.retrievers,
    measures: config.measures,
    baseline: config.baseline,
    ...(config.targetRecall === undefined ? {} : { target_recall: config.targetRecall }),
    orchestrator: {
      name: config.orchestrator,
      ...(plan.script === undefined ? {} : { replies_sha256: plan.script.sha256 }),
      ...(plan.modelFacts === undefined ? {} : { ...plan.modelFacts, repeat: plan.repeat }),
      ...(config.shufflePool ? { shuffle_pool: true } : {}),
    },
    ...(config.tokens ? { token_encoding: TOKEN_ENCODING } : {}),
    check: checked.queries === undefined ? 'none' : checked.queries < checked.of ? checked.queries : 'all',
  };
}

/**
 * @param files sha256 of each file by name.
 * @param stamp the fingerprint; undefined where the run was interrupted.
 */
export function makeManifest(
  { notices, results, session, stages, started }: Run,
  files: ReadonlyMap<string, string>,
  experiment: Experiment,
  verdict: Verdict | { result: 'interrupted'; reasons: readonly string[] },
  stamp: string | undefined,
): Manifest {
  const { timing } = results;
  const seconds = [...stages].map(([stage, ms]) => [`${stage}_s`, Math.round(ms) / 1000]);
  return {
    experiment,
    machine: {
      ...describeMachine(),
      ...(timing?.timerResolutionUs === undefined ? {} : { timer_resolution_us: timing.timerResolutionUs }),
    },
    times: {
      started: started.toISOString(),
      finished: new Date().toISOString(),
      ...Object.fromEntries(seconds),
      ...(timing === undefined
        ? {}
        : {
            latency_processes: timing.processes,
            latency_rounds: timing.rounds,
            latency_queries_per_round: timing.queriesPerRound,
          }),
    },
    ...(stamp === undefined ? {} : { fingerprint: stamp }),
    verdict,
    notices,
    ...(session === undefined ? {} : { usage: session.usage() }),
    files: Object.fromEntries(files),
  };
}
