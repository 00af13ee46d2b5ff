import { hash } from 'node:crypto';
import type { Card } from '../../datasets/card.ts';
import { cardLine } from '../../datasets/loaders/canonical-write.ts';

/**
 * Tells one set of cards from another, whatever the order in which they come: the sha256 of every card's canonical line,
 * added up in eight numbers modulo 2^32. Ids are unique, so no card can take the place of two.
 */
export class CardsHash {
  readonly #sums = new Uint32Array(8);
  #cards = 0;

  /** The hash of a registry. `pause` is asked at every card: throws on an interrupt. */
  static async of(cards: Iterable<Card>, pause: () => Promise<void> | undefined): Promise<CardsHash> {
    const hash = new CardsHash();
    for (const card of cards) {
      const wait = pause();
      if (wait !== undefined) await wait;
      hash.add(card);
    }
    return hash;
  }

  get cards(): number {
    return this.#cards;
  }

  add(card: Card): void {
    this.#cards++;
    const digest = hash('sha256', cardLine(card), 'buffer');
    for (let i = 0; i < 8; i++) this.#sums[i] = this.#sums[i]! + digest.readUInt32LE(4 * i);
  }

  /** sha256 (hex) over the number of cards and the sums. */
  digest(): string {
    return hash('sha256', `${this.#cards}\n${this.#sums.join('\n')}\n`);
  }
}
