import type { CallRow, FailureRow, PositionRow, RepeatRow, RunRecords, TokenRow } from '../harness/records.ts';
import type { Cell, Table } from './csv.ts';

const REPEATS = [
  'seed',
  'retriever',
  'query_id',
  'repeat',
  'picked_card',
  'outcome',
  'success',
] as const satisfies readonly (keyof RepeatRow)[];

const FAILURES = ['seed', 'retriever', 'outcome', 'kind', 'queries'] as const satisfies readonly (keyof FailureRow)[];

const POSITIONS = [
  'seed',
  'retriever',
  'position',
  'right',
  'selected',
  'success_rate',
  'picked',
] as const satisfies readonly (keyof PositionRow)[];

const TOKENS = [
  'seed',
  'retriever',
  'query_id',
  'registry_tokens',
  'pool_tokens',
  'reduction',
] as const satisfies readonly (keyof TokenRow)[];

const CALLS = [
  'seed',
  'retriever',
  'query_id',
  'repeat',
  'answered',
  'failure_kind',
  'attempts',
  'http_status',
  'sitting',
  'service_ms',
  'total_ms',
  'prompt_tokens',
  'reported_prompt_tokens',
  'reported_completion_tokens',
] as const satisfies readonly (keyof CallRow)[];

/** The CSV files about the orchestrator by name; one without a row is left out. */
export function orchestratorTables({ calls, failures, positions, repeats, tokens }: RunRecords): [string, Table][] {
  const all: [string, readonly string[], readonly object[]][] = [
    ['failures.csv', FAILURES, failures],
    ['positions.csv', POSITIONS, positions],
    ['repeats.csv', REPEATS, repeats],
    ['tokens.csv', TOKENS, tokens],
    ['calls.csv', CALLS, calls],
  ];
  return all
    .filter(([, , rows]) => rows.length > 0)
    .map(([name, columns, rows]) => [name, { columns, rows: rows as readonly Readonly<Record<string, Cell>>[] }]);
}
