import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArraySplitter, type ElementOptions } from '../../../datasets/loaders/json-elements.ts';
import { inputError } from './files.ts';

/** Pushes a text in chunks of `size` bytes. Returns [line, text] of each element, and the tail. */
function split(text: string, size = 1000, options?: ElementOptions) {
  const bytes = Buffer.from(text);
  const splitter = new ArraySplitter('a.json', options);
  const elements: [number, string][] = [];
  const tail: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += size) {
    const chunk = bytes.subarray(i, i + size);
    const pushed = tail.length > 0 ? { elements: [], tail: chunk } : splitter.push(chunk);
    for (const { line, text } of pushed.elements) elements.push([line, text]);
    if (pushed.tail !== undefined) tail.push(pushed.tail);
  }
  splitter.end();
  return { elements, tail: Buffer.concat(tail).toString() };
}

describe('the elements of an array', () => {
  test('each with the line it starts on', () => {
    for (const size of [1, 2, 7, 1000]) {
      expect(split(' [\n{"a": "]}\\"\\\\"},\n\n[1,\n[2]] , "x,\\"]" ,1.5\n,null]\n more', size)).toEqual({
        elements: [
          [2, '{"a": "]}\\"\\\\"}'],
          [4, '[1,\n[2]]'],
          [5, '"x,\\"]"'],
          [5, '1.5'],
          [6, 'null'],
        ],
        tail: '\n more',
      });
    }
  });

  test('of an empty array are none', () => {
    expect(split('[ ]')).toEqual({ elements: [], tail: '' });
  });

  test.each([
    ['', 'a.json:1: expected an array'],
    ['\n{}', 'a.json:2: expected an array'],
    ['[', 'a.json:1: the array is not closed'],
    ['[1', 'a.json:1: the array is not closed'],
    ['[1,\n]', 'a.json:2: not JSON: expected an element'],
    ['[,1]', 'a.json:1: not JSON: expected an element'],
    ['[1\n2]', 'a.json:2: not JSON: expected a comma or ] after an element'],
    ['[{"a":1]', 'a.json:1: the array is not closed'],
    ['[1,\n"123456789"]', 'a.json:2: an element longer than 10 bytes'],
  ])('%j is refused', async (text, message) => {
    for (const size of [1, 1000]) {
      expect(await inputError(async () => split(text, size, { maxBytes: 10 }))).toBe(message);
    }
  });

  test('nested too deep are refused', async () => {
    expect(await inputError(async () => split(`[\n${'['.repeat(200)}`))).toBe(
      'a.json:2: nested deeper than 100 levels',
    );
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect(split(`[${deep}]`).elements).toEqual([[1, deep]]);
  });

  test('a string without an end is stopped by the bound', async () => {
    const splitter = new ArraySplitter('a.json', { maxBytes: 5000 });
    splitter.push(Buffer.from('["'));
    const act = async () => {
      for (;;) splitter.push(new Uint8Array(1000).fill(0x61));
    };
    expect(await inputError(act)).toBe('a.json:1: an element longer than 5000 bytes');
  });

  test('are those of the array, whatever the chunks and the spacing', () => {
    const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
    fc.assert(
      fc.property(fc.array(json), fc.integer({ min: 1, max: 20 }), fc.nat(3), (list, size, space) => {
        const { elements, tail } = split(JSON.stringify(list, null, space), size);
        expect(elements.map(([, text]) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)));
        expect(tail).toBe('');
      }),
    );
  });
});
