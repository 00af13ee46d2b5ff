import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Query } from '../../../datasets/dataset.ts';
import {
  type Capability,
  syntheticCards,
  syntheticQueries,
  syntheticTruth,
} from '../../../datasets/synthetic/index.ts';
import { wishesOf } from '../../../datasets/synthetic/queries.ts';

const KINDS = ['multi', 'noisy', 'paraphrase', 'unanswerable', 'unseen', 'vague', 'verbatim'];

/** Equality of capabilities the obvious way, sharing nothing with the generator's keys. */
function same(a: Capability, b: Capability): boolean {
  return a.domain === b.domain && a.noun === b.noun && a.action === b.action && a.modifier === b.modifier;
}

/** Judges every card for every query from what the cards can do, and compares. */
function proveRight(seed: string, cards: number, count: number): Query[] {
  const queries = syntheticQueries(seed, cards, count);
  const wishes = wishesOf(seed, cards, count);
  const truths = Array.from({ length: cards }, (_, i) => syntheticTruth(seed, i));
  const ids = [...syntheticCards(seed, cards)].map((card) => card.id);
  expect(queries.map((query) => query.id)).toEqual(Array.from({ length: count }, (_, j) => `q${j}`));
  queries.forEach((query, j) => {
    const { capabilities, kind, text } = wishes[j]!;
    expect([query.kind, query.text]).toEqual([kind, text]);
    const right = ids.filter((_, i) => truths[i]!.capabilities.some((has) => capabilities.some((c) => same(c, has))));
    expect([...query.relevant!.keys()]).toEqual(right);
    expect([...query.relevant!.values()].every((grade) => grade === 1)).toBe(true);
    if (kind === 'unseen') expect(capabilities).toEqual([]);
    else expect(capabilities.length).toBeGreaterThan(0);
    expect(right.length > 0).toBe(kind !== 'unseen' && kind !== 'unanswerable');
  });
  return queries;
}

test.each([
  ['42', 1, 1],
  ['42', 1, 250],
  ['042', 2, 40],
  ['43', 12, 12],
  ['44', 64, 12],
  ['42', 1000, 250],
  ['seed', 1000, 100],
])('seed %s, %i cards, %i queries: right is every card with the capability, and none else', (seed, cards, count) => {
  proveRight(seed, cards, count);
});

test('the same for any seed and small size', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 40 }),
      (seed, cards, count) => void proveRight(seed, cards, count),
    ),
    { numRuns: 40 },
  );
});

test('a card never has a capability twice, and always one', () => {
  for (let i = 0; i < 1000; i++) {
    const { capabilities } = syntheticTruth('42', i);
    expect(capabilities.length).toBeGreaterThan(0);
    capabilities.forEach((c, n) => {
      expect(capabilities.slice(n + 1).some((other) => same(c, other))).toBe(false);
    });
  }
});

test('the first queries do not depend on how many are asked', () => {
  const many = syntheticQueries('42', 300, 250);
  for (const count of [0, 1, 12, 100]) expect(syntheticQueries('42', 300, count)).toEqual(many.slice(0, count));
});

test('twelve queries hold every kind; 250 hold them in the stated mix and never repeat a text', () => {
  expect([...new Set(syntheticQueries('42', 64, 12).map((query) => query.kind))].sort()).toEqual(KINDS);
  const queries = syntheticQueries('42', 1000, 240);
  const share = (kind: string) => queries.filter((query) => query.kind === kind).length / queries.length;
  expect(KINDS.map(share)).toEqual([0.15, 0.15, 0.25, 0.1, 0.05, 0.15, 0.15]);
  expect(new Set(queries.map((query) => query.text)).size).toBe(240);
});

test('what is right for a query fits into a shortlist of 20, and more is right for several wishes at once', () => {
  const queries = syntheticQueries('42', 1000, 250);
  const sizes = (kinds: string[]) =>
    queries.filter((query) => kinds.includes(query.kind!)).map((query) => query.relevant!.size);
  const single = sizes(['verbatim', 'paraphrase', 'vague', 'noisy']);
  expect(single.filter((size) => size <= 6).length / single.length).toBeGreaterThan(0.85);
  expect(Math.max(...single)).toBeLessThan(20);
  const multi = sizes(['multi']);
  expect(multi.filter((size) => size >= 2).length / multi.length).toBeGreaterThan(0.95);
});

test('cards of one capability come from several vendors and are put in several ways', () => {
  const cards = [...syntheticCards('42', 1000)];
  const groups = new Map<string, number[]>();
  for (let i = 0; i < 1000; i++) {
    const key = JSON.stringify(syntheticTruth('42', i).capabilities[0]);
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  const several = [...groups.values()].filter((group) => group.length > 1);
  expect(several.length).toBeGreaterThan(100);
  const vendors = several.map((group) => new Set(group.map((i) => cards[i]!.id.split('/')[0])).size);
  expect(vendors.filter((count) => count > 1).length / several.length).toBeGreaterThan(0.9);
});

test('an unseen query shares no word with any card', () => {
  const words = (text: string) => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  for (const seed of ['42', '43', 'x']) {
    const known = new Set(
      [...syntheticCards(seed, 2000)].flatMap((card) =>
        words([card.name, card.description, ...card.skills, ...card.tags, ...card.examples, ...card.tools].join('\n')),
      ),
    );
    // Why it holds for the cards beyond these, too: no card has a q without a u, and every unseen word has one.
    for (const word of known) expect(word).not.toMatch(/q(?!u)/);
    for (const query of syntheticQueries(seed, 1000, 250).filter((query) => query.kind === 'unseen')) {
      expect(words(query.text).length).toBeGreaterThan(2);
      for (const word of words(query.text)) {
        expect(word).toMatch(/q(?!u)/);
        expect(known.has(word)).toBe(false);
      }
    }
  }
});
