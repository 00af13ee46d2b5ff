import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { syntheticCards } from '../../datasets/synthetic/index.ts';
import { DEFAULT_FORMS } from '../../retrievers/inverted/lists.ts';
import { IdPacker } from '../../retrievers/inverted/packed-ids.ts';
import { termsOf } from '../../retrievers/inverted/registry-terms.ts';
import { saveTerms } from '../../retrievers/inverted/saved-terms.ts';
import { TextBatch } from '../../retrievers/inverted/text-batch.ts';
import { wordDictionary } from '../../retrievers/inverted/word-reader.ts';
import type { Cards } from '../../retrievers/retriever.ts';
import { cardText, tokens } from '../../retrievers/signals.ts';
import { tunedSsr } from '../../retrievers/ssr/retriever.ts';
import { SignalReader } from '../../retrievers/ssr/signal-reader.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, hostileText, longText, smallRegistry } from './cards.ts';

describe('TextBatch', () => {
  const anyText = fc.oneof(hostileText, longText, fc.string({ unit: 'binary', maxLength: 70 }), fc.constant(''));
  const texts = fc.array(anyText, { maxLength: 3 });
  const anyCard = fc
    .tuple(anyText, anyText, texts, texts, texts, texts)
    .map(([name, description, skills, tags, examples, tools]) =>
      card('id', description, { name, skills, tags, examples, tools }),
    );

  test('holds the texts of cards unit by unit, through every growth and in used arrays', () => {
    let used = new TextBatch(new Uint32Array(5));
    fc.assert(
      fc.property(fc.array(anyCard, { minLength: 1, maxLength: 5 }), (cards) => {
        const fresh = new TextBatch(new Uint32Array(5), new Uint16Array(1));
        for (const batch of [fresh, used]) {
          batch.clear();
          for (const each of cards) batch.add(each);
          expect(batch.isFull).toBe(cards.length === 5);
          for (const [i, each] of cards.entries()) {
            const units = batch.units.subarray(i === 0 ? 0 : batch.ends[i - 1]!, batch.ends[i]!);
            const text = Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
            const wanted = cardText(each);
            expect(text).toBe(wanted === '' ? '' : `${wanted}\n`);
          }
        }
        used = new TextBatch(used.ends, used.units);
      }),
      { numRuns: 300 },
    );
  });
});

test('a batch is full of few long texts too, and gives up the memory of a very long one', () => {
  const batch = new TextBatch(new Uint32Array(100));
  const long = 'word '.repeat(2 ** 17);
  let texts = 0;
  for (; !batch.isFull; texts++) batch.add(card('id', long));
  expect(texts).toBe(4);
  batch.add(card('id', 'word '.repeat(2 ** 21)));
  expect(batch.units.length).toBeGreaterThan(2 ** 23);
  batch.clear();
  expect(batch.units.length).toBeLessThan(2 ** 15);
  batch.add(card('id', 'short'));
  expect(String.fromCharCode(...batch.units.subarray(0, batch.ends[0]))).toBe('short\n');
});

/** The terms of a registry, its cards read in batches of some size, each by the reader whose turn it is. */
async function termsRead(
  cards: readonly Card[],
  batchCards: number,
  readers: number,
  turnOf: (batch: number) => number,
) {
  const packer = new IdPacker();
  const all = Array.from({ length: readers }, () => new SignalReader(STOPWORDS_V1, { shared: false }));
  const turns: { reader: number; cards: number }[] = [];
  for (let from = 0; from < cards.length; from += batchCards) {
    const batch = new TextBatch(new Uint32Array(batchCards));
    for (const each of cards.slice(from, from + batchCards)) {
      packer.add(each.id);
      batch.add(each);
    }
    const reader = turnOf(turns.length) % readers;
    all[reader]!.read(batch);
    turns.push({ reader, cards: batch.count });
  }
  const { arrival } = packer.finish();
  const read = all.map((reader) => reader.finish());
  const terms = await termsOf(read, turns, wordDictionary(STOPWORDS_V1).size, arrival, DEFAULT_FORMS);
  return new Map(saveTerms(terms));
}

