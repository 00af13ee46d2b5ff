import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineOptions, readLines, splitLines } from '../../../datasets/loaders/lines.ts';
import { inputError, put, temporaryFolder } from './files.ts';

const folder = temporaryFolder();

async function read(content: string | Uint8Array, options?: LineOptions): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for await (const { line, text } of readLines(put(folder, 'a.txt', content), options)) found.push([line, text]);
  return found;
}

describe('lines', () => {
  test('LF and CRLF end a line, a lone CR and odd separators are text', async () => {
    expect(await read('a\nb\r\nc\rd\u2028e\n')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c\rd\u2028e'],
    ]);
  });

  test('the last line needs no break; one that ends in CR keeps it', async () => {
    expect(await read('a\n\nb\r')).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b\r'],
    ]);
  });

  test('a byte order mark is dropped at the start of the file and nowhere else', async () => {
    expect(await read('\ufeffa\n\ufeffb\n')).toEqual([
      [1, 'a'],
      [2, '\ufeffb'],
    ]);
  });

  test('an empty file has no line', async () => {
    expect(await read('')).toEqual([]);
  });

  test('anything but UTF-8 is an error with its line', async () => {
    const bad = Buffer.concat([Buffer.from('fine\n'), Buffer.from([0x61, 0xff, 0x0a])]);
    expect(await inputError(() => read(bad))).toMatch(/a\.txt:2: not UTF-8$/);
    // A half character, encoded as three bytes the way some programs do.
    expect(await inputError(() => read(Buffer.from([0xed, 0xa0, 0xbd])))).toMatch(/a\.txt:1: not UTF-8$/);
    expect(
      await inputError(() =>
        read(Buffer.from('a\n', 'utf16le').subarray(0, 1)).then(() => read(Buffer.from('\ufeffa', 'utf16le'))),
      ),
    ).toMatch(/:1: not UTF-8$/);
  });

  test('a line beyond the bound is an error, however it is cut into chunks', async () => {
    for (const chunkBytes of [1, 3, 64]) {
      expect(await read('123456789\n123456789', { maxBytes: 9, chunkBytes })).toHaveLength(2);
      expect(await inputError(() => read('1\n1234567890', { maxBytes: 9, chunkBytes }))).toMatch(
        /a\.txt:2: longer than 9 bytes$/,
      );
    }
  });

  test('a source without an end is stopped by the bound', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1000).fill(0x61);
    }
    const act = async () => {
      for await (const _ of splitLines(endless(), 'endless', { maxBytes: 5000 }));
    };
    expect(await inputError(act)).toBe('endless:1: longer than 5000 bytes');
  });

  test('a missing file, a folder and a path that is none', async () => {
    const reading = (path: string) => async () => {
      for await (const _ of readLines(path));
    };
    expect(await inputError(reading(join(folder, 'none.txt')))).toMatch(/none\.txt: no such file or folder$/);
    expect(await inputError(reading(folder))).toMatch(/: is a folder, a file is expected$/);
    expect(await inputError(reading('a\0b'))).toBe('a\\u{0}b: is not a path');
  });

  test('the same lines whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r', '"') }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        async (parts, chunkBytes) => {
          const text = parts.join('');
          const expected = text.split(/\r?\n/);
          if (expected.at(-1) === '') expected.pop();
          expect((await read(text, { chunkBytes })).map(([, line]) => line)).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });
});
