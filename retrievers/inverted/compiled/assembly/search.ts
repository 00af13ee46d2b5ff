/*
 * PrunedSearch in AssemblyScript, for `build.ts` to compile: the same walk in the same order, so that the proof beside it
 * holds here. `pruned-search.ts`, `list-reading.ts`, `list-finding.ts`, `coming-in.ts`, `top-k.ts` and `card-set.ts` say
 * what each function does and why; here are only the differences. All is addresses of one memory: posting lists lie where
 * `CompiledSearch` put them, and so do the lists of a query, as structs.
 */

const BITMAP: i32 = 0;
const DIRECTORY: i32 = 1;
const WIDE: i32 = 2;
const NARROW: i32 = 3;

// What lies at the beginning of the memory. `compiled-search.ts` knows LISTS, TOP_RANKS and TOP_CARDS too.
const LISTS: usize = 4096; // 64 structs of 64 bytes
const CARDS: usize = 8192; // the block: 256 u32
const RANKS: usize = 9216; // 256 f64
const HITS: usize = 11264; // 256 u32
const ASKED: usize = 12288; // 64 u32
const REST: usize = 12544; // 65 f64
const TOP_RANKS: usize = 13312; // 64 f64
const TOP_CARDS: usize = 13824; // 64 u32
const TAKEN: usize = 16384; // MOST_OFFERED u32
const SLOTS: usize = 32768; // 2 * MOST_OFFERED u32

/** How many cards the set of those offered has room for at first, and at most: where they are more, the search gives up. */
const ROOM: i32 = 128;
const MOST_OFFERED: i32 = 4096;

// The fields of a struct: all u32 but RANK, an f64.
const FORM: usize = 0;
const START: usize = 4; // for BITMAP an address in bits, else in low
const END: usize = 8; // an address in low
const SIDE: usize = 12; // for DIRECTORY an address in directory; for WIDE that of the first card in high
const SHIFT: usize = 16;
const SIEVE: usize = 20; // an address in sieve, or in bits
const SIEVE_SHIFT: usize = 24;
const SINGLE: usize = 28; // the card of a list of one card
const IMPLIED_FIRST: usize = 32; // the address of a struct, or 0
const IMPLIED_SECOND: usize = 36;
const AT: usize = 40;
const LEFT: usize = 44; // for DIRECTORY the bucket, for BITMAP the rest of the word
const FOUND: usize = 48;
const RANK: usize = 56;

const FIRST_BLOCK: i32 = 32;
const BLOCK: i32 = 256;

let cards: u32 = 0;
let leastRank: f64 = 0;
let leastCard: u32 = 0;
let kept: i32 = 0;
let wanted: i32 = 0;
let visited: i32 = 0;

let offered: i32 = 0;
let room: i32 = ROOM;
let setShift: u32 = 24;
let isFull: bool = false;

/** @param count cards in the registry. */
export function init(count: u32): void {
  cards = count;
}

/**
 * @param count lists of the query.
 * @param k how many cards to keep: from 1 to 64.
 * @returns how many were kept, in TOP_CARDS and TOP_RANKS, best first; -1 where the search gave up.
 */
export function run(count: i32, k: i32): i32 {
  visited = 0;
  kept = 0;
  wanted = k;
  leastRank = 0;
  leastCard = 0;
  for (let i = 0; i < count && walk(i, count); i++);
  const gaveUp = isFull;
  emptySet();
  return gaveUp ? -1 : kept;
}

/** Cards that the last search met, as `PrunedSearch.visited`. */
export function visits(): i32 {
  return visited;
}

@inline
function comesIn(card: u32, rank: f64): bool {
  return rank > leastRank || (rank === leastRank && card < leastCard);
}

@inline
function asked(q: i32): usize {
  return <usize>load<u32>(ASKED + (<usize>q << 2));
}

@inline
function restFrom(q: i32): f64 {
  return load<f64>(REST + (<usize>q << 3));
}

@inline
function canReadShared(list: usize, other: usize): bool {
  return load<i32>(list, FORM) === DIRECTORY && load<i32>(other, FORM) <= DIRECTORY;
}

function rewind(list: usize): void {
  const form = load<i32>(list, FORM);
  let at: usize = 0;
  let left: u32 = 0;
  if (form === BITMAP) left = load<u32>(<usize>load<u32>(list, START));
  else if (form <= NARROW) at = <usize>load<u32>(list, START);
  store<u32>(list, <u32>at, AT);
  store<u32>(list, left, LEFT);
  store<u32>(list, load<u32>(list, START), FOUND);
}

@inline
function rewindFinding(list: usize): void {
  store<u32>(list, load<u32>(list, START), FOUND);
}

