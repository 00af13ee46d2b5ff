import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { exhaustiveStream } from '../../retrievers/exhaustive-stream.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { type Tuning, tunedSsr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from './cards.ts';

/*
 * Random searches, pruned against added up against the oracle, for every k. 100 registries of 50 queries here;
 * `REGISTRIES=2000 npx vitest run test/retrievers/random-searches.test.ts` makes 100,000 searches. A failure names its
 * seed; `SEED=... REGISTRIES=1` runs that registry alone.
 */
const REGISTRIES = Number(process.env.REGISTRIES ?? 100);
const FIRST_SEED = Number(process.env.SEED ?? 1);
const QUERIES = 50;

/** Choices of form, each of which makes other lists of the same registry bitmaps, directories or plain. */
const FORMS: readonly Partial<Tuning>[] = [
  {},
  { bitmapShare: 1 },
  { bitmapShare: 2, directoryLength: 8, bucket: 2 },
  { bitmapShare: 2 ** 32, directoryLength: 1, bucket: 64 },
  { bitmapShare: 2 ** 32, directoryLength: 2 ** 32 },
  { bitmapShare: 2 ** 32 - 1, directoryLength: 2 },
];
const ALWAYS_PRUNED: Partial<Tuning> = { addedUpPerList: 0, addedUpPerHit: 0 };
const ALWAYS_ADDED_UP: Partial<Tuning> = { addedUpPerList: Infinity };

const options = { stopwords: STOPWORDS_V1 };

/** A registry of few words, some of them in most cards, so that scores, matched counts and whole cards are equal. */
function randomRegistry(random: () => number) {
  const vocabulary = 2 + Math.floor(random() * (random() < 0.5 ? 6 : 40));
  const skew = 1 + random() * 3;
  const text = (most: number) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => {
      return `w${Math.floor(vocabulary * random() ** skew).toString(36)}`;
    }).join(' ');
  const size = Math.floor(random() ** 2 * 400);
  const longest = random() < 0.1 ? 90 : 1 + Math.floor(random() * 12);
  const cards: Card[] = [];
  for (let i = 0; i < size; i++) {
    // Ids in an order of their own; every so often a card is the twin of an earlier one.
    const id = `${Math.floor(random() * 1e6).toString(36)}-${i}`;
    const twin = cards[Math.floor(random() * cards.length)];
    cards.push(twin !== undefined && random() < 0.3 ? { ...twin, id } : card(id, text(longest)));
  }
  const queries = Array.from({ length: QUERIES }, () => text(random() < 0.05 ? 60 : 8));
  return { cards, queries };
}

test(`${REGISTRIES * QUERIES} random searches: pruned, added up and the oracle agree for every k`, async () => {
  let searches = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + REGISTRIES; seed++) {
    const random = seedrandom(`random searches ${seed}`);
    const { cards, queries } = randomRegistry(random);
    const forms = FORMS[seed % FORMS.length]!;
    const build = (tuning: Partial<Tuning>) => tunedSsr({ ...forms, ...tuning }).build(cards, options);
    const pruned = await build(ALWAYS_PRUNED);
    const addedUp = await build(ALWAYS_ADDED_UP);
    const oracle = await exhaustiveIdf.build(cards, options);
    for (const query of queries) {
      searches++;
      const fault = faultOf(pruned, addedUp, oracle, query, random);
      if (fault !== undefined)
        expect.fail(`SEED=${seed}, ${cards.length} cards, query ${JSON.stringify(query)}: ${fault}`);
    }
  }
  expect(searches).toBe(REGISTRIES * QUERIES);
}, 3_600_000);

/** What is wrong with one search, for every k up to 12, some above and all; undefined where nothing is. */
function faultOf(
  pruned: SearchIndex,
  addedUp: SearchIndex,
  oracle: SearchIndex,
  query: string,
  random: () => number,
): string | undefined {
  const all = oracle.search(query, Infinity) as readonly Hit[];
  const some = Array.from({ length: 4 }, () => 1 + Math.floor(random() * all.length));
  const near = [all.length - 1, all.length, all.length + 1].filter((k) => k >= 1);
  for (const k of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...some, ...near]) {
    for (const [name, index] of [
      ['pruned', pruned],
      ['added up', addedUp],
    ] as const) {
      const found = index.search(query, k) as readonly Hit[];
      if (!isPrefix(found, all, k)) return `k = ${k}, ${name}`;
    }
  }
  for (const index of [pruned, addedUp]) {
    if (index.countCandidates(query) !== all.length) return 'number of candidates';
    const { postings, visited } = index.work!(query, 3) as { postings: number; visited: number };
    if (visited > postings || postings < all.length) return `work: ${visited} of ${postings}`;
  }
  return undefined;
}

/** Whether the hits are the first `k` of the ranking, to the last bit. */
function isPrefix(found: readonly Hit[], all: readonly Hit[], k: number): boolean {
  return (
    found.length === Math.min(k, all.length) &&
    found.every(({ id, score, matched }, i) => {
      return id === all[i]!.id && score === all[i]!.score && matched === all[i]!.matched;
    })
  );
}

test('the oracle in constant memory answers as the oracle', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { cards, queries } = randomRegistry(seedrandom(`stream ${seed}`));
    const oracle = await exhaustiveIdf.build(cards, options);
    for (const k of [1, 7, 1000]) {
      const answers = await exhaustiveStream(() => cards, queries, k, STOPWORDS_V1);
      expect(answers).toEqual(
        queries.map((query) => ({ hits: oracle.search(query, k), candidates: oracle.countCandidates(query) })),
      );
    }
  }
});

test('the oracle in constant memory notices that it was given other cards the second time', async () => {
  let reading = 0;
  const changing = () => [card('a', 'w1'), card('b', 'w1')].slice(0, ++reading);
  await expect(exhaustiveStream(changing, ['w1'], 1, STOPWORDS_V1)).rejects.toThrow('read 1 cards, and then 2');
});
