import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { cardLine } from '../../../datasets/loaders/canonical-write.ts';
import { CardsHash } from '../../../harness/index-file/cards-hash.ts';
import { hashOf } from './files.ts';

/** Texts that join in many ways, and some that look like the numbers and marks between them. */
const text = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '\n', 'é'), maxLength: 3 });
const texts = fc.array(text, { maxLength: 3 });
const cardOf: fc.Arbitrary<Card> = fc.record({
  id: text,
  name: text,
  description: text,
  skills: texts,
  tags: texts,
  examples: texts,
  tools: texts,
});

describe('the hash of cards', () => {
  it('is that of others for other cards, and the same for the same', () => {
    const lineOf = new Map<string, string>();
    fc.assert(
      fc.property(cardOf, (card) => {
        const digest = hashOf([card]).digest();
        expect(hashOf([{ ...card, tags: [...card.tags] }]).digest()).toBe(digest);
        const line = lineOf.get(digest) ?? cardLine(card);
        lineOf.set(digest, line);
        expect(cardLine(card)).toBe(line);
      }),
      { numRuns: 5000 },
    );
  });

  it('does not depend on the order, and counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cardOf, { maxLength: 6 }), async (cards) => {
        const hash = hashOf(cards);
        expect(hash.cards).toBe(cards.length);
        expect(hashOf(cards.toReversed()).digest()).toBe(hash.digest());
        expect((await CardsHash.of(cards, () => undefined)).digest()).toBe(hash.digest());
        // Each takes its part: without the first one it is another.
        if (cards.length > 0) expect(hashOf(cards.slice(1)).digest()).not.toBe(hash.digest());
      }),
      { numRuns: 200 },
    );
  });
});
