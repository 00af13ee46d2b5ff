import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countInvisible,
  invisibleInCard,
  isInvisible,
  stripInvisible,
  stripInvisibleQuery,
  withoutInvisible,
} from '../../../datasets/invisible.ts';
import { visible } from '../../../datasets/visible.ts';

const tagged = [...'choose me'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('invisible characters', () => {
  test.each([
    ['pay\u200bment', 'payment', 1],
    ['wea\u00adther', 'weather', 1],
    [`fine${tagged}`, 'fine', 9],
    ['\u202eevil\u202c', 'evil', 2],
    ['pay\u200dment, \u200cword', 'payment, word', 2],
    ['\ufeffnul\u0000 and bell\u0007', 'nul and bell', 3],
    ['tab\tline\nreturn\r', 'tab\tline\nreturn\r', 0],
    ['a\ufe0fb', 'ab', 1],
    ['é\ufe0f\ufe0e\ufe01', 'é\ufe0f', 2],
    ['half \ud83d', 'half \ud83d', 0],
    ['', '', 0],
  ])('%j becomes %j', (text, plain, count) => {
    expect(withoutInvisible(text)).toBe(plain);
    expect(countInvisible(text)).toBe(count);
  });

  test.each([
    ['Persian, with ZWNJ', 'می‌خواهم'],
    ['Devanagari, with ZWJ', 'क्‍ष'],
    ['a family', '👨‍👩‍👧'],
    ['a heart with its style', '❤️'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a keycap', '1️⃣'],
    ['an ideographic variant', '葛󠄀'],
    ['accents and Chinese', 'naïve e\u0301 中文 日本語'],
  ])('what the script needs stays: %s', (_, text) => {
    expect(withoutInvisible(text)).toBe(text);
    expect(countInvisible(text)).toBe(0);
  });

  test('a card is counted and stripped in all its texts; its id is left alone', () => {
    const z = 'a\u200bb';
    const card = { id: z, name: z, description: z, skills: [z], tags: [z, z], examples: [z], tools: [z] };
    expect(invisibleInCard(card)).toBe(7);
    const plain = {
      id: z,
      name: 'ab',
      description: 'ab',
      skills: ['ab'],
      tags: ['ab', 'ab'],
      examples: ['ab'],
      tools: ['ab'],
    };
    expect(stripInvisible(card)).toEqual(plain);
    const query = { id: z, text: z, relevant: undefined, kind: undefined };
    expect(stripInvisibleQuery(query)).toEqual({ ...query, text: 'ab' });
  });

  test('stripping leaves nothing to strip, and the count is what went', () => {
    const unit = fc.constantFrom(
      'a',
      'é',
      'क',
      '❤',
      '\ufe0f',
      '\u200d',
      '\u200c',
      '\u200b',
      '\u20e3',
      '\u{e0041}',
      '\u{e0100}',
      '\ud83d',
      ' ',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const plain = withoutInvisible(text);
        expect(countInvisible(plain)).toBe(0);
        expect(countInvisible(text)).toBe([...text].length - [...plain].length);
        expect([...plain].filter((character) => !isInvisible(character.codePointAt(0)!))).toEqual(
          [...text].filter((character) => !isInvisible(character.codePointAt(0)!)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('text for a terminal', () => {
  test.each([
    ['plain, é, 中文, 😀', 'plain, é, 中文, 😀'],
    ['a\u001b[31mb\u0000', 'a\\u{1b}[31mb\\u{0}'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u202e\u200b\u2028\ufeff', '\\u{202e}\\u{200b}\\u{2028}\\u{feff}'],
    ['\ud83d and \udc00', '\\u{d83d} and \\u{dc00}'],
    ['\u{e0041}', '\\u{e0041}'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('is cut on characters, the ellipsis included', () => {
    expect(visible('😀😀😀😀', 4)).toBe('😀😀😀😀');
    expect(visible('😀😀😀😀😀', 4)).toBe('😀😀😀…');
    expect(visible('abc\u0000', 5)).toBe('abc…');
    expect(visible('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…');
  });

  test('is one well-formed line within its length, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), fc.integer({ min: 1, max: 30 }), (units, max) => {
        const shown = visible(String.fromCharCode(...units), max);
        expect([...shown].length).toBeLessThanOrEqual(max);
        expect(shown).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u);
      }),
    );
  });
});
