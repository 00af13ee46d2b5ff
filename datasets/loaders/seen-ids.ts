import { hash } from 'node:crypto';

/** Slots of the first table; it grows by doubling. A power of two. */
const FIRST_SLOTS = 1024;

/**
 * The ids that a collection has shown so far, held small: ids that count upwards (0, 1, 2, ..., as those of MS MARCO do)
 * take no memory at all, any other 8 to 16 bytes. What is kept of an id is 64 bits of its hash, so that `has` may be true
 * for an id that was never added (odds of 1 in 10^5 for ten million ids): look it up before you say so.
 */
export class SeenIds {
  #first = 0;
  /** The ids from `#first` up to here, this one left out, have been seen. */
  #end = 0;
  /** Two halves of a hash a slot; 0, 0 is free. */
  #table = new Uint32Array(2 * FIRST_SLOTS);
  #used = 0;

  /** Whether the id was added before; seldom, true for one that was not. */
  has(id: string): boolean {
    const number = counted(id);
    if (number !== undefined && number >= this.#first && number < this.#end) return true;
    if (this.#used === 0) return false;
    const [high, low] = halves(id);
    return this.#holds(this.#slot(this.#table, high, low));
  }

  /** Adds an id. */
  add(id: string): void {
    const number = counted(id);
    if (number !== undefined && number === this.#end) {
      this.#end++;
      return;
    }
    if (number !== undefined && this.#first === this.#end && this.#used === 0) {
      this.#first = number;
      this.#end = number + 1;
      return;
    }
    if (4 * (this.#used + 1) > 3 * (this.#table.length / 2)) this.#grow();
    const [high, low] = halves(id);
    const slot = this.#slot(this.#table, high, low);
    if (this.#holds(slot)) return;
    this.#table[slot] = high;
    this.#table[slot + 1] = low;
    this.#used++;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#table.byteLength;
  }

  #holds(slot: number): boolean {
    return this.#table[slot] !== 0 || this.#table[slot + 1] !== 0;
  }

  /** Offset of the slot that holds the hash, or of the free one where it belongs. */
  #slot(table: Uint32Array, high: number, low: number): number {
    const mask = table.length - 1;
    let slot = (2 * low) & mask;
    while ((table[slot] !== high || table[slot + 1] !== low) && (table[slot] !== 0 || table[slot + 1] !== 0)) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Uint32Array(2 * old.length);
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i]!;
      const low = old[i + 1]!;
      if (high === 0 && low === 0) continue;
      const slot = this.#slot(table, high, low);
      table[slot] = high;
      table[slot + 1] = low;
    }
    this.#table = table;
  }
}

/** The number of an id that is a decimal integer and nothing else: not `007`, which is another id than `7`. */
function counted(id: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(id) ? Number(id) : undefined;
}

function halves(id: string): readonly [number, number] {
  const bytes = hash('sha1', id, 'buffer');
  // All zeros would read as a free slot.
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4) || 1];
}
