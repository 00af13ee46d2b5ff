import { grown } from './dictionary.ts';

/** Some of the cards of a registry: a bit for each card, and a list of those that are in, so that emptying it is quick. */
export class CardSet {
  readonly #bits: Uint32Array;
  #members = new Uint32Array(64);
  #size = 0;

  /** @param cards in the registry. */
  constructor(cards: number) {
    this.#bits = new Uint32Array(Math.ceil(cards / 32));
  }

  /** Bytes of the bits; the list grows with what was put in. */
  get bytes(): number {
    return this.#bits.byteLength;
  }

  has(card: number): boolean {
    return ((this.#bits[card >>> 5]! >>> (card & 31)) & 1) === 1;
  }

  /** Adds a card that is not in. */
  add(card: number): void {
    if (this.#size === this.#members.length) this.#members = grown(this.#members, this.#size + 1, Uint32Array);
    this.#members[this.#size++] = card;
    this.#bits[card >>> 5] = this.#bits[card >>> 5]! | (1 << (card & 31));
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#bits[this.#members[i]! >>> 5] = 0;
    this.#size = 0;
  }
}
