import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QrelsRecord, RankingRecord } from '../../harness/records.ts';
import { idOfTrec, trecFiles, trecId } from '../../reports/trec.ts';

const ranking = (query_id: string, ids: readonly string[], of: Partial<RankingRecord> = {}): RankingRecord => ({
  seed: undefined,
  retriever: 'ssr',
  query_id,
  hits: ids.map((id) => ({ id, score: 7.25, matched: 3 })),
  ...of,
});
const judged = (query_id: string, relevant: Record<string, number>, seed?: string): QrelsRecord => ({
  seed,
  query_id,
  relevant: new Map(Object.entries(relevant)),
});

function written(rankings: readonly RankingRecord[], qrels: readonly QrelsRecord[] = []): Map<string, string> {
  return new Map([...trecFiles({ rankings, qrels })].map(([name, pieces]) => [name, [...pieces].join('')]));
}

describe('TREC files', () => {
  it('hold a line a hit, with a score that falls by one and has no ties', () => {
    const files = written(
      [ranking('q1', ['b', 'a', 'c']), ranking('q2', []), ranking('q3', ['a'])],
      [judged('q1', { c: 2, x: 1 }), judged('q3', { a: 1 })],
    );
    expect([...files]).toEqual([
      ['run.ssr.trec', 'q1 Q0 b 1 3 ssr\nq1 Q0 a 2 2 ssr\nq1 Q0 c 3 1 ssr\nq3 Q0 a 1 1 ssr\n'],
      ['qrels.trec', 'q1 0 c 2\nq1 0 x 1\nq3 0 a 1\n'],
    ]);
  });

  it('have no qrels where nobody has judged', () => {
    expect([...written([ranking('q1', ['a'])]).keys()]).toEqual(['run.ssr.trec']);
  });

  it('are one a seed where there are several, as every seed has its own q0', () => {
    const seeds = ['42', 'a', 'A'];
    const rankings = seeds.flatMap((seed) =>
      ['ssr', 'bm25'].map((retriever) => ranking('q0', [`card ${seed}`], { seed, retriever })),
    );
    const files = written(
      rankings,
      seeds.map((seed) => judged('q0', { [`card ${seed}`]: 1 }, seed)),
    );
    expect([...files.keys()]).toEqual([
      'run.ssr.seed-42.trec',
      'run.bm25.seed-42.trec',
      'qrels.seed-42.trec',
      'run.ssr.seed-a.trec',
      'run.bm25.seed-a.trec',
      'qrels.seed-a.trec',
      'run.ssr.seed-a-559aead08264.trec',
      'run.bm25.seed-a-559aead08264.trec',
      'qrels.seed-a-559aead08264.trec',
    ]);
    expect(files.get('qrels.seed-a.trec')).toBe('q0 0 card%20a 1\n');
    const one = written([ranking('q0', ['a'], { seed: '42' })], [judged('q0', { a: 1 }, '42')]);
    expect([...one.keys()]).toEqual(['run.ssr.trec', 'qrels.trec']);
  });

  it('have names that every file system takes, different for different retrievers, with the real name inside', () => {
    const names = [
      'rrf(ssr,bm25)',
      'rrf(ssr;bm25)',
      'BM25',
      'bm25',
      '../../evil',
      '..',
      'CON',
      'a b',
      'http://x/y?z=1',
      'ü',
      'x'.repeat(300),
      '',
    ];
    const files = written(names.map((retriever) => ranking('q', ['a'], { retriever })));
    expect(new Set([...files.keys()].map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of files.keys()) expect(name).toMatch(/^run\.[a-z0-9][a-z0-9_.-]{0,63}\.trec$/);
    const tags = [...files.values()].map((text) => text.trimEnd().split(' ')[5] ?? '');
    expect(tags.map(idOfTrec)).toEqual(names);
    expect([...files.keys()][0]).toMatch(/^run\.rrf-ssr-bm25-[0-9a-f]{12}\.trec$/);
    expect(tags[0]).toBe('rrf(ssr,bm25)');
  });
});

describe('ids in TREC files', () => {
  it('are one word, and come back', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(...' \t\n\r\v\f\0%#\u0085\u00a0\u2028\ufeff\u3000', '\ud800', '\udfff', '😀', 'ED', 'A0'),
      }),
      // Halves of characters too.
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(nasty, (id) => {
        const word = trecId(id);
        expect(idOfTrec(word)).toBe(id);
        expect(word).not.toMatch(/[\s#\p{Cc}\p{Cs}]/u);
        // What UTF-8 makes of it comes back as well.
        expect(Buffer.from(word, 'utf8').toString('utf8')).toBe(word);
      }),
      { numRuns: 500 },
    );
  });

  it('are different words for different ids', () => {
    const parts = fc.array(fc.constantFrom('%', '25', '%25', '%20', ' ', 'a', '#', '%ED%A0%80', '\ud800'), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(trecId(a.join('')) === trecId(b.join(''))).toBe(a.join('') === b.join(''));
      }),
      { numRuns: 500 },
    );
  });

  it('stay as they are where nothing is in the way', () => {
    for (const id of ['007', '1e3', '-1', 'server/tool', 'a:b,c(d)', 'grüße', '東京', '😀', '"'])
      expect(trecId(id)).toBe(id);
    expect(trecId('100% #1\tof\n2')).toBe('100%25%20%231%09of%0A2');
    expect(trecId('a\u00a0b\u2028c\ud83d')).toBe('a%C2%A0b%E2%80%A8c%ED%A0%BD');
  });
});
