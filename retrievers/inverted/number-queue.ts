import { giveBack } from './give-back.ts';

/** Many unsigned 32-bit numbers in chunks, to be taken once, from the first to the last. The memory of what is taken is given back. */
export class NumberQueue {
  readonly #chunks: Uint32Array<ArrayBuffer>[];
  /** The chunk that is taken from, how many of its numbers are taken, and how many chunks are. */
  #chunk = new Uint32Array(0);
  #at = 0;
  #taken = 0;

  /** @param chunks which nobody else uses any more. */
  constructor(chunks: readonly Uint32Array<ArrayBuffer>[]) {
    this.#chunks = chunks.filter((chunk) => chunk.length > 0);
  }

  /** The next number, of which there is one. */
  take(): number {
    if (this.#at === this.#chunk.length) this.#takeChunk();
    return this.#chunk[this.#at++]!;
  }

  /** All numbers as one array. For a queue that nothing has been taken from. */
  takeAll(): Uint32Array {
    const array = new Uint32Array(this.#chunks.reduce((sum, { length }) => sum + length, 0));
    for (let at = 0; at < array.length; at += this.#chunk.length) {
      this.#takeChunk();
      array.set(this.#chunk, at);
    }
    giveBack([this.#chunk]);
    return array;
  }

  #takeChunk(): void {
    giveBack([this.#chunk]);
    this.#chunk = this.#chunks[this.#taken++]!;
    this.#at = 0;
  }
}
