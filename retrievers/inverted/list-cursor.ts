import { BITMAP, bitmapWords, type Codes, DIRECTORY, groupOf, type Lists, NARROW, SINGLE, WIDE } from './lists.ts';

const ONE_CARD = new Uint32Array(1);
const ONE_HIT = new Uint32Array(1);
const NO_LOW: Lists['low'] = new Uint16Array(0);
const NO_HIGH: Lists['high'] = new Uint8Array(0);
const NO_BITS: Lists['bits'] = new Uint32Array(0);

/**
 * Reads one posting list: card after card, and whether it holds given cards. One cursor is opened on one list after
 * another, so that a search makes no objects.
 */
export class ListCursor {
  /** Cards in the list. */
  length = 0;
  /** Of valued lists: what stands beside the posting at each place. */
  codes: Codes = new Uint8Array(0);
  readonly #singleCode = new Uint32Array(1);
  #form = SINGLE;
  #cards = 0;
  /** The one card of a SINGLE. */
  #single = 0;
  #low = NO_LOW;
  #high = NO_HIGH;
  #directory = NO_BITS;
  #bits = NO_BITS;
  #sieve = NO_BITS;
  /** For DIRECTORY: where the sieve of the list begins, and 2^#sieveShift cards a bit. */
  #sieveStart = 0;
  #sieveShift = 0;
  /** Where the list begins: for BITMAP in `bits`, else in `low`. It ends there in `low` at `#end`. */
  #start = 0;
  #end = 0;
  /** What to add to a place in `low` for that in `high`; for DIRECTORY where the list begins in `directory`. */
  #side = 0;
  #shift = 0;
  /** How far reading has come: a place in `low`; for SINGLE 0 or 1; for BITMAP a word of the bitmap. */
  #at = 0;
  /** For DIRECTORY: the bucket of `#at`. For BITMAP: what is left of the word at `#at`. */
  #rest = 0;
  /** How far finding has come. */
  #found = 0;

  /** Opens a list, to be read from its beginning. */
  open(lists: Lists, list: number): void {
    const group = groupOf(lists, list);
    const within = list - group.first;
    this.length = group.length;
    this.#form = group.form;
    this.#cards = lists.cards;
    this.#low = lists.low;
    this.#high = lists.high;
    this.#directory = lists.directory;
    this.#bits = lists.bits;
    this.#sieve = lists.sieve;
    this.#shift = group.shift;
    this.codes = lists.codes;
    if (group.form === BITMAP) {
      this.#start = group.start + within * bitmapWords(lists.cards);
    } else {
      this.#start = group.start + within * group.length;
      this.#end = this.#start + group.length;
      this.#side = group.form === DIRECTORY ? group.side + within * group.offsets : group.side - group.start;
      this.#sieveStart = group.sieve + within * group.sieveWords;
      this.#sieveShift = group.sieveShift;
    }
    this.rewind();
  }

  /** Opens a list of one card that stands nowhere else. */
  openSingle(card: number, code = 0): void {
    this.#singleCode[0] = code;
    this.codes = this.#singleCode;
    this.length = 1;
    this.#form = SINGLE;
    this.#single = card;
    this.rewind();
  }

