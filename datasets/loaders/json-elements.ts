import { InputError } from '../input-error.ts';
import { place } from './bytes.ts';
import { MAX_DEPTH } from './json.ts';
import { decodeUtf8, MAX_TEXT_BYTES } from './lines.ts';

/** The text of one element of a JSON array, not parsed yet. */
export interface Element {
  /** The line its text starts on, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Where the array starts, and the bound of its elements. */
export interface ElementOptions {
  /** Line of the first byte; default 1. */
  readonly line?: number;
  /** Bytes of the longest element that is read; default `MAX_TEXT_BYTES`. */
  readonly maxBytes?: number;
}

/**
 * What the splitter waits for: the `[`; an element or `]`; an element; the end of an object, array or string; the end of
 * a number or word; a comma or `]`; nothing, the array is over.
 */
type State = 'start' | 'first' | 'next' | 'nested' | 'bare' | 'after' | 'over';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LF = 0x0a;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09;
}

/**
 * Cuts a JSON array into its elements as the bytes come in; memory holds one element and one chunk. It looks at brackets,
 * quotes and commas only (all ASCII, so bytes will do): whether an element is JSON is for whoever parses it.
 */
export class ArraySplitter {
  #state: State = 'start';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line: number;
  #elementLine = 0;
  #pieces: Uint8Array[] = [];
  #size = 0;
  readonly #name: string;
  readonly #maxBytes: number;

  /** @param name stands for the file in messages. */
  constructor(name: string, options: ElementOptions = {}) {
    this.#name = name;
    this.#line = options.line ?? 1;
    this.#maxBytes = options.maxBytes ?? MAX_TEXT_BYTES;
  }

  /** The line that was reached. */
  get line(): number {
    return this.#line;
  }

  /**
   * Takes the next bytes.
   *
   * @returns the elements that end in them, and the bytes after the array once it is over.
   * @throws {InputError} naming file and line where this is no array, or an element is out of bounds.
   */
  push(chunk: Uint8Array): { readonly elements: readonly Element[]; readonly tail: Uint8Array | undefined } {
    const elements: Element[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      if (this.#state === 'over') return { elements, tail: chunk.subarray(i) };
      const byte = chunk[i]!;
      if (this.#state === 'nested') {
        if (this.#endsNested(byte)) {
          this.#state = 'after';
          this.#take(chunk.subarray(from, i + 1));
          elements.push(this.#finish());
        }
      } else if (this.#state === 'bare') {
        if (byte === COMMA || byte === CLOSE_ARRAY || isSpace(byte)) {
          this.#take(chunk.subarray(from, i));
          elements.push(this.#finish());
          this.#state = 'after';
          this.#between(byte);
        }
      } else if (this.#between(byte)) {
        from = i;
        this.#elementLine = this.#line;
      }
      if (byte === LF) this.#line++;
    }
    if (this.#state === 'nested' || this.#state === 'bare') this.#take(chunk.subarray(from));
    return { elements, tail: this.#state === 'over' ? new Uint8Array() : undefined };
  }

  /** @throws {InputError} if the array is not over. */
  end(): void {
    if (this.#state !== 'over') this.#fail(this.#state === 'start' ? 'expected an array' : 'the array is not closed');
  }

  /** Inside an object, array or string: true for the byte that ends the element. */
  #endsNested(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        return this.#depth === 0;
      }
      return false;
    }
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++this.#depth > MAX_DEPTH) this.#fail(`nested deeper than ${MAX_DEPTH} levels`);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) return --this.#depth === 0;
    return false;
  }

  /** Between elements: true for the byte that begins one. */
  #between(byte: number): boolean {
    if (isSpace(byte)) return false;
    const state = this.#state;
    if (state === 'start') {
      if (byte !== OPEN_ARRAY) this.#fail('expected an array');
      this.#state = 'first';
      return false;
    }
    if (state === 'after') {
      if (byte === COMMA) this.#state = 'next';
      else if (byte === CLOSE_ARRAY) this.#state = 'over';
      else this.#fail('not JSON: expected a comma or ] after an element');
      return false;
    }
    if (byte === CLOSE_ARRAY && state === 'first') {
      this.#state = 'over';
      return false;
    }
    if (byte === CLOSE_ARRAY || byte === COMMA || byte === CLOSE_OBJECT) this.#fail('not JSON: expected an element');
    this.#inString = byte === QUOTE;
    this.#depth = byte === OPEN_ARRAY || byte === OPEN_OBJECT ? 1 : 0;
    this.#state = this.#inString || this.#depth > 0 ? 'nested' : 'bare';
    return true;
  }

  #take(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) {
      throw new InputError(`${place(this.#name, this.#elementLine)}: an element longer than ${this.#maxBytes} bytes`);
    }
  }

  #finish(): Element {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return { line: this.#elementLine, text: decodeUtf8(bytes, this.#name, this.#elementLine) };
  }

  #fail(problem: string): never {
    throw new InputError(`${place(this.#name, this.#line)}: ${problem}`);
  }
}
