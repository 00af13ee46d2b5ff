import type { Retriever } from '../retriever.ts';
import { adapted } from './adapter.ts';
import { loadPackage } from './packages.ts';

interface FlexSearchIndex {
  add(id: number, text: string): void;
  search(query: string, options: { readonly limit: number; readonly suggest: boolean }): readonly number[];
}

interface FlexSearch {
  readonly Index: new (options: {
    readonly encode: (text: string) => string[];
    readonly resolution: number;
  }) => FlexSearchIndex;
}

/**
 * What the documentation's formula, twice the root of the length of the longest text, gives for 3,600 characters; the
 * longest text of 10,000 generated cards has 3,515.
 */
const RESOLUTION = 120;

/**
 * FlexSearch with suggestions, without which a card must hold every word of the query, and with the resolution of its
 * documentation's formula. Of its presets none finds as many right cards in a generated registry.
 *
 * Its queries have no syntax; a word counts once, however often it stands there. It knows no rarity of words: cards
 * with more different words of the query come first, among those the ones whose words stand nearer to the beginning.
 * It gives an order and no score, so the score here counts down from the number of cards and says nothing but the
 * place. Cards that it holds for equal come in the order of arrival, which cannot be told from any other.
 *
 * @throws PackageError where the package cannot be had.
 */
export function flexsearch(): Retriever {
  const { Index } = loadPackage<FlexSearch>('flexsearch');
  return adapted<number>('flexsearch', (encode) => {
    const index = new Index({ encode, resolution: RESOLUTION });
    let cards = 0;
    return {
      add: (id, text) => {
        cards++;
        index.add(id, text);
      },
      search: (query, limit) => index.search(query, { limit, suggest: true }),
      cardOf: (id) => id,
      scoreOf: (_, place) => cards - place,
      count: (query) => index.search(query, { limit: cards, suggest: true }).length,
    };
  });
}
