import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { exhaustiveWss, exhaustiveWssSqrt } from '../../../retrievers/exhaustive-wss.ts';
import type { Hit } from '../../../retrievers/ranking.ts';
import type { SearchIndex } from '../../../retrievers/retriever.ts';
import { makeStopwords, STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { tunedWss, wss, wssSqrt } from '../../../retrievers/wss/retriever.ts';
import { card, hostileText, smallQuery, smallRegistry } from '../cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const VARIANTS = [
  { fast: wss, slow: exhaustiveWss },
  // Pruned even where that does not pay, with the tightest bounds and with none.
  { fast: tunedWss({ addedUpPerList: 0, addedUpPerHit: 0, boundedLength: 1 }), slow: exhaustiveWss },
  { fast: tunedWss({ addedUpPerList: 0, addedUpPerHit: 0, boundedLength: Infinity }), slow: exhaustiveWss },
  { fast: wssSqrt, slow: exhaustiveWssSqrt },
];
const search = (index: SearchIndex, query: string, k: number) => index.search(query, k) as readonly Hit[];

/** Identifiers of every shape, so that cuts, joined words and pairs of them come about. */
const identifiers = fc
  .array(
    fc.tuple(
      fc.constantFrom('git', 'Hub', 'HTTP', 'Server', 'x', 'Y', '2', '4k', 'issues', 'create', 'Runs', 'the', 'THE'),
      fc.constantFrom('', '', '', ' ', '_', '\n'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.flat().join(''));

/** Cards with something in every field, of identifiers, few words or anything. */
const fielded = fc
  .array(
    fc.record({
      name: identifiers,
      description: fc.oneof(identifiers, smallQuery, hostileText),
      skills: fc.array(identifiers, { maxLength: 2 }),
      tags: fc.array(identifiers, { maxLength: 2 }),
      examples: fc.array(smallQuery, { maxLength: 2 }),
      tools: fc.array(identifiers, { maxLength: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((cards) => cards.map((fields, i): Card => ({ id: `c${(i * 7) % 12}`, ...fields })));

/** The fast one against its oracle for every k, and each list a prefix of the next. */
async function expectAgreement(cards: readonly Card[], queries: readonly string[], stopwords = STOPWORDS_V1) {
  for (const { fast, slow } of VARIANTS) {
    const [ours, oracle] = await Promise.all([fast.build(cards, { stopwords }), slow.build(cards, { stopwords })]);
    for (const query of queries) {
      const all = search(oracle, query, Infinity);
      for (const k of [1, 2, 3, 5, cards.length, cards.length + 5]) {
        // toEqual compares numbers by Object.is: scores are equal to the last bit.
        if (k > 0) expect(search(ours, query, k)).toEqual(all.slice(0, k));
      }
      expect(ours.countCandidates(query)).toBe(all.length);
      expect(ours.signals!(query, { cap: true })).toEqual(oracle.signals!(query, { cap: true }));
    }
    for (const each of cards) expect(ours.signals!(each, { cap: true })).toEqual(oracle.signals!(each, { cap: true }));
  }
}

describe('wss and wss-sqrt equal their oracles', () => {
  test('on registries full of ties', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, fc.array(smallQuery, { maxLength: 3 }), (cards, queries) =>
        expectAgreement(cards, queries),
      ),
      { numRuns: 80 },
    );
  });

  test('on identifiers in every field', async () => {
    await fc.assert(
      fc.asyncProperty(fielded, fc.array(fc.oneof(identifiers, hostileText), { maxLength: 3 }), (cards, queries) =>
        expectAgreement(cards, queries),
      ),
      { numRuns: 80 },
    );
  });

  test('with other stopwords, which replace both tables', async () => {
    const stopwords = makeStopwords('mine', ['git', 'The']);
    const cards = [card('a', 'please git the hub'), card('b', 'need the gitHub')];
    await expectAgreement(cards, ['please', 'the', 'git', 'github', 'need hub'], stopwords);
    const index = await wss.build(cards, { stopwords });
    expect(search(index, 'please', 9)).toHaveLength(1);
    expect(search(index, 'the', 9)).toHaveLength(2);
    expect(search(await wss.build(cards, options), 'please need the', 9)).toEqual([]);
  });

  test('on generated cards', async () => {
    const cards = [...syntheticCards('wss', 250)];
    const queries = syntheticQueries('wss', 250, 20).map((query) => query.text);
    await expectAgreement(cards, [...queries, ...cards.slice(0, 5).map((each) => each.description)]);
  });

  test('on a query of more signals than fit into one number', async () => {
    const long = (step: number) => Array.from({ length: 300 }, (_, i) => `w${(i * step) % 300}`).join(' ');
    const cards = [card('a', long(1)), card('b', long(7)), card('c', 'w1 w2 w9'), card('d', 'w1 w2 w9'), card('e')];
    await expectAgreement(cards, [long(1), long(7), `${long(11)} w2 w9`]);
  });
});

test('the order in which cards come changes nothing', async () => {
  const shuffled = fielded.chain((cards) =>
    fc.tuple(fc.constant(cards), fc.shuffledSubarray(cards, { minLength: cards.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, identifiers, async ([cards, others], query) => {
      for (const { fast, slow } of VARIANTS) {
        for (const retriever of [fast, slow]) {
          const [a, b] = [await retriever.build(cards, options), await retriever.build(others, options)];
          expect(search(a, query, Infinity)).toEqual(search(b, query, Infinity));
          expect(a.indexBytes()).toBe(b.indexBytes());
        }
      }
    }),
    { numRuns: 60 },
  );
});

describe('identifiers', () => {
  const names = ['appTableRecord_search', 'createIssue', 'get-user-profile', 'XMLParser2', 'HTTPServer'];

  test.each([
    ['table record', 'appTableRecord_search'],
    ['create issues', 'createIssue'],
    ['CREATE ISSUE', 'createIssue'],
    ['createissue', 'createIssue'],
    ['user profiles', 'get-user-profile'],
    ['xml', 'XMLParser2'],
    ['parser2', 'XMLParser2'],
    ['http servers', 'HTTPServer'],
  ])('%s finds %s', async (query, wanted) => {
    const index = await wss.build(
      names.map((name) => card(name, '', { name })),
      options,
    );
    expect(search(index, query, 1)[0]?.id).toBe(wanted);
  });
});

test('an explanation tells idf, tf, the fields it came from and the length', async () => {
  const cards = [card('a', 'ledger of ledgers', { name: 'Ledger', tools: ['ledger balances'] }), card('b', 'balances')];
  const index = await wss.build(cards, options);
  const { terms, uniform } = await index.explain!('ledger balances zebra', cards[0]!);
  expect(uniform).toBe(false);
  expect(terms.map(({ details, weight: _, ...rest }) => ({ ...rest, details: { ...details, idf: 0 } }))).toEqual([
    {
      signal: 'ledger',
      df: 1,
      held: true,
      cut: false,
      details: { idf: 0, tf: 4.5, name: 1, description: 2, tools: 1, length: 5 },
    },
    { signal: 'balanc', df: 2, held: true, cut: false, details: { idf: 0, tf: 0.5, tools: 1, length: 5 } },
    { signal: 'zebra', df: 0, held: false, cut: false, details: { idf: 0, tf: 0, length: 5 } },
    { signal: 'balanc ledger', df: 1, held: true, cut: false, details: { idf: 0, tf: 0.5, tools: 1, length: 5 } },
    { signal: 'balanc zebra', df: 0, held: false, cut: false, details: { idf: 0, tf: 0, length: 5 } },
  ]);
  let sum = 0;
  for (const term of terms) if (term.held) sum += term.weight;
  expect(sum).toBe(search(index, 'ledger balances zebra', 1)[0]!.score);
});
