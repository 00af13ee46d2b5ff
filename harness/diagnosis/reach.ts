import { compareCodePoints } from '../../retrievers/ranking.ts';

/** What can be said of a card before any query is put. */
export interface Reach {
  /** The cards that hold exactly the same signals, in the order of rankings (by id); the card itself is among them. */
  readonly same: readonly string[];
  /** How many of them come before it. */
  readonly before: number;
  /** Whether some query finds the card among the first k. */
  readonly reachable: boolean;
  /** `no_signal`: no text of it is a signal. `shadowed`: k cards hold all that it holds, and win every tie with it. */
  readonly because: 'no_signal' | 'shadowed' | undefined;
}

/** A card's id and all of its signals. */
export interface SignalSet {
  readonly id: string;
  readonly signals: ReadonlySet<string>;
}

/**
 * Finds the cards that no query can bring among the first k, for a retriever whose score is the sum of weights above 0
 * of shared signals, a signal weighing the same in every card, ties by matched signals and id.
 *
 * A card that holds all the signals of another and has the lower id comes before it whatever is asked: it shares at
 * least the same signals. And where the query is the other's own text, nothing else comes before it: every further
 * card lacks one of its signals, so scores less. So a card is out of reach if, and only if, it has no signal, or at
 * least k cards of lower id hold all of its signals. No query has to be put to know that.
 *
 * @param cards every card of the registry.
 * @returns for each card, by id.
 */
export function reachOf(cards: readonly SignalSet[], k: number): ReadonlyMap<string, Reach> {
  const numbers = new Map<string, number>();
  const numbered = [...cards]
    .sort((a, b) => compareCodePoints(a.id, b.id))
    .map(({ id, signals }) => ({ id, numbers: sortedNumbers(signals, numbers) }));

  /** Which cards hold a signal, by number, their ranks among the ids ascending. */
  const holders: number[][] = Array.from(numbers, () => []);
  const groups = new Map<string, string[]>();
  const placeOf: number[] = [];
  for (const [rank, card] of numbered.entries()) {
    for (const number of card.numbers) holders[number]?.push(rank);
    const key = card.numbers.join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [card.id]);
    else group.push(card.id);
    placeOf.push((group?.length ?? 1) - 1);
  }

  const reach = new Map<string, Reach>();
  for (const [rank, card] of numbered.entries()) {
    const same = groups.get(card.numbers.join(' ')) ?? [];
    const because = card.numbers.length === 0 ? 'no_signal' : shadowed(rank) ? 'shadowed' : undefined;
    reach.set(card.id, { same, before: placeOf[rank] ?? 0, reachable: because === undefined, because });
  }
  return reach;

  function shadowed(rank: number): boolean {
    const own = numbered[rank]?.numbers ?? new Uint32Array();
    let rarest: readonly number[] | undefined;
    for (const number of own) {
      const list = holders[number] ?? [];
      if (rarest === undefined || list.length < rarest.length) rarest = list;
    }
    let before = 0;
    for (const other of rarest ?? []) {
      if (other >= rank) break;
      if (holdsAll(numbered[other]?.numbers ?? own, own)) before++;
      if (before >= k) return true;
    }
    return false;
  }
}

function sortedNumbers(signals: ReadonlySet<string>, numbers: Map<string, number>): Uint32Array {
  const own = new Uint32Array(signals.size);
  let i = 0;
  for (const signal of signals) {
    const number = numbers.get(signal) ?? numbers.size;
    numbers.set(signal, number);
    own[i++] = number;
  }
  return own.sort();
}

/** Whether one ascending list holds all numbers of another. */
function holdsAll(list: Uint32Array, wanted: Uint32Array): boolean {
  if (list.length < wanted.length) return false;
  let at = 0;
  for (const number of wanted) {
    while (at < list.length && list[at]! < number) at++;
    if (list[at] !== number) return false;
    at++;
  }
  return true;
}
