import type { Retriever } from '../retriever.ts';
import { adapted } from './adapter.ts';
import { loadPackage } from './packages.ts';

interface MiniSearchIndex {
  add(document: { readonly id: number; readonly text: string }): void;
  search(query: string): readonly Found[];
}

interface Found {
  readonly id: number;
  readonly score: number;
}

type MiniSearch = new (options: {
  readonly fields: readonly string[];
  readonly tokenize: (text: string) => string[];
  readonly processTerm: (term: string) => string;
}) => MiniSearchIndex;

/**
 * MiniSearch with its own scores and parameters (BM25+, k = 1.2, b = 0.7, d = 0.5, times the number of different words
 * matched), which its documentation advises to leave as they are. Any of the words may match; prefix and fuzzy search
 * stay off, as they are unless asked for.
 *
 * Its queries have no syntax; a word counts as often as it stands there. It cannot be asked for k cards: it makes and
 * sorts all that match.
 *
 * @throws PackageError where the package cannot be had.
 */
export function minisearch(): Retriever {
  const MiniSearch = loadPackage<MiniSearch>('minisearch');
  return adapted<Found>('minisearch', (tokenize) => {
    const index = new MiniSearch({ fields: ['text'], tokenize, processTerm: (term) => term });
    return {
      add: (id, text) => index.add({ id, text }),
      search: (query) => index.search(query),
      cardOf: ({ id }) => id,
      scoreOf: ({ score }) => score,
      count: (query) => index.search(query).length,
    };
  });
}
