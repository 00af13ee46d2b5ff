import { figuresTable } from './figures-table.ts';
import type { Markup } from './markup.ts';
import { duration, percent, type View, whole } from './view.ts';

/** The measures of every retriever; over several seeds a row for each, and the means. */
export function summaryTable({ k, records, seeds }: View): Markup {
  const several = seeds.length > 1;
  const timed = records.latency.length > 0;
  const head = [
    'retriever',
    ...(several ? ['seed'] : []),
    ...[`recall in ${k}`, 'right at 1', 'MRR', 'nDCG@10', ...records.named, 'success', 'candidates'],
    ...(timed ? ['median', 'p99', 'index'] : []),
  ];
  const rows = records.summary.map((row) => {
    const time = records.latency.find((each) => each.retriever === row.retriever && each.seed === row.seed);
    const named = new Map<string, unknown>(Object.entries(row));
    return [
      row.retriever,
      ...(several ? [row.seed ?? ''] : []),
      ...[row.recall_at_k, row.success_at_1].map((value) => percent(value)),
      ...[row.mrr, row.ndcg_at_10, ...records.named.map((name) => named.get(name))].map(measure),
      percent(row.success_rate),
      percent(row.candidates_share),
      ...(timed ? [duration(time?.p50_us), duration(time?.p99_us), size(time?.index_bytes)] : []),
    ];
  });
  const means = records.seeds.map((row) => [
    row.retriever,
    `mean of ${row.seeds} ± deviation`,
    ...['recall_at_k', 'success_at_1'].map((column) => spread(row, column, true)),
    ...['mrr', 'ndcg_at_10', ...records.named].map((column) => spread(row, column, false)),
    ...['success_rate', 'candidates_share'].map((column) => spread(row, column, true)),
    ...(timed ? ['', '', ''] : []),
  ]);
  return figuresTable('Figures of every retriever', head, [...rows, ...means]);
}

function measure(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(3) : '–';
}

function spread(row: View['records']['seeds'][number], column: string, isShare: boolean): string {
  const [middle, deviation] = [row[`${column}_mean`], row[`${column}_sd`]];
  if (typeof middle !== 'number' || typeof deviation !== 'number') return '–';
  return isShare
    ? `${percent(middle)} ± ${(deviation * 100).toFixed(1)}`
    : `${measure(middle)} ± ${measure(deviation)}`;
}

function size(bytes: number | undefined): string {
  if (bytes === undefined) return '–';
  return bytes < 2 ** 20 ? `${whole(Math.round(bytes / 1024))} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
