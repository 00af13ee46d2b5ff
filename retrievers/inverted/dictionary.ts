import { randomBytes } from 'node:crypto';

/**
 * Terms to dense ids (0, 1, 2 ... in order of arrival), in typed arrays: a hash table of ids over one array of
 * characters. A `Map` ends at 2^24 keys, and its keys would keep alive the card texts that they were cut from.
 * Terms must be ASCII, as all our tokens are.
 */
export class Dictionary {
  /** Open addressing: id + 1 of the term in each slot, 0 where it is free. The length is a power of two. */
  #slots = new Uint32Array(1024);
  /** The characters of term `i` are `characters[starts[i]]` up to `characters[starts[i + 1]]`. */
  #characters = new Uint8Array(4096);
  #starts = new Uint32Array(512);
  #size = 0;
  /** Cards are untrusted: with a start of our own, words prepared to collide do not. */
  readonly #seed = randomBytes(4).readUInt32LE();

  /** Number of terms. Ids run from 0 to `size` - 1. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of all arrays; after `trim` they depend on the terms alone, not on the order of their arrival. */
  get bytes(): number {
    return this.#slots.byteLength + this.#characters.byteLength + this.#starts.byteLength;
  }

  /** The id of a term, or -1 where it is not there. */
  find(term: string): number {
    return this.#slots[this.#slotOf(term)]! - 1;
  }

  /**
   * The id of a term, which is added where it is new.
   *
   * @throws RangeError where all terms together pass 4 GB.
   */
  add(term: string): number {
    const slot = this.#slotOf(term);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;

    const id = this.#size++;
    this.#write(id, term);
    this.#slots[slot] = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return id;
  }

  /** Gives back the room that growing left over. For the end of a build. */
  trim(): void {
    this.#characters = this.#characters.slice(0, this.#starts[this.#size]!);
    this.#starts = this.#starts.slice(0, this.#size + 1);
  }

  /** The slot that holds the term, or the free one where it belongs. */
  #slotOf(term: string): number {
    const mask = this.#slots.length - 1;
    let hash = this.#seed;
    for (let i = 0; i < term.length; i++) hash = mix(hash, term.charCodeAt(i));
    let slot = spread(hash) & mask;
    while (this.#slots[slot] !== 0 && !this.#holds(this.#slots[slot]! - 1, term)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(id: number, term: string): boolean {
    const start = this.#starts[id]!;
    if (this.#starts[id + 1]! - start !== term.length) return false;
    for (let i = 0; i < term.length; i++) if (this.#characters[start + i] !== term.charCodeAt(i)) return false;
    return true;
  }

  #write(id: number, term: string): void {
    const start = this.#starts[id]!;
    const end = start + term.length;
    if (end >= 2 ** 32) throw new RangeError('the terms of an index hold at most 4 GB');
    this.#characters = grown(this.#characters, end, Uint8Array);
    for (let i = 0; i < term.length; i++) this.#characters[start + i] = term.charCodeAt(i);
    this.#starts = grown(this.#starts, id + 2, Uint32Array);
    this.#starts[id + 1] = end;
  }

  #rehash(length: number): void {
    const slots = new Uint32Array(length);
    for (let id = 0; id < this.#size; id++) {
      let hash = this.#seed;
      for (let i = this.#starts[id]!; i < this.#starts[id + 1]!; i++) hash = mix(hash, this.#characters[i]!);
      let slot = spread(hash) & (length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (length - 1);
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

/** One step of FNV-1a, a hash of 32 bits. */
function mix(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193);
}

/** Lets the high bits of a hash have a say in the low ones, which choose the slot. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return half ^ (half >>> 13);
}

/** The array itself, or a copy of at least twice its length that has room for `needed` elements. */
function grown<T extends Uint8Array | Uint32Array>(array: T, needed: number, Kind: new (length: number) => T): T {
  if (needed <= array.length) return array;
  const larger = new Kind(Math.min(Math.max(array.length * 2, needed), 2 ** 32 - 1));
  larger.set(array);
  return larger;
}
