import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const samples = new URL('../../../datasets/samples/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, samples), 'utf8');

interface SampleQuery {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly relevant: readonly string[];
}

/** Every string value of a card, wherever it stands: at least what any loader can make of it. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(strings);
}

const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];

const cards = new Map<string, unknown>(
  readdirSync(new URL('cards/', samples)).map((file) => [file, JSON.parse(read(`cards/${file}`))]),
);
const queries = read('queries.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleQuery);
const ofKind = (kind: string): SampleQuery[] => queries.filter((query) => query.kind === kind);
const vocabulary = new Set([...cards.values()].flatMap(strings).flatMap(words));

describe('sample cards', () => {
  it.each([...cards])('%s has a name and skills', (file, card) => {
    expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.json$/);
    expect(card).toMatchObject({ name: expect.stringMatching(/\S/), skills: expect.any(Array) });
  });

  it('are as many as SOURCE.md says, in every shape of A2A', () => {
    expect(read('SOURCE.md')).toContain(`\n${cards.size} agent cards`);
    const shapes = [...cards.values()].map((card) => {
      const { protocolVersion, supportedInterfaces } = card as Record<string, unknown>;
      return Array.isArray(supportedInterfaces) ? '1.0' : String(protocolVersion).slice(0, 3);
    });
    expect(new Set(shapes)).toEqual(new Set(['0.2', '0.3', '1.0']));
  });
});

describe('sample queries', () => {
  it('have unique ids and non-empty texts', () => {
    expect(new Set(queries.map((query) => query.id)).size).toBe(queries.length);
    expect(queries.filter((query) => query.text.trim() === '')).toEqual([]);
  });

  it('name only cards that exist, each once', () => {
    for (const query of queries) {
      expect(
        query.relevant.filter((id) => !cards.has(id)),
        query.id,
      ).toEqual([]);
      expect(new Set(query.relevant).size, query.id).toBe(query.relevant.length);
    }
  });

  it('are of the kinds and as many as SOURCE.md says', () => {
    const stated = [...read('SOURCE.md').matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map((row) => [
      row[1],
      Number(row[2]),
    ]);
    const kinds = [...new Set(queries.map((query) => query.kind))];
    expect(kinds.map((kind) => [kind, ofKind(kind).length])).toEqual(stated);
    expect(read('SOURCE.md')).toContain(`${queries.length} judged queries`);
  });

  it('verbatim: the text stands in a right card', () => {
    for (const query of ofKind('verbatim')) {
      const texts = query.relevant.flatMap((id) => strings(cards.get(id)));
      expect(
        texts.some((text) => text.includes(query.text)),
        query.id,
      ).toBe(true);
    }
  });

  it('multi: several cards are right', () => {
    expect(ofKind('multi').filter((query) => query.relevant.length < 2)).toEqual([]);
  });

  it('unanswerable and unseen: nothing is right; every other kind: something is', () => {
    const nothing = new Set(queries.filter((query) => query.relevant.length === 0).map((query) => query.kind));
    const something = new Set(queries.filter((query) => query.relevant.length > 0).map((query) => query.kind));
    expect(nothing).toEqual(new Set(['unanswerable', 'unseen']));
    expect(something).toEqual(new Set(['verbatim', 'paraphrase', 'vague', 'noisy', 'multi']));
  });

  it('unseen: no word of any card; unanswerable: some', () => {
    for (const query of ofKind('unseen')) {
      expect(
        words(query.text).filter((word) => vocabulary.has(word)),
        query.id,
      ).toEqual([]);
    }
    for (const query of ofKind('unanswerable')) {
      expect(
        words(query.text).some((word) => vocabulary.has(word)),
        query.id,
      ).toBe(true);
    }
  });
});
