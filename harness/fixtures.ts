import type { Card } from '../datasets/card.ts';
import type { BuildOptions, Retriever } from '../retrievers/retriever.ts';
import { ApiFailure, type Orchestrator } from './orchestrators/orchestrator.ts';
import { judge, type Outcome } from './outcomes.ts';
import type { FixtureRow } from './records.ts';

const card = (id: string, description: string): Card => ({
  id,
  name: id,
  description,
  skills: [],
  tags: [],
  examples: [],
  tools: [],
});

const CARDS = [
  card('flights', 'books a flight and a seat'),
  card('hotels', 'books a hotel room'),
  card('weather', 'tells the weather for a city'),
];

/** One scripted case for each outcome: what is asked, what is right, what the orchestrator does. */
const FIXTURES: readonly {
  readonly outcome: Outcome;
  readonly query: string;
  readonly relevant: string;
  readonly reply: () => string;
}[] = [
  { outcome: 'empty_pool', query: 'qqqq zzzz', relevant: 'flights', reply: () => '1' },
  {
    outcome: 'api_failure',
    query: 'book a flight',
    relevant: 'flights',
    reply: () => {
      // The text holds a number within the pool: an error must never be read as an answer.
      throw new ApiFailure('Error 1: rate limit exceeded, retry in 1 s');
    },
  },
  { outcome: 'invalid_index', query: 'book a flight', relevant: 'flights', reply: () => '0' },
  { outcome: 'selected', query: 'book a flight', relevant: 'flights', reply: () => '1' },
  { outcome: 'retrieval_miss', query: 'book a flight', relevant: 'weather', reply: () => '1' },
  { outcome: 'wrong_selection', query: 'books', relevant: 'flights', reply: () => '2' },
];

/**
 * Runs a case for each outcome through the same code as the queries of a run, over three cards and the given retriever.
 *
 * @returns a row a case, with how often the orchestrator was called: never for an empty pool, else once.
 */
export async function runFixtures(retriever: Retriever, options: BuildOptions): Promise<readonly FixtureRow[]> {
  const index = await retriever.build(CARDS, options);
  const cardById = new Map(CARDS.map((each) => [each.id, each]));
  const rows: FixtureRow[] = [];
  for (const { outcome: expected, query: text, relevant: right, reply } of FIXTURES) {
    let calls = 0;
    const orchestrator: Orchestrator = {
      name: 'fixture',
      choose() {
        calls++;
        return reply();
      },
    };
    const relevant = new Map([[right, 1]]);
    const pool = (await index.search(text, CARDS.length)).map((hit) => cardById.get(hit.id) as Card);
    const query = { id: expected, text, relevant, kind: undefined };
    const { outcome: observed } = await judge(query, relevant, pool, orchestrator, retriever.name);
    rows.push({
      fixture: expected,
      expected,
      observed,
      orchestrator_calls: calls,
      passed: observed === expected && calls === (expected === 'empty_pool' ? 0 : 1),
    });
  }
  return rows;
}
