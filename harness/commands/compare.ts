import { performance } from 'node:perf_hooks';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { compareDocument, compareTables } from '../../reports/compare.ts';
import { csv } from '../../reports/csv.ts';
import { documentText } from '../../reports/document-text.ts';
import { markdownReport } from '../../reports/markdown.ts';
import { htmlPage } from '../../reports/page.ts';
import { type CompareConfig, LABELS, readCompareConfig } from '../config/gate.ts';
import type { RawOptions } from '../config/options.ts';
import { compareRuns, type Labelled } from '../finished-runs/compare-runs.ts';
import { differencesBetween } from '../finished-runs/differences.ts';
import type { RunComparison, RunsCompared } from '../finished-runs/records.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { readFinishedRun } from './finished-runs.ts';
import { retime } from './retime.ts';

/**
 * Holds finished runs against the first of them; on request also times their retrievers side by side.
 *
 * @returns the exit code: 0, whatever the difference; 130 where it was interrupted.
 * @throws UsageError or InputError for a mistake, and for runs that cannot be compared (exit 2).
 */
export async function compare(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readCompareConfig(raw);
  const folder = config.out === undefined ? undefined : await RunFolder.claim(config.out, screen.err);
  try {
    const compared = await compareAll(config, screen, signal);
    if (folder !== undefined) {
      for (const [name, table] of compareTables(compared)) await folder.write(name, csv(table));
      await folder.write('compare.md', markdownReport(compareDocument(compared)));
      await folder.write('compare.html', htmlPage(compareDocument(compared)));
      await folder.finish();
    }
    screen.out(
      config.json ? `${JSON.stringify(compared, null, 2)}\n` : documentText(compareDocument(compared), screen.columns),
    );
    return 0;
  } catch (error) {
    await folder?.abandon();
    if (!signal.aborted) throw error;
    screen.err('interrupted\n');
    return 130;
  }
}

async function compareAll(
  { allowed, retime: retiming, runs }: CompareConfig,
  screen: Console,
  signal: AbortSignal,
): Promise<RunsCompared> {
  const labelled: Labelled[] = [];
  for (const [i, path] of runs.entries()) {
    signal.throwIfAborted();
    labelled.push({ label: LABELS[i] ?? '', run: await readFinishedRun(path) });
  }
  const [baseline, ...others] = labelled;
  if (baseline === undefined) throw new Error('no run to compare with');
  // All of them are looked at before the first is compared.
  const differences = others.map(({ run }) => differencesBetween(baseline.run.experiment, run.experiment));
  for (const [i, found] of differences.entries()) {
    const refused = found.filter(({ what }) => !allowed.has(what));
    if (refused.length === 0) continue;
    const texts = refused.map(({ text, what }) => `${what} (${text})`).join(', ');
    const names = found.map(({ what }) => what).join(',');
    throw new InputError(
      `${visible(baseline.run.path, 200)} and ${visible(others[i]?.run.path ?? '', 200)} differ in ${texts}; --allow ${names} compares them all the same`,
    );
  }
  const comparisons: RunComparison[] = [];
  const progress = new Progress(screen.progress, () => performance.now());
  const world = { signal, now: () => performance.now(), onProgress: progress.report };
  try {
    for (const [i, other] of others.entries()) {
      signal.throwIfAborted();
      // First what may be refused.
      const retimed = retiming && (await retime(baseline, other, retiming, world));
      const comparison = compareRuns(baseline, other, differences[i] ?? []);
      comparisons.push({ ...comparison, ...retimed, notices: [...comparison.notices, ...(retimed?.notices ?? [])] });
    }
  } finally {
    progress.stop();
  }
  return {
    runs: labelled.map(({ label, run }) => ({
      label,
      path: run.path,
      fingerprint: run.fingerprint,
      verdict: run.verdict.result,
    })),
    comparisons,
  };
}
