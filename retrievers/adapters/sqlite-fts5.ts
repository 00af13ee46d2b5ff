import type { Retriever } from '../retriever.ts';
import { adapted, withWholeTies } from './adapter.ts';
import { loadPackage } from './packages.ts';

type Found = readonly [card: number, score: number];

interface Statement {
  run(...values: readonly unknown[]): void;
  /** Lets rows come as lists. */
  raw(): Statement;
  all(...values: readonly unknown[]): unknown[];
}

interface Database {
  close(): void;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  pragma(name: string, options: { readonly simple: true }): unknown;
}

type SQLite = new (path: string) => Database;

/**
 * FTS5 of SQLite with its own scores (`rank`: BM25, k1 = 1.2, b = 0.75), any of the words may match. In memory,
 * without the texts, filled in one transaction, then merged and compacted.
 *
 * Our words go in between blanks, as no tokenizer can be written in JavaScript; its `ascii` one takes them as they
 * are. Each word of a query is a string between quotation marks: FTS5 has no syntax to find in it, and a word counts
 * as often as it stands there. A word that half of the cards or more hold counts a millionth, by definition of its
 * `bm25`. It cuts at its limit in the order of arrival, so it is asked again where the limit parts equal scores.
 * Ordered by `rank` alone it would sort all that match.
 *
 * @throws PackageError where the package cannot be had.
 */
export function sqliteFts5(): Retriever {
  const Database = loadPackage<SQLite>('better-sqlite3', (loaded) => new loaded(':memory:').close());
  return adapted<Found>('sqlite-fts5', (tokenize) => {
    const database = new Database(':memory:');
    database.exec(`create virtual table cards using fts5 (text, content = '', tokenize = 'ascii'); begin`);
    const insert = database.prepare('insert into cards (rowid, text) values (?, ?)');
    const best = database
      .prepare('select rowid, -rank from cards where cards match ? order by rank, rowid limit ?')
      .raw();
    const count = database.prepare('select count(*) from cards where cards match ?').raw();
    const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
    const anyOf = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' OR ');
    return {
      add: (card, text) => insert.run(card, tokenize(text).join(' ')),
      finish: () => database.exec(`insert into cards (cards) values ('optimize'); commit; vacuum`),
      search: (query, k) => {
        const words = tokenize(query);
        if (words.length === 0) return [];
        const match = anyOf(words);
        return withWholeTies(
          k,
          (limit) => best.all(match, limit) as Found[],
          ([, score]) => score,
        );
      },
      cardOf: ([card]) => card,
      scoreOf: ([, score]) => score,
      count: (query) => {
        const words = tokenize(query);
        return words.length === 0 ? 0 : (count.all(anyOf(words)) as [[number]])[0][0];
      },
      bytes: () => pragma('page_count') * pragma('page_size'),
    };
  });
}
