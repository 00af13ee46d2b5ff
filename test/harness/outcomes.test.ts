import { describe, expect, it } from 'vitest';
import { first } from '../../harness/orchestrators/first.ts';
import { makeOracleOrchestrator } from '../../harness/orchestrators/oracle.ts';
import { ApiFailure, type Orchestrator } from '../../harness/orchestrators/orchestrator.ts';
import { judge, Ledger, missCause, OUTCOMES, type Outcome, parseReply } from '../../harness/outcomes.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { card, query } from '../support.ts';

describe('a reply', () => {
  it.each([
    ['1', 0],
    ['5', 4],
    [' 3\n', 2],
    ['0', undefined],
    ['6', undefined],
    ['-1', undefined],
    ['5.0', undefined],
    ['2.7', undefined],
    ['1e0', undefined],
    ['05', undefined],
    ['+5', undefined],
    ['0x1', undefined],
    ['٣', undefined],
    ['two', undefined],
    ['', undefined],
    ['1 2', undefined],
    ['1.', undefined],
    ['[1]', undefined],
    ['9'.repeat(400), undefined],
    ['Error 4: rate limit', undefined],
  ])('%j of a pool of five is index %j', (reply, index) => {
    expect(parseReply(reply, 5)).toBe(index);
  });
});

const saying = (reply: string): Orchestrator => ({ name: 'test', choose: () => reply });
const failing: Orchestrator = {
  name: 'test',
  choose() {
    throw new ApiFailure('Error 1: try again');
  },
};
const pool = [card('a'), card('b'), card('c')];

