import { performance } from 'node:perf_hooks';
import { GENERATOR_VERSION } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { csv } from '../../reports/csv.ts';
import type { ScalePageFacts } from '../../reports/html/scale/index.ts';
import { scaleReport, scaleTables } from '../../reports/scale.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import type { RawOptions } from '../config/options.ts';
import { readScaleConfig, type ScaleConfig } from '../config/scale.ts';
import { exitCodeOf } from '../gate.ts';
import { timerResolution } from '../latency/timer.ts';
import { describeMachine } from '../manifest.ts';
import type { RunFolder } from '../run-folder.ts';
import { growthRows } from '../scale/growth.ts';
import { judgeSizes } from '../scale/judge.ts';
import type { MeasuredSize } from '../scale/measure-size.ts';
import { HEAP_MIB, runSizes } from '../scale/run-sizes.ts';
import { ROUNDS, WARM_UP_MS } from '../scale/timing.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { VERSION } from '../version.ts';
import { openRunFolder } from './open-folder.ts';
import { scaleCommand } from './repeat.ts';

/** What the process of one size runs. */
const SIZE_MODULE = new URL('./scale-size.ts', import.meta.url);

/**
 * Measures how SSR grows with the registry: builds and searches it at several sizes, checks each against the oracle, and
 * writes `scale.csv`, `growth.csv`, a page and a manifest.
 *
 * @param module what the process of one size runs.
 * @returns the exit code: 0 done and exact, 1 where a size failed or differs from the oracle, 130 interrupted.
 * @throws UsageError or InputError for a mistake (exit 2).
 */
export async function scale(
  raw: RawOptions,
  screen: Console,
  signal: AbortSignal,
  module: URL = SIZE_MODULE,
): Promise<number> {
  const started = new Date();
  const config = readScaleConfig(raw);
  const base = config.out ?? `runs/scale-${started.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = await openRunFolder(config.out, base, screen, config.quiet);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const timerResolutionUs = timerResolution(() => performance.now());
  const measured: MeasuredSize[] = [];
  const hashes = new Map<string, string>();
  const writeManifest = (verdict: { readonly result: string; readonly reasons: readonly string[] }) => {
    const manifest = {
      experiment: describeExperiment(config),
      machine: { ...describeMachine(), ...(timerResolutionUs && { timer_resolution_us: timerResolutionUs }) },
      times: { started: started.toISOString(), finished: new Date().toISOString() },
      verdict,
      files: Object.fromEntries(hashes),
    };
    return folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]).then(() => manifest);
  };

  try {
    const { check, k, queries, seed, shape, sizes } = config;
    const problem = await runSizes({
      sizes: sizes.map((cards) => ({ shape, seed, cards, queries, check, k })),
      module,
      signal,
      onProgress: progress.report,
      // After every size: one that took an hour is not lost with the next.
      onMeasured: async (size) => {
        measured.push(size);
        for (const [name, sha256] of await writeTables(folder, measured)) hashes.set(name, sha256);
      },
    });
    progress.stop();
    const verdict = judgeSizes(measured, problem);
    const page = { version: VERSION, verdict, machine: describeMachine(), command: scaleCommand(raw) };
    for (const [name, sha256] of await writePage(folder, measured, page)) hashes.set(name, sha256);
    const manifest = await writeManifest(verdict);
    const path = await folder.finish(base);
    const rows = measured.map(({ row }) => row);
    const growth = growthRows(rows);
    const files = [...hashes.keys(), 'manifest.json'];
    if (config.json) {
      const document = { manifest, scale: rows, growth, verdict, paths: { folder: path, files } };
      screen.out(`${JSON.stringify(document, null, 2)}\n`);
    } else if (!config.quiet) {
      screen.out(scaleReport(rows, growth, { timerResolutionUs, verdict, folder: path, files }, screen.columns));
    }
    for (const reason of verdict.reasons) screen.err(`failed: ${visible(reason, 600)}\n`);
    return exitCodeOf(verdict);
  } catch (error) {
    progress.stop();
    if (!signal.aborted) {
      await folder.abandon();
      throw error;
    }
    await writeManifest({ result: 'interrupted', reasons: [`${measured.length} sizes were finished`] });
    const path = await folder.finish(`${base}-interrupted`);
    screen.err(`interrupted; what was finished is in ${visible(path, 200)}\n`);
    return 130;
  }
}

/** Writes the tables of what is measured so far, in the place of those before. */
async function writeTables(folder: RunFolder, measured: readonly MeasuredSize[]): Promise<Map<string, string>> {
  const rows = measured.map(({ row }) => row);
  const hashes = new Map<string, string>();
  for (const [name, table] of scaleTables(rows, growthRows(rows)))
    hashes.set(name, await folder.write(name, csv(table)));
  return hashes;
}

/** Writes `report.html` and its charts; nothing where nothing was measured. */
async function writePage(
  folder: RunFolder,
  measured: readonly MeasuredSize[],
  facts: ScalePageFacts,
): Promise<Map<string, string>> {
  if (measured.length === 0) return new Map();
  // The library that draws is loaded when there is something to draw.
  const { scalePage } = await import('../../reports/html/scale/index.ts');
  const rows = measured.map(({ row }) => row);
  const hashes = new Map<string, string>();
  for (const [name, pieces] of scalePage(rows, growthRows(rows), facts))
    hashes.set(name, await folder.write(name, pieces));
  return hashes;
}

/** What the figures follow from, apart from the machine. */
function describeExperiment({ check, k, queries, seed, shape, sizes }: ScaleConfig) {
  const { name, sha256 } = STOPWORDS_V1;
  return {
    shortlist: VERSION,
    generator: GENERATOR_VERSION,
    stopwords: { name, sha256 },
    retriever: 'ssr',
    oracle: 'exhaustive-idf, in constant memory',
    shape,
    seed,
    sizes,
    queries,
    check,
    k,
    rounds: ROUNDS,
    warm_up_ms: WARM_UP_MS,
    heap_mib: HEAP_MIB,
  };
}
