import type { Card } from '../../datasets/card.ts';
import { agentLine, agentNumber, promptHead, promptTail } from './prompt.ts';

/** The encoding that tokens are counted in: that of the GPT-4o and GPT-5 families. Other models count otherwise. */
export const TOKEN_ENCODING = 'o200k_base';

export type CountTokens = (text: string) => number;

/** Loads the tokenizer: it takes a third of a second, and is loaded where tokens are counted at all. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // What looks like a special token of the model, such as `<|endoftext|>`, is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}

/**
 * Counts the tokens of prompts by their lines, each card once. The sum is that of the whole prompt: the encoding never
 * joins a line feed with the digit or the letter behind it, nor a colon with a space.
 */
export class PromptTokens {
  readonly #count: CountTokens;
  readonly #ofCard = new WeakMap<Card, number>();
  readonly #ofNumber = new Map<number, number>();

  constructor(count: CountTokens) {
    this.#count = count;
  }

  /** Tokens of the prompt that shows these cards, in any order. */
  ofPrompt(query: string, cards: readonly Card[]): number {
    return this.ofFrame(query, cards.length) + this.ofList(cards);
  }

  /** Tokens of everything but the list of agents. */
  ofFrame(query: string, count: number): number {
    return this.#count(promptHead(query, count)) + this.#count(promptTail(count));
  }

  /** Tokens of a numbered list. */
  ofList(cards: readonly Card[]): number {
    let sum = 0;
    for (const [i, card] of cards.entries()) sum += this.#number(i + 1) + this.#card(card);
    return sum;
  }

  #card(card: Card): number {
    const known = this.#ofCard.get(card);
    if (known !== undefined) return known;
    const count = this.#count(agentLine(card));
    this.#ofCard.set(card, count);
    return count;
  }

  #number(position: number): number {
    const known = this.#ofNumber.get(position);
    if (known !== undefined) return known;
    const count = this.#count(agentNumber(position));
    this.#ofNumber.set(position, count);
    return count;
  }
}
