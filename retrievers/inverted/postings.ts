import { NumberList } from './number-list.ts';

/**
 * Which cards hold a term: the cards of term `t` are `cards[offsets[t]]` up to, not including, `cards[offsets[t + 1]]`,
 * their numbers ascending.
 */
export interface Postings {
  readonly offsets: Uint32Array;
  readonly cards: Uint32Array;
  /** How often the card holds the term, beside `cards`; empty where nobody asked. */
  readonly frequencies: Uint32Array;
}

/** Bytes of the arrays. */
export function postingsBytes({ offsets, cards, frequencies }: Postings): number {
  return offsets.byteLength + cards.byteLength + frequencies.byteLength;
}

/** Collects the terms of one card after another, and turns them into postings once all cards have come. */
export class PostingsBuilder {
  readonly #terms = new NumberList();
  readonly #frequencies: NumberList | undefined;
  /** Where the terms of each card begin, in the order of arrival. */
  readonly #starts = new NumberList();

  constructor(options: { readonly frequencies: boolean }) {
    this.#frequencies = options.frequencies ? new NumberList() : undefined;
  }

  /** Begins the next card; what is added from here on is its. */
  startCard(): void {
    this.#starts.push(this.#terms.length);
  }

  /** Adds a term, once a card. */
  add(term: number, frequency = 1): void {
    this.#terms.push(term);
    this.#frequencies?.push(frequency);
  }

  /**
   * @param arrival by card number: which card it was in the order of arrival.
   * @param terms number of different terms; ids are below it.
   */
  finish(arrival: Uint32Array, terms: number): Postings {
    const total = this.#terms.length;
    const offsets = new Uint32Array(terms + 1);
    for (let i = 0; i < total; i++) {
      const after = this.#terms.at(i) + 1;
      offsets[after] = offsets[after]! + 1;
    }
    for (let term = 0; term < terms; term++) offsets[term + 1] = offsets[term + 1]! + offsets[term]!;

    // Cards are walked by number, so each list comes out ascending without a sort.
    const next = offsets.slice(0, terms);
    const cards = new Uint32Array(total);
    const frequencies = new Uint32Array(this.#frequencies === undefined ? 0 : total);
    for (let card = 0; card < arrival.length; card++) {
      const arrived = arrival[card]!;
      const end = arrived + 1 < this.#starts.length ? this.#starts.at(arrived + 1) : total;
      for (let i = this.#starts.at(arrived); i < end; i++) {
        const term = this.#terms.at(i);
        const place = next[term]!;
        next[term] = place + 1;
        cards[place] = card;
        if (this.#frequencies !== undefined) frequencies[place] = this.#frequencies.at(i);
      }
    }
    return { offsets, cards, frequencies };
  }
}
