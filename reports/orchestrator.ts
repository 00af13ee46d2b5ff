import { visible } from '../datasets/visible.ts';
import type { RepeatRow, RunRecords, TokenRow } from '../harness/records.ts';
import { grid } from './grid.ts';
import { count, share } from './numbers.ts';

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
      `answered      ${seeded ? named(row) : visible(row.retriever)}: ${percent(row.answered_share)} of the queries; success among them ${share(row.success_answered)}`,
  );
  return ['failures by kind:', [table, ...lines].join('\n')];
}

/** Lines about repeats, calls and tokens. @param encoding what tokens were counted in. */
export function orchestratorLines(records: RunRecords, encoding: string): string[] {
  return [...repeatLines(records.repeats), ...callLines(records), ...tokenLines(records.tokens, encoding)];
}

function repeatLines(repeats: readonly RepeatRow[]): string[] {
  return byRetriever(repeats).map(([name, rows]) => {
    const queries = new Map<string, RepeatRow[]>();
    for (const row of rows) {
      const own = queries.get(row.query_id);
      if (own === undefined) queries.set(row.query_id, [row]);
      else own.push(row);
    }
    // A failure is an answer too: what matters is whether the same question comes to the same end.
    const ends = (row: RepeatRow) => row.picked_card ?? row.outcome;
    const alike = [...queries.values()].filter((own) => new Set(own.map(ends)).size === 1).length;
    return `repeats       ${name}: ${count(alike)} of ${count(queries.size)} queries ended alike every time`;
  });
}

function callLines({ calls }: RunRecords): string[] {
  return byRetriever(calls).map(([name, rows]) => {
    const attempts = rows.reduce((sum, row) => sum + row.attempts, 0);
    const [service, total] = [rows.map((row) => row.service_ms), rows.map((row) => row.total_ms)].map(median);
    return `calls         ${name}: ${count(rows.length)} in ${count(attempts)} requests; median ${ms(service)} ms alone, ${ms(total)} ms with waits`;
  });
}

function tokenLines(tokens: readonly TokenRow[], encoding: string): string[] {
  const lines = byRetriever(tokens).map(([name, rows]) => {
    const asked = rows.filter((row) => row.reduction !== undefined);
    if (asked.length === 0) return `tokens        ${name}: every pool is empty`;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const reductions = asked.map((row) => row.reduction as number).sort((a, b) => a - b);
    const p95 = reductions[Math.ceil(0.95 * reductions.length) - 1];
    const from = Math.round(mean(asked.map((row) => row.registry_tokens)));
    const to = Math.round(mean(asked.map((row) => row.pool_tokens as number)));
    return `tokens        ${name}: ${count(from)} to ${count(to)} a prompt; input reduction ${percent(mean(reductions))} mean, ${percent(p95)} p95`;
  });
  // What the two figures are stands once below them.
  return lines.length === 0
    ? []
    : [...lines, `              (from a prompt with the whole registry to one with the pool, in ${encoding})`];
}

function byRetriever<Row extends { readonly seed: string | undefined; readonly retriever: string }>(
  rows: readonly Row[],
): [string, Row[]][] {
  const seeded = new Set(rows.map((row) => row.seed)).size > 1;
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = seeded ? named(row) : visible(row.retriever);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return [...groups];
}

function named({ retriever, seed }: { readonly seed: string | undefined; readonly retriever: string }): string {
  return seed === undefined ? visible(retriever) : `${visible(retriever)}, seed ${seed}`;
}

function percent(value: number | undefined): string {
  return value === undefined ? '-' : `${(value * 100).toFixed(2)} %`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? 0;
}

function ms(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(1);
}
