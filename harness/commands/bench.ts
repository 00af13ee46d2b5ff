import { performance } from 'node:perf_hooks';
import { GENERATOR_VERSION } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { csv } from '../../reports/csv.ts';
import { csvTables } from '../../reports/tables.ts';
import { terminalReport } from '../../reports/terminal.ts';
import { type BenchConfig, type RawOptions, readBenchConfig } from '../config.ts';
import type { Console } from '../console.ts';
import { type DivergenceCase, reduceDivergence } from '../divergence.ts';
import { type Plan, runExperiment, type Surroundings } from '../experiment.ts';
import { exitCodeOf, judgeRun } from '../gate.ts';
import { timeExperiment } from '../latency-step.ts';
import { describeMachine, type Experiment, fingerprint, type Manifest } from '../manifest.ts';
import { loadReplies } from '../orchestrators/scripted.ts';
import { Progress } from '../progress.ts';
import type { RunRecords, Verdict } from '../records.ts';
import { Results } from '../results.ts';
import { RunFolder } from '../run-folder.ts';
import { VERSION } from '../version.ts';
import { divergenceFile, replayCommand } from './divergence-file.ts';
import { datasetsOf, hashFile, loadStopwords } from './inputs.ts';
import { KNOWN, loadRetrievers, makeOrchestrator } from './names.ts';
import { runSelfTests, type SelfTests } from './self-tests.ts';

/** How long a divergence may be made smaller. */
const REDUCTION_MS = 5000;

/** A run while it goes on. */
interface Run {
  readonly config: BenchConfig;
  readonly plan: Plan;
  readonly folder: RunFolder;
  readonly screen: Console;
  readonly results: Results;
  readonly notices: string[];
  readonly started: Date;
  /** Milliseconds that each stage took, over all experiments. */
  readonly stages: Map<string, number>;
  selfTests: SelfTests;
  divergence: DivergenceCase | undefined;
}

/**
 * The main job: runs the experiment, writes its files, prints its results.
 *
 * @returns the exit code: 0 done and agreed, 1 a gate failed, 130 interrupted.
 * @throws UsageError or InputError for a mistake (exit 2), RetrieverError where a retriever fails (exit 1).
 */
