/*
 * Posting lists: for each of many terms the cards that hold it, by number, ascending.
 *
 * Lists are numbered from the longest to the shortest, so that all lists of one length (a group) stand side by side. What
 * is said once a group need not be said once a list: its length, where it begins, its form. The form follows from the length:
 *
 *   BITMAP     a bit for each card of the registry
 *   DIRECTORY  the low 16 bits of each card, in buckets of 2^shift cards, where each bucket begins, and a sieve: words of
 *              32 bits, each for 32 * 2^sieveShift cards; a card of the list sets two of the bits of its word, that of its
 *              number >>> sieveShift and that of its number, both modulo 32
 *   WIDE       the low 16 bits of each card, and the bits above them in an array of their own
 *   NARROW     the low 16 bits of each card: in a registry of up to 65,536 cards there are no others
 *
 * Valued lists have a small number beside each posting. They have no bitmaps, for a bit has no place to put it beside.
 */

/** The forms of a list. */
export const BITMAP = 0;
export const DIRECTORY = 1;
export const WIDE = 2;
export const NARROW = 3;
/** A list of one card that stands nowhere but in the dictionary. */
export const SINGLE = 4;

/** Which lists take which form. It changes size and speed, and never a result. */
export interface Forms {
  /** A list is a bitmap where it holds at least one card in so many. */
  readonly bitmapShare: number;
  /** Of the others, one of at least this length has a directory, where that takes no more than 4 bits a card. */
  readonly directoryLength: number;
  /** About how many cards a bucket holds, where they lie evenly. */
  readonly bucket: number;
  /** At least how many bits of the sieve there are for each card of the list, where there are as many cards: half as many ... */
  readonly sieve: number;
  /** ... in a registry of more cards than this, where memory is dear. */
  readonly largeRegistry: number;
}

export const DEFAULT_FORMS: Forms = {
  bitmapShare: 32,
  directoryLength: 128,
  bucket: 32,
  sieve: 8,
  largeRegistry: 2 ** 22,
};

/** All lists of one length. */
interface Group {
  /** The number of its first list, and of the first one after it. */
  readonly first: number;
  readonly end: number;
  /** Cards in each list. */
  readonly length: number;
  readonly form: number;
  /** Where its first list begins: for BITMAP in `bits`, else in `low`. */
  readonly start: number;
  /** What stands beside its first list begins here: for DIRECTORY in `directory`, for WIDE in `high`. */
  readonly side: number;
  /** For DIRECTORY: a bucket is 2^shift cards, and a list has so many offsets. */
  readonly shift: number;
  readonly offsets: number;
  /** For DIRECTORY: where the sieve of its first list begins, its 32-bit words a list, and 2^sieveShift cards a bit. */
  readonly sieve: number;
  readonly sieveWords: number;
  readonly sieveShift: number;
}

/** Posting lists, ready to be read. Made by `ListsBuilder`. */
export interface Lists {
  /** Cards in the registry. */
  readonly cards: number;
  /** Longest lists first. */
  readonly groups: readonly Group[];
  /** `end` of each group. */
  readonly ends: Uint32Array;
  readonly low: Uint16Array;
  /** Bits 16 to 23 of the cards of WIDE lists; in a registry of more than 2^24 cards, bits 16 to 31. */
  readonly high: Uint8Array | Uint16Array;
  /** By bucket: how many cards of the list lie before it; then the length of the list. */
  readonly directory: Uint32Array;
  readonly sieve: Uint32Array;
  readonly bits: Uint32Array;
  /** Beside `low`, where the lists are valued; else empty. */
  readonly codes: Codes;
}

/** Small numbers, in as few bytes as the largest needs. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Zeros, with room for numbers below `kinds`. */
export function makeCodes(length: number, kinds: number): Codes {
  if (kinds <= 2 ** 8) return new Uint8Array(length);
  return kinds <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** How many postings the lists hold. */
export function listsPostings({ groups }: Lists): number {
  return groups.reduce((sum, { end, first, length }) => sum + (end - first) * length, 0);
}

/** The group of a list. */
export function groupOf(lists: Lists, list: number): Group {
  const { groups, ends } = lists;
  let from = 0;
  let to = ends.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ends[middle]! <= list) from = middle + 1;
    else to = middle;
  }
  return groups[from]!;
}

/** 32-bit words of a bitmap over the cards. */
export function bitmapWords(cards: number): number {
  return Math.ceil(cards / 32);
}

/** The groups for so many lists (values) of each length (keys), and the size of each array. */
export function planGroups(counts: ReadonlyMap<number, number>, cards: number, forms: Forms) {
  const groups: Group[] = [];
  let lists = 0;
  let bits = 0;
  let low = 0;
  let high = 0;
  let directory = 0;
  let sieve = 0;
  for (const [length, count] of [...counts].sort(([a], [b]) => b - a)) {
    const { form, shift, offsets, ...sizes } = formOf(length, cards, forms);
    const start = form === BITMAP ? bits : low;
    const side = form === DIRECTORY ? directory : high;
    groups.push({ first: lists, end: lists + count, length, form, start, side, shift, offsets, sieve, ...sizes });
    lists += count;
    if (form === BITMAP) bits += count * bitmapWords(cards);
    else low += count * length;
    if (form === WIDE) high += count * length;
    directory += count * offsets;
    sieve += count * sizes.sieveWords;
  }
  return { groups, low, high, directory, sieve, bits };
}

function formOf(length: number, cards: number, forms: Forms) {
  const { bitmapShare, bucket, directoryLength, largeRegistry, sieve } = forms;
  const none = { shift: 0, offsets: 0, sieveShift: 0, sieveWords: 0 };
  if (length * bitmapShare >= cards) return { form: BITMAP, ...none };
  // A bucket does not cross a multiple of 2^16: its cards share the bits above the low ones.
  const shift = shiftFor((cards / length) * bucket);
  const offsets = ((cards - 1) >>> shift) + 2;
  if (length < directoryLength || offsets * 8 > length) return { form: cards > 2 ** 16 ? WIDE : NARROW, ...none };
  const sieveShift = shiftFor(cards / length / (cards > largeRegistry ? sieve / 2 : sieve));
  const sieveWords = (((cards - 1) >>> sieveShift) >>> 5) + 1;
  return { form: DIRECTORY, shift, offsets, sieveShift, sieveWords };
}

/** The largest number of bits, up to 16, that make no more than so many cards. */
function shiftFor(cards: number): number {
  return 31 - Math.clz32(Math.min(2 ** 16, Math.max(1, Math.floor(cards))));
}