describe('what was read', () => {
  test('is the same to the byte, whoever read what', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallRegistry,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 2, max: 4 }),
        fc.array(fc.nat(3), { minLength: 1 }),
        async (cards, batchCards, readers, turns) => {
          const alone = await termsRead(cards, cards.length + 1, 1, () => 0);
          const turnOf = (batch: number) => turns[batch % turns.length]!;
          expect(await termsRead(cards, batchCards, readers, turnOf)).toEqual(alone);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('and on a larger registry, which fills more than one chunk', async () => {
    const cards = [...syntheticCards('7', 2000)];
    const random = seedrandom('turns');
    const alone = await termsRead(cards, 2001, 1, () => 0);
    expect(await termsRead(cards, 37, 3, () => Math.floor(random() * 3))).toEqual(alone);
  });

  test('holds the words of every card', async () => {
    const cards = [card('a', 'One two'), card('b', '', { tools: ['three ONE', 'four'] }), card('c')];
    const parts = await termsRead(cards, 2, 2, (batch) => batch);
    const text = Buffer.from(parts.get('words.characters')!).toString('latin1');
    for (const word of cards.flatMap((each) => tokens(cardText(each), STOPWORDS_V1))) expect(text).toContain(word);
  });
});

/** Many small registries of hostile text in one, which takes no longer to start threads for. */
function hostileCards(): Card[] {
  const registries = fc.sample(smallRegistry, { numRuns: 150, seed: 5 });
  const lone = Array.from({ length: 60 }, (_, i) =>
    card(`lone-${i}`, `half \ud83d${i % 7} \udc00word \u0130stanbul \u212aelvin x${i}`),
  );
  return [...registries.flatMap((cards, r) => cards.map((each) => ({ ...each, id: `${r} ${each.id}` }))), ...lone];
}

describe('build threads', () => {
  const threaded = (batchCards: number, unthreadedCards = 0, sortedAtATime = 500) =>
    tunedSsr({ batchCards, unthreadedCards, sortedAtATime });
  const options = { stopwords: STOPWORDS_V1 };

  test('make the same index to the byte as the calling thread alone, each number of them', {
    timeout: 60_000,
  }, async () => {
    const cards = [...hostileCards(), ...syntheticCards('7', 1500)];
    const alone = (await tunedSsr({}).build(cards, { ...options, workers: 1 })).save!();
    expect(alone.cards).toBe(cards.length);
    for (const [workers, batchCards, unthreaded] of [
      [2, 7, 0],
      [3, 50, 300],
    ] as const) {
      const index = await threaded(batchCards, unthreaded).build(cards, { ...options, workers });
      expect(index.save!(), `${workers} workers`).toEqual(alone);
    }
  });

  test('read an empty registry, and one of fewer cards than there are threads', { timeout: 60_000 }, async () => {
    for (const cards of [[], [card('a', 'one two')]]) {
      const index = await threaded(10).build(cards, { ...options, workers: 3 });
      expect(index.save!()).toEqual((await threaded(10).build(cards, { ...options, workers: 1 })).save!());
    }
  });

  /** Builds with two threads, and expects none of them to be left. Returns the error. */
  async function failing(cards: Cards, stopwords = STOPWORDS_V1): Promise<unknown> {
    const before = activeThreads();
    const error = await threaded(3)
      .build(cards, { stopwords, workers: 2 })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(activeThreads()).toBe(before);
    return error;
  }

  test('end with the build, also where the cards fail or two have one id', { timeout: 60_000 }, async () => {
    const cards = Array.from({ length: 100 }, (_, i) => card(`${i}`, `word${i} of it`));
    const before = activeThreads();
    function* torn(): Generator<Card> {
      yield* cards.slice(0, 50);
      expect(activeThreads()).toBeGreaterThan(before);
      throw new Error('torn');
    }
    expect(await failing(cards)).toBeUndefined();
    expect(await failing(torn())).toEqual(new Error('torn'));
    expect(await failing([...cards, card('7')])).toEqual(new Error('two cards have the id "7"'));
  });

  test('fail the build with their own error', { timeout: 60_000 }, async () => {
    // Sound here, and of a word that is none where a copy of it arrives.
    const words = new Set<string>([null as unknown as string]);
    Object.defineProperty(words, Symbol.iterator, { value: () => ['the'].values() });
    const cards = Array.from({ length: 1000 }, (_, i) => card(`${i}`, `word${i} of it`));
    expect(await failing(cards, { ...STOPWORDS_V1, words })).toBeInstanceOf(TypeError);
  });
});

function activeThreads(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
}