@inline
function floorOf(list: usize): u32 {
  const at = load<u32>(list, AT);
  if (at >= load<u32>(list, END)) return cards;
  return ((load<u32>(list, LEFT) << load<u32>(list, SHIFT)) & ~0xffff) | <u32>load<u16>(<usize>at);
}

function walk(i: i32, count: i32): bool {
  const list = LISTS + (<usize>i << 6);
  const impliedFirst = <usize>load<u32>(list, IMPLIED_FIRST);
  const impliedSecond = <usize>load<u32>(list, IMPLIED_SECOND);
  let certain = load<f64>(list, RANK);
  let questions = 0;
  for (let j = i + 1; j < count; j++) {
    const other = LISTS + (<usize>j << 6);
    if (other === impliedFirst || other === impliedSecond) certain += load<f64>(other, RANK);
    else store<u32>(ASKED + (<usize>(questions++) << 2), <u32>other);
  }
  store<f64>(REST + (<usize>questions << 3), 0);
  let rest: f64 = 0;
  for (let q = questions - 1; q >= 0; q--) {
    const other = asked(q);
    rewindFinding(other);
    rest += load<f64>(other, RANK);
    store<f64>(REST + (<usize>q << 3), rest);
  }

  if (!comesIn(0, certain + rest)) return false;
  rewind(list);
  if (questions === 0 || load<f64>(asked(0), RANK) <= restFrom(1) || !canReadShared(list, asked(0))) {
    visited += walkAll(list, certain, 0, questions);
    return true;
  }
  const read = walkShared(list, certain, 0, questions);
  let readAgain = 0;
  if (comesIn(0, certain + restFrom(1))) {
    rewind(list);
    for (let q = 1; q < questions; q++) rewindFinding(asked(q));
    readAgain = walkAll(list, certain, 1, questions);
  }
  visited += max(read, readAgain);
  return true;
}

function walkAll(list: usize, certain: f64, from: i32, questions: i32): i32 {
  const highest = certain + restFrom(from);
  const canShare = from < questions && canReadShared(list, asked(from));
  let count = 0;
  let size = FIRST_BLOCK;
  while (true) {
    if (canShare && !comesIn(floorOf(list), certain + restFrom(from + 1))) {
      return count + walkShared(list, certain, from, questions);
    }
    const met = read(list, size);
    if (met === 0 || !comesIn(load<u32>(CARDS), highest)) return count;
    count += met;
    offerBlock(lookUp(met, certain, from, questions));
    if (met < size) return count;
    size = min(2 * size, BLOCK);
  }
}

function walkShared(list: usize, certain: f64, from: i32, questions: i32): i32 {
  const highest = certain + restFrom(from);
  const first = asked(from);
  const rank = load<f64>(first, RANK);
  const start = load<u32>(list, AT);
  for (let size = FIRST_BLOCK; comesIn(floorOf(list), highest); size = min(2 * size, BLOCK)) {
    const place = load<u32>(list, AT);
    let shared = readDirectoryThrough(list, first, size);
    if (load<i32>(first, FORM) !== BITMAP) shared = keepThoseInDirectory(first, shared);
    if (shared > 0) offerBlock(lookUp(shared, certain + rank, from + 1, questions));
    if (<i32>((load<u32>(list, AT) - place) >> 1) < size) break;
  }
  return <i32>((load<u32>(list, AT) - start) >> 1);
}

function lookUp(count: i32, certain: f64, from: i32, questions: i32): i32 {
  let left = count;
  let same = certain;
  let q = from;
  for (; q < questions && !comesIn(load<u32>(CARDS), same + restFrom(q + 1)); q++) {
    const list = asked(q);
    left = find(list, left);
    if (left === 0) return 0;
    for (let h: usize = 0, end = <usize>left << 2; h < end; h += 4) {
      store<u32>(CARDS + h, load<u32>(CARDS + (<usize>load<u32>(HITS + h) << 2)));
    }
    same += load<f64>(list, RANK);
  }
  for (let c: usize = 0, end = <usize>left << 3; c < end; c += 8) store<f64>(RANKS + c, same);
  for (; q < questions && left > 0; q++) {
    const list = asked(q);
    const rank = load<f64>(list, RANK);
    const found = find(list, left);
    for (let h: usize = 0, end = <usize>found << 2; h < end; h += 4) {
      const at = RANKS + (<usize>load<u32>(HITS + h) << 3);
      store<f64>(at, load<f64>(at) + rank);
    }
    const rest = restFrom(q + 1);
    if (comesIn(load<u32>(CARDS), same + rest)) continue;
    left = dropBelow(left, rest);
  }
  return left;
}