describe('an outcome', () => {
  it.each<[string, readonly string[], Orchestrator, readonly string[], Outcome, boolean, string | undefined]>([
    ['nothing found, something right', [], saying('1'), ['a'], 'empty_pool', false, undefined],
    ['nothing found, nothing right', [], saying('1'), [], 'empty_pool', true, undefined],
    ['the call failed', ['a'], failing, ['a'], 'api_failure', false, undefined],
    ['no number', ['a'], saying('a'), ['a'], 'invalid_index', false, undefined],
    ['a number above the pool', ['a'], saying('2'), ['a'], 'invalid_index', false, undefined],
    ['the right card', ['a', 'b'], saying('2'), ['b'], 'selected', true, 'b'],
    ['one of two right cards', ['a', 'b'], saying('1'), ['a', 'b'], 'selected', true, 'a'],
    ['a card, and no right one there', ['a', 'b'], saying('1'), ['c'], 'retrieval_miss', false, 'a'],
    ['a card, and nothing right anywhere', ['a', 'b'], saying('1'), [], 'retrieval_miss', false, 'a'],
    ['a wrong card beside a right one', ['a', 'b'], saying('1'), ['b'], 'wrong_selection', false, 'a'],
  ])('%s', async (_name, ids, orchestrator, right, outcome, success, pickedCard) => {
    const asked = query('q', 'text', right);
    const cards = pool.filter((each) => ids.includes(each.id));
    const relevant = asked.relevant ?? new Map();
    expect(await judge(asked, relevant, cards, orchestrator, 'r')).toEqual({
      outcome,
      success,
      pickedCard,
      pickedPosition: pickedCard === undefined ? undefined : ids.indexOf(pickedCard) + 1,
      rightPosition: ids.some((id) => right.includes(id)) ? ids.findIndex((id) => right.includes(id)) + 1 : undefined,
      failureKind:
        outcome === 'api_failure' ? 'scripted' : outcome === 'invalid_index' ? expect.any(String) : undefined,
      attempts: undefined,
      httpStatus: undefined,
    });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['0', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['4', 'out_of_range'],
    ['9'.repeat(400), 'out_of_range'],
    ['05', 'number_form'],
    ['5.0', 'number_form'],
    ['2.7', 'number_form'],
    ['1e0', 'number_form'],
    ['+1', 'number_form'],
    ['0x1', 'number_form'],
    ['٣', 'number_form'],
    ['1.', 'number_form'],
    ['1 2', 'more_than_a_number'],
    ['The answer is 2', 'more_than_a_number'],
    ['Error 4: rate limit exceeded, retry in 2 s', 'more_than_a_number'],
    ['```\n1\n```', 'more_than_a_number'],
    ['two', 'no_number'],
    ['<think>', 'no_number'],
  ])('of the reply %j is invalid_index, of the kind %s, and never a card', async (reply, failureKind) => {
    const asked = query('q', 'text', ['a', 'b', 'c']);
    expect(await judge(asked, asked.relevant ?? new Map(), pool, saying(reply), 'r')).toMatchObject({
      outcome: 'invalid_index',
      success: false,
      pickedCard: undefined,
      failureKind,
    });
  });

  it('has the attempts and the status of its call, whether it failed or not', async () => {
    const asked = query('q', 'text', ['a']);
    const relevant = asked.relevant ?? new Map();
    const answered: Orchestrator = { name: 'test', choose: () => ({ text: '1', attempts: 2, httpStatus: 200 }) };
    expect(await judge(asked, relevant, pool, answered, 'r')).toMatchObject({ attempts: 2, httpStatus: 200 });
    const refused: Orchestrator = {
      name: 'test',
      choose() {
        throw new ApiFailure('Error 1', { kind: 'rate_limited', attempts: 5, httpStatus: 429 });
      },
    };
    expect(await judge(asked, relevant, pool, refused, 'r')).toMatchObject({
      outcome: 'api_failure',
      failureKind: 'rate_limited',
      attempts: 5,
      httpStatus: 429,
    });
  });

  it('of an empty pool calls nobody', async () => {
    const asked = query('q', 'text', ['a']);
    expect(await judge(asked, new Map([['a', 1]]), [], failing, 'r')).toMatchObject({ outcome: 'empty_pool' });
  });

  it('is not made of a bug', async () => {
    const broken: Orchestrator = { name: 'broken', choose: () => Promise.reject(new TypeError('oops')) };
    await expect(judge(query('q', 't', ['a']), new Map([['a', 1]]), pool, broken, 'r')).rejects.toThrow('oops');
  });
});

describe('the built-in orchestrators', () => {
  const request = { queryId: 'q', query: 'text', pool, retriever: 'r', repeat: 1 };

  it('first answers 1', () => expect(first.choose(request)).toBe('1'));

  it('oracle answers the first right position, else 1', () => {
    const ask = (right: readonly string[]) => makeOracleOrchestrator([query('q', 'text', right)]).choose(request);
    expect(ask(['c', 'b'])).toBe('2');
    expect(ask(['z'])).toBe('1');
    expect(ask([])).toBe('1');
  });
});

describe('the cause of a miss', () => {
  const hit = (id: string, score: number, matched: number | undefined = 1): Hit => ({ id, score, matched });
  const cards = new Map(
    [card('right', 'alpha beta'), card('other', 'gamma'), card('a'), card('b')].map((c) => [c.id, c]),
  );
  const withSignals = (held: Record<string, string[]>): SearchIndex => ({
    cards: 4,
    search: () => [],
    countCandidates: () => 0,
    indexBytes: () => undefined,
    signals: (source) => new Set(typeof source === 'string' ? source.split(' ') : (held[source.id] ?? [])),
  });
  const without: SearchIndex = { cards: 4, search: () => [], countCandidates: () => 0, indexBytes: () => undefined };
  const causeOf = (right: readonly string[], full: readonly Hit[], poolSize: number, index: SearchIndex) => {
    const asked = query('q', 'alpha', right);
    return missCause(asked, asked.relevant ?? new Map(), full, full.slice(0, poolSize), index, cards);
  };

  it('is that none exists', () => expect(causeOf([], [hit('a', 1)], 1, without)).toBe('none_exists'));

  it('is a rank below k', () => {
    expect(causeOf(['right'], [hit('a', 3), hit('b', 2), hit('right', 1)], 2, without)).toBe('below_k');
  });

  it('is a lost tie where score and matched count are those of the last in the pool', () => {
    expect(causeOf(['right'], [hit('a', 3), hit('b', 1), hit('right', 1)], 2, without)).toBe('lost_tie');
    expect(causeOf(['right'], [hit('a', 3), hit('b', 1, 2), hit('right', 1, 1)], 2, without)).toBe('below_k');
    const untold = { id: 'right', score: 1, matched: undefined };
    expect(causeOf(['right'], [{ ...untold, id: 'a' }, untold], 1, without)).toBe('lost_tie');
  });

  it('is the cap where only the whole sets overlap, and nothing shared where they do not', () => {
    expect(causeOf(['right'], [hit('a', 1)], 1, withSignals({ right: ['alpha'] }))).toBe('cut_by_cap');
    expect(causeOf(['right'], [hit('a', 1)], 1, withSignals({ right: ['beta'] }))).toBe('no_shared_signal');
  });

  it('is unknown to a retriever without signals', () => {
    expect(causeOf(['right'], [hit('a', 1)], 1, without)).toBe('not_retrieved');
  });

  it('follows the best placed of several right cards', () => {
    const index = withSignals({ right: ['beta'], other: ['alpha'] });
    expect(causeOf(['right', 'other'], [hit('a', 1)], 1, index)).toBe('cut_by_cap');
    expect(causeOf(['right', 'other'], [hit('a', 3), hit('b', 2), hit('other', 1)], 2, index)).toBe('below_k');
    // The better placed one lost a tie; that the other is further down does not matter.
    expect(causeOf(['right', 'other'], [hit('a', 2), hit('right', 2), hit('other', 1)], 1, index)).toBe('lost_tie');
  });
});

describe('the ledger', () => {
  it('counts every outcome and balances', () => {
    const ledger = new Ledger();
    for (const outcome of OUTCOMES) ledger.add(outcome);
    ledger.add('selected');
    expect(ledger.close(7)).toEqual({
      empty_pool: 1,
      api_failure: 1,
      invalid_index: 1,
      selected: 2,
      retrieval_miss: 1,
      wrong_selection: 1,
    });
  });

  it('throws where a query is lost or counted twice', () => {
    const ledger = new Ledger();
    ledger.add('selected');
    expect(() => ledger.close(2)).toThrow('1 outcomes for 2 queries');
    expect(() => ledger.close(0)).toThrow('does not balance');
  });

  it('throws for an outcome that is not in the table', () => {
    for (const name of ['skipped', 'constructor', '__proto__', '']) {
      expect(() => new Ledger().add(name as Outcome)).toThrow('is not an outcome');
    }
  });
});
