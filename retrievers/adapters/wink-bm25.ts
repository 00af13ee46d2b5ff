import type { Retriever } from '../retriever.ts';
import { adapted } from './adapter.ts';
import { loadPackage } from './packages.ts';

/** The card's number, as text, and its score. */
type Found = readonly [card: string, score: number];

interface Wink {
  defineConfig(config: { readonly fldWeights: Readonly<Record<string, number>> }): void;
  definePrepTasks(tasks: readonly ((text: string) => string[])[]): void;
  addDoc(document: Readonly<Record<string, string>>, id: number): void;
  consolidate(precision: number): void;
  search(query: string, limit: number): readonly Found[];
}

/** The most decimals that it keeps of what a word counts in a card: one of nearly every card does not count 0. */
const PRECISION = 9;

/** It refuses to search fewer cards. */
const LEAST_CARDS = 3;

/**
 * wink BM25 with its own scores and parameters (BM25, k = 1, k1 = 1.2, b = 0.75), any of the words may match.
 *
 * Its queries have no syntax; a word counts as often as it stands there. It makes and sorts all cards that match, and
 * is asked for all of them, since it would cut in the order of arrival. A card that its rounding leaves with 0 is no
 * hit and no candidate here. Of fewer than three cards it makes no index: empty ones, which nothing finds, stand
 * beside them, and count in its number of cards.
 *
 * @throws PackageError where the package cannot be had.
 */
export function winkBm25(): Retriever {
  const open = loadPackage<() => Wink>('wink-bm25-text-search');
  return adapted<Found>('wink-bm25', (tokenize) => {
    const engine = open();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([tokenize]);
    let cards = 0;
    return {
      add: (card, text) => {
        cards++;
        engine.addDoc({ text }, card);
      },
      finish: () => {
        for (let empty = cards; empty < LEAST_CARDS; empty++) engine.addDoc({ text: '' }, empty);
        engine.consolidate(PRECISION);
      },
      search: (query) => engine.search(query, cards),
      cardOf: ([card]) => Number(card),
      scoreOf: ([, score]) => score,
      count: (query) => engine.search(query, cards).filter(([, score]) => score > 0).length,
    };
  });
}
