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
 * Random searches, pruned against pruned by WebAssembly against added up against the oracle, for every k. 40 registries of 50 queries here, those full
 * of ties first; `REGISTRIES=2000 npx vitest run test/retrievers/random-searches.test.ts` makes 100,000 searches. A failure
 * says how its registry alone is run again.
 */
const REGISTRIES = Number(process.env.REGISTRIES ?? 40);
const FIRST_SEED = Number(process.env.SEED ?? 1);
const QUERIES = 50;

/** Choices of form, each of which makes other lists of the same registry bitmaps, directories or plain. */
const FORMS: readonly Partial<Tuning>[] = [
  {},
  { bitmapShare: 1 },
  { bitmapShare: 2, directoryLength: 8, bucket: 16, sieve: 1 },
  { bitmapShare: 2 ** 32, directoryLength: 1, bucket: 64 },
  { bitmapShare: 2 ** 32, directoryLength: 2 ** 32 },
  { bitmapShare: 2 ** 32 - 1, directoryLength: 2 },
  { bitmapShare: 3, directoryLength: 40, bucket: 24, sieve: 16 },
  { bitmapShare: 1, directoryLength: 1, bucket: 2 ** 16, sieve: 2 },
  { bitmapShare: 2, directoryLength: 1, bucket: 2 ** 16, largeRegistry: 100 },
];
const ALWAYS_PRUNED: Partial<Tuning> = { addedUpPerList: 0, addedUpPerHit: 0, compiledFrom: Infinity };
const ALWAYS_COMPILED: Partial<Tuning> = { ...ALWAYS_PRUNED, compiledFrom: 0 };
const ALWAYS_ADDED_UP: Partial<Tuning> = { addedUpPerList: Infinity };

const options = { stopwords: STOPWORDS_V1 };

/** Whether the registry of a seed has so few words that nearly every card shares its score with others. */
const isTied = (seed: number) => seed % 2 === 1;

/** A registry of few words, some of them in most cards, so that scores, matched counts and whole cards are equal. */
function randomRegistry(random: () => number, tied: boolean) {
  const vocabulary = 2 + Math.floor(random() * (tied ? 6 : 40));
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

test(`${REGISTRIES * QUERIES} random searches: pruned, compiled, added up and the oracle agree for every k`, async () => {
  const seeds = Array.from({ length: REGISTRIES }, (_, i) => FIRST_SEED + i);
  const met = { searches: 0, ties: 0, forms: new Set<string>() };
  for (const seed of [...seeds.filter(isTied), ...seeds.filter((each) => !isTied(each))]) {
    const { cards, queries } = randomRegistry(seedrandom(`random searches ${seed}`), isTied(seed));
    const forms = FORMS[seed % FORMS.length]!;
    const build = (tuning: Partial<Tuning>) => tunedSsr({ ...forms, ...tuning }).build(cards, options);
    const ways = {
      pruned: await build(ALWAYS_PRUNED),
      compiled: await build(ALWAYS_COMPILED),
      'added up': await build(ALWAYS_ADDED_UP),
      as_is: await build({}),
    };
    const oracle = await exhaustiveIdf.build(cards, options);
    for (const { bytes, part } of ways.pruned.memory!()) if (bytes > 0) met.forms.add(part);
    for (const query of queries) {
      const all = oracle.search(query, Infinity) as readonly Hit[];
      const fault = faultOf(ways, query, all);
      if (fault !== undefined) {
        const command = `SEED=${seed} REGISTRIES=1 npx vitest run test/retrievers/random-searches.test.ts`;
        expect.fail(`${fault}, query ${JSON.stringify(query)}, ${cards.length} cards. To run it again: ${command}`);
      }
      met.searches++;
      met.ties += all.filter(
        ({ matched, score }, i) => score === all[i + 1]?.score && matched === all[i + 1]?.matched,
      ).length;
    }
  }
  expect(met.searches).toBe(REGISTRIES * QUERIES);
  if (REGISTRIES < 20) return;
  // What the searches are to meet: for every second k the last card in ties with the first one out, and lists of every form.
  expect(met.ties).toBeGreaterThan(20 * met.searches);
  for (const lists of ['word lists', 'pair lists']) {
    for (const form of ['bitmaps', 'with a directory', 'narrow']) expect(met.forms).toContain(`${lists}, ${form}`);
  }
}, 3_600_000);

/** What is wrong with one search, for every k up to all cards and one more; undefined where nothing is. */
function faultOf(ways: Readonly<Record<string, SearchIndex>>, query: string, all: readonly Hit[]): string | undefined {
  for (const [way, index] of Object.entries(ways)) {
    for (let k = 1; k <= all.length + 1; k++) {
      if (!isPrefix(index.search(query, k) as readonly Hit[], all, k)) return `${way}: other hits for k = ${k}`;
    }
    if (index.countCandidates(query) !== all.length) return `${way}: another number of candidates`;
    const { postings, visited } = index.work!(query, 3) as { postings: number; visited: number };
    if (visited > postings || postings < all.length) return `${way}: visited ${visited} of ${postings} postings`;
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
    const { cards, queries } = randomRegistry(seedrandom(`stream ${seed}`), isTied(seed));
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
