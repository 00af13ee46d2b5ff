import { numberCards } from '../inverted/card-ids.ts';
import type { Hit } from '../ranking.ts';
import type { BuildOptions, Cards, Retriever, SearchIndex } from '../retriever.ts';
import { cardText, tokens } from '../signals.ts';

/** The words of a text as all retrievers here have them, bm25 among them. */
export type Tokenize = (text: string) => string[];

/**
 * A search engine that somebody else wrote. It knows cards by number, in the order in which they came, so that no id of
 * a card reaches it, and finds them in an order of its own.
 */
export interface Engine<Found> {
  /** Adds the text of a card; its number is one more than that of the card before, from 0. */
  add(card: number, text: string): void;
  /** Told once, when all cards are in. */
  finish?(): void;
  /**
   * The best cards for a query, the highest score first: at least `k` and all that have the score of the k-th, or as
   * many as there are. More are welcome.
   */
  search(query: string, k: number): readonly Found[];
  cardOf(found: Found): number;
  /** @param place of the found card in the answer, from 0. */
  scoreOf(found: Found, place: number): number;
  /** How many cards the engine finds for a query, those without a score above 0 left out. */
  count(query: string): number;
  /** Bytes that it holds, where it can tell. */
  bytes?(): number;
}

/**
 * A search engine as a retriever: whole cards as one text, at most k hits, each with a score above 0, ties in our
 * order.
 *
 * @param open makes an empty engine, a new one for each build.
 */
export function adapted<Found>(name: string, open: (tokenize: Tokenize) => Engine<Found>): Retriever {
  return { name, oracle: undefined, build: (cards, options) => build(cards, options, open) };
}

async function build<Found>(
  cards: Cards,
  { stopwords }: BuildOptions,
  open: (tokenize: Tokenize) => Engine<Found>,
): Promise<SearchIndex> {
  const engine = open((text) => tokens(text, stopwords));
  const arrived: string[] = [];
  for await (const card of cards) {
    engine.add(arrived.length, cardText(card));
    arrived.push(card.id);
  }
  const { arrival, bytes, ids } = numberCards(arrived);
  engine.finish?.();
  const places = new Uint32Array(ids.length);
  for (const [place, card] of arrival.entries()) places[card] = place;
  return new AdaptedIndex(engine, ids, places, bytes);
}

class AdaptedIndex<Found> implements SearchIndex {
  readonly cards: number;
  readonly #engine: Engine<Found>;
  /** In the order of their code points. */
  readonly #ids: readonly string[];
  /** By number of the card: its place in that order. */
  readonly #places: Uint32Array;
  readonly #idBytes: number;

  constructor(engine: Engine<Found>, ids: readonly string[], places: Uint32Array, idBytes: number) {
    this.cards = ids.length;
    this.#engine = engine;
    this.#ids = ids;
    this.#places = places;
    this.#idBytes = idBytes;
  }

  search(query: string, k: number): Hit[] {
    const wanted = Math.min(k, this.cards);
    if (wanted === 0) return [];
    const engine = this.#engine;
    const found = engine.search(query, wanted);
    const best: { readonly score: number; readonly place: number }[] = [];
    for (let i = 0; i < found.length; i++) {
      const score = engine.scoreOf(found[i]!, i);
      if (!(score > 0) || (i >= wanted && score !== best[wanted - 1]!.score)) break;
      best.push({ score, place: this.#places[engine.cardOf(found[i]!)]! });
    }
    best.sort((a, b) => b.score - a.score || a.place - b.place);
    if (best.length > wanted) best.length = wanted;
    return best.map(({ place, score }) => ({ id: this.#ids[place]!, score, matched: undefined }));
  }

  countCandidates(query: string): number {
    return this.cards === 0 ? 0 : this.#engine.count(query);
  }

  indexBytes(): number | undefined {
    const bytes = this.#engine.bytes?.();
    return bytes === undefined ? undefined : bytes + this.#idBytes;
  }
}

/**
 * Asks an engine that cuts its answer in an order of its own for more and more, until every card with the score of the
 * k-th is there.
 *
 * @param ask answers with the best `limit` cards, the highest score first; fewer are all there are.
 */
export function withWholeTies<Found>(
  k: number,
  ask: (limit: number) => readonly Found[],
  scoreOf: (found: Found) => number,
): readonly Found[] {
  for (let limit = k + 1; ; limit *= 4) {
    const found = ask(limit);
    if (found.length < limit || scoreOf(found[k - 1]!) !== scoreOf(found.at(-1)!)) return found;
  }
}
