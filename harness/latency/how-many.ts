import type { Card } from '../../datasets/card.ts';

/** Processes that searches are timed in where the indexes are quickly made again: each runs four of the 20 rounds. */
export const DEFAULT_PROCESSES = 5;

/** What `--latency-processes` may be: each runs at least two rounds. */
export const MOST_PROCESSES = 10;

/** Text of which indexes are made again in about a second: about 2,200 synthetic cards. */
const MOST_CHARACTERS = 1_000_000;

/** Hits that each process is given to hold its own against. */
const MOST_HITS = 200_000;

/** The size of what is timed. */
interface Size {
  readonly cards: readonly Card[];
  readonly queries: number;
  readonly retrievers: number;
  readonly k: number;
}

/**
 * In how many processes to time, where nobody has said it: in several where indexes and hits are small, else in one. It
 * follows from sizes alone, so that two runs of one command, on busy machines too, measure alike.
 */
export function processesFor({ cards, k, queries, retrievers }: Size): number {
  const hits = queries * retrievers * Math.min(k, cards.length);
  return hits <= MOST_HITS && charactersOf(cards) <= MOST_CHARACTERS ? DEFAULT_PROCESSES : 1;
}

function charactersOf(cards: readonly Card[]): number {
  let characters = 0;
  for (const { description, examples, name, skills, tags, tools } of cards) {
    characters += name.length + description.length;
    for (const list of [skills, tags, examples, tools]) for (const text of list) characters += text.length;
  }
  return characters;
}
