import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Card } from '../datasets/card.ts';
import { syntheticCards, syntheticQueries } from '../datasets/synthetic/index.ts';
import { loadRetriever, PEERS, RETRIEVERS, retrieverProblem } from '../retrievers/index.ts';
import { compareHits } from '../retrievers/ranking.ts';
import { SavedIndexError } from '../retrievers/retriever.ts';
import { makeStopwords, STOPWORDS_V1 } from '../retrievers/stopwords.ts';
import { card, hostileText, smallQuery, smallRegistry, streamed } from './retrievers/cards.ts';
import { copied, expectSame } from './retrievers/saved-index.ts';

const options = { stopwords: STOPWORDS_V1 };
const CARDS: readonly Card[] = [
  card('9', 'weather forecast for sailors', { name: 'Weather' }),
  card('10', 'weather forecast for sailors', { name: 'Weather' }),
  card('007', 'flight search', { tags: ['travel', 'weather'] }),
  card('__proto__', 'constructor hasOwnProperty', { tools: ['to_string'] }),
  card('\u{1f600}', '\u5929\u6c14'),
  card('empty'),
];

const GENERATED: readonly Card[] = [...syntheticCards('contract', 300)];
const QUERIES = [...syntheticQueries('contract', 300, 12).map(({ text }) => text), '', 'unheard'];

const installed = [...PEERS.keys()].filter((name) => retrieverProblem(name) === undefined);
const missing = [...PEERS.keys()].filter((name) => !installed.includes(name));
if (missing.length > 0) {
  process.stderr.write(
    `the contract: not installed and not tested (npm run peers -- --install): ${missing.join(', ')}\n`,
  );
}
test.skip.each(missing)('the contract: %s is not installed and not tested', () => {});

/** `random` matches every card with every query: the promises about matching are not its own, see its own tests. */
const matching = [...RETRIEVERS.keys(), ...installed, 'rrf(ssr,bm25)'].filter((name) => name !== 'random');

