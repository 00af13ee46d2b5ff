import { findByGalloping, findInBitmap, findInDirectory, findSingle, keepThoseInDirectory } from './list-finding.ts';
import { readBitmap, readDirectory, readDirectoryThrough, readNarrow, readSingle, readWide } from './list-reading.ts';
import { BITMAP, bitmapWords, type Codes, DIRECTORY, groupOf, type Lists, NARROW, SINGLE, WIDE } from './lists.ts';

/**
 * A place in one posting list, which tells card after card, and whether the list holds given cards. One cursor is opened on
 * one list after another, so that a search makes no objects. How a list of each form is read and looked through stands in
 * `list-reading.ts` and `list-finding.ts`; the fields are theirs.
 */
export class ListCursor {
  /** Cards in the list, and in the registry. */
  length = 0;
  cards = 0;
  form = SINGLE;
  /** The one card of a SINGLE. */
  single = 0;
  low: Lists['low'] = new Uint16Array(0);
  high: Lists['high'] = new Uint8Array(0);
  directory: Lists['directory'] = new Uint32Array(0);
  sieve: Lists['sieve'] = new Uint32Array(0);
  bits: Lists['bits'] = new Uint32Array(0);
  /** Of valued lists: what stands beside the posting at each place. */
  codes: Codes = new Uint8Array(0);
  /** Where the list begins: for BITMAP in `bits`, else in `low`. It ends there in `low` at `end`. */
  start = 0;
  end = 0;
  /** What to add to a place in `low` for that in `high`; for DIRECTORY where the list begins in `directory`. */
  side = 0;
  /** For DIRECTORY: 2^shift cards a bucket. */
  shift = 0;
  /** Where the sieve of the list begins; 2^sieveShift cards a bit of it. A BITMAP is its own sieve. */
  sieveStart = 0;
  sieveShift = 0;
  /** How far reading has come: a place in `low`; for SINGLE 0 or 1; for BITMAP a word of the bitmap. */
  at = 0;
  /**
   * For DIRECTORY: the bucket of `at` or one before it, with no card of other high bits in between. For BITMAP: what is left of
   * the word at `at`.
   */
  rest = 0;
  /** How far finding has come, for the forms without a directory: a place in `low`. */
  found = 0;
  readonly #singleCode = new Uint32Array(1);

  /** Opens a list, to be read from its beginning. */
  open(lists: Lists, list: number): void {
    const group = groupOf(lists, list);
    const within = list - group.first;
    this.length = group.length;
    this.cards = lists.cards;
    this.form = group.form;
    this.low = lists.low;
    this.high = lists.high;
    this.directory = lists.directory;
    this.bits = lists.bits;
    this.codes = lists.codes;
    this.shift = group.shift;
    if (group.form === BITMAP) {
      this.start = group.start + within * bitmapWords(lists.cards);
      this.sieve = lists.bits;
      this.sieveStart = this.start;
      this.sieveShift = 0;
    } else {
      this.start = group.start + within * group.length;
      this.end = this.start + group.length;
      this.side = group.form === DIRECTORY ? group.side + within * group.offsets : group.side - group.start;
      this.sieve = lists.sieve;
      this.sieveStart = group.sieve + within * group.sieveWords;
      this.sieveShift = group.sieveShift;
    }
    this.rewind();
  }

  /** Opens a list of one card that stands nowhere else. */
  openSingle(card: number, code = 0): void {
    this.#singleCode[0] = code;
    this.codes = this.#singleCode;
    this.length = 1;
    this.form = SINGLE;
    this.single = card;
    this.rewind();
  }

  /** Goes back to the beginning. */
  rewind(): void {
    this.at = 0;
    this.rest = 0;
    if (this.form === BITMAP) this.rest = this.bits[this.start]! | 0;
    else if (this.form !== SINGLE) this.at = this.start;
    this.rewindFinding();
  }

  /** To be called before cards are looked for that may be lower than the last ones. */
  rewindFinding(): void {
    this.found = this.start;
  }

  /** The place of the posting that is read next; the others follow one by one. Not for BITMAP. */
  get place(): number {
    return this.at;
  }

  /**
   * Reads the next cards.
   *
   * @param into where to write them, from 0.
   * @param most how many at most.
   * @param limit reads only cards below it: a multiple of 2^16, or the number of cards.
   * @returns how many were read; fewer than `most` where none is left below the limit.
   */
  read(into: Uint32Array, most: number, limit: number): number {
    switch (this.form) {
      case BITMAP:
        return readBitmap(this, into, most, limit);
      case DIRECTORY:
        return readDirectory(this, into, most, limit);
      case WIDE:
        return readWide(this, into, most, limit);
      case NARROW:
        return readNarrow(this, into, most);
      default:
        return readSingle(this, into, limit);
    }
  }

  /** Whether `readShared` can read this list and the other one. */
  canReadShared({ form }: ListCursor): boolean {
    return this.form === DIRECTORY && (form === DIRECTORY || form === BITMAP);
  }

  /** A number that no card still to be read is below. For DIRECTORY only. */
  get floor(): number {
    return this.at < this.end ? (((this.rest << this.shift) & ~0xffff) | this.low[this.at]!) >>> 0 : this.cards;
  }

  /**
   * Reads the next cards, and keeps those that another list holds as well. Where `canReadShared` says so.
   *
   * @param into where to write those it keeps, from 0.
   * @param most how many to read at most; `place` tells how many that were.
   * @returns how many were kept.
   */
  readShared(other: ListCursor, into: Uint32Array, most: number): number {
    const possible = readDirectoryThrough(this, other, into, most);
    return other.form === BITMAP ? possible : keepThoseInDirectory(other, into, possible);
  }

  /**
   * Looks for cards, ascending, from one call to the next as well.
   *
   * @param cards the first `count` are looked for.
   * @param hits where to write the places in `cards` of those that the list holds, from 0.
   * @param postings where to write, beside each hit, the place of its posting; not written for BITMAP.
   * @returns how many the list holds.
   */
  find(cards: Uint32Array, count: number, hits: Uint32Array, postings: Uint32Array): number {
    switch (this.form) {
      case BITMAP:
        return findInBitmap(this, cards, count, hits);
      case DIRECTORY:
        return findInDirectory(this, cards, count, hits, postings);
      case SINGLE:
        return findSingle(this, cards, count, hits, postings);
      default:
        return findByGalloping(this, cards, count, hits, postings);
    }
  }
}
