import type { RanksOf } from '../inverted/adding-search.ts';
import { ListCursor } from '../inverted/list-cursor.ts';
import type { Lists } from '../inverted/lists.ts';
import { rankOf } from '../inverted/rank.ts';
import type { RegistryTerms } from '../inverted/registry-terms.ts';
import { gain, idf, saturation, weight } from './weight.ts';

/** A posting list of a query, and what its postings add to the ranks of their cards. */
export interface WeightedList {
  readonly cursor: ListCursor;
  /** As `gain` gives it. */
  gain: number;
  /** No posting adds more. */
  rank: number;
  readonly ranksOf: RanksOf;
}

const BLOCK = 256;

/**
 * The weights of an index. They are not kept one by one: a posting has a code of its `tf`, a card its norm and a list its
 * idf, of which the same arithmetic makes the same bits whenever it is done.
 */
export class Weights {
  readonly terms: RegistryTerms;
  readonly cards: number;
  /** By card number. */
  readonly norms: Float64Array;
  /** By the code beside a posting. */
  readonly #tf: Float64Array;
  /** By list, for the longer ones, which have the lower numbers: the highest saturation of its postings. */
  readonly #wordBounds: Float64Array;
  readonly #pairBounds: Float64Array;

  /**
   * @param terms with half units beside the postings.
   * @param norms by card number.
   * @param boundedLength of the lists whose highest saturation is kept; what a few postings add need not be bounded.
   */
  constructor(terms: RegistryTerms, norms: Float64Array, boundedLength: number) {
    this.terms = terms;
    this.cards = norms.length;
    this.norms = norms;
    this.#tf = Float64Array.from(terms.values, (halves) => halves / 2);
    this.#wordBounds = this.#highestSaturations(terms.wordLists, boundedLength);
    this.#pairBounds = this.#highestSaturations(terms.pairLists, boundedLength);
  }

  get bytes(): number {
    const arrays = [this.norms, this.#tf, this.#wordBounds, this.#pairBounds];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Sets a list's weights to those of a word. Its cursor is open. */
  ofWord(list: WeightedList, word: number): void {
    list.gain = gain(idf(this.cards, list.cursor.length), false);
    list.rank = rankOf(weight(list.gain, this.#wordBounds[word] ?? 1));
  }

  /** Sets a list's weights to those of a pair. Its cursor is open on list `pair`; -1 for a pair of one card. */
  ofPair(list: WeightedList, pair: number): void {
    list.gain = gain(idf(this.cards, list.cursor.length), true);
    list.rank = rankOf(weight(list.gain, this.#pairBounds[pair] ?? 1));
  }

  /** A list without a posting, to be opened. */
  emptyList(): WeightedList {
    const cursor = new ListCursor();
    const norms = this.norms;
    const tf = this.#tf;
    const list: WeightedList = {
      cursor,
      gain: 0,
      rank: 0,
      ranksOf: (cards, places, count, into) => {
        const { codes } = cursor;
        const gained = list.gain;
        for (let i = 0; i < count; i++) {
          into[i] = rankOf(weight(gained, saturation(tf[codes[places[i]!]!]!, norms[cards[i]!]!)));
        }
      },
    };
    return list;
  }

  #highestSaturations(lists: Lists, boundedLength: number): Float64Array {
    const long = lists.groups.filter((group) => group.length >= boundedLength);
    const bounds = new Float64Array(long.at(-1)?.end ?? 0);
    const cursor = new ListCursor();
    const block = new Uint32Array(BLOCK);
    for (let list = 0; list < bounds.length; list++) {
      cursor.open(lists, list);
      let highest = 0;
      for (let read = BLOCK; read === BLOCK; ) {
        const place = cursor.place;
        read = cursor.read(block, BLOCK, Infinity);
        for (let i = 0; i < read; i++) {
          const saturated = saturation(this.#tf[cursor.codes[place + i]!]!, this.norms[block[i]!]!);
          if (saturated > highest) highest = saturated;
        }
      }
      bounds[list] = highest;
    }
    return bounds;
  }
}
