import { BITMAP, bitmapWords, DIRECTORY, type Forms, type Lists, makeCodes, planGroups, WIDE } from './lists.ts';

/** Fills posting lists whose lengths are known, in any order. */
export class ListsBuilder {
  readonly #lists: Lists;
  readonly #groupByLength: ReadonlyMap<number, number>;
  /** By group: its next list that nobody has taken. */
  readonly #next: number[];
  /** By list: its group, and the cards it has so far. */
  readonly #groupOf: Uint32Array;
  readonly #filled: Uint32Array;

  /**
   * @param counts by length: how many lists have it; no length is 0.
   * @param cards in the registry.
   * @param kinds for valued lists: the numbers beside the postings are below it.
   */
  constructor(counts: ReadonlyMap<number, number>, cards: number, forms: Forms, kinds?: number) {
    const { groups, ...sizes } = planGroups(counts, cards, kinds === undefined ? forms : { ...forms, bitmapShare: 0 });
    this.#lists = {
      cards,
      groups,
      ends: Uint32Array.from(groups, (group) => group.end),
      low: new Uint16Array(sizes.low),
      high: cards > 2 ** 24 ? new Uint16Array(sizes.high) : new Uint8Array(sizes.high),
      directory: new Uint32Array(sizes.directory),
      sieve: new Uint32Array(sizes.sieve),
      bits: new Uint32Array(sizes.bits),
      codes: makeCodes(kinds === undefined ? 0 : sizes.low, kinds ?? 0),
    };
    this.#groupByLength = new Map(groups.map((group, i) => [group.length, i]));
    this.#next = groups.map((group) => group.first);
    const lists = groups.at(-1)?.end ?? 0;
    this.#groupOf = new Uint32Array(lists);
    for (const [i, group] of groups.entries()) this.#groupOf.fill(i, group.first, group.end);
    this.#filled = new Uint32Array(lists);
  }

  /** Takes a list of some length, of which there are as many as was said. Returns its number: the lowest not yet taken. */
  take(length: number): number {
    return this.#next[this.#groupByLength.get(length)!]!++;
  }

  /** Adds a card to a list. The cards of a list come ascending, and as many as was said. */
  add(list: number, card: number, code = 0): void {
    const { groups, low, high, directory, sieve, bits, cards, codes } = this.#lists;
    const group = groups[this.#groupOf[list]!]!;
    const within = list - group.first;
    const filled = this.#filled[list]!;
    this.#filled[list] = filled + 1;
    if (group.form === BITMAP) {
      const word = group.start + within * bitmapWords(cards) + (card >>> 5);
      bits[word] = bits[word]! | (1 << (card & 31));
      return;
    }
    low[group.start + within * group.length + filled] = card;
    if (codes.length > 0) codes[group.start + within * group.length + filled] = code;
    if (group.form === WIDE) high[group.side + within * group.length + filled] = card >>> 16;
    if (group.form !== DIRECTORY) return;
    // The offset after the card's bucket; where buckets are empty, `finish` fills the gaps.
    directory[group.side + within * group.offsets + (card >>> group.shift) + 1] = filled + 1;
    const bit = card >>> group.sieveShift;
    const word = group.sieve + within * group.sieveWords + (bit >>> 5);
    sieve[word] = sieve[word]! | (1 << bit) | (1 << card);
  }

  /** @throws Error where a list did not get the cards that it was to hold. */
  finish(): Lists {
    const { groups, directory } = this.#lists;
    for (const group of groups) {
      for (let list = group.first; list < group.end; list++) {
        if (this.#filled[list] !== group.length) throw new Error(`list ${list} is not full`);
        if (group.form !== DIRECTORY) continue;
        const start = group.side + (list - group.first) * group.offsets;
        for (let i = start + 1; i < start + group.offsets; i++) directory[i] ||= directory[i - 1]!;
      }
    }
    return this.#lists;
  }
}