export async function bench(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const started = new Date();
  const config = readBenchConfig(raw, KNOWN);
  const plan = await makePlan(config);
  const base = config.out ?? `runs/${started.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = await RunFolder.claim(config.out ?? `${base}-unfinished-${process.pid}`);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const run: Run = {
    config,
    plan,
    folder,
    screen,
    results: new Results(),
    notices: [],
    started,
    stages: new Map(),
    selfTests: { canaries: [], unsound: [], conformance: { checked: 0, differences: [] }, fixtures: [] },
    divergence: undefined,
  };
  try {
    await measure(run, { signal, now: () => performance.now(), onProgress: progress.report });
    progress.stop();
    return await finish(run, base);
  } catch (error) {
    progress.stop();
    if (signal.aborted) return await breakOff(run, base);
    await folder.abandon();
    throw error;
  }
}

async function makePlan(config: BenchConfig): Promise<Plan> {
  const stopwords = await loadStopwords(config.stopwords);
  const replies = config.replies === undefined ? [] : await loadReplies(config.replies);
  return {
    ...(await loadRetrievers(config.retrievers)),
    k: config.k,
    check: config.check,
    sampleSeed: config.sampleSeed,
    options: { stopwords },
    makeOrchestrator: (queries) => makeOrchestrator(config.orchestrator, { queries, replies }),
  };
}

/** Everything that is measured, one experiment after the other. */
async function measure(run: Run, world: Surroundings): Promise<void> {
  const { config, plan, results, stages } = run;
  let last = world.now();
  const lap = (stage: string) => {
    stages.set(stage, (stages.get(stage) ?? 0) + world.now() - last);
    last = world.now();
  };

  run.selfTests = await runSelfTests();
  lap('self_tests');
  for await (const { dataset, notices, seed } of datasetsOf(config.source, world)) {
    lap('cards_and_queries');
    run.notices.push(...notices);
    const result = await runExperiment(dataset, seed, plan, world);
    run.divergence ??= result.divergence;
    lap('rankings_and_agreement');
    const latency = config.latency ? await timeExperiment(result, plan, world) : undefined;
    lap('latency');
    results.add(result, latency, plan.k);
    lap('summary');
  }
}

/** Writes the files of a run that came to its end, and prints what it found. */
async function finish(run: Run, base: string): Promise<number> {
  const { config, folder, plan, results, screen, selfTests } = run;
  const records = results.records(selfTests);
  const verdict = judgeRun({ summary: records.summary, ...selfTests });
  const hashes = await writeTables(folder, records);
  const experiment = await describeExperiment(run);
  const stamp = fingerprint(hashes, experiment);
  const path = config.out ?? `${base}-${stamp.slice(0, 12)}`;
  if (run.divergence !== undefined) {
    hashes.set('divergence.json', await writeDivergence(run, run.divergence, `${path}/divergence.json`));
  }
  const manifest = makeManifest(run, hashes, experiment, verdict, stamp);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const final = await folder.finish(path);

  if (config.json) {
    const paths = { folder: final, files: folder.names };
    const { latency, summary } = records;
    screen.out(`${JSON.stringify({ manifest, summary, latency, verdict, paths }, null, 2)}\n`);
  } else if (!config.quiet) {
    screen.out(
      terminalReport(
        records,
        {
          orchestrator: config.orchestrator,
          checked: results.checked,
          conformance: selfTests.conformance,
          timerResolutionUs: results.timing?.timerResolutionUs,
          fingerprint: stamp,
          verdict,
          folder: final,
          files: folder.names,
          notices: run.notices,
        },
        screen.colour,
      ),
    );
  }
  if (verdict.result === 'failed') {
    screen.err(
      `failed: ${verdict.reasons.length === 1 ? '' : `${verdict.reasons.length} reasons, the first: `}${visible(verdict.reasons[0] ?? '', 300)}\n`,
    );
    if (run.divergence !== undefined)
      screen.err(`run the divergence again: ${replayCommand(`${final}/divergence.json`)}\n`);
  }
  void plan;
  return exitCodeOf(verdict);
}

/** Ends an interrupted run: what was finished is written whole, in a folder that says so. */
async function breakOff(run: Run, base: string): Promise<number> {
  const { folder, results, screen, selfTests } = run;
  const hashes = await writeTables(folder, results.records(selfTests));
  const verdict = { result: 'interrupted' as const, reasons: [`${results.contents.length} experiments were finished`] };
  const manifest = makeManifest(run, hashes, await describeExperiment(run), verdict, undefined);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const path = await folder.finish(`${base}-interrupted`);
  screen.err(`interrupted; what was finished is in ${visible(path, 200)}\n`);
  return 130;
}

/** @returns sha256 of each file by name. A table without a row is left out of an interrupted run. */
async function writeTables(folder: RunFolder, records: RunRecords): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const [name, table] of csvTables(records)) hashes.set(name, await folder.write(name, csv(table)));
  return hashes;
}

async function writeDivergence({ folder, plan }: Run, found: DivergenceCase, path: string): Promise<string> {
  const reduced = await reduceDivergence(found, () => performance.now(), REDUCTION_MS);
  const whole = reduced ?? {
    ...found,
    retriever: found.retriever.name,
    oracle: found.oracle.name,
    difference: 'seen in the run, and gone in a fresh build: the index depends on what was searched before',
    expected: { candidates: 0, hits: [] },
    received: { candidates: 0, hits: [] },
  };
  return folder.write('divergence.json', [divergenceFile(whole, plan.options.stopwords, path)]);
}

async function describeExperiment({ config, plan, results }: Run): Promise<Experiment> {
  const { source } = config;
  const { checked, contents } = results;
  const synthetic = source.kind === 'synthetic';
  return {
    shortlist: VERSION,
    dataset: {
      name: synthetic ? 'synthetic' : (results.datasetName ?? ''),
      ...(synthetic ? { generator: GENERATOR_VERSION } : {}),
      contents,
    },
    stopwords: { name: plan.options.stopwords.name, sha256: plan.options.stopwords.sha256 },
    seeds: synthetic ? source.seeds : [],
    sample_seed: config.sampleSeed,
    k: config.k,
    retrievers: config.retrievers,
    orchestrator: {
      name: config.orchestrator,
      ...(config.replies === undefined ? {} : { replies_sha256: await hashFile(config.replies) }),
    },
    check: checked.queries === undefined ? 'none' : checked.queries < checked.of ? checked.queries : 'all',
  };
}

function makeManifest(
  { notices, results, stages, started }: Run,
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
        : { latency_rounds: timing.rounds, latency_queries_per_round: timing.queriesPerRound }),
    },
    ...(stamp === undefined ? {} : { fingerprint: stamp }),
    verdict,
    notices,
    files: Object.fromEntries(files),
  };
}
