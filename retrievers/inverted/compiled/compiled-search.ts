import { endianness } from 'node:os';
import type { ListCursor } from '../list-cursor.ts';
import { BITMAP, DIRECTORY, type Lists, SINGLE } from '../lists.ts';
import type { RankedList } from '../pruned-search.ts';
import type { RegistryTerms } from '../registry-terms.ts';
import type { TopK } from '../top-k.ts';
import { SEARCH_WASM } from './search-wasm.ts';

/** What we use of WebAssembly, of which the types of Node know nothing. Some ways to start Node leave it out. */
declare const WebAssembly:
  | {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object) => { readonly exports: unknown };
    }
  | undefined;

/** What `assembly/search.ts` exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  init(cards: number): void;
  run(lists: number, k: number): number;
  visits(): number;
}

/** The posting lists of a registry, as they are laid into the memory one after the other. */
type PostingArray = 'low' | 'high' | 'directory' | 'sieve' | 'bits';
const POSTING_ARRAYS: readonly PostingArray[] = ['low', 'high', 'directory', 'sieve', 'bits'];

/** Places in the memory that `assembly/search.ts` knows too: the lists of a query, the best cards, and what is left to us. */
const LISTS = 4096;
const TOP_RANKS = 13_312;
const TOP_CARDS = 13_824;
const FIRST_FREE = 65_536;
/** Bytes of the struct of a list. */
const STRUCT = 64;
/** It takes no more lists, and keeps no more cards. */
const MOST = 64;

const PAGE = 65_536;
const MOST_BYTES = 2 ** 32 - PAGE;

/** The module, once it was needed. */
let compiled: object | undefined;

/**
 * `PrunedSearch` in WebAssembly: the same cards and ranks, in less time where there are many cards. Posting lists have
 * to lie in its memory; JavaScript reads them there as well, so there is one copy of them.
 */
export class CompiledSearch {
  /** Those it was made of, with the posting lists where they lie now. */
  readonly terms: RegistryTerms;
  readonly #wasm: Exports;
  readonly #numbers: Uint32Array;
  readonly #ranks: Float64Array;
  readonly #topCards: Uint32Array;
  readonly #topRanks: Float64Array;

