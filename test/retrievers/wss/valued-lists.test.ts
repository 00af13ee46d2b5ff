import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { exhaustiveWss } from '../../../retrievers/exhaustive-wss.ts';
import { ListCursor } from '../../../retrievers/inverted/list-cursor.ts';
import { DEFAULT_FORMS } from '../../../retrievers/inverted/lists.ts';
import { ListsBuilder } from '../../../retrievers/inverted/lists-builder.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { tunedWss, wss } from '../../../retrievers/wss/retriever.ts';
import { card } from '../cards.ts';

const CARDS = 200_000;

/** Lists of few and of many cards, so that every form but the bitmap comes about. */
const lists = fc
  .array(fc.record({ step: fc.constantFrom(3, 40, 700, 30_000), from: fc.integer({ min: 0, max: 90_000 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) =>
    all.map(({ from, step }) => {
      const cards: number[] = [];
      for (let each = from; each < CARDS; each += 1 + ((each * 7) % step)) cards.push(each);
      return cards;
    }),
  );

const codeOf = (list: number, place: number, kinds: number) => (list * 31 + place * 17) % kinds;

test.each([7, 300, 70_000])('what stands beside a posting is found again, of %i kinds', (kinds) => {
  fc.assert(
    fc.property(lists, (all) => {
      const counts = new Map<number, number>();
      for (const { length } of all) counts.set(length, (counts.get(length) ?? 0) + 1);
      const builder = new ListsBuilder(counts, CARDS, DEFAULT_FORMS, kinds);
      const numbers = all.map(({ length }) => builder.take(length));
      for (const [l, cards] of all.entries()) {
        for (const [i, each] of cards.entries()) builder.add(numbers[l]!, each, codeOf(l, i, kinds));
      }
      const built = builder.finish();
      const cursor = new ListCursor();
      for (const [l, cards] of all.entries()) {
        cursor.open(built, numbers[l]!);
        const block = new Uint32Array(100);
        let wrong = 0;
        for (let at = 0, read = 100; read === 100; at += read) {
          const place = cursor.place;
          read = cursor.read(block, 100, CARDS);
          for (let i = 0; i < read; i++) {
            if (block[i] !== cards[at + i] || cursor.codes[place + i] !== codeOf(l, at + i, kinds)) wrong++;
          }
        }
        cursor.rewind();
        const wanted = Uint32Array.from({ length: 90 }, (_, i) => i * 1999);
        const hits = new Uint32Array(90);
        const postings = new Uint32Array(90);
        const found = cursor.find(wanted, 90, hits, postings);
        for (let h = 0; h < found; h++) {
          const place = cards.indexOf(wanted[hits[h]!]!);
          if (place < 0 || cursor.codes[postings[h]!] !== codeOf(l, place, kinds)) wrong++;
        }
        expect(found).toBe(wanted.filter((each) => cards.includes(each)).length);
        expect(wrong).toBe(0);
      }
    }),
    { numRuns: 6 },
  );
});

test('a registry of more than one window of cards, with ties throughout, of which a search meets a part', async () => {
  const words = ['pilot', 'boat', 'harbour', 'tide', 'crane'];
  const cards = Array.from({ length: 70_000 }, (_, i): Card => {
    const some = Array.from({ length: 1 + (i % 3) }, (_, j) => words[(i * 3 + j * (i % 11)) % (1 + (i % 5))]);
    return card(`c${(i * 7919) % 70_000}`, i % 1000 === 0 ? `${some.join(' ')} beacon` : some.join(' '));
  });
  const [ours, added, oracle] = await Promise.all(
    [wss, tunedWss({ addedUpPerList: Infinity }), exhaustiveWss].map((retriever) =>
      retriever.build(cards, { stopwords: STOPWORDS_V1 }),
    ),
  );
  for (const query of ['pilot boat', 'beacon tide crane']) {
    for (const k of [1, 1000]) {
      const wanted = await oracle!.search(query, k);
      expect(await ours!.search(query, k)).toEqual(wanted);
      expect(await added!.search(query, k)).toEqual(wanted);
    }
    expect(await ours!.countCandidates(query)).toBe(await oracle!.countCandidates(query));
  }
  const work = await ours!.work!('beacon tide crane', 5);
  expect(work.visited).toBeLessThan(work.postings / 4);
  expect(await added!.work!('beacon tide crane', 5)).toEqual({ postings: work.postings, visited: work.postings });
});