/** What every retriever promises, whatever it computes. One that is added to the table is tested without a line here. */
describe.each(matching)('the contract: %s', async (name) => {
  const retriever = await loadRetriever(name);

  test('a ranking has at most k hits, each above 0 and from the registry, in the one order, none twice', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, smallQuery, fc.integer({ min: 1, max: 20 }), async (cards, query, k) => {
        const index = await retriever.build(cards, options);
        expect(index.cards).toBe(cards.length);
        const hits = await index.search(query, k);
        const candidates = await index.countCandidates(query);
        expect(hits.length).toBe(Math.min(k, candidates));
        expect(hits.every((hit) => hit.score > 0 && Number.isFinite(hit.score))).toBe(true);
        expect([...hits].sort(compareHits)).toEqual(hits);
        expect(new Set(hits.map((hit) => hit.id)).size).toBe(hits.length);
        expect(hits.every((hit) => cards.some((each) => each.id === hit.id))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('a list, a generator and a stream of cards give the same index', async () => {
    const generated = (function* () {
      yield* CARDS;
    })();
    const indexes = await Promise.all(
      [CARDS, generated, streamed(CARDS)].map((cards) => retriever.build(cards, options)),
    );
    const answers = await Promise.all(
      indexes.map(async (index) => [
        index.cards,
        index.indexBytes(),
        await index.search('weather forecast', 9),
        await index.countCandidates('weather forecast'),
      ]),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('bytes and work are the same for every build, in any order of the cards, before and after searches', async () => {
    // Each build draws the start of its hash tables anew.
    const orders = [GENERATED, [...GENERATED].reverse(), streamed(GENERATED), GENERATED];
    const told = [];
    for (const cards of orders) {
      const index = await retriever.build(cards, options);
      const counted = async () => {
        const work = [];
        for (const text of QUERIES) for (const k of [1, 20, 1000]) work.push(await index.work?.(text, k));
        return { bytes: index.indexBytes(), work };
      };
      const first = await counted();
      for (const text of QUERIES) await index.search(text, 1000);
      expect(await counted()).toEqual(first);
      told.push(first);
    }
    expect(told.slice(1)).toEqual([told[0], told[0], told[0]]);
    const { bytes, work } = told[0]!;
    expect(bytes === undefined || (Number.isSafeInteger(bytes) && bytes > 0)).toBe(true);
    for (const each of work) {
      if (each === undefined) continue;
      expect(Number.isSafeInteger(each.visited) && Number.isSafeInteger(each.postings)).toBe(true);
      expect(each.visited).toBeLessThanOrEqual(each.postings);
    }
    expect(new Set(work.map((each) => each === undefined)).size).toBe(1);
  });

  test('a search asked again, after others, answers the same', async () => {
    const index = await retriever.build(CARDS, options);
    const first = await index.search('weather forecast', 3);
    for (const query of ['flight', '', 'constructor', 'weather', 'unheard']) {
      await index.search(query, 1);
      await index.countCandidates(query);
    }
    expect(await index.search('weather forecast', 3)).toEqual(first);
  });

  test('a k above the number of cards brings all candidates', async () => {
    const index = await retriever.build(CARDS, options);
    const all = await index.search('weather', CARDS.length);
    expect(all.map((hit) => hit.id).sort()).toEqual(['007', '10', '9']);
    for (const k of [CARDS.length + 1, 1000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await index.search('weather', k)).toEqual(all);
    }
  });

  test.each(['', '   ', '!!!', 'of the and', 'unheard words', 'x', '\u5929\u6c14', 'valueOf', 'prototype', 'length'])(
    'the query %j matches nothing and brings nothing',
    async (query) => {
      const index = await retriever.build(CARDS, options);
      expect(await index.search(query, 9)).toEqual([]);
      expect(await index.countCandidates(query)).toBe(0);
    },
  );

  test.each(['constructor', 'hasOwnProperty'])('the query %j is a word like another', async (query) => {
    const index = await retriever.build(CARDS, options);
    expect((await index.search(query, 9)).map((hit) => hit.id)).toEqual(['__proto__']);
  });

  test('no cards, and cards without text', async () => {
    for (const cards of [[], [card('a')], [card('a'), card('b', '...')]]) {
      const index = await retriever.build(cards, options);
      expect(index.cards).toBe(cards.length);
      expect(await index.search('weather', 5)).toEqual([]);
      expect(await index.countCandidates('weather')).toBe(0);
    }
  });

  test('one id twice is refused, and named', async () => {
    const cards = [card('a', 'one'), card('b', 'two'), card('a', 'three')];
    await expect(retriever.build(cards, options)).rejects.toThrow('"a"');
    await expect(retriever.build(streamed(cards), options)).rejects.toThrow('"a"');
  });

  test('ids that look alike are different', async () => {
    const ids = ['7', '007', '7.0', '1e3', '1000', '-1', 'A', 'a', '\u00e9', 'e\u0301'];
    const index = await retriever.build(
      ids.map((id) => card(id, 'weather')),
      options,
    );
    expect(new Set((await index.search('weather', 99)).map((hit) => hit.id))).toEqual(new Set(ids));
  });

  test('a card is not kept: one changed after the build changes nothing', async () => {
    const mutable = { ...card('a', 'weather') };
    const index = await retriever.build([mutable], options);
    mutable.description = 'flight';
    expect(await index.search('weather', 1)).toHaveLength(1);
    expect(await index.search('flight', 1)).toHaveLength(0);
  });

  test('the stopwords of the build are dropped from cards and queries', async () => {
    const stopwords = { name: 'one', words: new Set(['weather']), sha256: '' };
    const index = await retriever.build(CARDS, { stopwords });
    expect(await index.search('weather', 9)).toEqual([]);
    expect(await index.search('for', 9)).toHaveLength(2);
  });

  test('two indexes of one retriever do not disturb each other', async () => {
    const one = await retriever.build(CARDS, options);
    const other = await retriever.build([card('z', 'weather')], options);
    const alone = await one.search('weather', 9);
    const [left, right] = await Promise.all([one.search('weather', 9), other.search('weather', 9)]);
    expect(left).toEqual(alone);
    expect(right.map((hit) => hit.id)).toEqual(['z']);
  });

  test('a card as the query of its own text finds itself, and signals of card and text are one', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const self = card('self', text);
        const index = await retriever.build([self], options);
        const hits = await index.search(text, 1);
        const signals = index.signals?.(self, { cap: true });
        if (signals === undefined) return;
        expect(signals).toEqual(index.signals!(text, { cap: true }));
        expect(hits.map((hit) => hit.matched)).toEqual(signals.size === 0 ? [] : [signals.size]);
      }),
      { numRuns: 100 },
    );
  });

  test('an index tells what its bytes are made of, where it can', async () => {
    const index = await retriever.build(GENERATED, options);
    const parts = index.memory?.();
    if (parts === undefined) return;
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(index.indexBytes());
    expect(new Set(parts.map(({ part }) => part)).size).toBe(parts.length);
  });

  test('an index can be saved exactly where one can be loaded', async () => {
    const index = await retriever.build(CARDS, options);
    expect(index.save === undefined).toBe(retriever.load === undefined);
  });

  test.runIf(retriever.load)('an index that was saved and loaded is the one that was built', async () => {
    const load = async (cards: readonly Card[], queries: readonly string[]) => {
      const built = await retriever.build(cards, options);
      const loaded = retriever.load!(copied(built.save!()), options);
      await expectSame(loaded, built, cards, queries);
      // And saved again, it is the same to the byte.
      expect(loaded.save!()).toEqual(built.save!());
    };
    await load([], ['weather']);
    await load(CARDS, ['weather forecast', 'constructor']);
    await load(GENERATED, QUERIES);
    const queries = fc.array(smallQuery, { maxLength: 3 });
    await fc.assert(fc.asyncProperty(smallRegistry, queries, load), { numRuns: 100 });
  });

  test.runIf(retriever.load)(
    'what is saved depends on the cards, and not on the order in which they come',
    async () => {
      const saved = async (cards: readonly Card[]) => (await retriever.build(cards, options)).save!();
      expect(await saved(GENERATED.toReversed())).toEqual(await saved(GENERATED));
      await fc.assert(
        fc.asyncProperty(smallRegistry, async (cards) => {
          expect(await saved(cards.toReversed())).toEqual(await saved(cards));
        }),
        { numRuns: 50 },
      );
    },
  );

  test.runIf(retriever.load)('an index of other stopwords is not loaded', async () => {
    const saved = (await retriever.build(CARDS, options)).save!();
    const others = makeStopwords('others', ['weather']);
    expect(() => retriever.load!(saved, { stopwords: others })).toThrow(SavedIndexError);
    expect(() => retriever.load!({ ...saved, arrays: new Map() }, options)).toThrow(SavedIndexError);
  });
});
