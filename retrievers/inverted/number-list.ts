/** The first chunk holds so many numbers, each one after it twice as many, up to the largest. Powers of two: shifts find a place. */
const SMALLEST = 2 ** 16;
const LARGEST = 2 ** 23;
const LARGEST_BITS = 23;
/** Which chunk is the first of the largest size. */
const FIRST_LARGEST = Math.log2(LARGEST / SMALLEST);

const TAKEN = new Uint32Array(0);

/**
 * A growing list of unsigned 32-bit numbers. It grows by whole chunks, so a long list is never copied and never needs
 * twice its memory, as an array that doubles does; and it can be taken apart chunk by chunk.
 */
export class NumberList {
  readonly #chunks: Uint32Array<ArrayBuffer>[] = [];
  #length = 0;
  /** The last chunk, and how many numbers it has. */
  #last = TAKEN;
  #used = 0;
  /** The chunk that numbers are taken from, how many of it are taken, and how many chunks are. */
  #first = TAKEN;
  #taken = 0;
  #takenChunks = 0;

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

  /** @param index from 0 to `length` - 1. Not once numbers have been taken. */
  at(index: number): number {
    // Counted as if smaller chunks lay before the first one.
    const place = index + SMALLEST;
    if (place >= LARGEST) return this.#chunks[FIRST_LARGEST - 1 + (place >>> LARGEST_BITS)]![place % LARGEST]!;
    const bits = 31 - Math.clz32(place);
    return this.#chunks[bits - 16]![place - 2 ** bits]!;
  }

  /** Takes the next number from the front, of which there is one. The memory of a chunk that is taken is given back. */
  take(): number {
    if (this.#taken === this.#first.length) this.#takeChunk();
    return this.#first[this.#taken++]!;
  }

  /** Takes all numbers as one array; none has been taken before. Each chunk's memory is given back once it is copied. */
  takeAll(): Uint32Array {
    const array = new Uint32Array(this.#length);
    for (let at = 0; at < array.length; at += this.#first.length) {
      this.#takeChunk();
      array.set(at + this.#first.length <= array.length ? this.#first : this.#first.subarray(0, array.length - at), at);
    }
    return array;
  }

  #takeChunk(): void {
    this.#first = this.#chunks[this.#takenChunks]!;
    this.#chunks[this.#takenChunks++] = TAKEN;
    this.#taken = 0;
  }
}
