/** The first chunk holds so many numbers, each one after it twice as many, up to the largest. Powers of two: shifts find a place. */
const SMALLEST = 2 ** 16;
const LARGEST = 2 ** 23;
const LARGEST_BITS = 23;
/** Which chunk is the first of the largest size. */
const FIRST_LARGEST = Math.log2(LARGEST / SMALLEST);

/**
 * A growing list of unsigned 32-bit numbers. It grows by whole chunks, so a long list is never copied and never needs
 * twice its memory, as an array that doubles does.
 */
export class NumberList {
  readonly #chunks: Uint32Array<ArrayBuffer>[] = [];
  #length = 0;
  /** The last chunk, and how many numbers it has. */
  #last = new Uint32Array(0);
  #used = 0;

  get length(): number {
    return this.#length;
  }

  /** @throws RangeError at 2^32 numbers, where positions no longer fit into 32 bits. */
  push(value: number): void {
    if (this.#used === this.#last.length) {
      if (this.#length === 2 ** 32 - SMALLEST) throw new RangeError('an index holds at most 2^32 postings');
      this.#last = new Uint32Array(Math.min(LARGEST, SMALLEST * 2 ** this.#chunks.length));
      this.#chunks.push(this.#last);
      this.#used = 0;
    }
    this.#last[this.#used++] = value;
    this.#length++;
  }

  /** @param index from 0 to `length` - 1. */
  at(index: number): number {
    // Counted as if smaller chunks lay before the first one.
    const place = index + SMALLEST;
    if (place >= LARGEST) return this.#chunks[FIRST_LARGEST - 1 + (place >>> LARGEST_BITS)]![place % LARGEST]!;
    const bits = 31 - Math.clz32(place);
    return this.#chunks[bits - 16]![place - 2 ** bits]!;
  }

  /** The numbers in their chunks, which are no copies. */
  chunks(): Uint32Array<ArrayBuffer>[] {
    return this.#chunks.map((chunk) => (chunk === this.#last ? chunk.subarray(0, this.#used) : chunk));
  }
}