function dropBelow(count: i32, rest: f64): i32 {
  const worst = leastRank;
  const last = leastCard;
  let kept: usize = 0;
  for (let c: usize = 0, end = <usize>count; c < end; c++) {
    const card = load<u32>(CARDS + (c << 2));
    const rank = load<f64>(RANKS + (c << 3));
    const highest = rank + rest;
    store<u32>(CARDS + (kept << 2), card);
    store<f64>(RANKS + (kept << 3), rank);
    kept += <usize>(<u32>(highest > worst) | (<u32>(highest === worst) & <u32>(card < last)));
  }
  return <i32>kept;
}

function offerBlock(left: i32): void {
  for (let c: usize = 0, end = <usize>left; c < end; c++) {
    const card = load<u32>(CARDS + (c << 2));
    const rank = load<f64>(RANKS + (c << 3));
    if (comesIn(card, rank) && add(card)) offer(card, rank);
  }
}

/** As `TopK.offer`, of a card that comes in, keeping few in order. */
function offer(card: u32, rank: f64): void {
  if (kept < wanted) kept++;
  const last = <usize>(kept - 1);
  let place = last;
  while (place > 0) {
    const before = place - 1;
    const r = load<f64>(TOP_RANKS + (before << 3));
    const c = load<u32>(TOP_CARDS + (before << 2));
    if (r > rank || (r === rank && c < card)) break;
    store<f64>(TOP_RANKS + (place << 3), r);
    store<u32>(TOP_CARDS + (place << 2), c);
    place = before;
  }
  store<f64>(TOP_RANKS + (place << 3), rank);
  store<u32>(TOP_CARDS + (place << 2), card);
  if (kept < wanted) return;
  leastRank = load<f64>(TOP_RANKS + (last << 3));
  leastCard = load<u32>(TOP_CARDS + (last << 2));
}

/** As `CardSet.add`. Where there is no more room it says that the card is in, and the search is given up. */
function add(card: u32): bool {
  if (offered === room && !makeRoom()) return false;
  const mask = <u32>(2 * room - 1);
  let slot = (card * 0x9e3779b1) >>> setShift;
  for (;;) {
    const there = load<u32>(SLOTS + (<usize>slot << 2));
    if (there === 0) break;
    if (there === card + 1) return false;
    slot = (slot + 1) & mask;
  }
  store<u32>(SLOTS + (<usize>slot << 2), card + 1);
  store<u32>(TAKEN + (<usize>(offered++) << 2), slot);
  return true;
}

/** Doubles the room of the set: its cards wait where the slots taken by others will be written down, and are added again. */
function makeRoom(): bool {
  if (room === MOST_OFFERED) {
    isFull = true;
    return false;
  }
  const count = offered;
  const waiting = TAKEN + (<usize>room << 2);
  for (let i: usize = 0; i < <usize>count; i++) {
    const slot = SLOTS + (<usize>load<u32>(TAKEN + (i << 2)) << 2);
    store<u32>(waiting + (i << 2), load<u32>(slot) - 1);
    store<u32>(slot, 0);
  }
  room *= 2;
  setShift--;
  offered = 0;
  for (let i: usize = 0; i < <usize>count; i++) add(load<u32>(waiting + (i << 2)));
  return true;
}

function emptySet(): void {
  for (let i: usize = 0; i < <usize>offered; i++) store<u32>(SLOTS + (<usize>load<u32>(TAKEN + (i << 2)) << 2), 0);
  offered = 0;
  room = ROOM;
  setShift = 24;
  isFull = false;
}

function read(list: usize, most: i32): i32 {
  switch (load<i32>(list, FORM)) {
    case BITMAP:
      return readBitmap(list, most);
    case DIRECTORY:
      return readDirectory(list, most);
    case WIDE:
      return readWide(list, most);
    case NARROW:
      return readNarrow(list, most);
    default:
      return readSingle(list);
  }
}

function readBitmap(list: usize, most: i32): i32 {
  const start = <usize>load<u32>(list, START);
  const words = (cards + 31) >>> 5;
  let at = load<u32>(list, AT);
  let left = load<u32>(list, LEFT);
  let count = 0;
  while (at < words) {
    while (left !== 0 && count < most) {
      store<u32>(CARDS + (<usize>(count++) << 2), (at << 5) + ctz<u32>(left));
      left &= left - 1;
    }
    if (count === most) break;
    at++;
    left = load<u32>(start + (<usize>at << 2));
  }
  store<u32>(list, at, AT);
  store<u32>(list, left, LEFT);
  return count;
}

