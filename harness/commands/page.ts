import type { RawOptions } from '../config/options.ts';
import { knownItemOf } from '../config/source.ts';
import { describeMachine } from '../manifest.ts';
import { TOKEN_ENCODING } from '../orchestrators/token-count.ts';
import type { RunRecords, Verdict } from '../records.ts';
import { VERSION } from '../version.ts';
import { benchCommand, explainCommand } from './repeat.ts';
import type { Run } from './run.ts';

/**
 * Writes `report.html` and its charts.
 *
 * @returns sha256 of each file by name.
 */
export async function writePage(
  { config, folder, insights, notices, results, selfTests }: Run,
  raw: RawOptions,
  records: RunRecords,
  verdict: Verdict,
  stamp: string,
): Promise<Map<string, string>> {
  // The library that draws is loaded when there is something to draw: a mistake in the options is told at once.
  const { htmlReport } = await import('../../reports/html/index.ts');
  const seeds = [...new Set(records.summary.map(({ seed }) => seed))];
  const files = htmlReport(records, insights.insights(), {
    version: VERSION,
    orchestrator: config.orchestrator,
    knownItemFolds: knownItemOf(config.source)?.folds,
    tokenEncoding: TOKEN_ENCODING,
    verdict,
    checked: results.checked,
    conformance: selfTests.conformance,
    fingerprint: stamp,
    machine: {
      ...describeMachine(),
      ...(results.timing?.timerResolutionUs === undefined
        ? {}
        : { timer_resolution_us: results.timing.timerResolutionUs }),
    },
    notices,
    command: benchCommand(raw),
    // No file holds the registry of a fold.
    explainCommands: new Map(
      knownItemOf(config.source) ? [] : seeds.map((seed) => [seed, explainCommand(raw, config, seed)]),
    ),
  });
  const hashes = new Map<string, string>();
  for (const [name, pieces] of files) hashes.set(name, await folder.write(name, pieces));
  return hashes;
}
