import seedrandom from 'seedrandom';

/**
 * A source of random choices for one purpose, repeatable by its name alone. It never touches `Math.random`.
 * Everything that decides output uses additions, multiplications, comparisons and `Math.floor` only, which are the same
 * on every machine; powers, logarithms and sines are not promised to be.
 */
export class Random {
  readonly #next: () => number;

  /** @param name the seed and the purpose, as text: `42/card/7`. `042/card/7` is another. */
  constructor(name: string) {
    // Alea rather than the default ARC4: setting it up costs half a microsecond, and a registry sets up several a card.
    this.#next = seedrandom.alea(name);
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    return this.#next();
  }

  /** An integer from 0 up to, not including, `n`. */
  int(n: number): number {
    return Math.floor(this.#next() * n);
  }

  /** An integer from `low` to `high`, both possible. */
  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  /** True in a share `p` of cases. */
  chance(p: number): boolean {
    return this.#next() < p;
  }

  /**
   * An integer from 0 up to, not including, `n`, small ones more often: rank r comes about as often as r ** -0.5, a
   * power law such as the words of real text follow, made of one product.
   */
  skewed(n: number): number {
    const u = this.#next();
    return Math.floor(u * u * n);
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  /** One of a list that is not empty, the first ones more often (see `skewed`). */
  pickSkewed<T>(list: readonly T[]): T {
    return list[this.skewed(list.length)] as T;
  }
}
