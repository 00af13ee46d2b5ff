/** Below so many, runs are put in order one by one. */
const FEW = 24;

/**
 * Sorts runs of bytes, by their bytes and then by their length: byte after byte, those that begin alike go on together.
 * Comparing millions of them two by two takes ten times as long.
 *
 * @param text run `i` is `text[starts[i]]` up to `text[starts[i + 1]]`.
 * @param count how many runs.
 * @returns the runs in their order; equal ones in the order that they had.
 */
export function sortRuns(text: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, run) => run);
  if (isSorted(text, starts, count)) return order;
  const spare = new Uint32Array(count);
  // Parts that are still to be sorted: from, to, and how many bytes their runs have in common.
  const parts = [0, count, 0];
  while (parts.length > 0) {
    const common = parts.pop()!;
    const to = parts.pop()!;
    const from = parts.pop()!;
    if (to - from < FEW) {
      sortFew(text, starts, order, from, to);
      continue;
    }
    const ends = splitByByte(text, starts, order.subarray(from, to), spare, common);
    // Those that have ended are equal to each other.
    for (let byte = 1; byte < ends.length; byte++) {
      if (ends[byte]! - ends[byte - 1]! > 1) parts.push(from + ends[byte - 1]!, from + ends[byte]!, common + 1);
    }
  }
  return order;
}

/** Sorts some runs by their byte at a place alone. Returns where those of each byte end; those that have no such byte come first. */
function splitByByte(
  text: Uint8Array,
  starts: Uint32Array,
  runs: Uint32Array,
  spare: Uint32Array,
  place: number,
): Uint32Array {
  const ends = new Uint32Array(257);
  const next = new Uint32Array(257);
  for (const run of runs) ends[kindOf(text, starts, run, place)]!++;
  for (let kind = 1; kind < 257; kind++) {
    next[kind] = ends[kind - 1]!;
    ends[kind] = ends[kind]! + ends[kind - 1]!;
  }
  for (const run of runs) spare[next[kindOf(text, starts, run, place)]!++] = run;
  runs.set(spare.subarray(0, runs.length));
  return ends;
}

/** The byte of a run at a place, plus 1; 0 where the run has ended. */
function kindOf(text: Uint8Array, starts: Uint32Array, run: number, place: number): number {
  const at = starts[run]! + place;
  return at < starts[run + 1]! ? text[at]! + 1 : 0;
}

function sortFew(text: Uint8Array, starts: Uint32Array, order: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const run = order[i]!;
    let j = i;
    for (; j > from && compare(text, starts, order[j - 1]!, run) > 0; j--) order[j] = order[j - 1]!;
    order[j] = run;
  }
}

function isSorted(text: Uint8Array, starts: Uint32Array, count: number): boolean {
  for (let run = 1; run < count; run++) if (compare(text, starts, run - 1, run) > 0) return false;
  return true;
}

function compare(text: Uint8Array, starts: Uint32Array, a: number, b: number): number {
  let i = starts[a]!;
  let j = starts[b]!;
  const endOfA = starts[a + 1]!;
  const endOfB = starts[b + 1]!;
  for (; i < endOfA && j < endOfB; i++, j++) if (text[i] !== text[j]) return text[i]! - text[j]!;
  return endOfA - i - (endOfB - j);
}
