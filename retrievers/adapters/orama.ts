import type { Retriever } from '../retriever.ts';
import { adapted, withWholeTies } from './adapter.ts';
import { loadPackage } from './packages.ts';

interface Found {
  /** The card's number, as text: Orama takes no other ids. */
  readonly id: string;
  readonly score: number;
}

/** A database of documents; nothing but Orama looks into it. */
type Database = object;

interface Orama {
  create(options: object): Database;
  insert(database: Database, document: { readonly id: string; readonly text: string }): unknown;
  search(
    database: Database,
    query: { readonly term: string; readonly limit: number },
  ): { readonly hits: readonly Found[]; readonly count: number };
}

/**
 * Orama with its own scores and parameters (BM25, k = 1.2, b = 0.75, d = 0.5), any of the words may match.
 *
 * It finds every word that begins with one of the query. Its option `exact` would want all of them in one card, so
 * each word ends in a full stop here, and none begins another. As its own tokenizer does, ours tells it each word of a
 * text once: it takes the number of occurrences for the number of cards. It keeps the texts.
 *
 * Its queries have no syntax; a word counts once, however often it stands there. One without a word would find every
 * card, and is not put to it. It cuts at its limit in the order of arrival, so it is asked again where the limit parts
 * equal scores.
 *
 * @throws PackageError where the package cannot be had.
 */
export function orama(): Retriever {
  const { create, insert, search } = loadPackage<Orama>('@orama/orama');
  return adapted<Found>('orama', (tokenize) => {
    const words = (text: string) => Array.from(new Set(tokenize(text)), (word) => `${word}.`);
    const database = create({
      schema: { text: 'string' },
      sort: { enabled: false },
      components: { tokenizer: { language: 'english', normalizationCache: new Map(), tokenize: words } },
    });
    // A text of nothing but stopwords finds nothing; an empty one finds everything.
    const ask = (term: string, limit: number) =>
      term === '' ? { hits: [], count: 0 } : search(database, { term, limit });
    return {
      add: (card, text) => insert(database, { id: String(card), text }),
      search: (query, k) =>
        withWholeTies(
          k,
          (limit) => ask(query, limit).hits,
          (found) => found.score,
        ),
      cardOf: ({ id }) => Number(id),
      scoreOf: ({ score }) => score,
      count: (query) => ask(query, 1).count,
    };
  });
}
