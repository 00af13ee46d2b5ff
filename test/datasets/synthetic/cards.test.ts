import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import {
  GENERATOR_VERSION,
  syntheticCards,
  syntheticQueries,
  syntheticTruth,
} from '../../../datasets/synthetic/index.ts';

const thousand = [...syntheticCards('42', 1000)];

function textsOf(card: Card): string[] {
  return [card.name, card.description, ...card.skills, ...card.tags, ...card.examples, ...card.tools];
}

test('card i is the same in a registry of any length, and every time', () => {
  for (const count of [0, 1, 2, 12, 64]) expect([...syntheticCards('42', count)]).toEqual(thousand.slice(0, count));
  expect([...syntheticCards('42', 1000)]).toEqual(thousand);
});

test('cards come one at a time: the first of a billion is there at once', () => {
  expect(syntheticCards('42', 1_000_000_000).next().value).toEqual(thousand[0]);
});

test('the bytes of a version never change', () => {
  const hash = createHash('sha256');
  for (const card of thousand.slice(0, 200)) hash.update(`${JSON.stringify(card)}\n`);
  for (const query of syntheticQueries('42', 200, 40)) {
    hash.update(`${JSON.stringify([query.id, query.kind, query.text, [...query.relevant!]])}\n`);
  }
  // Where this fails for a change that was meant, bump GENERATOR_VERSION and pin the new pair.
  expect([GENERATOR_VERSION, hash.digest('hex')]).toEqual([
    'synthetic-1',
    'e7842305cd247acf95b747f518bf9f8a5d6c0dcce4e7b3ac7a39b59c05b66d66',
  ]);
});

test('a seed is text', () => {
  const seeds = ['42', '042', '43', '', '0', '-', 'a_Z', '__proto__'];
  const registries = seeds.map((seed) => JSON.stringify([...syntheticCards(seed, 20)]));
  expect(new Set(registries).size).toBe(seeds.length);
});

test('a count that is no count is refused', () => {
  for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => [...syntheticCards('42', count)]).toThrow(RangeError);
    expect(() => syntheticQueries('42', 10, count)).toThrow(RangeError);
    expect(() => syntheticTruth('42', count)).toThrow(RangeError);
  }
  expect(() => syntheticQueries('42', 0, 10)).toThrow('cards: expected an integer from 1 up, received 0');
});

test('ids are unique and the fields are those of a canonical card', () => {
  expect(new Set(thousand.map((card) => card.id)).size).toBe(1000);
  for (const card of thousand) {
    expect(Object.keys(card).sort()).toEqual('description examples id name skills tags tools'.split(' '));
    expect(card.id).toMatch(/^[a-z]+\/[a-z0-9_]+-\d+$/);
    for (const text of textsOf(card)) {
      // Nothing that was left out, and no template that was left open.
      expect(text).not.toMatch(/undefined|NaN|\[object|[{}]| {2}|^\s|\s$/);
      expect(text).not.toBe('');
    }
  }
  for (const field of ['skills', 'tags', 'examples', 'tools'] as const) {
    expect(thousand.some((card) => card[field].length > 1)).toBe(true);
    expect(thousand.some((card) => card[field].length === 0)).toBe(true);
  }
});

test('tools are named in snake, kebab and camel case', () => {
  const names = thousand.flatMap((card) => card.tools.map((tool) => tool.split(':')[0]!));
  for (const habit of [/^[a-z]+(_[a-z]+)+$/, /^[a-z]+(-[a-z]+)+$/, /^[a-z]+([A-Z][a-z]+)+$/]) {
    expect(names.filter((name) => habit.test(name)).length).toBeGreaterThan(50);
  }
});

test('terse cards and verbose ones: between 35 % and 60 % hold more than 64 words and pairs, some fewer than 12', () => {
  const sizes = thousand.map((card) => {
    const words =
      textsOf(card)
        .join('\n')
        .toLowerCase()
        .match(/[a-z0-9]{2,}/g) ?? [];
    // Without a stopword list: a few words more than a retriever counts.
    return new Set([...words, ...words.slice(1).map((word, n) => `${words[n]} ${word}`)]).size;
  });
  const beyond = sizes.filter((size) => size > 64 * 1.25).length / sizes.length;
  expect(beyond).toBeGreaterThan(0.35);
  expect(beyond).toBeLessThan(0.6);
  expect(sizes.filter((size) => size < 12).length).toBeGreaterThan(20);
  expect(sizes.some((size) => size > 300)).toBe(true);
});

test('Math.random is not touched', () => {
  const native = Math.random;
  let called = 0;
  Math.random = () => {
    called++;
    return native();
  };
  const counting = Math.random;
  try {
    [...syntheticCards('42', 50)];
    syntheticQueries('42', 50, 50);
    expect(Math.random).toBe(counting);
    expect(called).toBe(0);
  } finally {
    Math.random = native;
  }
  expect(Math.random.toString()).toContain('[native code]');
});
