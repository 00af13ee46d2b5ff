import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { adapted, type Engine, withWholeTies } from '../../retrievers/adapters/adapter.ts';
import { loadPackage, PACKAGE_VERSIONS, PackageError, packageProblem } from '../../retrievers/adapters/packages.ts';
import { loadRetriever, PEERS, retrieverProblem } from '../../retrievers/index.ts';
import { compareCodePoints } from '../../retrievers/ranking.ts';
import { cardText, tokens } from '../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { temporaryFolder } from '../support.ts';
import { card, smallRegistry } from './cards.ts';

const options = { stopwords: STOPWORDS_V1 };
const installed = [...PEERS.keys()].filter((name) => retrieverProblem(name) === undefined);

vi.setConfig({ testTimeout: 60_000 });

describe('packages', () => {
  /** A folder with a package in it. */
  async function withPackage(name: string, version: string, main: string): Promise<string> {
    const folder = await temporaryFolder();
    const path = join(folder, 'node_modules', name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'package.json'), JSON.stringify({ name, version, main: 'main.cjs' }));
    await writeFile(join(path, 'main.cjs'), main);
    return folder;
  }

  test('are optional peers of one exact version, and each belongs to a retriever', () => {
    expect([...PEERS.values()].map((peer) => peer.package).sort()).toEqual([...PACKAGE_VERSIONS.keys()].sort());
    expect(packageJson.peerDependencies).toEqual(Object.fromEntries(PACKAGE_VERSIONS));
    for (const version of PACKAGE_VERSIONS.values()) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const optional = Object.fromEntries([...PACKAGE_VERSIONS.keys()].map((name) => [name, { optional: true }]));
    expect(packageJson.peerDependenciesMeta).toEqual(optional);
  });

  test('that are missing are named, with what to run', async () => {
    const folder = await temporaryFolder();
    const problem = `the package lunr ${PACKAGE_VERSIONS.get('lunr')} is not installed; run: npm run peers -- --install`;
    expect(packageProblem('lunr', folder)).toBe(problem);
    expect(() => loadPackage('lunr', () => {}, folder)).toThrow(new PackageError(problem));
  });

  test.each(['0.0.1', ''])('of the version %j are not taken for the wanted one', async (version) => {
    const folder = await withPackage('lunr', version, 'module.exports = 1');
    const wanted = `the package lunr ${PACKAGE_VERSIONS.get('lunr')} is wanted and ${version} installed`;
    expect(packageProblem('lunr', folder)).toBe(`${wanted}; run: npm run peers -- --install`);
    expect(() => loadPackage('lunr', () => {}, folder)).toThrow(PackageError);
  });

  test('that fail to load say why in one line', async () => {
    const version = PACKAGE_VERSIONS.get('@orama/orama') as string;
    const folder = await withPackage(
      '@orama/orama',
      version,
      `throw new Error("of another\\nNode ${'x'.repeat(300)}")`,
    );
    expect(packageProblem('@orama/orama', folder)).toBeUndefined();
    const problem = 'the package @orama/orama is installed and fails to load; run: npm run peers -- --install';
    expect(() => loadPackage('@orama/orama', () => {}, folder)).toThrow(
      new PackageError(`${problem}; of another Node ${'x'.repeat(224)} ...`),
    );
  });

  test('that are there are loaded', async () => {
    const folder = await withPackage('lunr', PACKAGE_VERSIONS.get('lunr') as string, 'module.exports = { a: 1 }');
    expect(loadPackage('lunr', () => {}, folder)).toEqual({ a: 1 });
    const fail = () => {
      throw new Error('no');
    };
    expect(() => loadPackage('lunr', fail, folder)).toThrow(
      /^the package lunr is installed and fails to load; .*; no$/,
    );
  });

  test('a fusion has the problem of its parts', () => {
    for (const name of PEERS.keys()) expect(retrieverProblem(`rrf(bm25,${name})`)).toBe(retrieverProblem(name));
    expect(retrieverProblem('rrf(ssr,bm25)')).toBeUndefined();
    expect(retrieverProblem('lucene')).toMatch(/^unknown; known are ssr, .*minisearch/);
  });
});

