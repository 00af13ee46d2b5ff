import { performance } from 'node:perf_hooks';
import type { Query } from '../../datasets/dataset.ts';
import { visible } from '../../datasets/visible.ts';
import { type BenchConfig, readBenchConfig } from '../config/bench.ts';
import type { RawOptions } from '../config/options.ts';
import { describePlants } from '../config/plants.ts';
import { knownItemOf } from '../config/source.ts';
import type { Surroundings } from '../experiment.ts';
import { plantedRows } from '../hostile/measure.ts';
import { InsightCollector } from '../insights/insights.ts';
import { type ExperimentLatency, timeExperiment } from '../latency/step.ts';
import { measuresOf } from '../metrics/index.ts';
import { type Facts, JOURNAL } from '../orchestrators/journal.ts';
import type { Endpoint } from '../orchestrators/openai/endpoint.ts';
import { RunStopped } from '../orchestrators/orchestrator.ts';
import { type Script, scriptNotices } from '../orchestrators/scripted.ts';
import { loadTokenizer } from '../orchestrators/token-count.ts';
import { tokenRows } from '../orchestrators/token-rows.ts';
import { byRetriever, runParts } from '../parts.ts';
import type { TokenRow } from '../records.ts';
import { Results } from '../results.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import type { Subject } from '../subjects.ts';
import { VERSION } from '../version.ts';
import { dryRun } from './dry-run.ts';
import { breakOff, finish } from './finish.ts';
import { loadScript, loadStopwords, ofOption } from './inputs.ts';
import { ModelSession, modelFacts, readEndpoint } from './model-session.ts';
import { KNOWN, loadRetrievers, makeOrchestrator } from './names.ts';
import { openRunFolder } from './open-folder.ts';
import { plantedDatasets, watchingReplies } from './planting.ts';
import type { BenchPlan, Run } from './run.ts';
import { openIndexes } from './saved-indexes.ts';
import { runSelfTests } from './self-tests.ts';
import { timingProcesses } from './timing.ts';

/**
 * The main job: runs the experiment, writes its files, prints its results.
 *
 * @returns the exit code: 0 done and agreed, 1 a gate failed or a model could not be asked further, 130 interrupted.
 * @throws UsageError or InputError for a mistake (exit 2), RetrieverError where a retriever fails (exit 1).
 */
export async function bench(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const started = new Date();
  const config = readBenchConfig(raw, KNOWN);
  const endpoint = config.model && readEndpoint(config.model, process.env);
  const plan = await makePlan(config, endpoint);
  if (config.model?.dryRun) return dryRun(config, config.model, plan, screen, signal);
  const { base, folder } = await openFolder(config, started, screen);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const run: Run = {
    config,
    plan,
    folder,
    screen,
    results: new Results({ positions: config.shufflePool || !POSITIONLESS.has(config.orchestrator) }),
    session: undefined,
    insights: new InsightCollector(),
    notices: [],
    started,
    stages: new Map(),
    selfTests: { canaries: [], unsound: [], conformance: { checked: 0, differences: [] }, fixtures: [] },
    samples: [],
    planted: [],
    divergence: undefined,
  };
  try {
    await measure(await asking(run, endpoint, signal), {
      signal,
      now: () => performance.now(),
      onProgress: progress.report,
    });
    progress.stop();
    return await finish(run, raw, base);
  } catch (error) {
    progress.stop();
    if (error instanceof RunStopped) return await breakOff(run, base, error);
    if (signal.aborted) return await breakOff(run, base, undefined);
    await folder.abandon();
    throw error;
  } finally {
    await run.session?.close();
  }
}

/** Orchestrators that nobody need ask which position they favour. */
const POSITIONLESS: ReadonlySet<string> = new Set(['first', 'oracle']);