  /**
   * Copies the posting lists of a registry.
   *
   * @param least bytes that the lists have to have: among few cards it gains nothing.
   * @returns undefined where that is not so or cannot be: for more than 2^24 cards or 4 GB, or where there is no WebAssembly or
   *   not enough memory for it.
   */
  static of(terms: RegistryTerms, least: number): CompiledSearch | undefined {
    const both = [terms.wordLists, terms.pairLists];
    const bytes = both.reduce((sum, lists) => sum + spaceFor(lists), 0);
    if (bytes < least || FIRST_FREE + bytes > MOST_BYTES || endianness() !== 'LE') return undefined;
    if (typeof WebAssembly === 'undefined' || both.some(({ high }) => high.BYTES_PER_ELEMENT > 1)) return undefined;
    compiled ??= new WebAssembly.Module(Buffer.from(SEARCH_WASM, 'base64'));
    try {
      return new CompiledSearch(terms, bytes, new WebAssembly.Instance(compiled).exports as Exports);
    } catch (error) {
      // It asks for more room for addresses than it uses, which a limit on the process may not allow.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  private constructor(terms: RegistryTerms, bytes: number, wasm: Exports) {
    this.#wasm = wasm;
    const { memory } = this.#wasm;
    memory.grow(Math.ceil((FIRST_FREE + bytes - memory.buffer.byteLength) / PAGE));
    const wordLists = moved(terms.wordLists, memory.buffer, FIRST_FREE);
    const pairLists = moved(terms.pairLists, memory.buffer, FIRST_FREE + spaceFor(wordLists));
    this.terms = { ...terms, wordLists, pairLists };
    this.#wasm.init(wordLists.cards);
    this.#numbers = new Uint32Array(memory.buffer, LISTS, (MOST * STRUCT) / 4);
    this.#ranks = new Float64Array(memory.buffer, LISTS, (MOST * STRUCT) / 8);
    this.#topCards = new Uint32Array(memory.buffer, TOP_CARDS, MOST);
    this.#topRanks = new Float64Array(memory.buffer, TOP_RANKS, MOST);
  }

  /** Cards that the last search met, as `PrunedSearch.visited`. */
  get visited(): number {
    return this.#wasm.visits();
  }

  /**
   * As `PrunedSearch.run`.
   *
   * @param best empty.
   * @returns false where it is not for this search: too many lists or cards wanted, or too many came in. `best` is empty then.
   */
  run(lists: readonly RankedList[], count: number, best: TopK): boolean {
    if (count > MOST || best.most > MOST || best.most === 0) return false;
    for (let i = 0; i < count; i++) {
      const { cursor, impliedFirst, impliedSecond, rank } = lists[i]!;
      const at = (i * STRUCT) / 4;
      this.#write(at, cursor);
      this.#numbers[at + 8] = addressOf(lists, i, impliedFirst);
      this.#numbers[at + 9] = addressOf(lists, i, impliedSecond);
      this.#ranks[at / 2 + 7] = rank;
    }
    const found = this.#wasm.run(count, best.most);
    for (let i = 0; i < found; i++) best.offer(this.#topCards[i]!, this.#topRanks[i]!);
    return found >= 0;
  }

  /** Writes the struct of a list, all but its rank and the lists it implies. The order is that of `assembly/search.ts`. */
  #write(at: number, cursor: ListCursor): void {
    const numbers = this.#numbers;
    const { form, start } = cursor;
    numbers[at] = form;
    if (form === SINGLE) {
      numbers[at + 7] = cursor.single;
    } else if (form === BITMAP) {
      numbers[at + 1] = cursor.bits.byteOffset + 4 * start;
      numbers[at + 5] = cursor.bits.byteOffset + 4 * start;
      numbers[at + 6] = 0;
    } else {
      const { directory, high, low, side } = cursor;
      numbers[at + 1] = low.byteOffset + 2 * start;
      numbers[at + 2] = low.byteOffset + 2 * cursor.end;
      numbers[at + 3] = form === DIRECTORY ? directory.byteOffset + 4 * side : high.byteOffset + side + start;
      numbers[at + 4] = cursor.shift;
      numbers[at + 5] = cursor.sieve.byteOffset + 4 * cursor.sieveStart;
      numbers[at + 6] = cursor.sieveShift;
    }
  }
}

/** Where the struct of an implied list is, which stands after that of the list that implies it; 0 where there is none. */
function addressOf(lists: readonly RankedList[], from: number, implied: RankedList | undefined): number {
  if (implied === undefined) return 0;
  let i = from + 1;
  while (lists[i] !== implied) i++;
  return LISTS + i * STRUCT;
}

/** Bytes that the posting lists take, each array at a multiple of 64 and with room after it for a read past its end. */
function spaceFor(lists: Lists): number {
  return POSTING_ARRAYS.reduce((sum, name) => sum + spaceOf(lists[name]), 0);
}

function spaceOf({ byteLength }: ArrayBufferView): number {
  return Math.ceil((byteLength + 64) / 64) * 64;
}

/** A copy of the posting lists, from an address of the memory on. */
function moved(lists: Lists, memory: ArrayBuffer, address: number): Lists {
  const copies: Partial<Record<PostingArray, ArrayBufferView>> = {};
  let at = address;
  for (const name of POSTING_ARRAYS) {
    const array = lists[name];
    const Kind = array.constructor as new (buffer: ArrayBuffer, at: number, length: number) => typeof array;
    const copy = new Kind(memory, at, array.length);
    copy.set(array);
    copies[name] = copy;
    at += spaceOf(array);
  }
  return { ...lists, ...(copies as Pick<Lists, PostingArray>) };
}
