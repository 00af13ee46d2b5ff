const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;

/**
 * A growing list of unsigned 32-bit numbers. It grows by whole chunks, so a long list is never copied and never needs
 * twice its memory, as an array that doubles does.
 */
export class NumberList {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @throws RangeError at 2^32 numbers, where positions no longer fit into 32 bits. */
  push(value: number): void {
    const at = this.#length % CHUNK;
    if (at === 0) {
      if (this.#length === 2 ** 32) throw new RangeError('an index holds at most 2^32 postings');
      this.#chunks.push(new Uint32Array(CHUNK));
    }
    this.#chunks[this.#chunks.length - 1]![at] = value;
    this.#length++;
  }

  /** @param index from 0 to `length` - 1. */
  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]![index % CHUNK]!;
  }

  /** The numbers as one array. */
  toArray(): Uint32Array {
    const array = new Uint32Array(this.#length);
    for (let i = 0; i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i]!;
      array.set(i < this.#chunks.length - 1 ? chunk : chunk.subarray(0, this.#length - i * CHUNK), i * CHUNK);
    }
    return array;
  }
}
