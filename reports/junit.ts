import { visible } from '../datasets/visible.ts';
import type { GateCheck, GateReport } from '../harness/records.ts';

/** The conditions of a gate as JUnit XML: a test case for each, a failure for each that is broken. */
export function* junitReport({ checks, run }: GateReport): Generator<string> {
  const failures = checks.filter(({ passed }) => !passed).length;
  const counts = `tests="${checks.length}" failures="${failures}" errors="0" skipped="0"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n`;
  yield `<testsuite name="${xmlText(`shortlist gate ${run}`)}" ${counts}>\n`;
  for (const check of checks) yield testCase(check);
  yield '</testsuite>\n</testsuites>\n';
}

function testCase(check: GateCheck): string {
  const seed = check.seed === undefined ? '' : ` (seed ${check.seed})`;
  const head = `<testcase classname="shortlist.gate.${check.kind}" name="${xmlText(`${check.name}${seed}`)}"`;
  if (check.passed) return `${head}/>\n`;
  const message = `wanted ${check.wanted}; got ${check.got}`;
  const lines = [
    `wanted: ${check.wanted}`,
    `got: ${check.got}`,
    ...check.worst.map(({ detail, query_id }) => `query ${query_id}: ${detail}`),
  ];
  const text = lines.map(xmlText).join('\n');
  return `${head}>\n<failure type="${check.kind}" message="${xmlText(message)}">${text}\n</failure>\n</testcase>\n`;
}

/**
 * Text as one line of XML, in an element or in a quoted attribute. Control characters and halves of characters are made
 * visible before; the two code points that are left, which XML 1.0 cannot hold, are dropped.
 */
function xmlText(text: string): string {
  return visible(text, 1000)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
