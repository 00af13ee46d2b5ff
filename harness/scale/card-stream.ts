import type { Card } from '../../datasets/card.ts';
import { makePause } from '../pause.ts';

/** Told how far a stage of the work is; `total` is 0 where nobody knows. */
export type OnProgress = (stage: string, done: number, total: number) => void;

/**
 * The cards of a generator as a stream. From time to time it lets the event loop run and says how far it is, so that a
 * process that reads millions of cards is heard, and hears that its parent is gone.
 */
export class CardStream implements AsyncIterable<Card> {
  /** Milliseconds that the generator took for the cards so far. */
  generatedMs = 0;
  readonly #cards: Iterable<Card>;
  readonly #now: () => number;
  readonly #onPause: (done: number) => void;

  /** @param now milliseconds, from any start. */
  constructor(cards: Iterable<Card>, now: () => number, onPause: (done: number) => void) {
    this.#cards = cards;
    this.#now = now;
    this.#onPause = onPause;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Card, void, undefined> {
    const pause = makePause(new AbortController().signal);
    const cards = this.#cards[Symbol.iterator]();
    for (let done = 0; ; done++) {
      const start = this.#now();
      const next = cards.next();
      this.generatedMs += this.#now() - start;
      if (next.done) {
        this.#onPause(done);
        return;
      }
      const wait = pause();
      if (wait !== undefined) {
        this.#onPause(done);
        await wait;
      }
      yield next.value;
    }
  }
}