function readDirectory(list: usize, most: i32): i32 {
  const shift = load<u32>(list, SHIFT);
  const side = <usize>load<u32>(list, SIDE);
  const start = <usize>load<u32>(list, START);
  const buckets = ((cards - 1) >>> shift) + 1;
  let at = <usize>load<u32>(list, AT);
  const stop = at + (<usize>most << 1);
  let bucket = load<u32>(list, LEFT);
  let into = CARDS;
  while (at < stop && bucket < buckets) {
    const high = (bucket << shift) & ~0xffff;
    const after = min((bucket | (<u32>0xffff >>> shift)) + 1, buckets);
    const endOfBuckets = start + (<usize>load<u32>(side + (<usize>after << 2)) << 1);
    const end = min(endOfBuckets, stop);
    for (; at < end; at += 2) {
      store<u32>(into, high | <u32>load<u16>(at));
      into += 4;
    }
    if (at < endOfBuckets) break;
    bucket = after;
  }
  store<u32>(list, <u32>at, AT);
  store<u32>(list, bucket, LEFT);
  return <i32>((into - CARDS) >> 2);
}

function readDirectoryThrough(list: usize, other: usize, most: i32): i32 {
  const shift = load<u32>(list, SHIFT);
  const side = <usize>load<u32>(list, SIDE);
  const start = <usize>load<u32>(list, START);
  const sieve = <usize>load<u32>(other, SIEVE);
  const sieveShift = load<u32>(other, SIEVE_SHIFT);
  const buckets = ((cards - 1) >>> shift) + 1;
  let at = <usize>load<u32>(list, AT);
  const stop = at + (<usize>most << 1);
  let bucket = load<u32>(list, LEFT);
  let into = CARDS;
  while (at < stop && bucket < buckets) {
    const high = (bucket << shift) & ~0xffff;
    const after = min((bucket | (<u32>0xffff >>> shift)) + 1, buckets);
    const endOfBuckets = start + (<usize>load<u32>(side + (<usize>after << 2)) << 1);
    const end = min(endOfBuckets, stop);
    for (; at < end; at += 2) {
      const card = high | <u32>load<u16>(at);
      const bit = card >>> sieveShift;
      const word = load<u32>(sieve + (<usize>(bit >>> 5) << 2));
      store<u32>(into, card);
      into += <usize>((word >>> bit) & (word >>> card) & 1) << 2;
    }
    if (at < endOfBuckets) break;
    bucket = after;
  }
  store<u32>(list, <u32>at, AT);
  store<u32>(list, bucket, LEFT);
  return <i32>((into - CARDS) >> 2);
}

function readWide(list: usize, most: i32): i32 {
  const start = <usize>load<u32>(list, START);
  const side = <usize>load<u32>(list, SIDE);
  const from = <usize>load<u32>(list, AT);
  const end = min(<usize>load<u32>(list, END), from + (<usize>most << 1));
  let into = CARDS;
  for (let at = from; at < end; at += 2) {
    store<u32>(into, (<u32>load<u8>(side + ((at - start) >> 1)) << 16) | <u32>load<u16>(at));
    into += 4;
  }
  store<u32>(list, <u32>end, AT);
  return <i32>((into - CARDS) >> 2);
}

function readNarrow(list: usize, most: i32): i32 {
  const from = <usize>load<u32>(list, AT);
  const end = min(<usize>load<u32>(list, END), from + (<usize>most << 1));
  let into = CARDS;
  for (let at = from; at < end; at += 2) {
    store<u32>(into, <u32>load<u16>(at));
    into += 4;
  }
  store<u32>(list, <u32>end, AT);
  return <i32>((into - CARDS) >> 2);
}

function readSingle(list: usize): i32 {
  if (load<u32>(list, AT) > 0) return 0;
  store<u32>(list, 1, AT);
  store<u32>(CARDS, load<u32>(list, SINGLE));
  return 1;
}

function find(list: usize, count: i32): i32 {
  switch (load<i32>(list, FORM)) {
    case BITMAP:
      return findInBitmap(list, count);
    case DIRECTORY:
      return findInDirectory(list, count);
    case WIDE:
      return findByGalloping<bool>(list, count);
    case NARROW:
      return findByGalloping<u32>(list, count);
    default:
      return findSingle(list, count);
  }
}

function findInBitmap(list: usize, count: i32): i32 {
  const start = <usize>load<u32>(list, START);
  let into = HITS;
  for (let i: u32 = 0; i < <u32>count; i++) {
    const card = load<u32>(CARDS + (<usize>i << 2));
    store<u32>(into, i);
    into += <usize>((load<u32>(start + (<usize>(card >>> 5) << 2)) >>> card) & 1) << 2;
  }
  return <i32>((into - HITS) >> 2);
}

