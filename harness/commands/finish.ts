import { counted } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { terminalReport } from '../../reports/terminal.ts';
import type { RawOptions } from '../config/options.ts';
import { knownItemOf } from '../config/source.ts';
import { exitCodeOf, judgeRun } from '../gate.ts';
import { fingerprint } from '../manifest.ts';
import type { RunStopped } from '../orchestrators/orchestrator.ts';
import { TOKEN_ENCODING } from '../orchestrators/token-count.ts';
import { replayCommand } from './divergence-file.ts';
import { writePage } from './page.ts';
import {
  describeExperiment,
  makeManifest,
  type Run,
  type WrittenDivergence,
  writeDivergence,
  writeTables,
} from './run.ts';

/** Writes the files of a run that came to its end, and prints what it found. */
export async function finish(run: Run, raw: RawOptions, base: string): Promise<number> {
  const { config, folder, results, screen, selfTests } = run;
  const records = results.records(selfTests, run.session?.calls);
  if (run.session !== undefined) run.notices.push('the fingerprint stands for these answers: a model may give others');
  const verdict = judgeRun({ summary: records.summary, ...selfTests });
  const hashes = await writeTables(run, records);
  const experiment = describeExperiment(run);
  const stamp = fingerprint(hashes, experiment);
  const named = config.out !== undefined || config.model?.resume !== undefined;
  const path = named ? base : `${base}-${stamp.slice(0, 12)}`;
  const divergence = run.divergence && (await writeDivergence(run, run.divergence, `${path}/divergence.json`));
  if (divergence !== undefined) hashes.set('divergence.json', divergence.sha256);
  if (run.samples.length > 0) hashes.set('samples.json', await folder.write('samples.json', samplesJson(run.samples)));
  for (const [name, sha256] of await writePage(run, raw, records, verdict, stamp)) hashes.set(name, sha256);
  const manifest = makeManifest(run, hashes, experiment, verdict, stamp);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const final = await folder.finish(path);

  if (config.json) {
    const paths = { folder: final, files: folder.names };
    const { comparisons, curve, latency, planted, summary, target } = records;
    const figures = {
      summary,
      curve,
      ...(target.length > 0 ? { target } : {}),
      comparisons,
      latency,
      ...(planted.length > 0 ? { planted } : {}),
    };
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
          tokenEncoding: TOKEN_ENCODING,
          fingerprint: stamp,
          verdict,
          folder: final,
          files: folder.names,
          notices: run.notices,
        },
        screen.colour,
        screen.columns,
      ),
    );
  }
  if (verdict.result === 'failed') screen.err(failureLines(verdict.reasons, divergence, final));
  return exitCodeOf(verdict);
}

/**
 * Ends a run before its end: what was finished is written whole, in a folder that says so.
 *
 * @param stopped why no further call of the model can be made; undefined for an interrupt.
 */
export async function breakOff(run: Run, base: string, stopped: RunStopped | undefined): Promise<number> {
  const { folder, results, screen, selfTests } = run;
  // An experiment that was broken off has no rows: without a finished one there is no table to write.
  const hashes =
    results.contents.length === 0 ? new Map() : await writeTables(run, results.records(selfTests, run.session?.calls));
  const reasons = [
    ...(stopped === undefined ? [] : [stopped.message]),
    `${counted(results.contents.length, 'experiment')} ${results.contents.length === 1 ? 'was' : 'were'} finished`,
  ];
  const verdict = { result: 'interrupted' as const, reasons };
  const manifest = makeManifest(run, hashes, describeExperiment(run), verdict, undefined);
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  const path = await folder.finish(`${base}-interrupted`);
  const what = stopped === undefined ? 'interrupted' : `stopped: ${visible(stopped.message, 300)}`;
  const how = run.session === undefined ? '' : `; --resume ${visible(path, 200)} goes on`;
  screen.err(`${what}; what was finished is in ${visible(path, 200)}${how}\n`);
  return stopped === undefined ? 130 : 1;
}

/** Why a run failed, and its first divergence, small enough to read: a few lines, safe for a terminal. */
function failureLines(
  [first = '', ...others]: readonly string[],
  divergence: WrittenDivergence | undefined,
  folder: string,
): string {
  const count = others.length === 0 ? '' : `${others.length + 1} reasons, the first: `;
  const lines = [`failed: ${count}${visible(first, 300)}`];
  if (divergence !== undefined) {
    const { cards, difference, oracle, query, retriever } = divergence.found;
    const where = `on ${counted(cards.length, 'card')}, query "${visible(query, 100)}"`;
    lines.push(`divergence: ${visible(retriever)} and ${visible(oracle)} ${where}: ${visible(difference, 300)}`);
    lines.push(`run it again: ${replayCommand(`${folder}/divergence.json`)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Every sample of every retriever in microseconds: one JSON document, in pieces. Their order means nothing. */
function* samplesJson(samples: Run['samples']): Generator<string> {
  let before = '[';
  for (const { seed, us } of samples) {
    for (const [retriever, values] of us) {
      const head = JSON.stringify({ seed, retriever, unit: 'us', samples: values.length });
      yield `${before}${head.slice(0, -1)},"values":[${values.join(',')}]}`;
      before = ',\n';
    }
  }
  yield ']\n';
}
