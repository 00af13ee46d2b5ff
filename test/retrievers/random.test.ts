import { describe, expect, it } from 'vitest';
import { random } from '../../retrievers/random.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { card } from './cards.ts';

const cards = Array.from({ length: 10 }, (_, i) => card(`c${i}`));
const build = (seed: string, list = cards) => random.build(list, { stopwords: STOPWORDS_V1, seed });
const ids = async (seed: string, query: string, k = 10, list = cards) =>
  (await (await build(seed, list)).search(query, k)).map((hit) => hit.id);

describe('random', () => {
  it('follows from seed and query, not from the order of the cards', async () => {
    const first = await ids('42', 'query');
    expect(await ids('42', 'query')).toEqual(first);
    expect(await ids('42', 'query', 10, cards.toReversed())).toEqual(first);
    expect(await ids('042', 'query')).not.toEqual(first);
    expect(await ids('42', 'other')).not.toEqual(first);
  });

  it('brings every card once, and a longer pool begins with a shorter one', async () => {
    const all = await ids('42', 'query', 99);
    expect([...all].sort()).toEqual(cards.map((each) => each.id));
    for (let k = 1; k <= 10; k++) expect(await ids('42', 'query', k)).toEqual(all.slice(0, k));
    expect(await (await build('42')).countCandidates('')).toBe(10);
  });

  it('puts every card first as often as any other', async () => {
    const index = await build('42');
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      const [first] = await index.search(`query ${i}`, 1);
      counts.set(first?.id ?? '', (counts.get(first?.id ?? '') ?? 0) + 1);
    }
    // 200 wanted of each; six standard deviations are about 81.
    expect(counts.size).toBe(10);
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(81);
  });

  it('of no cards is nothing, and one id twice is refused', async () => {
    expect(await (await build('42', [])).search('x', 3)).toEqual([]);
    await expect(build('42', [card('a'), card('a')])).rejects.toThrow('"a"');
  });
});
