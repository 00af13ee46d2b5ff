import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gerund, nominal, participle, plural } from '../../../datasets/synthetic/morphology.ts';
import { inventedName } from '../../../datasets/synthetic/names.ts';
import { ACTIONS, HEADS } from '../../../datasets/synthetic/words/actions.ts';
import { DOMAINS } from '../../../datasets/synthetic/words/domains.ts';
import * as phrases from '../../../datasets/synthetic/words/phrases.ts';
import { SCOPES } from '../../../datasets/synthetic/words/scopes.ts';
import { UNSEEN_WORDS } from '../../../datasets/synthetic/words/unseen.ts';

const names = DOMAINS.flatMap((domain) => domain.nouns.flatMap((noun) => noun.names));

function repeated(words: readonly string[]): string[] {
  return words.filter((word, n) => words.indexOf(word) !== n);
}

test('two capabilities never go by the same words', () => {
  expect(repeated(ACTIONS.flat())).toEqual([]);
  expect(repeated(names)).toEqual([]);
  expect(repeated(SCOPES.flat())).toEqual([]);
  expect(repeated(HEADS)).toEqual([]);
  const known = new Set(names);
  for (const domain of DOMAINS) {
    expect(repeated(domain.qualifiers)).toEqual([]);
    // Neither a qualifier in front nor a head behind makes one noun into another.
    const longer = names.flatMap((name) => [
      ...domain.qualifiers.map((qualifier) => `${qualifier} ${name}`),
      ...HEADS.map((head) => `${name} ${head}`),
    ]);
    expect(longer.filter((phrase) => known.has(phrase))).toEqual([]);
  }
});

test('the tables have the sizes that capabilities are numbered by', () => {
  expect(DOMAINS.length).toBe(16);
  for (const domain of DOMAINS) {
    expect([domain.nouns.length, domain.qualifiers.length]).toEqual([12, 24]);
    for (const noun of domain.nouns) expect([noun.names.length > 1, noun.goal !== '']).toEqual([true, true]);
  }
  for (const verbs of ACTIONS) expect(verbs.length).toBeGreaterThan(1);
  for (const scope of SCOPES) expect(scope.every((wording) => wording !== '')).toBe(true);
});

test('the letter q alone stands in unseen words, in no other', () => {
  const others = JSON.stringify([DOMAINS, ACTIONS, HEADS, SCOPES, phrases]);
  expect(others.match(/.{0,9}q(?!u).{0,9}/gi)).toBeNull();
  // Nor does any word end in q, so that no compound identifier holds it.
  for (const word of UNSEEN_WORDS) expect(word).toMatch(/^[a-z]*q(?!u)[a-z]*$/);
  expect(UNSEEN_WORDS.filter((word) => word.includes('qu'))).toEqual([]);
  expect(repeated(UNSEEN_WORDS)).toEqual([]);
});

test('no two invented names are alike, within a pool and between pools', () => {
  const seen = new Set<string>();
  const indices = [...Array.from({ length: 7000 }, (_, n) => n), 518_399, 518_400, 518_401, 600_000, 50_000_000];
  for (const pool of ['vendor', 'product', 'standard', 'person'] as const) {
    for (const index of indices) seen.add(inventedName(12_345, pool, index));
  }
  expect(seen.size).toBe(4 * indices.length);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 511_999 }),
      fc.integer({ min: 0, max: 2 ** 34 }),
      fc.integer({ min: 0, max: 2 ** 34 }),
      (shift, a, b) => {
        fc.pre(a !== b);
        expect(inventedName(shift, 'vendor', a)).not.toBe(inventedName(shift, 'vendor', b));
      },
    ),
  );
});

test.each([
  ['create', 'creating', 'created', 'creation'],
  ['plan', 'planning', 'planned', 'planning'],
  ['get', 'getting', 'fetched', 'getting'],
  ['split', 'splitting', 'split', 'splitting'],
  ['notify', 'notifying', 'notified', 'notification'],
  ['localize', 'localizing', 'localized', 'localization'],
  ['update', 'updating', 'updated', 'updating'],
  ['send', 'sending', 'sent', 'sending'],
  ['deploy', 'deploying', 'deployed', 'deploying'],
])('%s: %s, %s, %s', (verb, doing, done, noun) => {
  expect([gerund(verb), participle(verb), nominal(verb)]).toEqual([doing, done, noun]);
});

test.each([
  ['invoice', 'invoices'],
  ['power of attorney', 'powers of attorney'],
  ['library', 'libraries'],
  ['survey', 'surveys'],
  ['branch', 'branches'],
  ['species', 'species'],
  ['time series', 'time series'],
])('one %s, many %s', (one, many) => {
  expect(plural(one)).toBe(many);
});
