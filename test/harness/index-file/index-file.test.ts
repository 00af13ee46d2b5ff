import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { syntheticPassageQueries, syntheticPassages } from '../../../datasets/synthetic/passages.ts';
import { CHUNK_BYTES, FORMAT_VERSION } from '../../../harness/index-file/format.ts';
import { IndexFile } from '../../../harness/index-file/read.ts';
import { writeIndex } from '../../../harness/index-file/write.ts';
import { NewFile } from '../../../harness/new-file.ts';
import type { Retriever, SavedIndex } from '../../../retrievers/retriever.ts';
import { ssr, tunedSsr } from '../../../retrievers/ssr/retriever.ts';
import { makeStopwords, STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { tunedWss, wss, wssSqrt } from '../../../retrievers/wss/retriever.ts';
import { smallQuery, smallRegistry } from '../../retrievers/cards.ts';
import { expectSame } from '../../retrievers/saved-index.ts';
import { card, temporaryFolder } from '../../support.ts';
import { built, editHeader, hashOf, loaded, OPTIONS, refusalOf, write } from './files.ts';

const BUILD_AGAIN = 'build it again with "npm run shortlist -- index"';
const CARDS = [card('a', 'weather forecast'), card('b', 'weather map'), card('c', 'book a flight')];

/** Every search pruned, and every form of a list in a registry of any size. */
const PRUNED = { addedUpPerList: 0, addedUpPerHit: 0 };
const FORMS = { bitmapShare: 4, directoryLength: 2, bucket: 2, sieve: 1 };
const RETRIEVERS: readonly (readonly [name: string, retriever: Retriever])[] = [
  ['ssr', ssr],
  ['ssr, pruned, in the forms of a large registry', tunedSsr({ ...PRUNED, ...FORMS })],
  ['wss', wss],
  ['wss, pruned', tunedWss({ ...PRUNED, boundedLength: 1 })],
  ['wss-sqrt', wssSqrt],
];

describe('an index out of a file', () => {
  it.each(RETRIEVERS)('answers as the built one, whatever the seed and the shape: %s', async (_name, retriever) => {
    const folder = await temporaryFolder();
    for (const seed of ['1', '2', '3']) {
      const cards = [...syntheticCards(seed, 150)];
      const queries = syntheticQueries(seed, 150, 8).map(({ text }) => text);
      const index = await built(join(folder, `cards-${seed}`), retriever, cards);
      await expectSame(await loaded(join(folder, `cards-${seed}`), retriever), index, cards, queries);

      const passages = [...syntheticPassages(seed, 120)];
      const other = await built(join(folder, `passages-${seed}`), retriever, passages);
      const asked = syntheticPassageQueries(seed, 120, 8);
      await expectSame(await loaded(join(folder, `passages-${seed}`), retriever), other, passages, asked);
    }
  });

  it.each(RETRIEVERS)('answers as the built one on hostile texts: %s', async (_name, retriever) => {
    const folder = await temporaryFolder();
    let files = 0;
    await fc.assert(
      fc.asyncProperty(smallRegistry, fc.array(smallQuery, { maxLength: 3 }), async (cards, queries) => {
        const path = join(folder, `${files++}`);
        const index = await built(path, retriever, cards);
        await expectSame(await loaded(path, retriever), index, cards, queries);
      }),
      { numRuns: 40 },
    );
  });

  it('has lists of every form beyond 65,536 cards too', async () => {
    const cards = Array.from({ length: 70_000 }, (_, i) => {
      const words = [2, 40, 300, 3000, 20_000].map((n) => (i % n === 0 ? `every${n}` : `no${i % 7}`));
      return card(String(i), `${words.join(' ')} only${i} map`);
    });
    const path = join(await temporaryFolder(), 'x.idx');
    const index = await built(path, ssr, cards);
    const kinds = index.memory!().filter(({ bytes, part }) => part.startsWith('word lists') && bytes > 0);
    expect(kinds.map(({ part }) => part)).toEqual([
      'word lists, bitmaps',
      'word lists, with a directory',
      'word lists, wide',
    ]);
    const queries = ['every2 map', 'every40 every300', 'every3000 only33000', 'every20000 every2 every40', 'no3 no4'];
    await expectSame(await loaded(path, ssr), index, cards.slice(0, 50), queries);
  });

  it('is the same file to the byte, whatever the order of the cards', async () => {
    const folder = await temporaryFolder();
    const cards = [...syntheticCards('order', 200)];
    for (const retriever of [ssr, wss]) {
      const paths = ['one', 'other'].map((name) => join(folder, `${retriever.name}-${name}`)) as [string, string];
      await built(paths[0], retriever, cards);
      await built(paths[1], retriever, cards.toReversed());
      expect(await readFile(paths[1])).toEqual(await readFile(paths[0]));
    }
  });

  it('is the same file to the byte, however many threads have read the cards', async () => {
    const folder = await temporaryFolder();
    const cards = [...syntheticCards('threads', 200)];
    const threaded = tunedSsr({ batchCards: 16, unthreadedCards: 32 });
    for (const workers of [1, 3]) await built(join(folder, `${workers}`), threaded, cards, { ...OPTIONS, workers });
    const one = await readFile(join(folder, '1'));
    expect(await readFile(join(folder, '3'))).toEqual(one);
  });

  it('is read and written in pieces of which no two overlap', async () => {
    const path = join(await temporaryFolder(), 'x.idx');
    const long = Uint32Array.from({ length: CHUNK_BYTES / 2 + 12_345 }, (_, i) => Math.imul(i, 2654435761));
    const arrays = new Map<string, Uint8Array | Uint16Array | Uint32Array | Float64Array>([
      ['empty', new Uint16Array(0)],
      // A view into the middle of other memory.
      ['odd', Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4)],
      ['long', long],
      ['numbers', Float64Array.of(Math.PI, -0, Number.MIN_VALUE)],
    ]);
    const saved: SavedIndex = { cards: 0, stopwords: '0'.repeat(64), settings: { half: 0.5 }, arrays };
    await write(path, 'fake', saved, []);
    let received: SavedIndex | undefined;
    const fake: Retriever = {
      ...ssr,
      name: 'fake',
      load: (given) => {
        received = given;
        return undefined as never;
      },
    };
    await loaded(path, fake);
    expect(received?.settings).toEqual({ half: 0.5 });
    expect([...(received?.arrays ?? [])].map(([name]) => name)).toEqual([...arrays.keys()]);
    for (const [name, array] of arrays) {
      const again = received!.arrays.get(name)!;
      expect(again.constructor).toBe(array.constructor);
      // Compared as bytes: of millions of numbers the test library is slow to tell.
      expect(Buffer.compare(Buffer.from(again.buffer), bytesOf(array))).toBe(0);
    }
  });

  it('that is interrupted is left at once', async () => {
    const folder = await temporaryFolder();
    const stop = () => {
      throw new Error('interrupted');
    };
    const file = await NewFile.begin('out', join(folder, 'x.idx'));
    const saved = (await ssr.build(CARDS, OPTIONS)).save!();
    const identity = { retriever: 'ssr', cardsSha256: '' };
    const writing = writeIndex(file, saved, identity, { pause: stop, onProgress: () => {} });
    await expect(writing).rejects.toThrow('interrupted');
    await file.abandon();
    expect(await readdir(folder)).toEqual([]);
    await built(join(folder, 'y.idx'), ssr, CARDS);
    const reading = (await IndexFile.open(join(folder, 'y.idx'))).load(ssr, OPTIONS, stop);
    await expect(reading).rejects.toThrow('interrupted');
  });
});

