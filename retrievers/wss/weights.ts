import type { RanksOf } from '../inverted/adding-search.ts';
import type { ListCursor } from '../inverted/list-cursor.ts';
import { rankOf } from '../inverted/rank.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { gain, idf, weight } from './weight.ts';

/** A posting list of a query, and what its postings add to the ranks of their cards. */
export interface WeightedList {
  readonly cursor: ListCursor;
  /** As `gain` gives it. */
  gain: number;
  /** No posting adds more. */
  rank: number;
  readonly ranksOf: RanksOf;
}

/**
 * The weights of an index. They are not kept one by one: a posting has a code of its `tf`, a card its norm and a list its
 * idf, of which the same arithmetic makes the same bits whenever it is done.
 */
export class Weights {
  readonly terms: RegistryTerms;
  readonly cards: number;
  /** By card number. */
  readonly #norms: Float64Array;
  /** By the code beside a posting. */
  readonly #tf: Float64Array;

  /** @param terms with half units beside the postings. */
  constructor(terms: RegistryTerms, norms: Float64Array) {
    this.terms = terms;
    this.cards = norms.length;
    this.#norms = norms;
    this.#tf = Float64Array.from(terms.values, (halves) => halves / 2);
  }

  get bytes(): number {
    return this.#norms.byteLength + this.#tf.byteLength;
  }

  /** Sets a list's weights to those of a word. Its cursor is open. */
  ofWord(list: WeightedList): void {
    list.gain = gain(idf(this.cards, list.cursor.length), false);
    list.rank = rankOf(list.gain);
  }

  /** Sets a list's weights to those of a pair. Its cursor is open. */
  ofPair(list: WeightedList): void {
    list.gain = gain(idf(this.cards, list.cursor.length), true);
    list.rank = rankOf(list.gain);
  }

  /** A list without a posting, to be opened. */
  emptyList(cursor: ListCursor): WeightedList {
    const norms = this.#norms;
    const tf = this.#tf;
    const list: WeightedList = {
      cursor,
      gain: 0,
      rank: 0,
      ranksOf: (cards, places, count, into) => {
        const { codes } = cursor;
        const gained = list.gain;
        for (let i = 0; i < count; i++) {
          into[i] = rankOf(weight(gained, tf[codes[places[i]!]!]!, norms[cards[i]!]!));
        }
      },
    };
    return list;
  }
}
