import { expect, test } from 'vitest';
import { closestIds } from '../../../harness/diagnosis/closest.ts';

test('ids that hold the text come first, then those of the fewest edits, ties by code point', () => {
  const ids = ['weather', 'whether', 'feather', 'acme/weather', 'flights', '', '天气'];
  expect(closestIds('weather', ids, 4)).toEqual(['weather', 'acme/weather', 'feather', 'whether']);
  expect(closestIds('wether', ids, 1)).toEqual(['weather']);
  expect(closestIds('FLIGHT', ids, 1)).toEqual(['flights']);
  expect(closestIds('kitten', ['sitting', 'kitchen', 'mitten'], 3)).toEqual(['mitten', 'kitchen']);
});

test('of no ids there is none, and a long one costs no more than a short one', () => {
  expect(closestIds('a', [], 3)).toEqual([]);
  expect(closestIds('x'.repeat(1_000_000), ['y'.repeat(1_000_000)], 3)).toEqual([]);
  expect(closestIds('x'.repeat(1_000_000), ['x'.repeat(999_999)], 3)).toHaveLength(1);
});

test('what is not near is not suggested', () => {
  expect(closestIds('nope', ['mail/cafe', 'mail/日本語ツール', 'mail/send/mail', 'n', 'no', 'a'], 3)).toEqual([]);
  expect(closestIds('n', ['mail/send', 'N', 'no'], 3)).toEqual(['N']);
  // Those of the same server; and of another that only begins alike they are not.
  expect(closestIds('mail/fetch', ['mail/send', 'maps/route', 'mail/cafe'], 3)).toEqual(['mail/send', 'mail/cafe']);
});
