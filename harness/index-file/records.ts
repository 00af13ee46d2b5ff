import type { MemoryPart } from '../../retrievers/retriever.ts';

/** An index that was built and written. Times are in seconds and depend on the machine, as `peak_bytes` does. */
export interface BuiltIndex {
  readonly file: string;
  readonly file_bytes: number;
  readonly retriever: string;
  readonly cards: number;
  /** Of the cards that it was built over, whatever their order. */
  readonly cards_sha256: string;
  /** From the first card to the index, the time in which the cards were read or generated included. */
  readonly build_s: number;
  readonly write_s: number;
  /** Undefined where nobody asked. */
  readonly memory: IndexMemory | undefined;
}

/** What an index takes in memory. */
export interface IndexMemory {
  /** They add up to `index_bytes`. */
  readonly parts: readonly MemoryPart[];
  readonly index_bytes: number;
  /** The most that the process had held by the end. */
  readonly peak_bytes: number;
}
