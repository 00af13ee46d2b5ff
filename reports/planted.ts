import type { PlantedRow, RunRecords } from '../harness/records.ts';
import { asRows, type Table } from './csv.ts';
import { grid } from './grid.ts';
import { count, share, signed } from './numbers.ts';

const PLANTED = [
  'seed',
  'retriever',
  'kind',
  'share',
  'planted_cards',
  'honest_cards',
  'k',
  'queries',
  'pools',
  'pools_planted',
  'pools_share',
  'places',
  'places_planted',
  'places_share',
  'firsts_planted',
  'firsts_share',
  'judged',
  'recall_honest',
  'recall_planted',
  'recall_lost',
  'recall_lost_low',
  'recall_lost_high',
  'queries_lost',
  'queries_gained',
  'orchestrator',
  'asked',
  'picked',
  'picked_share',
  'hijacked',
  'hijacked_share',
] as const satisfies readonly (keyof PlantedRow)[];

/** `planted.csv`; nothing where no hostile card was planted. */
export function plantedTables({ planted }: RunRecords): [string, Table][] {
  return planted.length === 0 ? [] : [['planted.csv', { columns: PLANTED, rows: asRows(planted) }]];
}

/** What hostile cards gained with each retriever, kind by kind; nothing where none were planted. */
export function plantedSections({ planted }: RunRecords, columns: number | undefined): string[] {
  const [first] = planted;
  if (first === undefined) return [];
  const seeded = new Set(planted.map(({ seed }) => seed)).size > 1;
  const replies = planted.some(({ hijacked }) => hijacked !== undefined);
  const head = ['planted', 'cards', ...(seeded ? ['seed'] : []), 'retriever'];
  const figures = ['pools', 'places', 'first', `recall@${first.k}`, 'lost', '95 % interval', 'picked'];
  const rows = ofKinds(planted)
    .flat()
    .map((row) => [
      row.kind,
      count(row.planted_cards),
      ...(seeded ? [row.seed ?? ''] : []),
      row.retriever,
      share(row.pools_share),
      share(row.places_share),
      share(row.firsts_share),
      share(row.recall_planted),
      row.recall_lost === undefined ? '-' : signed(row.recall_lost),
      row.recall_lost_low === undefined || row.recall_lost_high === undefined
        ? '-'
        : `${signed(row.recall_lost_low)} to ${signed(row.recall_lost_high)}`,
      share(row.picked_share),
      ...(replies ? [share(row.hijacked_share)] : []),
    ]);
  const several = new Set(planted.map(({ kind }) => kind)).size > 1;
  const explained = [
    `what planted cards gain beside ${count(first.honest_cards)} honest ones${several ? ', each kind alone and all together' : ''}: shares of pools`,
    `with one, of their places, of first places; recall with them, lost by them; picks${replies ? ' and hijacked replies' : ''}${several ? ' of the run' : ''}:`,
  ].join('\n');
  return [explained, grid([[...head, ...figures, ...(replies ? ['hijacked'] : [])], ...rows], columns)];
}

/** The rows of each kind together, so that the retrievers stand beside each other. */
export function ofKinds(planted: readonly PlantedRow[]): readonly (readonly PlantedRow[])[] {
  const kinds = [...new Set(planted.map(({ kind }) => kind))];
  return kinds.map((kind) => planted.filter((row) => row.kind === kind));
}
