import { describe, expect, test } from 'vitest';
import { syntheticPassageQueries, syntheticPassages } from '../../../datasets/synthetic/passages.ts';
import { signals, tokens } from '../../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';

const passages = [...syntheticPassages('42', 4000)];

describe('synthetic passages', () => {
  test('passage i depends on seed and i alone', () => {
    expect([...syntheticPassages('42', 100)]).toEqual(passages.slice(0, 100));
    expect([...syntheticPassages('43', 1)][0]!.description).not.toBe(passages[0]!.description);
    expect(passages.map((passage) => passage.id)).toEqual(passages.map((_, i) => String(i)));
  });

  test('are of the length and the number of signals of real ones', () => {
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const words = mean(passages.map((passage) => passage.description.split(' ').length));
    const kept = mean(passages.map((passage) => signals(passage.description, STOPWORDS_V1).size));
    expect([words > 45, words < 60, kept > 45, kept < 52]).toEqual([true, true, true, true]);
  });

  test('have a few frequent words, many rare ones and ever new ones', () => {
    const holders = new Map<string, number>();
    let early = 0;
    for (const [i, passage] of passages.entries()) {
      for (const word of new Set(tokens(passage.description, STOPWORDS_V1))) {
        holders.set(word, (holders.get(word) ?? 0) + 1);
      }
      if (i === 999) early = holders.size;
    }
    const byHolders = [...holders.values()].sort((a, b) => b - a);
    expect(byHolders[0]! / passages.length).toBeGreaterThan(0.05);
    expect(byHolders[0]! / passages.length).toBeLessThan(0.15);
    // Four times the text has about twice the words.
    expect(holders.size / early).toBeGreaterThan(1.8);
    expect(holders.size / early).toBeLessThan(3.2);
    expect(byHolders.filter((count) => count === 1).length / holders.size).toBeGreaterThan(0.4);
  });

  test('hold neighbours that belong together', () => {
    const pairs = new Map<string, number>();
    for (const passage of passages) {
      for (const signal of signals(passage.description, STOPWORDS_V1)) {
        if (signal.includes(' ')) pairs.set(signal, (pairs.get(signal) ?? 0) + 1);
      }
    }
    expect([...pairs.values()].filter((count) => count > 1).length).toBeGreaterThan(1000);
  });

  test('have function words that carry no signal, and no content word that is one', () => {
    const words = new Set(passages.flatMap((passage) => passage.description.replaceAll('.', '').split(' ')));
    const dropped = [...words].filter((word) => STOPWORDS_V1.words.has(word));
    expect(dropped.length).toBe(24);
    const spelled = /^(?:[bdfghjklmnprstvz][aeiou]){2,}[bdfghjklmnprstvz]$/;
    expect([...words].filter((word) => !spelled.test(word)).sort()).toEqual(dropped.sort());
  });

  test('queries are about four signals of the passages, and depend on their number alone', () => {
    const queries = syntheticPassageQueries('42', 4000, 200);
    expect(syntheticPassageQueries('42', 4000, 20)).toEqual(queries.slice(0, 20));
    const held = new Set(passages.flatMap((passage) => tokens(passage.description, STOPWORDS_V1)));
    const count = queries.map((query) => signals(query, STOPWORDS_V1).size).reduce((sum, size) => sum + size) / 200;
    expect([count > 3, count < 5]).toEqual([true, true]);
    for (const query of queries) for (const word of tokens(query, STOPWORDS_V1)) expect(held.has(word)).toBe(true);
  });
});
