import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '../../datasets/card.ts';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { compiledModule } from '../../retrievers/inverted/compiled/build.ts';
import { PrunedSearch } from '../../retrievers/inverted/pruned-search.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import { type Tuning, tunedSsr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from './cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const COMPILED: Partial<Tuning> = { addedUpPerList: 0, addedUpPerHit: 0, compiledFrom: 0 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Cards whose later ones score higher, so that each of them comes in: card `i` holds `low`, and `high` where it is late. */
function rising(count: number): Card[] {
  return Array.from({ length: count }, (_, i) => {
    const words = ['common', ...Array.from({ length: Math.floor((12 * i) / count) }, (_, n) => `step${n}`)];
    return card(`c${String(i).padStart(6, '0')}`, words.join(' and '));
  });
}

const RISING_QUERY = `common ${Array.from({ length: 12 }, (_, n) => `step${n}`).join(' and ')}`;

describe('a search by WebAssembly', () => {
  test('is what its source is compiled to; else run `npm run build:wasm`', async () => {
    const url = new URL('../../retrievers/inverted/compiled/search-wasm.ts', import.meta.url);
    expect(await readFile(url, 'utf8')).toBe(await compiledModule());
  }, 60_000);

  test.each([1, 20, 64, 65, 300])('finds what the oracle does, for k = %i, and more lists than it takes', async (k) => {
    const cards = rising(6000);
    const compiled = await tunedSsr(COMPILED).build(cards, options);
    const oracle = await exhaustiveIdf.build(cards, options);
    const long = Array.from({ length: 70 }, (_, n) => `step${n % 12} x${n}`).join(' ');
    for (const query of [RISING_QUERY, 'common', 'step11 step3 common', 'step1 nothing', 'nothing', '', long]) {
      expect(compiled.search(query, k)).toEqual(oracle.search(query, k));
    }
  });

  test('is left to JavaScript where more cards come in than it can remember', async () => {
    const words = Array.from({ length: 13 }, (_, n) => `word${n}`);
    // In another order than in the cards: no bigram is shared.
    const query = [...[...words].reverse(), 'rare'].join(' or ');
    const holding = (id: string, held: readonly string[]) => card(id, held.join(' or '));
    // Every set of the words beside the rare one, and the words alone so often that the rare one is rarer than each.
    const sets = Array.from({ length: 2 ** 13 }, (_, set) =>
      holding(`s${set}`, ['rare', ...words.filter((_, n) => ((set >> n) & 1) === 1)]),
    );
    const others = Array.from({ length: 9000 }, (_, i) =>
      holding(
        `t${i}`,
        words.filter((_, n) => i >= 100 * n),
      ),
    );
    // By score, ascending, so that each is better than those before it.
    const ranked = (await exhaustiveIdf.build([...sets, ...others], options)).search(query, Infinity) as readonly Hit[];
    const place = new Map(ranked.map(({ id }, rank) => [id, String(99_999 - rank)]));
    const cards = [...sets, ...others].map((each) => ({ ...each, id: place.get(each.id)! }));
    const compiled = await tunedSsr(COMPILED).build(cards, options);
    const oracle = await exhaustiveIdf.build(cards, options);
    const javaScript = vi.spyOn(PrunedSearch.prototype, 'run');
    for (const [k, times] of [
      [1, 1],
      [20, 2],
    ] as const) {
      expect(compiled.search(query, k)).toEqual(oracle.search(query, k));
      expect(javaScript).toHaveBeenCalledTimes(times);
      // And it has forgotten them for the next search.
      expect(compiled.search('word3', k)).toEqual(oracle.search('word3', k));
      expect(javaScript).toHaveBeenCalledTimes(times);
    }
  });

  class NoMemory {
    constructor() {
      throw new RangeError('WebAssembly.Instance(): Out of memory');
    }
  }

  test.each([
    ['WebAssembly', undefined],
    ['memory for it', { Module: class {}, Instance: NoMemory }],
  ])('is left to JavaScript where there is no %s, and finds the same', async (_, webAssembly) => {
    const cards = rising(500);
    const compiled = await tunedSsr(COMPILED).build(cards, options);
    vi.stubGlobal('WebAssembly', webAssembly);
    const plain = await tunedSsr(COMPILED).build(cards, options);
    expect(plain.search(RISING_QUERY, 20)).toEqual(compiled.search(RISING_QUERY, 20));
    expect(plain.work?.(RISING_QUERY, 20)).toEqual(compiled.work?.(RISING_QUERY, 20));
    expect(plain.memory?.()).toEqual(compiled.memory?.());
  });

  test('is of an index that is saved and loaded as any other', async () => {
    const cards = rising(500);
    const compiled = await tunedSsr(COMPILED).build(cards, options);
    const plain = await tunedSsr({ compiledFrom: Infinity }).build(cards, options);
    expect(compiled.save?.()).toEqual(plain.save?.());
    const loaded = tunedSsr(COMPILED).load!(compiled.save!(), options);
    expect(loaded.search(RISING_QUERY, 20)).toEqual(plain.search(RISING_QUERY, 20));
  });
});