describe('an index file is refused', () => {
  it('where it is none', async () => {
    const folder = await temporaryFolder();
    const other = join(folder, 'other');
    const none = `expected an index of Shortlist, received another file; ${BUILD_AGAIN}`;
    for (const text of ['', 's', '{"id":"a"}\n', 'shortlist indey\n', 'x'.repeat(5000)]) {
      await writeFile(other, text);
      expect(await refusalOf(other, ssr)).toBe(text === 's' ? torn('at least 56', 1) : none);
    }
    await mkdir(join(folder, 'folder'));
    expect(await refusalOf(join(folder, 'folder'), ssr)).toMatch(/^expected a file, received a folder or a device/);
    expect(await refusalOf(join(folder, 'absent'), ssr)).toBe('no such file or folder');
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    expect(await refusalOf(pipe, ssr)).toMatch(/^expected a file, received a folder or a device/);
  });

  it('where another version wrote it', async () => {
    const path = join(await temporaryFolder(), 'x.idx');
    await built(path, ssr, CARDS);
    const bytes = await readFile(path);
    bytes.writeUInt32LE(7, 16);
    await writeFile(path, bytes);
    expect(await refusalOf(path, ssr)).toBe(`expected version 2 of the format, received version 7; ${BUILD_AGAIN}`);
    bytes.writeUInt32LE(FORMAT_VERSION, 16);
    await writeFile(path, bytes);
    await editHeader(path, (header) => ({ shortlist: '99.0.0', what: header }));
    expect(await refusalOf(path, ssr)).toMatch(
      /^expected an index of Shortlist [0-9.]+, received one of Shortlist 99\.0\.0; build/,
    );
  });

  it('where it was built over other cards, whatever the order of the same', async () => {
    const path = join(await temporaryFolder(), 'x.idx');
    await built(path, ssr, CARDS);
    const file = await IndexFile.open(path);
    const check = (cards: typeof CARDS) => () => file.checkCards(cards.length, hashOf(cards).digest());
    expect(check(CARDS.toReversed())).not.toThrow();
    expect(check(CARDS.slice(1))).toThrow(
      /^--index .*: expected an index over the cards of this run, 2 cards of hash [0-9a-f]{12}, received one over 3 cards of hash [0-9a-f]{12}; build/,
    );
    for (const other of [
      [],
      [...CARDS, card('d')],
      [...CARDS.slice(1), card('a', 'weather  forecast')],
      [...CARDS.slice(1), card('A', 'weather forecast')],
      [...CARDS.slice(1), card('a', '', { name: 'weather forecast' })],
      [...CARDS.slice(1), card('aw', 'eather forecast')],
      [...CARDS.slice(1), card('a', 'weather', { tags: [' forecast'] })],
      [...CARDS.slice(1), card('a', 'weather forecast', { tags: [''] })],
    ]) {
      expect(check(other)).toThrow('received one over 3 cards');
    }
  });

  it('where it was built without other stopwords', async () => {
    const folder = await temporaryFolder();
    const others = { stopwords: makeStopwords('mine.txt', ['weather']) };
    // Words of one table under another name, which for wss mean others than the default.
    const same = { stopwords: makeStopwords('mine.txt', STOPWORDS_V1.words) };
    for (const retriever of [ssr, wss]) {
      const path = join(folder, retriever.name);
      await built(path, retriever, CARDS);
      expect(await refusalOf(path, retriever, others)).toMatch(
        /^expected an index for the stopwords mine\.txt of hash [0-9a-f]{12}, received one for those of hash [0-9a-f]{12}; build/,
      );
    }
    await loaded(join(folder, 'ssr'), ssr, same);
    expect(await refusalOf(join(folder, 'wss'), wss, same)).toContain('for the stopwords mine.txt');
  });

  it('where it was built with other settings, or lacks a part', async () => {
    const path = join(await temporaryFolder(), 'x.idx');
    await built(path, ssr, CARDS);
    await editHeader(path, (header) => ({ ...header, settings: { signal_cap: 32 } }));
    expect(await refusalOf(path, ssr)).toBe(`expected an index of signal_cap 64, received one of 32; ${BUILD_AGAIN}`);
    await editHeader(path, (header) => ({ ...header, settings: {} }));
    expect(await refusalOf(path, ssr)).toBe(`expected an index of signal_cap 64, received one of none; ${BUILD_AGAIN}`);
    await editHeader(path, (header) => ({ ...header, settings: { signal_cap: 64 } }));
    await loaded(path, ssr);
    expect(await refusalOf(path, wss)).toContain('expected an index for the stopwords');
    await editHeader(path, ({ arrays, ...header }) => ({
      ...header,
      arrays: (arrays as { name: string }[]).map((each) => ({ ...each, name: each.name.replace('pairs.starts', '?') })),
    }));
    expect(await refusalOf(path, ssr)).toBe(`expected a Uint32Array of pairs.starts, received none; ${BUILD_AGAIN}`);
  });

  it('where its header claims more than there is, before any memory is taken', async () => {
    const path = join(await temporaryFolder(), 'x.idx');
    const claims: readonly unknown[] = [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER];
    for (const length of claims) {
      await built(path, ssr, CARDS);
      await editHeader(path, ({ arrays, ...header }) => {
        const [first, ...rest] = arrays as object[];
        return { ...header, arrays: [{ ...first, length }, ...rest] };
      });
      expect(await refusalOf(path, ssr)).toMatch(/^expected [0-9]+ bytes, received [0-9]+: it is torn; build/);
      await rm(path);
    }
    const header = `expected a header of version 2, received another; ${BUILD_AGAIN}`;
    for (const length of [-1, 0.5, 1e300, '3', null, undefined]) {
      await built(path, ssr, CARDS);
      await editHeader(path, ({ arrays, ...rest }) => ({
        ...rest,
        arrays: (arrays as object[]).map((each) => ({ ...each, length })),
      }));
      expect(await refusalOf(path, ssr)).toBe(header);
      await rm(path);
    }
    await built(path, ssr, CARDS);
    for (const other of [null, 3, 'text', [], {}]) {
      await editHeader(path, () => other);
      expect(await refusalOf(path, ssr)).toBe(header);
    }
  });
});

function torn(expected: string, received: number): string {
  return `expected ${expected} bytes, received ${received}: it is torn; ${BUILD_AGAIN}`;
}

function bytesOf(array: Uint8Array | Uint16Array | Uint32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