/** The folder of the run, and the name that it has in the end but for what is put behind it. */
async function openFolder(config: BenchConfig, started: Date, screen: Console) {
  const resume = config.model?.resume;
  if (resume !== undefined) {
    const folder = await RunFolder.resume(resume, JOURNAL);
    return { base: resume.replace(/\/+$/, '').replace(/-(?:interrupted|unfinished-[0-9]+)$/, ''), folder };
  }
  const base = config.out ?? `runs/${started.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  return { base, folder: await openRunFolder(config.out, base, screen, config.quiet) };
}

/**
 * The run with a model for its orchestrator, where one is asked. Its journal is begun with the first question: a run that
 * fails before has none. One that is resumed has one, and whatever has changed since is told at once.
 */
async function asking(run: Run, endpoint: Endpoint | undefined, signal: AbortSignal): Promise<Run> {
  const { config, folder, notices, plan } = run;
  const facts = plan.modelFacts && {
    ...answersFollowFrom(config),
    stopwords: plan.options.stopwords.sha256,
    ...plan.modelFacts,
  };
  const { model } = config;
  if (model === undefined || endpoint === undefined || facts === undefined) return run;
  const open = async (): Promise<ModelSession> => {
    const session = await ModelSession.open(folder.path, model, endpoint, facts, config.sampleSeed, signal);
    notices.push(...session.notices);
    run.session = session;
    return session;
  };
  if (model.resume !== undefined) await open();
  const makeModel: BenchPlan['makeOrchestrator'] = async (dataset, seed) =>
    (run.session ?? (await open())).orchestrator(dataset, seed);
  return Object.assign(run, { plan: { ...plan, makeOrchestrator: makeModel } });
}

async function makePlan(config: BenchConfig, endpoint: Endpoint | undefined): Promise<BenchPlan> {
  const stopwords = await loadStopwords(config.stopwords);
  const script = config.replies === undefined ? undefined : await loadScript(config.replies);
  const { oracles, retrievers } = await loadRetrievers(config.retrievers);
  return {
    oracles,
    retrievers,
    saved: await openIndexes(config.indexes, retrievers),
    k: config.k,
    measures: measuresOf(config.k, config.measures),
    check: config.check,
    sampleSeed: config.sampleSeed,
    options: { stopwords },
    makeOrchestrator: ({ queries }) =>
      makeOrchestrator(config.orchestrator, { queries, replies: script?.replies ?? [] }),
    repeat: config.model?.repeat ?? 1,
    shufflePool: config.shufflePool,
    script,
    modelFacts: config.model && endpoint && modelFacts(config.model, endpoint),
  };
}

/** What answers follow from, beside the model and the contents of cards and queries. */
function answersFollowFrom({ k, plants, sampleSeed, shufflePool, source }: BenchConfig): Facts {
  const seeds = source.kind === 'synthetic' ? source.seeds : [sampleSeed];
  return {
    shortlist: VERSION,
    seeds,
    k,
    shuffle_pool: shufflePool,
    folds: knownItemOf(source)?.folds ?? 1,
    ...(plants.length === 0 ? {} : { planted: describePlants(plants) }),
  };
}

const PLANTED_NOTICE = 'every figure but those of planted.csv is of honest and hostile cards together';

/** Everything that is measured, one experiment after the other. */
async function measure(run: Run, world: Surroundings): Promise<void> {
  const { config, plan, results, stages } = run;
  let last = world.now();
  const lap = (stage: string) => {
    stages.set(stage, (stages.get(stage) ?? 0) + world.now() - last);
    last = world.now();
  };

  const countTokens = config.tokens ? await loadTokenizer() : undefined;
  lap('tokens');
  run.selfTests = await runSelfTests();
  lap('self_tests');
  for await (const loaded of plantedDatasets(config, world)) {
    lap('cards_and_queries');
    const notices = [...loaded.notices, ...(loaded.planted === undefined ? [] : [PLANTED_NOTICE])];
    if (plan.script !== undefined) notices.push(...(await repliesNotices(plan.script, loaded.dataset.queries, config)));
    // Of several seeds, what is said of one need not be said of the next.
    run.notices.push(...notices.filter((notice) => !run.notices.includes(notice)));
    const { plan: watched, replies } = watchingReplies(plan, loaded.planted, config.orchestrator);
    if (loaded.folds && config.latency)
      run.notices.push('latency is that of the first fold, its indexes and its queries');
    let latency: ExperimentLatency | undefined;
    const tokens: TokenRow[] = [];
    const processes = timingProcesses(loaded, plan, config, world.signal);
    const onBuilt = () => {
      // A model may think for hours, and they would wait for it.
      if (config.model === undefined) processes?.start();
    };
    const found = await runParts(loaded, watched, { ...world, onBuilt }, async (part, place) => {
      lap('rankings_and_agreement');
      if (countTokens !== undefined) tokens.push(...tokenRows(part.dataset, part.rankings, countTokens));
      lap('tokens');
      await run.insights.add(part, world.signal);
      lap('explanations');
      // Last: processes that make their indexes meanwhile are ready by now.
      if (!config.latency || place > 0) return;
      latency = await timeExperiment(part, plan, world, processes);
      run.insights.addLatency(part.seed, latency);
      if (config.latencySamples) run.samples.push({ seed: part.seed, us: latency.samplesUs });
      lap('latency');
    }).finally(() => processes?.end());
    run.divergence ??= found.divergence;
    for (const [name, { path }] of plan.saved ?? [])
      run.notices.push(`the index of ${name} was read from ${visible(path, 200)}, and not built`);
    noteMissingBaseline(run, found.subjects);
    run.notices.push(...found.notices);
    const { planted } = loaded;
    const gained =
      planted && (await plantedRows({ planted, found, plan, orchestrator: config.orchestrator, replies }, world));
    if (planted !== undefined) lap('planted_cards');
    results.add(found, latency, plan.k, config, byRetriever(found.subjects, tokens), gained);
    if (planted !== undefined) run.planted.push({ seed: found.seed, byKind: planted.byKind });
    lap('summary');
  }
}

/** What of the script nobody asks for. @throws InputError that names the option where that is all of it. */
function repliesNotices(script: Script, queries: readonly Query[], { retrievers }: BenchConfig): Promise<string[]> {
  return ofOption('replies', async () => scriptNotices(script, queries, retrievers));
}

/** An oracle that serves a sample alone has no scores to compare with. */
function noteMissingBaseline({ config, notices }: Run, subjects: readonly Pick<Subject, 'retriever'>[]): void {
  if (config.retrievers.length < 2 || subjects.some(({ retriever }) => retriever.name === config.baseline)) return;
  const notice = `the baseline ${visible(config.baseline)} has no row, so nothing is compared with it; --baseline names another`;
  if (!notices.includes(notice)) notices.push(notice);
}
