import { type SavedArray, type SavedIndex, SavedIndexError } from '../retriever.ts';
import type { Stopwords } from '../stopwords.ts';

/** The parts of a saved index by name, each of the kind that its reader expects. */
export class SavedParts {
  readonly #arrays: ReadonlyMap<string, SavedArray>;
  readonly #settings: SavedIndex['settings'];

  /**
   * @param stopwords those that the index is to know nothing of.
   * @param settings those that its scores are to depend on; it may have others besides.
   * @throws SavedIndexError where it was built with others.
   */
  constructor(saved: SavedIndex, stopwords: Stopwords, settings: SavedIndex['settings']) {
    if (saved.stopwords !== stopwords.sha256) {
      throw new SavedIndexError(
        `expected an index for the stopwords ${stopwords.name} of hash ${shortened(stopwords.sha256)}, received one for those of hash ${shortened(saved.stopwords)}`,
      );
    }
    for (const [name, expected] of Object.entries(settings)) {
      const received = saved.settings[name];
      if (received === expected) continue;
      throw new SavedIndexError(`expected an index of ${name} ${expected}, received one of ${received ?? 'none'}`);
    }
    this.#arrays = saved.arrays;
    this.#settings = saved.settings;
  }

  /** @throws SavedIndexError where there is none of that name. */
  setting(name: string): number {
    const value = this.#settings[name];
    if (value === undefined) throw new SavedIndexError(`expected a setting ${name}, received none`);
    return value;
  }

  /** @throws SavedIndexError where there is none of that name, or it is of another kind. */
  array<T extends SavedArray>(name: string, ...kinds: readonly (new (length: number) => T)[]): T {
    const array = this.#arrays.get(name);
    for (const Kind of kinds) if (array instanceof Kind) return array;
    const expected = kinds.map((Kind) => Kind.name).join(' or ');
    throw new SavedIndexError(`expected a ${expected} of ${name}, received ${array?.constructor.name ?? 'none'}`);
  }
}

function shortened(sha256: string): string {
  return sha256.slice(0, 12);
}
