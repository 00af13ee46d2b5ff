import { performance } from 'node:perf_hooks';
import { visible } from '../../datasets/visible.ts';
import { terminalReport } from '../../reports/terminal.ts';
import { type BenchConfig, knownItemOf, readBenchConfig } from '../config.ts';
import type { Console } from '../console.ts';
import type { Subject, Surroundings } from '../experiment.ts';
import { exitCodeOf, judgeRun } from '../gate.ts';
import { InsightCollector } from '../insights/insights.ts';
import { type ExperimentLatency, timeExperiment } from '../latency/step.ts';
import { fingerprint } from '../manifest.ts';
import { measuresOf } from '../metrics/index.ts';
import type { RawOptions } from '../options.ts';
import { runParts } from '../parts.ts';
import { Progress } from '../progress.ts';
import { Results } from '../results.ts';
import { RunFolder } from '../run-folder.ts';
import { replayCommand } from './divergence-file.ts';
import { datasetsOf, loadScript, loadStopwords } from './inputs.ts';
import { KNOWN, loadRetrievers, makeOrchestrator } from './names.ts';
import { writePage } from './page.ts';
import { type BenchPlan, describeExperiment, makeManifest, type Run, writeDivergence, writeTables } from './run.ts';
import { runSelfTests } from './self-tests.ts';

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
    insights: new InsightCollector(),
    notices: [],
    started,
    stages: new Map(),
    selfTests: { canaries: [], unsound: [], conformance: { checked: 0, differences: [] }, fixtures: [] },
    divergence: undefined,
  };
  try {
    await measure(run, { signal, now: () => performance.now(), onProgress: progress.report });
    progress.stop();
    return await finish(run, raw, base);
  } catch (error) {
    progress.stop();
    if (signal.aborted) return await breakOff(run, base);
    await folder.abandon();
    throw error;
  }
}

async function makePlan(config: BenchConfig): Promise<BenchPlan> {
  const stopwords = await loadStopwords(config.stopwords);
  const script = config.replies === undefined ? undefined : await loadScript(config.replies);
  return {
    ...(await loadRetrievers(config.retrievers)),
    k: config.k,
    measures: measuresOf(config.k, config.measures),
    check: config.check,
    sampleSeed: config.sampleSeed,
    options: { stopwords },
    makeOrchestrator: (queries) => makeOrchestrator(config.orchestrator, { queries, replies: script?.replies ?? [] }),
    repliesSha256: script?.sha256,
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
  for await (const loaded of datasetsOf(config.source, world)) {
    lap('cards_and_queries');
    run.notices.push(...loaded.notices);
    if (loaded.folds && config.latency)
      run.notices.push('latency is that of the first fold, its indexes and its queries');
    let latency: ExperimentLatency | undefined;
    const found = await runParts(loaded, plan, world, async (part, place) => {
      lap('rankings_and_agreement');
      const timed = config.latency && place === 0 ? await timeExperiment(part, plan, world) : undefined;
      latency ??= timed;
      lap('latency');
      await run.insights.add(part, timed, world.signal);
      lap('explanations');
    });
    run.divergence ??= found.divergence;
    noteMissingBaseline(run, found.subjects);
    run.notices.push(...found.notices);
    results.add(found, latency, plan.k, config);
    lap('summary');
  }
}

/** An oracle that serves a sample alone has no scores to compare with. */
function noteMissingBaseline({ config, notices }: Run, subjects: readonly Pick<Subject, 'retriever'>[]): void {
  if (config.retrievers.length < 2 || subjects.some(({ retriever }) => retriever.name === config.baseline)) return;
  const notice = `the baseline ${visible(config.baseline)} has no row, so nothing is compared with it; --baseline names another`;
  if (!notices.includes(notice)) notices.push(notice);
}

/** Writes the files of a run that came to its end, and prints what it found. */
async function finish(run: Run, raw: RawOptions, base: string): Promise<number> {
  const { config, folder, results, screen, selfTests } = run;
  const records = results.records(selfTests);
  const verdict = judgeRun({ summary: records.summary, ...selfTests });
  const hashes = await writeTables(folder, records);
  const experiment = describeExperiment(run);
  const stamp = fingerprint(hashes, experiment);
  const path = config.out ?? `${base}-${stamp.slice(0, 12)}`;
  if (run.divergence !== undefined) {
    hashes.set('divergence.json', await writeDivergence(run, run.divergence, `${path}/divergence.json`));
  }
  for (const [name, sha256] of await writePage(run, raw, records, verdict, stamp)) hashes.set(name, sha256);
  const manifest = makeManifest(run, hashes, experiment, verdict, stamp);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const final = await folder.finish(path);

  if (config.json) {
    const paths = { folder: final, files: folder.names };
    const { comparisons, curve, latency, summary, target } = records;
    const figures = { summary, curve, ...(target.length > 0 ? { target } : {}), comparisons, latency };
    screen.out(`${JSON.stringify({ manifest, ...figures, verdict, paths }, null, 2)}\n`);
  } else if (!config.quiet) {
    screen.out(
      terminalReport(
        records,
        {
          orchestrator: config.orchestrator,
          checked: results.checked,
          conformance: selfTests.conformance,
          timerResolutionUs: results.timing?.timerResolutionUs,
          knownItemFolds: knownItemOf(config.source)?.folds,
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
  return exitCodeOf(verdict);
}

/** Ends an interrupted run: what was finished is written whole, in a folder that says so. */
async function breakOff(run: Run, base: string): Promise<number> {
  const { folder, results, screen, selfTests } = run;
  // An experiment that was broken off has no rows: without a finished one there is no table to write.
  const hashes = results.contents.length === 0 ? new Map() : await writeTables(folder, results.records(selfTests));
  const verdict = { result: 'interrupted' as const, reasons: [`${results.contents.length} experiments were finished`] };
  const manifest = makeManifest(run, hashes, describeExperiment(run), verdict, undefined);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const path = await folder.finish(`${base}-interrupted`);
  screen.err(`interrupted; what was finished is in ${visible(path, 200)}\n`);
  return 130;
}
