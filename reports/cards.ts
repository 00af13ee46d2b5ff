import type { CardRow, MissRow } from '../harness/records.ts';
import type { Cell, Table } from './csv.ts';

const CARDS = [
  'seed',
  'retriever',
  'card_id',
  'wanted',
  'found',
  'first',
  'missed',
  'no_shared_signal',
  'cut_by_cap',
  'not_retrieved',
  'below_k',
  'lost_tie',
  'lacks',
  'taken_by',
  'taken_times',
  'wins_with',
  'signals',
  'signals_lost_to_cap',
  'lost_signals',
  'same_as',
  'same_cards',
  'same_before',
  'reachable',
  'unreachable_because',
] as const satisfies readonly (keyof CardRow)[];

const MISSES = [
  'seed',
  'retriever',
  'query_id',
  'card_id',
  'cause',
  'rank',
  'score',
  'last_card',
  'last_score',
  'lacks',
  'lacks_cut',
  'score_with',
] as const satisfies readonly (keyof MissRow)[];

/** `cards.csv`: what became of each card. */
export function cardsTable(rows: readonly CardRow[]): Table {
  return { columns: CARDS, rows: asCells(rows) };
}

/** `misses.csv`: each right card that was not in a pool. */
export function missesTable(rows: readonly MissRow[]): Table {
  return { columns: MISSES, rows: asCells(rows) };
}

/** Record types are interfaces, which lack an index signature; their values are cells all the same. */
function asCells(rows: readonly object[]): readonly Readonly<Record<string, Cell>>[] {
  return rows as readonly Readonly<Record<string, Cell>>[];
}
