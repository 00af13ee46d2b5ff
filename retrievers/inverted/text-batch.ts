import type { Card } from '../../datasets/card.ts';

/** Some texts as UTF-16 units, one after the other. Plain data: it can be sent to another thread. */
export interface Texts {
  readonly units: Uint16Array<ArrayBuffer>;
  /** Text `i` is `units[ends[i - 1]]`, or from 0, up to `units[ends[i]]`; the first `count` are valid. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly count: number;
}

/** Texts up to this are written unit by unit: calling for a copy takes longer. */
const SHORT = 32;

/** Units that fill a batch however few its texts are, so that long ones do not pile up. */
const MANY_UNITS = 2 ** 21;
const FEW_UNITS = 2 ** 14;

/**
 * The texts of some cards as UTF-16 units in one array. A text that was put together piece by piece is a tree of strings
 * in memory, and reading it there character by character takes longer than copying it first.
 */
export class TextBatch implements Texts {
  units: Uint16Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  count = 0;
  #buffer: Buffer;

  /** @param ends with room for as many texts as it is to hold. Both arrays may have been those of another batch. */
  constructor(ends: Uint32Array<ArrayBuffer>, units = new Uint16Array(FEW_UNITS)) {
    this.units = units;
    this.ends = ends;
    this.#buffer = Buffer.from(units.buffer);
  }

  get isFull(): boolean {
    return this.count === this.ends.length || this.#end >= MANY_UNITS;
  }

  clear(): void {
    this.count = 0;
    // One text of millions of units is not to keep its memory for all that follow.
    if (this.units.length > 2 * MANY_UNITS) this.#resize(FEW_UNITS);
  }

  /** Adds the text of a card: what words are read from, all of its fields. */
  add(card: Card): void {
    let end = this.#end;
    end = this.#write(card.name, end);
    end = this.#write(card.description, end);
    for (const list of [card.skills, card.tags, card.examples, card.tools]) {
      for (const text of list) end = this.#write(text, end);
    }
    this.ends[this.count++] = end;
  }

  /** Writes a text and, so that its last word ends there, a line feed. Returns where that ends. */
  #write(text: string, at: number): number {
    if (text === '') return at;
    const end = at + text.length;
    if (end >= this.units.length) this.#resize(Math.max(end + 1, 2 * this.units.length));
    if (text.length > SHORT) this.#buffer.write(text, 2 * at, 'utf16le');
    else for (let i = 0; i < text.length; i++) this.units[at + i] = text.charCodeAt(i);
    this.units[end] = 0x0a;
    return end + 1;
  }

  /** Units of all texts so far. */
  get #end(): number {
    return this.count === 0 ? 0 : this.ends[this.count - 1]!;
  }

  #resize(length: number): void {
    const resized = new Uint16Array(length);
    resized.set(this.units.subarray(0, length));
    this.units = resized;
    this.#buffer = Buffer.from(resized.buffer);
  }
}
