import { hash } from 'node:crypto';
import type { Card } from '../../datasets/card.ts';

/**
 * Tells one set of cards from another, whatever the order in which they come: the sha256 of every card, added up in eight
 * numbers modulo 2^32. Ids are unique, so no card can take the place of two.
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
    const digest = hash('sha256', textOf(card), 'binary');
    for (let byte = 0; byte < 32; byte++) {
      const sum = byte >>> 2;
      this.#sums[sum] = this.#sums[sum]! + (digest.charCodeAt(byte) << (8 * (byte & 3)));
    }
  }

  /** sha256 (hex) over the number of cards and the sums. */
  digest(): string {
    return hash('sha256', `${this.#cards}\n${this.#sums.join('\n')}\n`);
  }
}

/**
 * All that a card is, as one text: how long each part is, and then the parts. Half the time of its canonical line, which
 * counts in millions of cards.
 */
function textOf({ description, examples, id, name, skills, tags, tools }: Card): string {
  let lengths = `${id.length} ${name.length} ${description.length}`;
  let text = id + name + description;
  for (const list of [skills, tags, examples, tools]) {
    lengths += ` ${list.length}`;
    for (const each of list) {
      lengths += `,${each.length}`;
      text += each;
    }
  }
  return `${lengths}\n${text}`;
}
