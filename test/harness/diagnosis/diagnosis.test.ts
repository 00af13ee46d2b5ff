import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import type { Query } from '../../../datasets/dataset.ts';
import { Collector } from '../../../harness/diagnosis/collector.ts';
import { BENCH_LIMITS, diagnose, type Limits } from '../../../harness/diagnosis/diagnosis.ts';
import { RetrieverError } from '../../../harness/ranking-check.ts';
import { bm25 } from '../../../retrievers/bm25.ts';
import { exhaustiveIdf } from '../../../retrievers/exhaustive-idf.ts';
import type { Retriever } from '../../../retrievers/retriever.ts';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { card, fakeRetriever, query } from '../../support.ts';

async function diagnosed(
  retriever: Retriever,
  cards: readonly Card[],
  queries: readonly Query[],
  k: number,
  limits: Limits = BENCH_LIMITS,
) {
  const index = await retriever.build(cards, { stopwords: STOPWORDS_V1 });
  const collector = new Collector({ seed: '7', retriever: retriever.name, index, cards, k });
  for (const each of queries) {
    const full = await index.search(each.text, cards.length);
    collector.add(each, full, full.slice(0, k));
  }
  const { misses, notices, cards: rows } = await diagnose(collector, limits, () => undefined);
  return {
    rows: new Map(rows.map((row) => [row.card_id, row])),
    order: rows.map((row) => row.card_id),
    misses,
    notices,
  };
}

/** 70 words beside `passport`, each twice: `passport`, which comes once, is cut off by the cap. */
const CUT_TEXT = `${Array.from({ length: 70 }, (_, i) => `w${String(i).padStart(2, '0')}`)
  .flatMap((word) => [word, word])
  .join(' ')} passport`;
const CARDS = [
  card('weather', 'weather forecast for sailors'),
  card('weather-clone', 'weather forecast for sailors'),
  card('chinese', '天气预报'),
  card('emoji', '\u{1f600}'),
  card('cut', CUT_TEXT),
  card('visa', 'passport visa renewal'),
  card('hotel', 'book hotel rooms'),
];
const QUERIES = [
  query('1', 'weather forecast', ['weather-clone']),
  query('2', 'weather', ['weather', 'weather-clone']),
  query('3', '天气预报', ['chinese']),
  query('4', 'passport renewal', ['cut']),
  query('5', 'rooms paris', ['hotel']),
  query('6', 'passport paris', ['hotel']),
  query('7', 'nobody judged this'),
  query('8', 'nothing is right', []),
];

describe.each([ssr, exhaustiveIdf])('a diagnosis of $name', (retriever) => {
  test('names the card out of reach, the clone and the card cut by the cap, each with its reason', async () => {
    const { order, rows } = await diagnosed(retriever, CARDS, QUERIES, 1);
    expect(order).toEqual(CARDS.map((each) => each.id));
    expect(rows.get('chinese')).toMatchObject({
      wanted: 1,
      missed: 1,
      no_shared_signal: 1,
      signals: 0,
      reachable: false,
      unreachable_because: 'no_signal',
      same_as: undefined,
      same_cards: undefined,
      lacks: undefined,
      taken_by: undefined,
    });
    // Not wanted by any query, and known to be out of reach all the same.
    expect(rows.get('emoji')).toMatchObject({
      wanted: 0,
      missed: 0,
      reachable: false,
      unreachable_because: 'no_signal',
    });
    expect(rows.get('weather-clone')).toMatchObject({
      wanted: 2,
      found: 0,
      first: 0,
      missed: 2,
      lost_tie: 2,
      below_k: 0,
      same_as: 'weather',
      same_cards: 1,
      same_before: 1,
      reachable: false,
      unreachable_because: 'shadowed',
      // In the second query the other one is right too, and takes nobody's place.
      taken_by: 'weather',
      taken_times: 1,
      wins_with: undefined,
      lacks: undefined,
    });
    expect(rows.get('weather')).toMatchObject({
      wanted: 1,
      found: 1,
      first: 1,
      missed: 0,
      same_as: 'weather-clone',
      same_before: 0,
      reachable: true,
    });
    expect(rows.get('cut')).toMatchObject({
      missed: 1,
      cut_by_cap: 1,
      no_shared_signal: 0,
      signals: 64,
      // 71 words, 70 of them beside themselves and beside the next; 64 are kept.
      signals_lost_to_cap: 71 + 70 + 69 + 1 - 64,
      taken_by: 'visa',
      // Heavier first: `passport` is in one card's signals, as is `renewal`.
      wins_with: 'passport; renewal',
      reachable: true,
      same_cards: 0,
      same_as: undefined,
    });
    expect(rows.get('cut')?.lost_signals).toMatch(/^passport; w64; w65; /);
    expect(rows.get('cut')?.lost_signals?.split('; ')).toHaveLength(10);
  });

  test('names the words that the right card lacks', async () => {
    const { misses, rows } = await diagnosed(retriever, CARDS, QUERIES, 1);
    expect(misses.map((row) => [row.query_id, row.card_id, row.cause, row.rank, row.lacks, row.lacks_cut])).toEqual([
      ['1', 'weather-clone', 'lost_tie', 2, undefined, undefined],
      ['2', 'weather-clone', 'lost_tie', 2, undefined, undefined],
      ['3', 'chinese', 'no_shared_signal', undefined, undefined, undefined],
      // Both words: with one of them it has the score of `visa` and fewer signals.
      ['4', 'cut', 'cut_by_cap', undefined, 'passport + renewal', 'passport'],
      // The one word that some card holds: a tie with `visa`, which `hotel` wins by its id.
      ['6', 'hotel', 'no_shared_signal', undefined, 'passport', undefined],
    ]);
    expect(rows.get('hotel')).toMatchObject({ wanted: 2, found: 1, first: 1, missed: 1, lacks: 'passport' });
    const miss = misses.find((row) => row.query_id === '6');
    expect(miss).toMatchObject({ seed: '7', retriever: retriever.name, score: undefined, last_card: 'visa' });
    expect(miss?.score_with).toBe(miss?.last_score);
  });

  test('causes add up to the misses, and found and missed to wanted', async () => {
    const { misses, rows } = await diagnosed(retriever, CARDS, QUERIES, 2);
    let missed = 0;
    for (const row of rows.values()) {
      expect(row.found + row.missed).toBe(row.wanted);
      const { below_k, cut_by_cap = 0, lost_tie, no_shared_signal = 0 } = row;
      expect(no_shared_signal + cut_by_cap + below_k + lost_tie).toBe(row.missed);
      expect(row.not_retrieved).toBeUndefined();
      missed += row.missed;
    }
    expect(misses).toHaveLength(missed);
  });
});

