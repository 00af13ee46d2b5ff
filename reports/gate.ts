import pc from 'picocolors';
import { counted } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { GateCheck, GateReport, WorstQuery } from '../harness/records.ts';
import { type Document, section } from './document.ts';

/** The longest line of a value. */
const LONGEST = 600;

/**
 * What a gate found, for a terminal: every condition in a line, and for each that is broken what was wanted, what came
 * and the queries that break it most. Ends in a line feed.
 */
export function gateText({ checks, notices }: GateReport, colour: boolean): string {
  const paint = pc.createColors(colour);
  const broken = checks.filter(({ passed }) => !passed);
  const lines = checks.flatMap((check) => [
    `${check.passed ? paint.green('ok     ') : paint.red('BROKEN ')} ${title(check)}`,
    ...(check.passed
      ? []
      : [
          `          wanted  ${safe(check.wanted)}`,
          `          got     ${safe(check.got)}`,
          ...check.worst.map((worst, i) => `          ${i === 0 ? 'worst ' : '      '}  ${worstText(worst)}`),
        ]),
  ]);
  const notes = notices.map((notice) => `note    ${safe(notice)}`);
  const result =
    broken.length === 0 && checks.length > 0
      ? paint.green(`passed: ${holding(checks.length, checks.length)}`)
      : paint.red(
          `FAILED: ${broken.length} of ${counted(checks.length, 'condition')} ${broken.length === 1 ? 'is' : 'are'} broken`,
        );
  return `${[...lines, ...notes, '', result].join('\n')}\n`;
}

function holding(passed: number, all: number): string {
  return `${passed} of ${counted(all, 'condition')} ${passed === 1 ? 'holds' : 'hold'}`;
}

/** The same for a summary in Markdown. */
export function gateDocument({ baseline, checks, fingerprint, notices, run }: GateReport): Document {
  const broken = checks.filter(({ passed }) => !passed);
  const passed = broken.length === 0 && checks.length > 0;
  return {
    title: `Shortlist gate: ${passed ? 'passed' : 'failed'}`,
    sections: [
      section(undefined, {
        lines: [
          `run: ${safe(run)}${fingerprint === undefined ? '' : `, fingerprint ${fingerprint}`}`,
          ...(baseline === undefined ? [] : [`baseline: ${safe(baseline)}`]),
          holding(checks.length - broken.length, checks.length),
          ...notices.map(safe),
        ],
      }),
      ...(broken.length === 0
        ? []
        : [
            section('Broken', {
              table: [
                ['condition', 'wanted', 'got', 'worst queries'],
                ...broken.map((check) => [
                  title(check),
                  safe(check.wanted),
                  safe(check.got),
                  check.worst.map(worstText).join('; '),
                ]),
              ],
            }),
          ]),
      section('All conditions', {
        table: [
          ['', 'condition', 'got'],
          ...checks.map((check) => [check.passed ? 'ok' : 'BROKEN', title(check), safe(check.got)]),
        ],
      }),
    ],
  };
}

/**
 * One line for each broken condition in the form of GitHub's workflow commands, which shows them beside the run. Text is
 * escaped for that form, so that none of it can be a command of its own.
 */
export function gateAnnotations({ checks }: GateReport): string {
  return checks
    .filter(({ passed }) => !passed)
    .map((check) => {
      const worst = check.worst.map((each) => `\n${worstText(each)}`).join('');
      const message = `${title(check)}\nwanted ${safe(check.wanted)}\ngot ${safe(check.got)}${worst}`;
      return `::error title=${propertyText('shortlist gate')}::${messageText(message)}\n`;
    })
    .join('');
}

function messageText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function title({ name, seed }: GateCheck): string {
  return `${safe(name)}${seed === undefined ? '' : ` (seed ${safe(seed)})`}`;
}

function worstText({ detail, query_id }: WorstQuery): string {
  return `query ${safe(query_id)}: ${safe(detail)}`;
}

/** A runner takes `##[` for a command wherever it stands in a line; a name that holds it loses that form. */
function safe(text: string): string {
  return visible(text, LONGEST).replaceAll('##[', '## [');
}
