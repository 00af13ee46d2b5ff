import { randomBytes } from 'node:crypto';

/**
 * Terms to dense numbers (0, 1, 2 ... in order of arrival), in typed arrays: a hash table of numbers over one array of
 * characters. A `Map` ends at 2^24 keys, and its keys would keep alive the card texts that they were cut from.
 * Terms must be ASCII, as all our tokens are. One that is read character by character needs no string at all.
 */
export class Dictionary {
  /** Open addressing: number + 1 of the term in each slot, 0 where it is free. The length is a power of two. */
  #slots = new Uint32Array(1024);
  /** The characters of term `i` are `characters[starts[i]]` up to `characters[starts[i + 1]]`. */
  #characters: Uint8Array = new Uint8Array(4096);
  #starts: Uint32Array = new Uint32Array(512);
  #size = 0;
  /** Cards are untrusted: with a start of our own, words prepared to collide do not. */
  readonly #seed = randomBytes(4).readUInt32LE();
  /** Where a term given as a string is written out. */
  #written = new Uint8Array(64);

  /**
   * A dictionary of the terms of another one, by what it held: `characters` and `starts`, which become its own. It is found by
   * another seed there, which changes nothing that can be seen.
   */
  static of(characters: Uint8Array, starts: Uint32Array): Dictionary {
    const result = new Dictionary();
    result.#characters = characters;
    result.#starts = starts;
    result.#size = starts.length - 1;
    let slots = result.#slots.length;
    while (result.#size * 2 > slots) slots *= 2;
    result.#rehash(slots);
    return result;
  }

  /** The characters of all terms, one term after the other. To be read only, and after `trim`. */
  get characters(): Uint8Array {
    return this.#characters;
  }

  /** Where each term begins in `characters`, and then their number. To be read only, and after `trim`. */
  get starts(): Uint32Array {
    return this.#starts;
  }

  /** Number of terms. They are numbered from 0 to `size` - 1. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of all arrays; after `trim` they depend on the terms alone, not on the order of their arrival. */
  get bytes(): number {
    return this.#slots.byteLength + this.#characters.byteLength + this.#starts.byteLength;
  }

  /** The number of a term, or -1 where it is not there. */
  find(term: string): number {
    return this.findRun(this.#write(term), term.length);
  }

  /**
   * The number of a term, which is added where it is new.
   *
   * @throws RangeError where all terms together pass 4 GB.
   */
  add(term: string): number {
    return this.addRun(this.#write(term), term.length);
  }

  /** As `find`, the term being the first `length` of the characters. */
  findRun(characters: Uint8Array, length: number): number {
    return this.#slots[this.#slotOf(characters, length)]! - 1;
  }

  /** As `add`, the term being the first `length` of the characters. */
  addRun(characters: Uint8Array, length: number): number {
    const slot = this.#slotOf(characters, length);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;

    const id = this.#size++;
    this.#append(id, characters, length);
    this.#slots[slot] = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return id;
  }

  /** As `add`, for a term of another dictionary, by its number there. */
  addFrom(other: Dictionary, id: number): number {
    const characters = other.#characters.subarray(other.#starts[id]!, other.#starts[id + 1]!);
    return this.addRun(characters, characters.length);
  }

  /** A term by its number. */
  term(id: number): string {
    return Buffer.from(this.#characters.buffer).toString('latin1', this.#starts[id], this.#starts[id + 1]);
  }

  /** The first four characters of a term in one number, which is lower for a term that begins with a lower one. */
  beginning(id: number): number {
    const start = this.#starts[id]!;
    const length = this.#starts[id + 1]! - start;
    let number = 0;
    for (let i = 0; i < 4; i++) number = number * 256 + (i < length ? this.#characters[start + i]! : 0);
    return number;
  }

  /** Compares two terms by code point: negative, zero or positive. */
  compare(a: number, b: number): number {
    let i = this.#starts[a]!;
    let j = this.#starts[b]!;
    const endOfA = this.#starts[a + 1]!;
    const endOfB = this.#starts[b + 1]!;
    for (; i < endOfA && j < endOfB; i++, j++) {
      const difference = this.#characters[i]! - this.#characters[j]!;
      if (difference !== 0) return difference;
    }
    return endOfA - i - (endOfB - j);
  }

  /**
   * A dictionary of some of these terms.
   *
   * @param order the terms to take over, by their number here; the first of them is number 0 there.
   */
  reordered(order: Uint32Array): Dictionary {
    const result = new Dictionary();
    for (const id of order) result.addFrom(this, id);
    result.trim();
    return result;
  }

  /** Gives back the room that growing left over. For the end of a build. */
  trim(): void {
    this.#characters = this.#characters.slice(0, this.#starts[this.#size]!);
    this.#starts = this.#starts.slice(0, this.#size + 1);
  }

  /** The slot that holds the term, or the free one where it belongs. */
  #slotOf(characters: Uint8Array, length: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashOf(this.#seed, characters, 0, length) & mask;
    for (;;) {
      const id = slots[slot]! - 1;
      if (id < 0 || this.#holds(id, characters, length)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #holds(id: number, characters: Uint8Array, length: number): boolean {
    const start = this.#starts[id]!;
    if (this.#starts[id + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.#characters[start + i] !== characters[i]) return false;
    return true;
  }

  #append(id: number, characters: Uint8Array, length: number): void {
    const start = this.#starts[id]!;
    const end = start + length;
    if (end >= 2 ** 32) throw new RangeError('the terms of an index hold at most 4 GB');
    this.#characters = grown(this.#characters, end, Uint8Array);
    for (let i = 0; i < length; i++) this.#characters[start + i] = characters[i]!;
    this.#starts = grown(this.#starts, id + 2, Uint32Array);
    this.#starts[id + 1] = end;
  }

  #write(term: string): Uint8Array {
    if (term.length > this.#written.length) this.#written = new Uint8Array(term.length);
    for (let i = 0; i < term.length; i++) this.#written[i] = term.charCodeAt(i);
    return this.#written;
  }

  #rehash(length: number): void {
    const slots = new Uint32Array(length);
    for (let id = 0; id < this.#size; id++) {
      let slot = hashOf(this.#seed, this.#characters, this.#starts[id]!, this.#starts[id + 1]!) & (length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (length - 1);
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a of 32 bits from a start of our own; at the end the high bits get a say in the low ones, which choose the slot. */
function hashOf(seed: number, characters: Uint8Array, from: number, to: number): number {
  let hash = seed;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ characters[i]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

/** The array itself, or a copy of at least twice its length that has room for `needed` elements. */
export function grown<T extends Uint8Array | Uint32Array | Float64Array>(
  array: T,
  needed: number,
  Kind: new (length: number) => T,
): T {
  if (needed <= array.length) return array;
  const larger = new Kind(Math.min(Math.max(array.length * 2, needed), 2 ** 32 - 1));
  larger.set(array);
  return larger;
}
