import { grown } from './dictionary.ts';
import { sortRuns } from './sort-runs.ts';

/**
 * Up to so many ids are kept as strings, in about 30 MB. To read twenty of them from bytes takes longer than to find their
 * cards among 100,000, and half as long as among a million.
 */
const KEPT_AS_STRINGS = 2 ** 20;

/** The ids of a registry in two arrays. */
export interface IdArrays {
  /** Each as UTF-8 would write it, a lone surrogate like any other character of its size. */
  readonly text: Uint8Array;
  /** Id `i` is `text[starts[i]]` up to `text[starts[i + 1]]`. */
  readonly starts: Uint32Array;
}

/**
 * The ids of a registry by card number, ascending by code point. Millions of them stay packed: strings would take four times
 * the memory.
 */
export class PackedIds {
  /** Number of ids. */
  readonly count: number;
  /** Bytes of the arrays; where the ids are strings, those of their text. */
  readonly bytes: number;
  readonly #arrays: IdArrays | undefined;
  readonly #buffer: Buffer;
  /** Whether all are of ASCII, which is read faster. */
  readonly #isAscii: boolean;
  readonly #strings: readonly string[];

  constructor(arrays: IdArrays) {
    const { starts, text } = arrays;
    this.count = starts.length - 1;
    this.#buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    this.#isAscii = isAscii(text);
    if (this.count <= KEPT_AS_STRINGS) {
      this.#strings = Array.from({ length: this.count }, (_, card) => this.#read(arrays, card));
      this.#buffer = Buffer.alloc(0);
      this.bytes = text.byteLength;
    } else {
      this.#arrays = arrays;
      this.#strings = [];
      this.bytes = text.byteLength + starts.byteLength;
    }
  }

  /** The id of a card. */
  id(card: number): string {
    return this.#arrays === undefined ? this.#strings[card]! : this.#read(this.#arrays, card);
  }

  /** The ids in two arrays: to be read only. */
  toArrays(): IdArrays {
    if (this.#arrays !== undefined) return this.#arrays;
    const text = new Uint8Array(this.bytes);
    const starts = new Uint32Array(this.count + 1);
    for (let card = 0; card < this.count; card++) starts[card + 1] = write(this.#strings[card]!, text, starts[card]!);
    return { text, starts };
  }

  #read({ starts, text }: IdArrays, card: number): string {
    const start = starts[card]!;
    const end = starts[card + 1]!;
    if (this.#isAscii) return this.#buffer.toString('latin1', start, end);
    const id = this.#buffer.toString('utf8', start, end);
    // Node reads a lone surrogate as characters that stand for errors, which an id itself may hold.
    return id.includes('\ufffd') ? read(text, start, end) : id;
  }
}

function isAscii(text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (text[i]! >= 0x80) return false;
  return true;
}

/** Packs the ids of a registry one by one, and numbers its cards. */
export class IdPacker {
  #text = new Uint8Array(1024);
  #starts = new Uint32Array(1024);
  #count = 0;

  /** @throws RangeError where the ids together pass 4 GB. */
  add(id: string): void {
    const start = this.#starts[this.#count]!;
    this.#text = grown(this.#text, start + 3 * id.length, Uint8Array);
    const end = write(id, this.#text, start);
    if (end >= 2 ** 32) throw new RangeError('the ids of an index hold at most 4 GB');
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts, this.#count + 2, Uint32Array);
    this.#starts[++this.#count] = end;
  }

  /**
   * @returns the ids, and by card number which card it was in the order of arrival, from 0.
   * @throws Error where two ids are equal.
   */
  finish(): { readonly ids: PackedIds; readonly arrival: Uint32Array } {
    const text = this.#text;
    const starts = this.#starts;
    // UTF-8 sorts by its bytes as its characters sort by code point.
    const arrival = sortRuns(text, starts, this.#count);
    const sortedText = new Uint8Array(starts[this.#count]!);
    const sortedStarts = new Uint32Array(this.#count + 1);
    let at = 0;
    for (let card = 0; card < this.#count; card++) {
      const arrived = arrival[card]!;
      const before = at;
      for (let i = starts[arrived]!; i < starts[arrived + 1]!; i++) sortedText[at++] = text[i]!;
      sortedStarts[card + 1] = at;
      if (card > 0 && isEqual(sortedText, sortedStarts[card - 1]!, before, at)) {
        throw new Error(`two cards have the id ${JSON.stringify(read(sortedText, before, at))}`);
      }
    }
    return { ids: new PackedIds({ text: sortedText, starts: sortedStarts }), arrival };
  }
}

/** Whether what begins at `first` and ends at `second` is what begins there and ends at `end`. */
function isEqual(text: Uint8Array, first: number, second: number, end: number): boolean {
  if (second - first !== end - second) return false;
  for (let i = 0; second + i < end; i++) if (text[first + i] !== text[second + i]) return false;
  return true;
}

/** Writes a string. Returns where it ends. */
function write(string: string, text: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < string.length; i++) {
    const point = string.codePointAt(i)!;
    if (point < 0x80) {
      text[at++] = point;
    } else if (point < 0x800) {
      text[at++] = 0xc0 | (point >>> 6);
      text[at++] = 0x80 | (point & 63);
    } else if (point < 0x10000) {
      text[at++] = 0xe0 | (point >>> 12);
      text[at++] = 0x80 | ((point >>> 6) & 63);
      text[at++] = 0x80 | (point & 63);
    } else {
      i++;
      text[at++] = 0xf0 | (point >>> 18);
      text[at++] = 0x80 | ((point >>> 12) & 63);
      text[at++] = 0x80 | ((point >>> 6) & 63);
      text[at++] = 0x80 | (point & 63);
    }
  }
  return at;
}

/** Reads what `write` wrote. */
function read(text: Uint8Array, start: number, end: number): string {
  let string = '';
  for (let at = start; at < end; ) {
    const first = text[at++]!;
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let point = more === 0 ? first : first & (63 >>> more);
    for (let i = 0; i < more; i++) point = (point << 6) | (text[at++]! & 63);
    string += String.fromCodePoint(point);
  }
  return string;
}
