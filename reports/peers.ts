import { counted, countedQueries } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { PeerRow } from '../harness/records.ts';
import { asRows, type Table } from './csv.ts';
import { grid } from './grid.ts';
import { count, share, threeDigits } from './numbers.ts';

const PEERS = [
  'seed',
  'cards',
  'queries',
  'judged',
  'k',
  'retriever',
  'package',
  'indexing_s',
  'peak_bytes',
  'peak_growth_bytes',
  'rss_growth_bytes',
  'heap_growth_bytes',
  'index_bytes',
  'recall_at_k',
  'success_at_1',
  'mrr',
  'ndcg_at_10',
  'samples',
  'mean_us',
  'p50_us',
  'p95_us',
  'ratio_to_ssr',
  'ratio_low',
  'ratio_high',
  'note',
] as const satisfies readonly (keyof PeerRow)[];

/** The table of `peers.csv`. */
export function peersTable(rows: readonly PeerRow[]): Table {
  return { columns: PEERS, rows: asRows(rows) };
}

const WIDEST = 100;

/** What the terminal says of a comparison besides its rows. */
export interface PeersFacts {
  readonly folder: string;
  readonly files: readonly string[];
  readonly notices: readonly string[];
}

/**
 * A comparison for a person. Ends in a line feed.
 *
 * @param columns how wide the terminal is: tables that are wider than that, or than 100 columns, come in parts.
 */
export function peersReport(rows: readonly PeerRow[], facts: PeersFacts, columns: number = WIDEST): string {
  const sizes = [...new Set(rows.map(({ cards }) => cards))];
  const sections = [
    ...sizes.map((cards) =>
      size(
        rows.filter((row) => row.cards === cards),
        Math.min(columns, WIDEST),
      ),
    ),
    [
      'columns    index s: in a fresh process of its own, without generating the cards; peak MB:',
      '           1,000,000 bytes, the most that this process held by then, with Node and the program;',
      '           times ssr: by medians over rounds in one process, above 1 is slower, 95 % interval;',
      '           a percentile with fewer than 10 samples beyond it is left empty',
      ...facts.notices.map((notice) => `note       ${visible(notice, 300)}`),
      `files      ${visible(facts.folder, 200)}: ${facts.files.join(', ')}`,
    ].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function size(rows: readonly PeerRow[], columns: number): string {
  const [first] = rows;
  if (first === undefined) return '';
  const { cards, judged, k, queries, seed } = first;
  const title = `${counted(cards, 'card')} of seed ${visible(seed, 64)}, ${countedQueries(queries)} (${count(judged)} with a right card), k = ${count(k)}`;
  const table = grid(
    [
      ['retriever', 'index s', 'peak MB', 'mean us', 'p50 us', 'p95 us', 'times ssr', `recall@${k}`, 'nDCG@10'],
      ...rows.map((row) => [
        row.retriever,
        threeDigits(row.indexing_s),
        threeDigits(row.peak_bytes === undefined ? undefined : row.peak_bytes / 1e6),
        threeDigits(row.mean_us),
        threeDigits(row.p50_us),
        threeDigits(row.p95_us),
        ratio(row),
        share(row.recall_at_k),
        share(row.ndcg_at_10),
      ]),
    ],
    columns,
  );
  const notes = rows.flatMap(({ note, retriever }) =>
    note === undefined ? [] : [`${visible(retriever)}: ${visible(note, 300)}`],
  );
  return [title, table, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n');
}

function ratio({ ratio_high, ratio_low, ratio_to_ssr }: PeerRow): string {
  if (ratio_to_ssr === undefined) return '-';
  const [middle, low, high] = [ratio_to_ssr, ratio_low, ratio_high].map((value) =>
    value === undefined ? '-' : threeDigits(value),
  );
  return `${middle} (${low} to ${high})`;
}