function findInDirectory(list: usize, count: i32): i32 {
  const sieve = <usize>load<u32>(list, SIEVE);
  const sieveShift = load<u32>(list, SIEVE_SHIFT);
  let possible = HITS;
  for (let i: u32 = 0; i < <u32>count; i++) {
    const card = load<u32>(CARDS + (<usize>i << 2));
    const bit = card >>> sieveShift;
    const word = load<u32>(sieve + (<usize>(bit >>> 5) << 2));
    store<u32>(possible, i);
    possible += <usize>((word >>> bit) & (word >>> card) & 1) << 2;
  }
  const shift = load<u32>(list, SHIFT);
  const side = <usize>load<u32>(list, SIDE);
  const start = <usize>load<u32>(list, START);
  let found: usize = 0;
  for (let h = HITS; h < possible; h += 4) {
    const i = load<u32>(h);
    const card = load<u32>(CARDS + (<usize>i << 2));
    const bucket = side + (<usize>(card >>> shift) << 2);
    const from = load<u32>(bucket);
    const left = <i32>(load<u32>(bucket, 4) - from);
    const at = lastUpTo(start + (<usize>from << 1), left, <i32>(card & 0xffff));
    store<u32>(HITS + found, i);
    found += <usize>(<u32>(left > 0) & <u32>(<u32>load<u16>(at) === (card & 0xffff))) << 2;
  }
  return <i32>(found >> 2);
}

function keepThoseInDirectory(list: usize, count: i32): i32 {
  const shift = load<u32>(list, SHIFT);
  const side = <usize>load<u32>(list, SIDE);
  const start = <usize>load<u32>(list, START);
  let kept = CARDS;
  for (let c = CARDS, end = CARDS + (<usize>count << 2); c < end; c += 4) {
    const card = load<u32>(c);
    const bucket = side + (<usize>(card >>> shift) << 2);
    const from = load<u32>(bucket);
    const left = <i32>(load<u32>(bucket, 4) - from);
    const at = lastUpTo(start + (<usize>from << 1), left, <i32>(card & 0xffff));
    store<u32>(kept, card);
    kept += <usize>(<u32>(left > 0) & <u32>(<u32>load<u16>(at) === (card & 0xffff))) << 2;
  }
  return <i32>((kept - CARDS) >> 2);
}

@inline
function lastUpTo(from: usize, count: i32, wanted: i32): usize {
  let at = from;
  let left = count;
  while (left > 1) {
    const half = left >>> 1;
    at += <usize>(half & ((<i32>load<u16>(at + (<usize>half << 1)) - wanted - 1) >> 31)) << 1;
    left -= half;
  }
  return at;
}

function findByGalloping<Wide>(list: usize, count: i32): i32 {
  const start = <usize>load<u32>(list, START);
  const side = <usize>load<u32>(list, SIDE);
  const end = <usize>load<u32>(list, END);
  let at = <usize>load<u32>(list, FOUND);
  let found: usize = 0;
  for (let i = 0; i < count && at < end; i++) {
    const card = load<u32>(CARDS + (<usize>i << 2));
    at = firstFrom<Wide>(start, side, end, at, card);
    if (at === end || cardAt<Wide>(start, side, at) !== card) continue;
    store<u32>(HITS + found, i);
    found += 4;
  }
  store<u32>(list, <u32>at, FOUND);
  return <i32>(found >> 2);
}

@inline
function firstFrom<Wide>(start: usize, side: usize, end: usize, from: usize, card: u32): usize {
  let after = from;
  if (cardAt<Wide>(start, side, from) < card) {
    let below = from;
    let step: usize = 2;
    while (below + step < end && cardAt<Wide>(start, side, below + step) < card) {
      below += step;
      step <<= 1;
    }
    after = min(below + step, end);
    while (after - below > 2) {
      const middle = below + (((after - below) >> 2) << 1);
      if (cardAt<Wide>(start, side, middle) < card) below = middle;
      else after = middle;
    }
  }
  return after;
}

@inline
function cardAt<Wide>(start: usize, side: usize, at: usize): u32 {
  let card = <u32>load<u16>(at);
  if (isBoolean<Wide>()) card |= <u32>load<u8>(side + ((at - start) >> 1)) << 16;
  return card;
}

function findSingle(list: usize, count: i32): i32 {
  const one = load<u32>(list, SINGLE);
  for (let i = 0; i < count; i++) {
    if (load<u32>(CARDS + (<usize>i << 2)) !== one) continue;
    store<u32>(HITS, i);
    return 1;
  }
  return 0;
}