  /** Goes back to the beginning. */
  rewind(): void {
    this.#at = 0;
    this.#rest = 0;
    if (this.#form === BITMAP) this.#rest = this.#bits[this.#start]! | 0;
    else if (this.#form !== SINGLE) this.#at = this.#start;
    this.rewindFinding();
  }

  /** To be called before cards are looked for that may be lower than the last ones. */
  rewindFinding(): void {
    this.#found = this.#start;
  }

  /** The place of the posting that is read next; the others follow one by one. Not for BITMAP. */
  get place(): number {
    return this.#at;
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
    switch (this.#form) {
      case BITMAP:
        return this.#readBitmap(into, most, limit);
      case DIRECTORY:
        return this.#readDirectory(into, most, limit);
      case WIDE:
        return this.#readWide(into, most, limit);
      case NARROW:
        return this.#readNarrow(into, most);
      default:
        if (this.#at > 0 || this.#single >= limit) return 0;
        this.#at = 1;
        into[0] = this.#single;
        return 1;
    }
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
    switch (this.#form) {
      case BITMAP:
        return this.#findInBitmap(cards, count, hits);
      case DIRECTORY:
        return this.#findInDirectory(cards, count, hits, postings);
      case WIDE:
        return this.#findWide(cards, count, hits, postings);
      case NARROW:
        return this.#findNarrow(cards, count, hits, postings);
      default:
        for (let i = 0; i < count; i++) {
          if (cards[i] !== this.#single) continue;
          hits[0] = i;
          postings[0] = 0;
          return 1;
        }
        return 0;
    }
  }

  /** Whether the list holds a card. Not to be mixed with `find`, whose place it moves. */
  holds(card: number): boolean {
    ONE_CARD[0] = card;
    this.rewindFinding();
    return this.find(ONE_CARD, 1, ONE_HIT, ONE_HIT) > 0;
  }

  #readBitmap(into: Uint32Array, most: number, limit: number): number {
    const bits = this.#bits;
    const start = this.#start;
    const words = bitmapWords(Math.min(limit, this.#cards));
    let at = this.#at;
    let rest = this.#rest;
    let count = 0;
    while (at < words) {
      while (rest !== 0 && count < most) {
        const lowest = rest & -rest;
        into[count++] = (at << 5) + 31 - Math.clz32(lowest);
        rest ^= lowest;
      }
      if (count === most) break;
      at++;
      // One word past the end may be that of the next list, or none (0): it is not read from.
      rest = bits[start + at]! | 0;
    }
    this.#at = at;
    this.#rest = rest;
    return count;
  }

  #readDirectory(into: Uint32Array, most: number, limit: number): number {
    const low = this.#low;
    const directory = this.#directory;
    const buckets = ((Math.min(limit, this.#cards) - 1) >>> this.#shift) + 1;
    let bucket = this.#rest;
    let at = this.#at;
    let count = 0;
    while (count < most && bucket < buckets) {
      const high = ((bucket << this.#shift) & ~0xffff) >>> 0;
      const end = Math.min(this.#start + directory[this.#side + bucket + 1]!, at + most - count);
      while (at < end) into[count++] = high + low[at++]!;
      if (at < this.#start + directory[this.#side + bucket + 1]!) break;
      bucket++;
    }
    this.#at = at;
    this.#rest = bucket;
    return count;
  }

  #readWide(into: Uint32Array, most: number, limit: number): number {
    const end = Math.min(this.#end, this.#at + most);
    let count = 0;
    while (this.#at < end) {
      const card = this.#wide(this.#at);
      if (card >= limit) break;
      into[count++] = card;
      this.#at++;
    }
    return count;
  }

  #readNarrow(into: Uint32Array, most: number): number {
    const low = this.#low;
    const at = this.#at;
    const count = Math.min(most, this.#end - at);
    for (let i = 0; i < count; i++) into[i] = low[at + i]!;
    this.#at = at + count;
    return count;
  }

  #findInBitmap(cards: Uint32Array, count: number, hits: Uint32Array): number {
    const bits = this.#bits;
    const start = this.#start;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const card = cards[i]!;
      hits[found] = i;
      found += (bits[start + (card >>> 5)]! >>> (card & 31)) & 1;
    }
    return found;
  }

  #findInDirectory(cards: Uint32Array, count: number, hits: Uint32Array, postings: Uint32Array): number {
    const low = this.#low;
    const directory = this.#directory;
    const start = this.#start;
    const side = this.#side;
    const shift = this.#shift;
    // First the sieve, which takes no decision and little memory; most cards stay in it. Then the rest in their buckets.
    const sieve = this.#sieve;
    const sieveStart = this.#sieveStart;
    const sieveShift = this.#sieveShift;
    let possible = 0;
    for (let i = 0; i < count; i++) {
      const bit = cards[i]! >>> sieveShift;
      hits[possible] = i;
      possible += (sieve[sieveStart + (bit >>> 5)]! >>> (bit & 31)) & 1;
    }
    let found = 0;
    for (let h = 0; h < possible; h++) {
      const i = hits[h]!;
      const card = cards[i]!;
      const wanted = card & 0xffff;
      const bucket = side + (card >>> shift);
      let at = start + directory[bucket]!;
      let end = start + directory[bucket + 1]!;
      while (end - at > 16) {
        const middle = (at + end) >>> 1;
        if (low[middle]! <= wanted) at = middle;
        else end = middle;
      }
      while (at < end && low[at]! < wanted) at++;
      if (at === end || low[at] !== wanted) continue;
      hits[found] = i;
      postings[found++] = at;
    }
    return found;
  }

  #findNarrow(cards: Uint32Array, count: number, hits: Uint32Array, postings: Uint32Array): number {
    const low = this.#low;
    const end = this.#end;
    let at = this.#found;
    let found = 0;
    for (let i = 0; i < count && at < end; i++) {
      const card = cards[i]!;
      if (low[at]! < card) {
        // Gallop: steps that double, then halve the last one.
        let step = 1;
        while (at + step < end && low[at + step]! < card) {
          at += step;
          step *= 2;
        }
        let after = Math.min(at + step, end);
        while (after - at > 1) {
          const middle = (at + after) >>> 1;
          if (low[middle]! < card) at = middle;
          else after = middle;
        }
        if (after === end) {
          at = end;
          break;
        }
        at = after;
      }
      if (low[at]! !== card) continue;
      hits[found] = i;
      postings[found++] = at;
    }
    this.#found = at;
    return found;
  }

  /** As `#findNarrow`, with the bits above. */
  #findWide(cards: Uint32Array, count: number, hits: Uint32Array, postings: Uint32Array): number {
    const end = this.#end;
    let at = this.#found;
    let found = 0;
    for (let i = 0; i < count && at < end; i++) {
      const card = cards[i]!;
      if (this.#wide(at) < card) {
        // Gallop: steps that double, then halve the last one.
        let step = 1;
        while (at + step < end && this.#wide(at + step) < card) {
          at += step;
          step *= 2;
        }
        let after = Math.min(at + step, end);
        while (after - at > 1) {
          const middle = (at + after) >>> 1;
          if (this.#wide(middle) < card) at = middle;
          else after = middle;
        }
        if (after === end) {
          at = end;
          break;
        }
        at = after;
      }
      if (this.#wide(at) !== card) continue;
      hits[found] = i;
      postings[found++] = at;
    }
    this.#found = at;
    return found;
  }

  /** The card at a place of a WIDE list. */
  #wide(at: number): number {
    return this.#high[this.#side + at]! * 0x10000 + this.#low[at]!;
  }
}
