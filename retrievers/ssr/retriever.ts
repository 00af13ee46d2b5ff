import { DEFAULT_FORMS, type Forms } from '../inverted/lists.ts';
import { loadIds } from '../inverted/saved-ids.ts';
import { SavedParts } from '../inverted/saved-parts.ts';
import { loadTerms } from '../inverted/saved-terms.ts';
import { wordDictionary } from '../inverted/word-reader.ts';
import type { BuildOptions, Retriever, SavedIndex, SearchIndex } from '../retriever.ts';
import { build, DEFAULT_THREADING, type Threading } from './build.ts';
import { DEFAULT_SEARCH_TUNING, type SearchTuning } from './search.ts';
import { SETTINGS, SsrIndex } from './ssr-index.ts';

/** What changes the speed and size of an index, and never a result. */
export interface Tuning extends Forms, Threading, SearchTuning {}

const DEFAULT_TUNING: Tuning = { ...DEFAULT_FORMS, ...DEFAULT_THREADING, ...DEFAULT_SEARCH_TUNING };

/**
 * SSR, the Structural Signal Retriever: a card scores the sum of the weights of the signals that it shares with the
 * query, read from an inverted index. Exact: the same ranking, to the last bit, as reading every card.
 */
export const ssr: Retriever = tunedSsr(DEFAULT_TUNING);

/** SSR with other choices of speed and size: the same rankings. */
export function tunedSsr(tuning: Partial<Tuning>): Retriever {
  const tuned = { ...DEFAULT_TUNING, ...tuning };
  return {
    name: 'ssr',
    oracle: 'exhaustive-idf',
    async build(cards, options) {
      const { ids, terms } = await build(cards, options, tuned, tuned);
      return new SsrIndex(options.stopwords, ids, terms, tuned);
    },
    load: (saved, options) => load(saved, options, tuned),
  };
}

function load(saved: SavedIndex, { stopwords }: BuildOptions, tuning: Tuning): SearchIndex {
  const parts = new SavedParts(saved, stopwords, SETTINGS);
  const terms = loadTerms(parts, saved.cards, wordDictionary(stopwords).size);
  return new SsrIndex(stopwords, loadIds(parts), terms, tuning);
}
