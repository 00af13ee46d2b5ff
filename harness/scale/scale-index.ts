import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex, Work } from '../../retrievers/retriever.ts';

/** An index that can be measured at scale: one that answers at once, counts its work, and lets its postings be read. */
export interface ScaleIndex extends SearchIndex {
  search(query: string, k: number): readonly Hit[];
  /** As `search`, by reading all postings of the query and adding up, term at a time. */
  searchAddingUp(query: string, k: number): readonly Hit[];
  work(query: string, k: number): Work;
  indexBytes(): number;
  /** Postings in all lists. */
  countPostings(): number;
  /** The posting lists of each query as plain arrays of card numbers; a list of several queries is one array. */
  plainLists(queries: readonly string[]): readonly (readonly Uint32Array[])[];
}
