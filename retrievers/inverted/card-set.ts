/** How many cards it has room for at first; there are twice as many slots. */
const ROOM = 128;

/**
 * Some cards of a registry, in a hash table that is as large as they are many and emptied as quickly: a bit for each card of
 * a large registry would lie where memory is slow.
 */
export class CardSet {
  /** Open addressing: card + 1 in each slot, 0 where it is free. The length is a power of two, 2^(32 - shift). */
  #slots = new Uint32Array(2 * ROOM);
  #shift = 32 - Math.log2(2 * ROOM);
  /** The slots that are taken; the first `#size` count. */
  #taken = new Uint32Array(ROOM);
  #size = 0;

  /** Adds a card. Returns false where it was in already. */
  add(card: number): boolean {
    if (this.#size === this.#taken.length) this.#grow();
    const slots = this.#slots;
    const mask = slots.length - 1;
    // The high bits of the product depend on all bits of the card.
    let slot = Math.imul(card, 0x9e3779b1) >>> this.#shift;
    while (slots[slot] !== 0) {
      if (slots[slot] === card + 1) return false;
      slot = (slot + 1) & mask;
    }
    slots[slot] = card + 1;
    this.#taken[this.#size++] = slot;
    return true;
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#slots[this.#taken[i]!] = 0;
    this.#size = 0;
  }

  #grow(): void {
    const cards = Array.from(this.#taken, (slot) => this.#slots[slot]! - 1);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    this.#taken = new Uint32Array(2 * cards.length);
    this.#shift--;
    this.#size = 0;
    for (const card of cards) this.add(card);
  }
}
