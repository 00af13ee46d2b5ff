import { type Forms, type Lists, makeCodes } from './lists.ts';
import { ListsBuilder } from './lists-builder.ts';
import { NumberQueue } from './number-queue.ts';
import type { Pairs } from './pair-lists.ts';
import type { SortedRound } from './pair-rounds.ts';

/** The bigrams of a registry, and the cards of those that more than one card holds before they have their final form. */
export interface CollectedPairs {
  /** Where a bigram is to lead to a list, its target is 2 * the length of the list. */
  readonly pairs: Pairs;
  /** The cards of these lists, list after list. */
  readonly cards: NumberQueue;
  /** Beside `cards`, where the log is valued; else empty. */
  readonly codes: NumberQueue;
}

/**
 * Puts rounds together.
 *
 * @param rounds in the order of their words; emptied, for its memory is wanted.
 * @param kinds for a valued log: its codes are below it; else 0.
 */
export function joinRounds(rounds: SortedRound[], kinds: number): CollectedPairs {
  const starts = new Uint32Array(1 + rounds.reduce((sum, { ends }) => sum + ends.length, 0));
  let word = 0;
  for (const { ends } of rounds) {
    const before = starts[word]!;
    for (const end of ends) starts[++word] = before + end;
  }
  const queueOf = (part: 'others' | 'targets' | 'cards' | 'codes' | 'singles') =>
    new NumberQueue(rounds.flatMap((round) => round[part]));
  const [others, targets, cards, codes, singles] = [
    queueOf('others'),
    queueOf('targets'),
    queueOf('cards'),
    queueOf('codes'),
    queueOf('singles'),
  ];
  rounds.length = 0;
  const ofSingles = singles.takeAll();
  const codesOfSingles = makeCodes(ofSingles.length, kinds);
  codesOfSingles.set(ofSingles);
  return {
    pairs: { starts, others: others.takeAll(), targets: targets.takeAll(), codes: codesOfSingles },
    cards,
    codes,
  };
}

/**
 * Gives the lists of bigrams their final form, and puts into `pairs.targets` which list each leads to.
 *
 * @param cards in the registry.
 * @param kinds as for `ListsBuilder`.
 */
export function listPairs(collected: CollectedPairs, cards: number, forms: Forms, kinds: number | undefined): Lists {
  const { targets } = collected.pairs;
  const counts = new Map<number, number>();
  for (const target of targets) {
    if (target % 2 === 0) counts.set(target / 2, (counts.get(target / 2) ?? 0) + 1);
  }
  const builder = new ListsBuilder(counts, cards, forms, kinds);
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (target % 2 === 1) continue;
    const list = builder.take(target / 2);
    targets[i] = list * 2;
    for (let left = target / 2; left > 0; left--) {
      builder.add(list, collected.cards.take(), kinds === undefined ? 0 : collected.codes.take());
    }
  }
  return builder.finish();
}
