import { counted, countedQueries } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { CardRow } from '../harness/records.ts';
import { grid } from './grid.ts';
import { count } from './numbers.ts';

/** What the report says besides the rows of one retriever on one registry. */
export interface DiagnosisFacts {
  readonly dataset: string;
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly k: number;
  readonly cards: number;
  readonly queries: number;
  readonly notices: readonly string[];
}

/** Rows that a section shows. */
const SHOWN = 10;

/**
 * The diagnosis of a registry for a terminal: the worst cards first, then those that no query can reach, equal ones, and
 * those that lost signals to the cap. Text from outside is made safe. Ends in a line feed.
 */
export function diagnosisReport(rows: readonly CardRow[], facts: DiagnosisFacts): string {
  const wanted = rows.filter((row) => row.wanted > 0);
  const total = (some: readonly CardRow[], of: (row: CardRow) => number | undefined) =>
    some.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  const missed = total(wanted, (row) => row.missed);
  const seed = facts.seed === undefined ? '' : `, seed ${facts.seed}`;
  const heading = [
    `${visible(facts.dataset)}${seed}: ${counted(facts.cards, 'card')}, ${countedQueries(facts.queries)}; ${facts.retriever}, k = ${facts.k}`,
    `${counted(wanted.length, 'card')} ${wanted.length === 1 ? 'is' : 'are'} wanted, ${counted(
      total(wanted, (row) => row.wanted),
      'time',
    )}; ${counted(missed, 'time')} not in the pool`,
    ...(missed > 0 ? [`  by cause: ${causesOf(wanted)}`] : []),
  ].join('\n');
  const sections = [
    heading,
    worst(rows),
    takers(rows),
    unreachable(rows, facts.k),
    same(rows),
    capped(rows),
    facts.notices.map((notice) => `note: ${visible(notice, 300)}`).join('\n'),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Cards that the end of a run names. */
const NAMED = 2;

/**
 * The diagnosis at the end of a run: a line a retriever and seed, and the cards that were missed most where there is one
 * seed.
 */
export function diagnosisLines(rows: readonly CardRow[]): string[] {
  const groups = new Map<string, CardRow[]>();
  const seeds = new Set(rows.map((row) => row.seed)).size;
  for (const row of rows) {
    const key = seeds > 1 ? `${row.retriever}, seed ${row.seed}` : row.retriever;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups].flatMap(([name, own]) => {
    const top = seeds > 1 ? [] : worstFirst(own).slice(0, NAMED);
    const most = top.map((row) => `${visible(row.card_id, 24)} (${count(row.missed)} of ${count(row.wanted)})`);
    return [
      `cards         ${visible(name)}: ${inShort(own)}`,
      ...(most.length > 0 ? [`              missed most: ${most.join(', ')}`] : []),
    ];
  });
}

function inShort(rows: readonly CardRow[]): string {
  const those = (which: (row: CardRow) => boolean) => rows.filter(which).length;
  const wanted = those((row) => row.wanted > 0);
  const never = those((row) => row.wanted > 0 && row.found === 0);
  const parts = [`${count(never)} of ${count(wanted)} wanted never found`];
  if (rows.some((row) => row.reachable !== undefined)) {
    parts.push(`${count(those((row) => row.reachable === false))} out of reach`);
    parts.push(`${count(those((row) => (row.same_cards ?? 0) > 0))} equal to another`);
  }
  if (rows.some((row) => row.signals !== undefined)) {
    parts.push(`${count(those((row) => (row.signals_lost_to_cap ?? 0) > 0))} cut by the cap`);
  }
  return parts.join(', ');
}

function worstFirst(rows: readonly CardRow[]): CardRow[] {
  return rows
    .filter((row) => row.missed > 0)
    .sort((a, b) => b.missed - a.missed || a.found - b.found || (a.card_id < b.card_id ? -1 : 1));
}

function worst(rows: readonly CardRow[]): string {
  const all = worstFirst(rows);
  if (all.length === 0) return rows.some((row) => row.wanted > 0) ? 'every wanted card was found every time' : '';
  const table = grid([
    ['card', 'wanted', 'found', 'first', 'why', ''],
    ...all
      .slice(0, SHOWN)
      .map((row) => [
        visible(row.card_id, 28),
        count(row.wanted),
        count(row.found),
        count(row.first),
        causesOf([row]).split(', ')[0] ?? '',
        visible(adviceOf(row), 34),
      ]),
  ]);
  return `the cards that were missed most (${shown(all.length)}):\n\n${table}`;
}

function adviceOf({ lacks, taken_by: taker, wins_with: signals }: CardRow): string {
  if (lacks !== undefined) return `lacks ${lacks}`;
  if (taker === undefined) return '';
  return signals === undefined ? `behind ${taker}` : `behind ${taker}, which has ${signals}`;
}

function takers(rows: readonly CardRow[]): string {
  const places = new Map<string, { cards: number; times: number; signals: Set<string> }>();
  for (const { taken_by: taker, taken_times: times = 0, wins_with: signals } of rows) {
    if (taker === undefined) continue;
    const place = places.get(taker) ?? { cards: 0, times: 0, signals: new Set() };
    place.cards++;
    place.times += times;
    for (const signal of signals?.split('; ') ?? []) place.signals.add(signal);
    places.set(taker, place);
  }
  if (places.size === 0) return '';
  const all = [...places].sort(([a, x], [b, y]) => y.times - x.times || y.cards - x.cards || (a < b ? -1 : 1));
  const table = grid([
    ['card', 'times', 'of cards', 'signal'],
    ...all
      .slice(0, SHOWN)
      .map(([id, { cards, signals, times }]) => [
        visible(id, 40),
        count(times),
        count(cards),
        visible([...signals].join('; '), 50),
      ]),
  ]);
  return `the cards that took their place, and the signals that they won with (${shown(all.length)}):\n\n${table}`;
}

function unreachable(rows: readonly CardRow[], k: number): string {
  const all = rows.filter((row) => row.reachable === false);
  const why = (row: CardRow) =>
    row.unreachable_because === 'no_signal'
      ? 'its text holds no signal: no word of two or more letters a-z or digits but stopwords'
      : k === 1
        ? 'a card of lower id holds all of its signals'
        : `${count(k)} cards or more of lower id hold all of its signals`;
  return section('cards that no query can reach', all, (row) => `${shortened(row.card_id)}: ${why(row)}`);
}

function same(rows: readonly CardRow[]): string {
  const all = rows.filter((row) => (row.same_before ?? 0) > 0);
  return section('cards that hold the same signals as another, and lose every tie with it', all, (row) => {
    const more = (row.same_before ?? 0) > 1 ? ` and ${count((row.same_before ?? 0) - 1)} more` : '';
    return `${shortened(row.card_id)}: the same as ${shortened(row.same_as ?? '')}${more}`;
  });
}

function capped(rows: readonly CardRow[]): string {
  const all = rows
    .filter((row) => (row.signals_lost_to_cap ?? 0) > 0)
    .sort(
      (a, b) =>
        (b.cut_by_cap ?? 0) - (a.cut_by_cap ?? 0) || (b.signals_lost_to_cap ?? 0) - (a.signals_lost_to_cap ?? 0),
    );
  return section('cards that lost signals to the cap', all, (row) => {
    const missed = (row.cut_by_cap ?? 0) > 0 ? `, misses for it ${count(row.cut_by_cap ?? 0)}` : '';
    const lost = `${count(row.signals_lost_to_cap ?? 0)} lost, ${count(row.signals ?? 0)} kept${missed}`;
    return `${shortened(row.card_id)}: ${lost}; ${row.lost_signals ?? ''}`;
  });
}

function section(title: string, rows: readonly CardRow[], line: (row: CardRow) => string): string {
  if (rows.length === 0) return '';
  return [
    `${title} (${shown(rows.length)}):`,
    ...rows.slice(0, SHOWN).map((row) => `  ${visible(line(row), 98)}`),
  ].join('\n');
}

/** An id as text of a line that is still to be made safe. */
function shortened(id: string): string {
  const characters = [...id];
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : id;
}

function shown(all: number): string {
  return all > SHOWN ? `${SHOWN} of ${count(all)}` : count(all);
}

function causesOf(rows: readonly CardRow[]): string {
  const causes = ['no_shared_signal', 'cut_by_cap', 'not_retrieved', 'below_k', 'lost_tie'] as const;
  return causes
    .map((cause) => [cause, rows.reduce((sum, row) => sum + (row[cause] ?? 0), 0)] as const)
    .filter(([, times]) => times > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([cause, times]) => `${cause} ${count(times)}`)
    .join(', ');
}
