import type { Retriever } from '../retriever.ts';
import { adapted } from './adapter.ts';
import { loadPackage } from './packages.ts';

interface Found {
  /** The card's number, as text. */
  readonly ref: string;
  readonly score: number;
}

type Token = object;

interface Query {
  term(word: string, options: { readonly usePipeline: boolean }): void;
}

interface Index {
  query(fill: (query: Query) => void): readonly Found[];
}

interface Builder {
  tokenizer: (text: string) => Token[];
  ref(name: string): void;
  field(name: string): void;
  add(document: { readonly id: number; readonly text: string }): void;
  build(): Index;
}

interface Lunr {
  readonly Builder: new () => Builder;
  readonly Token: new (word: string, metadata: object) => Token;
}

/**
 * Lunr with its own scores and parameters (BM25 in vectors, k1 = 1.2, b = 0.75), any of the words may match. Our words
 * are in place of its trimmer, stopwords and stemmer.
 *
 * Words go in one by one, past its parser: `+`, `-`, `~`, `^`, `:` and `*` mean nothing. A word counts as often as it
 * stands in the query. A query without a word would find every card, and is not put to it. It cannot be asked for k
 * cards: it makes and sorts all that match. It rounds what a word counts in a card to three decimals; a card that is
 * left with 0 is no hit and no candidate here.
 *
 * @throws PackageError where the package cannot be had.
 */
export function lunr(): Retriever {
  const { Builder, Token } = loadPackage<Lunr>('lunr');
  return adapted<Found>('lunr', (tokenize) => {
    const builder = new Builder();
    builder.ref('id');
    builder.field('text');
    builder.tokenizer = (text) => tokenize(text).map((word) => new Token(word, {}));
    let index: Index | undefined;
    const search = (text: string): readonly Found[] => {
      const words = tokenize(text);
      if (words.length === 0) return [];
      return index!.query((query) => {
        for (const word of words) query.term(word, { usePipeline: false });
      });
    };
    return {
      add: (id, text) => builder.add({ id, text }),
      finish: () => {
        index = builder.build();
      },
      search,
      cardOf: ({ ref }) => Number(ref),
      scoreOf: ({ score }) => score,
      count: (query) => search(query).filter(({ score }) => score > 0).length,
    };
  });
}
