import fc from 'fast-check';
import { newStemmer } from 'snowball-stemmers';
import { expect, test } from 'vitest';
import { stem } from '../../../retrievers/stem.ts';

const library = newStemmer('english');

const long = fc
  .array(fc.constantFrom('y', 'a', 'ay', 'b', 'yy', 'e', 's', 'gener', 'arsen', 'ing', 'ational', 'edly', 'ies', 'x'), {
    minLength: 200,
    maxLength: 400,
  })
  .map((pieces) => pieces.join(''));

test('long words get the stem that the library gives', () => {
  fc.assert(
    fc.property(long, (word) => {
      expect(stem(word)).toBe(library.stem(word));
    }),
    { numRuns: 300 },
  );
});

test.each(['y'.repeat(300), 'a'.repeat(300), 'ay'.repeat(200), 'ya'.repeat(200), `${'yb'.repeat(200)}ying`])(
  'and so does %s',
  (word) => {
    expect(stem(word)).toBe(library.stem(word));
  },
);

test('a word of a million letters that the library would take hours for', () => {
  for (const piece of ['y', 'ay', 'ying']) {
    const word = piece.repeat(1e6 / piece.length);
    expect(stem(word).slice(0, 999_000)).toBe(word.slice(0, 999_000));
  }
});

test.each([
  ['generously', 'generous'],
  ['runs', 'run'],
  ['invoices', 'invoic'],
  ['constructor', 'constructor'],
  ['skis', 'ski'],
  ['y', 'y'],
])('%s becomes %s', (word, wanted) => {
  expect(stem(word)).toBe(wanted);
});
