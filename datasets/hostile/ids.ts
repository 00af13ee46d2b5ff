/** What stands before the number; the first that sorts before the character whose place it takes. */
const SEPARATORS = ['-', '!', ' '];
/** Sorts before every character but itself. */
const LEAST = '\0';

/** Gives out ids to the hostile cards of one kind. */
export class HostileIds {
  readonly #taken: Set<string>;
  /** By what stands before the number. */
  readonly #next = new Map<string, number>();
  readonly #first: number;
  readonly #step: number;

  /**
   * @param honest ids that are taken.
   * @param kind place of the kind among the `kinds`: numbers go by it, so that no kind's ids depend on what else is planted.
   */
  constructor(honest: Iterable<string>, kind: number, kinds: number) {
    this.#taken = new Set(honest);
    this.#first = kind + 1;
    this.#step = kinds;
  }

  /**
   * An id that nobody has and that looks like the registry's own, so that nothing but its texts gives a hostile card away.
   * Like a name that is squatted it lacks the last character, and it sorts before the id that it is like (by code point):
   * where the two tie, it wins. An id of nothing but U+0000, before which next to nothing sorts, is the exception: what is
   * like it sorts behind it.
   */
  like(id: string): string {
    const start = startBelow(id) ?? `${id}-`;
    for (let n = this.#next.get(start) ?? this.#first; ; n += this.#step) {
      const made = `${start}${n}`;
      if (this.#taken.has(made)) continue;
      this.#next.set(start, n + this.#step);
      this.#taken.add(made);
      return made;
    }
  }
}

/** A text that every id beginning with it sorts before `id`; undefined where there is none. */
function startBelow(id: string): string | undefined {
  // What is behind the last visible character makes an id only larger.
  const seen = [...id.replace(/[\0- ]+$/, '')];
  const last = seen.pop();
  if (last !== undefined) return `${seen.join('')}${SEPARATORS.find((separator) => separator < last)}`;
  const held = id.replace(/\0+$/, '');
  return held === '' ? undefined : `${held.slice(0, -1)}${LEAST}`;
}
