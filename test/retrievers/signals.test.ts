import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { cardText, SIGNAL_CAP, signals, tokens } from '../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card, hostileText, longText } from './cards.ts';

const oracle = await exhaustiveIdf.build([], { stopwords: STOPWORDS_V1 });

describe('cardText', () => {
  test('joins the fields in their order by line feeds, the empty ones left out', () => {
    const rest = { name: 'n', skills: ['s1', '', 's2'], tags: ['t'], examples: ['', 'e'], tools: ['o'] };
    expect(cardText(card('id', 'd', rest))).toBe('n\nd\ns1\ns2\nt\ne\no');
    expect(cardText(card('id'))).toBe('');
  });

  test('takes text as it is', () => {
    expect(cardText(card('id', '  two  spaces\u200b ', { name: ' ' }))).toBe(' \n  two  spaces\u200b ');
  });
});

describe('tokens', () => {
  test('are runs of two and more ASCII letters and digits in the lower-cased text, repeats kept', () => {
    expect(tokens('Get-User_Profile: x 8 y2 GET', STOPWORDS_V1)).toEqual(['get', 'user', 'profile', 'y2', 'get']);
  });

  test('a letter dropped for its length does not join its neighbours', () => {
    expect(tokens('ab-c-de', STOPWORDS_V1)).toEqual(['ab', 'de']);
  });

  test('only U+0130 and U+212A lower-case into ASCII from outside', () => {
    const found: number[] = [];
    for (let point = 0x80; point <= 0x10ffff; point++) {
      if (/[a-z0-9]/.test(String.fromCodePoint(point).toLowerCase())) found.push(point);
    }
    expect(found).toEqual([0x130, 0x212a]);
    expect(tokens('\u0130stanbul K\u212a', STOPWORDS_V1)).toEqual(['stanbul', 'kk']);
  });
});

describe('signals', () => {
  test('bigrams join the words that are neighbours once stopwords are gone', () => {
    expect([...signals('forecast of the weather', STOPWORDS_V1)]).toEqual(['forecast', 'weather', 'forecast weather']);
  });

  test('a set: repeats count once', () => {
    expect([...signals('go go go', STOPWORDS_V1)]).toEqual(['go', 'go go']);
  });

  test('of more than 64, words by frequency come first, then bigrams by code point', () => {
    const words = Array.from({ length: 63 }, (_, i) => `w${String(i).padStart(2, '0')}`).reverse();
    const kept = signals(words.join(' '), STOPWORDS_V1);
    expect(kept.size).toBe(64);
    expect([...kept].filter((signal) => signal.includes(' '))).toEqual(['w01 w00']);
    expect(signals(`${words.join(' ')} x1 x2 x2`, STOPWORDS_V1)).toEqual(new Set(['x2', ...words]));
  });

  test('exactly 64 are all kept', () => {
    const text = [...Array.from({ length: 32 }, (_, i) => `w${i + 10}`), 'w10'].join(' ');
    expect(signals(text, STOPWORDS_V1).size).toBe(64);
    expect(signals(text, STOPWORDS_V1)).toEqual(signals(text, STOPWORDS_V1, { cap: false }));
  });

  test('equal those of the oracle, which shares no code, on hostile text', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, longText), fc.boolean(), (text, cap) => {
        expect(signals(text, STOPWORDS_V1, { cap })).toEqual(oracle.signals!(text, { cap }));
      }),
      { numRuns: 500 },
    );
  });

  test('the cap keeps 64 of the whole set', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const all = signals(text, STOPWORDS_V1, { cap: false });
        const kept = signals(text, STOPWORDS_V1);
        expect(kept.size).toBe(Math.min(SIGNAL_CAP, all.size));
        expect([...kept].every((signal) => all.has(signal))).toBe(true);
      }),
    );
  });

  // A step that is quadratic in the length would take minutes on these.
  test.each([
    ['one character', 'x'.repeat(1e6)],
    ['spaces', ' '.repeat(1e6)],
    ['underscores', '_'.repeat(1e6)],
    ['letters alone', 'x '.repeat(5e5)],
    ['one word', 'ab '.repeat(333_333)],
    ['different words', Array.from({ length: 150_000 }, (_, i) => `w${i}`).join(' ')],
    ['capital sigmas', '\u03a3'.repeat(1e6)],
    ['emoji', '\u{1f600}'.repeat(5e5)],
  ])('1 MB of %s is read in linear time', (_, text) => {
    const begin = performance.now();
    const found = signals(text, STOPWORDS_V1);
    expect(performance.now() - begin).toBeLessThan(3000);
    expect(found).toEqual(oracle.signals!(text, { cap: true }));
  });
});
