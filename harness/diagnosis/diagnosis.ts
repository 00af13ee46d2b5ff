import type { Card } from '../../datasets/card.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import type { MissCause } from '../outcomes.ts';
import type { Collector, Diagnosed, Miss, Tally } from './collector.ts';
import { type ExplainedMiss, explainMisses, heaviest, lackingText, missRow, takerOf } from './misses.ts';
import { type Reach, reachOf, type SignalSet } from './reach.ts';
import type { CardRow, MissRow } from './records.ts';

/** How much work a diagnosis may be. */
export interface Limits {
  /** Above so many cards only those that a query wanted have a row, and none is compared with all the others. */
  readonly cards: number;
  /** Misses that are explained; those beyond are counted with their cause alone. */
  readonly misses: number;
}

/** In a run, where the diagnosis comes along unasked. */
export const BENCH_LIMITS: Limits = { cards: 10_000, misses: 2_000 };
/** Where somebody asked for it. */
export const DIAGNOSE_LIMITS: Limits = { cards: 100_000, misses: 50_000 };

export interface Diagnosis {
  /** In the order of the registry. */
  readonly cards: readonly CardRow[];
  /** In the order of the queries. */
  readonly misses: readonly MissRow[];
  /** What was left out, and why. */
  readonly notices: readonly string[];
}

/** Entries of a cell that lists what there is most of. */
const LISTED = 5;
/** Signals lost to the cap that are named. */
const LOST_LISTED = 10;

/**
 * Says of each card what became of it and why.
 *
 * @throws RetrieverError where an explanation does not add up to a score; the pause's own error on an interrupt.
 */
export async function diagnose(
  { cardById, misses, of, tallies }: Collector,
  limits: Limits,
  pause: () => Promise<void> | undefined,
): Promise<Diagnosis> {
  const { cards, index, retriever } = of;
  const explained = await explainMisses(misses, of, limits.misses, pause);
  const whole = cards.length <= limits.cards;
  const notices: string[] = [];
  const count = (n: number) => n.toLocaleString('en-US');
  if (!whole) {
    notices.push(
      `${retriever}: above ${count(limits.cards)} cards, only those that a query wants are diagnosed, and nothing is said of reach and equal cards`,
    );
  }
  if (misses.length > limits.misses && index.explain !== undefined) {
    notices.push(`${retriever}: the first ${count(limits.misses)} of ${count(misses.length)} misses are explained`);
  }

  const rows: Omit<CardRow, keyof ReturnType<typeof reachColumns>>[] = [];
  const sets: SignalSet[] = [];
  for (const card of cards) {
    const tally = tallies.get(card.id);
    if (!whole && tally === undefined) continue;
    await pause();
    const kept = index.signals?.(card, { cap: true });
    if (kept !== undefined) sets.push({ id: card.id, signals: kept });
    rows.push({
      seed: of.seed,
      retriever,
      card_id: card.id,
      ...becameOf(tally),
      ...(await missesOf(tally, explained, of, cardById)),
      ...signalsOf(card, kept, tally, index),
    });
  }
  const reach = whole && (await ranksBySignalsAlone(of)) ? reachOf(sets, of.k) : undefined;
  const missRows = misses.map((miss) => missRow(miss, explained.get(miss)?.lacking, of));
  const withReach = rows.map((row) => ({ ...row, ...reachColumns(reach?.get(row.card_id)) }));
  return { cards: withReach, misses: missRows, notices };
}

/** Whether the order of this retriever follows from the sets of signals alone, whatever they weigh. */
async function ranksBySignalsAlone({ cards: [any], index }: Diagnosed): Promise<boolean> {
  if (any === undefined || index.signals === undefined) return false;
  return (await index.explain?.('', any))?.uniform ?? false;
}

function becameOf(tally: Tally | undefined) {
  const { first = 0, found = 0, wanted = 0 } = tally ?? {};
  return { wanted, found, first, missed: tally?.misses.length ?? 0 };
}

async function missesOf(
  tally: Tally | undefined,
  explained: ReadonlyMap<Miss, ExplainedMiss>,
  { index }: Diagnosed,
  cardById: ReadonlyMap<string, Card>,
) {
  const misses = tally?.misses ?? [];
  const times = (cause: MissCause) => misses.filter((miss) => miss.cause === cause).length;
  const signals = index.signals !== undefined;
  const lacks = new Map<string, number>();
  for (const miss of misses) {
    const text = lackingText(explained.get(miss)?.lacking);
    if (text !== undefined) lacks.set(text, (lacks.get(text) ?? 0) + 1);
  }
  const taker = await takerOf(misses, explained, index, cardById);
  return {
    no_shared_signal: signals ? times('no_shared_signal') : undefined,
    cut_by_cap: signals ? times('cut_by_cap') : undefined,
    not_retrieved: signals ? undefined : times('not_retrieved'),
    below_k: times('below_k'),
    lost_tie: times('lost_tie'),
    lacks: listed(heaviest(lacks).slice(0, LISTED)),
    taken_by: taker?.id,
    taken_times: taker?.times,
    wins_with: listed(taker?.signals ?? []),
  };
}

function signalsOf(card: Card, kept: ReadonlySet<string> | undefined, tally: Tally | undefined, index: SearchIndex) {
  if (index.signals === undefined || kept === undefined) {
    return { signals: undefined, signals_lost_to_cap: undefined, lost_signals: undefined };
  }
  const all = index.signals(card, { cap: false });
  const lost = [...all].filter((signal) => !kept.has(signal));
  const asked = new Map<string, number>();
  for (const query of lost.length === 0 ? [] : (tally?.queries ?? [])) {
    for (const signal of index.signals(query.text, { cap: true })) asked.set(signal, (asked.get(signal) ?? 0) + 1);
  }
  const unasked = lost.filter((signal) => !asked.has(signal));
  const words = unasked.filter((signal) => !signal.includes(' ')).sort();
  const phrases = words.length < LOST_LISTED ? unasked.filter((signal) => signal.includes(' ')).sort() : [];
  const inLost = new Set(lost);
  const listedFirst = heaviest(asked).filter((signal) => inLost.has(signal));
  return {
    signals: kept.size,
    signals_lost_to_cap: lost.length,
    lost_signals: listed([...listedFirst, ...words, ...phrases].slice(0, LOST_LISTED)),
  };
}

/** Cards without any signal are the same in a way that helps nobody: nothing is said of it. */
function reachColumns(reach: Reach | undefined) {
  const group = reach === undefined || reach.because === 'no_signal' ? undefined : reach;
  const alone = group === undefined || group.same.length === 1;
  return {
    same_as: alone ? undefined : group.same[group.before === 0 ? 1 : 0],
    same_cards: group && group.same.length - 1,
    same_before: alone ? undefined : group.before,
    reachable: reach?.reachable,
    unreachable_because: reach?.because,
  };
}

/** Text of a cell that lists; undefined for none. */
function listed(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : items.join('; ');
}
