import { endianness } from 'node:os';
import { giveBack } from './give-back.ts';

/** Where the lower and the higher half of a number of 64 bits lie. */
const [LOW, HIGH] = endianness() === 'LE' ? [0, 1] : [1, 0];

/**
 * Sorts postings by counting: those of each kind of term come into a row of their own, where they are sorted by term and
 * then by card. A posting is one number of 64 bits, term above card above code, for the engine's own sort of numbers.
 */
export class PostingSort {
  /** The posting that `next` went to. */
  other = 0;
  card = 0;
  code = 0;
  readonly #codeBits: number;
  /** How many bits of the card lie in the higher half, beside the term. */
  readonly #spilled: number;
  readonly #postings: BigUint64Array;
  readonly #halves: Uint32Array;
  /** By row: where it ends, and where the next of its postings goes. */
  #ends = new Uint32Array(0);
  #next = new Uint32Array(0);
  #at = 0;
  #end = 0;

  /**
   * @param size how many postings it takes at most, at 8 bytes.
   * @param others what is sorted by first is below it.
   * @param cards as are the cards.
   * @param kinds as are the codes; 0 where there are none.
   * @throws RangeError where the three do not fit into 64 bits.
   */
  constructor(size: number, others: number, cards: number, kinds: number) {
    this.#codeBits = bitsBelow(kinds);
    this.#spilled = Math.max(0, bitsBelow(cards) + this.#codeBits - 32);
    if (bitsBelow(others) + this.#spilled > 32) {
      throw new RangeError(
        `${others / 2} words, ${cards} cards and ${kinds} kinds of value are too many for one index`,
      );
    }
    this.#postings = new BigUint64Array(size);
    this.#halves = new Uint32Array(this.#postings.buffer);
  }

  /** Starts anew. @param counts by row: how many postings will be added to it. Not more than there is room for. */
  start(counts: Uint32Array): void {
    this.#ends = new Uint32Array(counts.length);
    this.#next = new Uint32Array(counts.length);
    let size = 0;
    for (let row = 0; row < counts.length; row++) {
      this.#next[row] = size;
      size += counts[row]!;
      this.#ends[row] = size;
    }
  }

  add(row: number, other: number, card: number, code: number): void {
    const at = this.#next[row]!;
    this.#next[row] = at + 1;
    const codeBits = this.#codeBits;
    const spilled = this.#spilled;
    this.#halves[2 * at + LOW] = (card << codeBits) | code;
    this.#halves[2 * at + HIGH] = spilled === 0 ? other : (other << spilled) | (card >>> (32 - codeBits));
  }

  /** Sorts a row, in front of whose first posting `next` then is. */
  open(row: number): void {
    this.#at = row === 0 ? 0 : this.#ends[row - 1]!;
    this.#end = this.#ends[row]!;
    if (this.#next[row] !== this.#end) throw new Error(`row ${row} is not full`);
    if (this.#end - this.#at > 1) this.#postings.subarray(this.#at, this.#end).sort();
  }

  /** Gives the memory back. It sorts no more. */
  end(): void {
    giveBack([this.#postings]);
  }

  /** Goes to the next posting of the row. Returns false where there is none. */
  next(): boolean {
    if (this.#at === this.#end) return false;
    const low = this.#halves[2 * this.#at + LOW]!;
    const high = this.#halves[2 * this.#at + HIGH]!;
    const codeBits = this.#codeBits;
    const spilled = this.#spilled;
    this.#at++;
    this.other = high >>> spilled;
    this.card = low >>> codeBits;
    this.code = low & (2 ** codeBits - 1);
    if (spilled > 0) this.card += (high & (2 ** spilled - 1)) * 2 ** (32 - codeBits);
    return true;
  }

  /** Goes to the next posting of the row where that is one of `other`. Returns false where it is not. */
  nextIs(other: number): boolean {
    if (this.#at === this.#end || this.#halves[2 * this.#at + HIGH]! >>> this.#spilled !== other) return false;
    return this.next();
  }
}

/** Bits of the largest number below a limit. */
function bitsBelow(limit: number): number {
  return limit <= 1 ? 0 : Math.floor(Math.log2(limit - 1)) + 1;
}
