import { countedQueries } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { RunRecords, TokenRow } from '../harness/records.ts';
import { grid } from './grid.ts';
import { count, share } from './numbers.ts';
import { callFigures, namedWithSeed, repeatFigures, tokenFigures } from './orchestrator-figures.ts';

/** What went wrong with calls and replies, by kind; nothing where nothing did. */
export function failureSections({ failures, summary }: RunRecords, columns: number | undefined): string[] {
  if (failures.length === 0) return [];
  const seeded = new Set(summary.map((row) => row.seed)).size > 1;
  const table = grid(
    [
      [...(seeded ? ['seed'] : []), 'retriever', 'outcome', 'kind', 'queries'],
      ...failures.map((row) => [
        ...(seeded ? [row.seed ?? ''] : []),
        row.retriever,
        row.outcome.replace('_', ' '),
        row.kind.replaceAll('_', ' '),
        count(row.queries),
      ]),
    ],
    columns,
  );
  const answered = summary.filter((row) => row.api_failure > 0);
  const lines = answered.map(
    (row) =>
      `answered      ${seeded ? namedWithSeed(row) : visible(row.retriever)}: ${percent(row.answered_share)} of the queries; success among them ${share(row.success_answered)}`,
  );
  return ['failures by kind:', [table, ...lines].join('\n')];
}

/** Lines about repeats, calls and tokens. @param encoding what tokens were counted in. */
export function orchestratorLines({ calls, repeats, tokens }: RunRecords, encoding: string): string[] {
  return [
    ...repeatFigures(repeats).map(
      ({ alike, name, queries }) =>
        `repeats       ${name}: ${count(alike)} of ${countedQueries(queries)} ended alike every time`,
    ),
    ...callFigures(calls).map(
      ({ calls: made, name, requests, serviceMs, totalMs }) =>
        `calls         ${name}: ${count(made)} in ${count(requests)} requests; median ${ms(serviceMs)} ms alone, ${ms(totalMs)} ms with waits`,
    ),
    ...tokenLines(tokens, encoding),
  ];
}

function tokenLines(tokens: readonly TokenRow[], encoding: string): string[] {
  const lines = tokenFigures(tokens).map(({ name, pool, reduction, reductionP95, registry }) => {
    if (registry === undefined || pool === undefined) return `tokens        ${name}: every pool is empty`;
    const [from, to] = [Math.round(registry), Math.round(pool)];
    return `tokens        ${name}: ${count(from)} to ${count(to)} a prompt; input reduction ${percent(reduction)} mean, ${percent(reductionP95)} p95`;
  });
  // What the two figures are stands once below them.
  return lines.length === 0
    ? []
    : [...lines, `              (from a prompt with the whole registry to one with the pool, in ${encoding})`];
}

function percent(value: number | undefined): string {
  return value === undefined ? '-' : `${(value * 100).toFixed(2)} %`;
}

function ms(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(1);
}
