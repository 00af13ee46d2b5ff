import { describe, expect, test } from 'vitest';
import { type AloneMessage, type AlonePlan, runAlone } from '../../../harness/peers/alone.ts';
import { runSideBySide, type SideBySideMessage } from '../../../harness/peers/side-by-side.ts';
import { loadRetriever } from '../../../retrievers/index.ts';
import type { Hit } from '../../../retrievers/ranking.ts';
import type { Retriever } from '../../../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { fakeRetriever } from '../../support.ts';

const options = { stopwords: STOPWORDS_V1 };
const hit = (id: string, score: number): Hit => ({ id, score, matched: undefined });
const plan: AlonePlan = {
  seed: 'processes',
  cards: 30,
  k: 2,
  queries: [
    { id: 'q0', text: 'one' },
    { id: 'q1', text: 'two' },
  ],
  retriever: 'fake',
};

describe('one retriever alone', () => {
  async function alone(retriever: Retriever, rest: Partial<AlonePlan> = {}): Promise<AloneMessage[]> {
    const told: AloneMessage[] = [];
    let time = 0;
    const tools = {
      load: async () => retriever,
      options,
      // A clock that moves by a second at each look: twice for each card and the end of the cards, twice for the build.
      now: () => 1000 * time++,
      memory: () => ({ peak: 3, rss: 2, heap: 1 }),
    };
    await runAlone({ ...plan, ...rest }, tools, (message) => told.push(message));
    return told;
  }
  const built = { memory: { peak: 3, rss: 2, heap: 1 }, indexBytes: undefined };

  test('tells its index, then its answers; the time of the generator is not in that of the index', async () => {
    const retriever = fakeRetriever('fake', (text) => [hit(text, 2), hit('z', 1)]);
    const answers = [
      [hit('one', 2), hit('z', 1)],
      [hit('two', 2), hit('z', 1)],
    ];
    // 63 looks from the first of the build to the last; 31 of the steps between them are the generator's.
    expect(await alone(retriever)).toEqual([{ built: { ...built, indexingMs: 63_000 - 31_000 } }, { answers }]);
  });

  test('without a retriever the cards are read, and nothing is kept', async () => {
    expect(
      await alone(
        fakeRetriever('fake', () => []),
        { retriever: undefined },
      ),
    ).toEqual([{ built: { ...built, indexingMs: 0 } }]);
  });

  test.each<[string, (text: string) => readonly Hit[], string]>([
    [
      'more than k hits',
      () => ['a', 'b', 'c'].map((id) => hit(id, 1)),
      'query q0: expected at most 2 hits, received 3',
    ],
    ['hits out of order', () => [hit('b', 1), hit('a', 1)], 'query q0: ranked "b" before "a", against the order'],
    ['a score of 0', (text) => [hit('a', text === 'two' ? 0 : 1)], 'query q1: gave the card "a" the score 0'],
  ])('%s fail it', async (_, search, problem) => {
    const told = await alone(fakeRetriever('fake', search));
    expect(told.at(-1)).toEqual({ failed: expect.stringContaining(`fake, ${problem}`) });
    expect(told.some((message) => 'answers' in message)).toBe(false);
  });

  test('an index without all cards fails it', async () => {
    const retriever = fakeRetriever('fake', () => []);
    const loses: Retriever = {
      ...retriever,
      build: async (cards, given) => ({ ...(await retriever.build(cards, given)), cards: 29 }),
    };
    expect(await alone(loses)).toEqual([{ failed: 'fake, build: expected 30 cards in the index, received 29' }]);
  });
});

describe('all side by side', () => {
  async function sideBySide(answers: readonly (readonly Hit[])[]): Promise<SideBySideMessage[]> {
    const told: SideBySideMessage[] = [];
    const retrievers = ['ssr', 'fake'].map((name) => ({ name, answers: name === 'fake' ? answers : [[], []] }));
    const load = async (name: string) =>
      name === 'fake' ? fakeRetriever('fake', (text) => [hit(text, 1)]) : loadRetriever(name);
    const tools = { load, options, now: () => performance.now(), collectGarbage: () => {} };
    const queries = plan.queries.map(({ id }) => ({ id, text: `unheard${id}` }));
    await runSideBySide({ ...plan, queries, retrievers, slowestMs: 100 }, tools, (message) => told.push(message));
    return told;
  }

  test('are timed on the answers that each gave alone', async () => {
    const told = await sideBySide([[hit('unheardq0', 1)], [hit('unheardq1', 1)]]);
    expect(told.slice(0, 3)).toEqual([{ built: 'ssr' }, { built: 'fake' }, { round: 1 }]);
    const last = told.at(-1);
    expect(last).toMatchObject({
      latency: { queriesPerRound: 2, rows: [{ retriever: 'ssr' }, { retriever: 'fake' }] },
    });
    expect(JSON.stringify(last)).not.toContain('samplesUs');
  });

  test('one that answers otherwise fails it', async () => {
    const told = await sideBySide([[hit('unheardq0', 1)], [hit('unheardq1', 2)]]);
    expect(told.at(-1)).toEqual({
      failed: expect.stringContaining('fake, query q1: the timed search is not the checked one'),
    });
  });
});