test('bm25 explains its misses; of signals, equal cards and reach it says nothing', async () => {
  const { misses, rows } = await diagnosed(bm25, CARDS, QUERIES, 1);
  expect(rows.get('weather-clone')).toMatchObject({
    missed: 2,
    lost_tie: 2,
    no_shared_signal: undefined,
    cut_by_cap: undefined,
    not_retrieved: 0,
    signals: undefined,
    same_as: undefined,
    same_cards: undefined,
    reachable: undefined,
  });
  expect(rows.get('chinese')).toMatchObject({ not_retrieved: 1 });
  expect(misses.find((row) => row.query_id === '6')).toMatchObject({ lacks: 'passport', last_card: 'visa' });
});

test('a retriever that neither explains nor has signals is counted', async () => {
  const fake = fakeRetriever('fake', () => [{ id: 'visa', score: 1, matched: undefined }]);
  const { misses, rows } = await diagnosed(fake, CARDS, QUERIES, 1);
  expect(rows.get('hotel')).toMatchObject({ missed: 2, not_retrieved: 2, taken_by: 'visa', taken_times: 2 });
  expect(rows.get('hotel')?.wins_with).toBeUndefined();
  expect(misses.every((row) => row.lacks === undefined)).toBe(true);
});

test('above the limits the wanted cards have a row, the first misses an explanation, and a notice says so', async () => {
  const { misses, notices, order, rows } = await diagnosed(ssr, CARDS, QUERIES, 1, { cards: 6, misses: 2 });
  expect(order).toEqual(['weather', 'weather-clone', 'chinese', 'cut', 'hotel']);
  expect(rows.get('chinese')).toMatchObject({ missed: 1, signals: 0, reachable: undefined, same_cards: undefined });
  expect(misses).toHaveLength(5);
  expect(misses.every((row) => row.lacks === undefined)).toBe(true);
  expect(notices).toEqual([
    'ssr: above 6 cards, only those that a query wants are diagnosed, and nothing is said of reach and equal cards',
    'ssr: the first 2 of 5 misses are explained',
  ]);
});

test('an explanation that does not add up is an error of the retriever', async () => {
  const lying: Retriever = {
    ...ssr,
    async build(cards, options) {
      const index = await ssr.build(cards, options);
      return {
        cards: index.cards,
        search: (text, k) => index.search(text, k),
        countCandidates: (text) => index.countCandidates(text),
        indexBytes: () => undefined,
        explain: () => ({ terms: [{ signal: 'x', df: 1, weight: 2 ** -32, held: true, cut: false }], uniform: true }),
      };
    },
  };
  await expect(diagnosed(lying, CARDS, QUERIES, 1)).rejects.toThrow(RetrieverError);
});