/** An engine that scores a card by its number, and puts ties into an order that is not ours. */
function engineOf(scores: readonly number[]): Engine<number> {
  const texts: string[] = [];
  const search = () =>
    texts.map((_, number) => number).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (b % 3) - (a % 3) || b - a);
  return {
    add: (number, text) => {
      expect(number).toBe(texts.length);
      texts.push(text);
    },
    search,
    cardOf: (number) => number,
    scoreOf: (number) => scores[number] ?? 0,
    count: () => texts.filter((_, number) => (scores[number] ?? 0) > 0).length,
  };
}

describe('the adapter', () => {
  test('cuts at k, puts ties into our order, and leaves out what scores 0', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallRegistry,
        fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 14, maxLength: 14 }),
        async (cards, scores) => {
          const index = await adapted('fake', () => engineOf(scores)).build(cards, options);
          const expected = cards
            .map(({ id }, number) => ({ id, score: scores[number] as number, matched: undefined }))
            .filter(({ score }) => score > 0)
            .sort((a, b) => b.score - a.score || compareCodePoints(a.id, b.id));
          for (const k of [1, 2, 3, 5, 14, 1000, Number.MAX_SAFE_INTEGER]) {
            expect(await index.search('anything', k)).toEqual(expected.slice(0, k));
          }
          expect(await index.countCandidates('anything')).toBe(expected.length);
        },
      ),
    );
  });

  test('hands over whole texts, and our words to make of them', async () => {
    const given: string[] = [];
    const retriever = adapted('fake', (tokenize) => {
      const engine = engineOf([]);
      return { ...engine, add: (_, text) => void given.push(text, ...tokenize(text)) };
    });
    await retriever.build([card('a', 'The Fare of a\u00e9b x', { name: 'Go', tags: ['', 'Z9'] })], options);
    expect(given).toEqual(['Go\nThe Fare of a\u00e9b x\nZ9', 'go', 'fare', 'z9']);
  });

  test('tells bytes where the engine does, with those of the ids', async () => {
    const silent = await adapted('fake', () => engineOf([1])).build([card('a')], options);
    expect(silent.indexBytes()).toBeUndefined();
    const telling = await adapted('fake', () => ({ ...engineOf([1]), bytes: () => 100 })).build([card('ab')], options);
    expect(telling.indexBytes()).toBe(100 + 2 + 4);
  });

  test('asks on until the ties of the k-th are whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 70 }),
        (list, k) => {
          const all = [...list].sort((a, b) => b - a);
          const found = withWholeTies(
            k,
            (limit) => all.slice(0, limit),
            (score) => score,
          );
          const wanted = all.filter((score, place) => place < k || score === all[k - 1]);
          expect(found.slice(0, wanted.length)).toEqual(wanted);
        },
      ),
    );
  });
});

/** What some engine or other reads as more than words. */
const SYNTAX = [
  ...['AND', 'OR', 'NOT', 'NEAR', 'NEAR(w1 w2, 3)', 'w1 AND NOT w2', 'text:w1', 'w1:w2', 'rowid:1', 'rank'],
  ...[
    '"',
    '"w1 w2"',
    "'",
    '*',
    'w1*',
    '*w1',
    'w*',
    '+w1',
    '-w1',
    '^w1',
    'w1^10',
    'w1~2',
    '~',
    '(',
    ')',
    '((w1',
    '{w1}',
  ],
  ...[
    '{text} : w1',
    '^',
    ':',
    '%',
    'w1 + w2',
    '--',
    '; drop table cards',
    '\\',
    '?',
    '?1',
    '@w1',
    '$w1',
    '/w1/',
    '|',
    '&&',
  ],
  ...[
    '<w1>',
    '[w1]',
    '\u0000',
    '\u0000w1',
    'w1\u0000w2',
    '.',
    'w1.',
    '\ud800',
    'constructor',
    '__proto__',
    'to_string',
  ],
];

const query = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SYNTAX),
      fc.integer({ min: 0, max: 5 }).map((n) => `w${n}`),
      fc.string({ maxLength: 4 }),
    ),
    {
      maxLength: 6,
    },
  )
  .chain((pieces) => fc.constantFrom(pieces.join(' '), pieces.join('')));

