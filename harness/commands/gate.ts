import { appendFile } from 'node:fs/promises';
import { counted } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { gateAnnotations, gateDocument, gateText } from '../../reports/gate.ts';
import { junitReport } from '../../reports/junit.ts';
import { markdownReport } from '../../reports/markdown.ts';
import { checkBaseline, type GateConfig, readGateConfig } from '../config/gate.ts';
import { type RawOptions, UsageError } from '../config/options.ts';
import { changedFiles } from '../finished-runs/files-check.ts';
import type { FinishedRun } from '../finished-runs/finished-run.ts';
import { unknownName } from '../rules/figures.ts';
import { isPassed, judgeFinishedRun } from '../rules/judge-run.ts';
import { loadRules } from '../rules/load-rules.ts';
import type { GateReport } from '../rules/records.ts';
import type { Rule } from '../rules/rule.ts';
import type { Console } from '../screen/console.ts';
import { readFinishedRun } from './finished-runs.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Judges a finished run by rules, beside a baseline or alone.
 *
 * @returns the exit code: 0 where every condition holds, 1 where one is broken, 130 where it was interrupted.
 * @throws UsageError or InputError for a mistake (exit 2): a rule that cannot be read, a name that no run knows, a folder
 *   that is no run.
 */
export async function gate(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readGateConfig(raw);
  const rules = [...config.rules, ...(await rulesOfFile(config))];
  try {
    const run = await readWhole(config.run, signal);
    signal.throwIfAborted();
    const baseline = config.baseline === undefined ? undefined : await readWhole(config.baseline, signal);
    signal.throwIfAborted();
    checkNames(rules, run, baseline);
    const report = judgeFinishedRun({ run, baseline }, rules, config.allowed);
    await publish(report, config, screen);
    return isPassed(report) ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    screen.err('interrupted\n');
    return 130;
  }
}

/** A run with every file of it checked, those that no figure is taken from too. */
async function readWhole(path: string, signal: AbortSignal): Promise<FinishedRun> {
  const run = await readFinishedRun(path);
  const changed = new Map(run.changed.map((change) => [change.name, change]));
  for (const change of await changedFiles(path, signal)) changed.set(change.name, change);
  return { ...run, changed: [...changed.values()] };
}

async function rulesOfFile({ baseline, rulesFile }: GateConfig): Promise<readonly Rule[]> {
  if (rulesFile === undefined) return [];
  const rules = await loadRules(rulesFile);
  for (const rule of rules) checkBaseline(rule, baseline, `--rules ${visible(rulesFile)}, "${visible(rule.text)}"`);
  return rules;
}

function checkNames(rules: readonly Rule[], run: FinishedRun, baseline: FinishedRun | undefined): void {
  for (const rule of rules) {
    const problem = unknownName(rule, { run, baseline });
    if (problem !== undefined) throw new UsageError(`rule "${visible(rule.text, 200)}": ${problem}`);
  }
}

/** Prints the report, and writes it wherever it was asked for or a CI service shows it. */
async function publish(report: GateReport, config: GateConfig, screen: Console): Promise<void> {
  if (config.junit !== undefined) await replaceFile('junit', config.junit, [...junitReport(report)].join(''));
  const markdown = [...markdownReport(gateDocument(report))].join('');
  if (config.markdown !== undefined) await replaceFile('markdown', config.markdown, markdown);
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_STEP_SUMMARY !== undefined && GITHUB_STEP_SUMMARY !== '') {
    // Of no weight for the verdict, which stands whether or not it can be shown there.
    await appendFile(GITHUB_STEP_SUMMARY, `${markdown}\n`).catch(() => {
      screen.err('note: the summary could not be written to GITHUB_STEP_SUMMARY\n');
    });
  }
  if (config.json) screen.out(`${JSON.stringify({ passed: isPassed(report), ...report }, null, 2)}\n`);
  else if (!config.quiet) screen.out(gateText(report, screen.colour));
  if (GITHUB_ACTIONS === 'true') (config.json ? screen.err : screen.out)(gateAnnotations(report));
  if (config.quiet && !isPassed(report)) {
    const broken = report.checks.filter(({ passed }) => !passed);
    screen.err(
      `failed: ${broken.length} of ${counted(report.checks.length, 'condition')} ${broken.length === 1 ? 'is' : 'are'} broken\n`,
    );
  }
}
