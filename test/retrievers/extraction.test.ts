import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_WORD, WordReader, wordDictionary } from '../../retrievers/inverted/word-reader.ts';
import { SIGNAL_CAP, signals, tokens } from '../../retrievers/signals.ts';
import { SignalPicker } from '../../retrievers/ssr/signal-picker.ts';
import { makeStopwords, STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { hostileText, longText } from './cards.ts';

const anyText = fc.oneof(hostileText, longText);

/** A reader, and what it read as strings. */
function readerOf(stopwords = STOPWORDS_V1) {
  const dictionary = wordDictionary(stopwords);
  const stop = dictionary.size;
  const words = new Map<number, string>();
  const reader = new WordReader(dictionary, stop, { addsWords: true });
  const read = (text: string) => {
    for (const word of tokens(text, stopwords)) {
      const number = dictionary.add(word) - stop;
      words.set(number, word);
    }
    reader.clear();
    // Among other units, which are not to be read.
    const framed = `x${text}y`;
    const units = Uint16Array.from({ length: framed.length }, (_, i) => framed.charCodeAt(i));
    reader.readUnits(units, 1, framed.length - 1);
    const fromUnits = reader.numbers.slice(0, reader.count);
    reader.clear();
    reader.read(text);
    expect(reader.numbers.slice(0, reader.count)).toEqual(fromUnits);
    return Array.from(reader.numbers.subarray(0, reader.count), (number) => words.get(number));
  };
  return { dictionary, stop, reader, read, words };
}

describe('WordReader', () => {
  test('reads the words of the plain extraction, on hostile text', () => {
    const { read } = readerOf();
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(text)).toEqual(tokens(text, STOPWORDS_V1));
      }),
      { numRuns: 1000 },
    );
  });

  test('reads every UTF-16 unit between letters as the plain extraction does', () => {
    const { read } = readerOf();
    const units = Array.from({ length: 0x10000 }, (_, unit) => `xy${String.fromCharCode(unit)}zk${unit}`).join(' ');
    expect(read(units)).toEqual(tokens(units, STOPWORDS_V1));
  });

  test.each([
    '\u0130\u0130k',
    '\u212a\u212a',
    'a\u0130b',
    '\u0130\u212ab',
    'T\u0130T',
    '\u03a3ab\u03a3',
    'x'.repeat(1000),
  ])('reads %j', (text) => {
    expect(readerOf().read(text)).toEqual(tokens(text, STOPWORDS_V1));
  });

  test('takes any stopword table', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('w1', 'w2', 'W3', 'a', ''), fc.string())),
        longText,
        (words, text) => {
          const stopwords = makeStopwords('some', words);
          expect(readerOf(stopwords).read(text)).toEqual(tokens(text, stopwords));
        },
      ),
    );
  });

  test('adds no word where it is not to, and counts those it does not know', () => {
    const dictionary = wordDictionary(STOPWORDS_V1);
    const stop = dictionary.size;
    dictionary.add('known');
    const reader = new WordReader(dictionary, stop, { addsWords: false });
    reader.read('the unheard KNOWN of');
    reader.read('un');
    expect([...reader.numbers.subarray(0, reader.count)]).toEqual([UNKNOWN_WORD, 0, UNKNOWN_WORD]);
    expect(dictionary.size).toBe(stop + 1);
  });
});

describe('SignalPicker', () => {
  const { dictionary, stop, reader, read, words } = readerOf();
  const picker = new SignalPicker(dictionary, stop);

  function picked(text: string): Set<string> {
    read(text);
    picker.pick(reader.numbers, reader.count);
    const kept = Array.from(picker.words.subarray(0, picker.wordCount), (number) => words.get(number)!);
    const pairs = Array.from(
      picker.pairs.subarray(0, picker.pairCount),
      (pair) => `${kept[Math.floor(pair / SIGNAL_CAP)]} ${kept[pair % SIGNAL_CAP]}`,
    );
    // Each once: a set would hide one that is named twice.
    expect(new Set([...kept, ...pairs]).size).toBe(kept.length + pairs.length);
    return new Set([...kept, ...pairs]);
  }

  test('picks the signals of the plain extraction, the cap included', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(picked(text)).toEqual(signals(text, STOPWORDS_V1));
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps the first bigrams of words that begin alike, or that others begin with', () => {
    const beginnings = fc.constantFrom('ab', 'abcd', 'abcde', 'abcdefghijkl', 'abc', '0abc', 'abce');
    const word = fc
      .tuple(beginnings, fc.constantFrom('', '0', 'a', 'z', 'zz', 'k1'), fc.nat(2))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(word, { minLength: 40, maxLength: 80 }), (list) => {
        expect(picked(list.join(' '))).toEqual(signals(list.join(' '), STOPWORDS_V1));
      }),
      { numRuns: 300 },
    );
  });

  test.each([31, 32, 33, 62, 63, 64, 65, 66, 200])(
    'picks those of %i different words, and of so many backwards',
    (count) => {
      const list = Array.from({ length: count }, (_, i) => `w${(i * 7919) % 1009}`);
      for (const text of [list.join(' '), [...list].reverse().join(' '), [...list, ...list.slice(5, 20)].join(' ')]) {
        expect(picked(text)).toEqual(signals(text, STOPWORDS_V1));
      }
    },
  );
});