describe.each(installed)('%s, as it is installed', async (name) => {
  const retriever = await loadRetriever(name);

  test('finds the cards that share a word, whatever the query looks like, and reads no syntax in it', async () => {
    await fc.assert(
      fc.asyncProperty(smallRegistry, query, async (cards, text) => {
        const index = await retriever.build(cards, options);
        const words = new Set(tokens(text, STOPWORDS_V1));
        const sharing = cards.filter((each) => tokens(cardText(each), STOPWORDS_V1).some((word) => words.has(word)));
        const hits = await index.search(text, Math.max(1, cards.length));
        expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(sharing.map(({ id }) => id)));
        expect(await index.countCandidates(text)).toBe(sharing.length);
        expect(hits).toEqual(await index.search(tokens(text, STOPWORDS_V1).join(' '), Math.max(1, cards.length)));
        for (const k of [1, 2, 5]) expect(await index.search(text, k)).toEqual(hits.slice(0, k));
      }),
      { numRuns: 200 },
    );
  });

  test('a query of thousands of words is one too', async () => {
    const cards = [card('a', 'w7'), card('b', 'w7 w8 w9'), card('c', 'other')];
    const index = await retriever.build(cards, options);
    const text = Array.from({ length: 3000 }, (_, i) => `w${i}`).join(' ');
    expect((await index.search(text, 9)).map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect((await index.search('w8 '.repeat(3000), 9)).map(({ id }) => id)).toEqual(['b']);
  });

  test('more hits than any default page: all 500 of 500', async () => {
    const cards = Array.from({ length: 500 }, (_, i) => card(`c${i}`, `weather w${i} ${'filler '.repeat(i % 7)}`));
    const index = await retriever.build(cards, options);
    for (const k of [10, 20, 21, 101, 500]) expect(await index.search('weather w3', k)).toHaveLength(k);
    expect((await index.search('weather w3', 1))[0]?.id).toBe('c3');
  });

  test.runIf(name !== 'flexsearch')(
    'equal cards come by id, wherever k cuts, whatever the order of arrival',
    async () => {
      const equal = Array.from({ length: 40 }, (_, i) => card(`e${String(i).padStart(2, '0')}`, 'weather report'));
      const cards = [...equal, card('best', 'weather weather sailing')];
      const ids = equal.map(({ id }) => id);
      for (const arrival of [
        cards,
        [...cards].reverse(),
        [...cards].sort((a, b) => (a.id.slice(-1) < b.id.slice(-1) ? -1 : 1)),
      ]) {
        const index = await retriever.build(arrival, options);
        for (const k of [1, 2, 20, 40]) {
          expect((await index.search('report', k)).map(({ id }) => id)).toEqual(ids.slice(0, k));
        }
        expect((await index.search('sailing report', 21)).map(({ id }) => id)).toEqual(['best', ...ids.slice(0, 20)]);
      }
    },
  );
});

/** Whether a word that stands in a query three times counts three times. FlexSearch has no score to tell it by. */
const COUNTS_REPEATS: ReadonlyMap<string, boolean> = new Map([
  ['minisearch', true],
  ['orama', false],
  ['lunr', true],
  ['wink-bm25', true],
  ['sqlite-fts5', true],
]);

test.each([...COUNTS_REPEATS].filter(([name]) => installed.includes(name)))(
  '%s counts repeated words of a query: %s',
  async (name, counts) => {
    const cards = [
      ...[card('a', 'book seller'), card('b', 'flight planner'), card('c', 'book flight'), card('d', 'hotel')],
      ...[card('e', 'train'), card('f', 'bus')],
    ];
    const index = await (await loadRetriever(name)).build(cards, options);
    const scores = new Map((await index.search('flight book flight flight', 9)).map(({ id, score }) => [id, score]));
    const [once, repeated] = [scores.get('a') as number, scores.get('b') as number];
    if (counts) expect(repeated / once).toBeCloseTo(3, 3);
    else expect(repeated).toBe(once);
  },
);

test.runIf(installed.includes('wink-bm25'))(
  'wink BM25 scores what bm25 does, times k1 + 1, but for its rounding',
  async () => {
    const [wink, bm25] = await Promise.all(['wink-bm25', 'bm25'].map(loadRetriever));
    await fc.assert(
      fc.asyncProperty(smallRegistry, query, async (cards, text) => {
        fc.pre(cards.length >= 3);
        const theirs = await (await wink!.build(cards, options)).search(text, 99);
        const ours = await (await bm25!.build(cards, options)).search(text, 99);
        const scores = new Map(theirs.map(({ id, score }) => [id, score]));
        for (const { id, score } of ours) expect(scores.get(id)).toBeCloseTo(2.2 * score, 6);
      }),
    );
  },
);
