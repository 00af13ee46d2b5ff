import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import seedrandom from 'seedrandom';
import { BoundedTasks } from '../../harness/orchestrators/bounded-tasks.ts';
import { Budget } from '../../harness/orchestrators/budget.ts';
import { SYSTEM_CLOCK } from '../../harness/orchestrators/clock.ts';
import { JOURNAL, Journal } from '../../harness/orchestrators/journal.ts';
import { makeEndpoint } from '../../harness/orchestrators/openai/endpoint.ts';
import { Model } from '../../harness/orchestrators/openai/model.ts';
import { RateLimit } from '../../harness/orchestrators/rate-limit.ts';
import { judge, Ledger, type Outcome } from '../../harness/outcomes.ts';
import {
  type Asked,
  body,
  brokenBody,
  chunk,
  END,
  type Play,
  reset,
  says,
  shortBody,
  silence,
  stallInBody,
  startFaultServer,
  status,
  stream,
} from '../harness/orchestrators/fault-server.ts';
import { card, query } from '../support.ts';

/** The share of queries that meet a fault. */
const FAULTY = 0.3;

/** A fault that passes: the second attempt is answered. */
const PASSING: readonly Play[] = [
  status(429, '{"error":{"message":"Error 1: slow down"}}', { 'retry-after-ms': '2' }),
  status(500, 'Error 2'),
  status(503, '', { 'retry-after': '0' }),
  reset,
  brokenBody,
  shortBody,
  body('{"choices":[]}'),
  body('{"choices":null}'),
  body('{"error":{"code":502,"message":"upstream busy"}}'),
  body('<html>1</html>', { 'content-type': 'text/html' }),
  body(''),
  stream([chunk('1')]),
  stream([chunk('1'), 'data: {"choi']),
];

/** What will not pass, and what becomes of it. */
const LASTING: readonly (readonly [Play, Outcome])[] = [
  [status(400, '{"error":{"message":"Error 1"}}'), 'api_failure'],
  [status(404), 'api_failure'],
  [status(500, '1'), 'api_failure'],
  [says('1', { finish: 'length' }), 'api_failure'],
  [says(null, { finish: 'tool_calls' }), 'api_failure'],
  [says('', { finish: 'content_filter' }), 'api_failure'],
  [says('', { message: { reasoning_content: '1' } }), 'api_failure'],
  [says(''), 'invalid_index'],
  [says('0'), 'invalid_index'],
  [says('11'), 'invalid_index'],
  [says('01'), 'invalid_index'],
  [says('The answer is 1'), 'invalid_index'],
];

/** A server that hangs costs a time-out each: rare, so that the soak is not spent waiting. */
const HANGING: readonly Play[] = [silence, stallInBody];
const HANGS = 0.01;

interface Part {
  readonly play: (attempt: number) => Play;
  readonly outcome: Outcome;
}

/** What is played for a query, and how it must end. Follows from its number alone. */
function partOf(n: number): Part {
  const random = seedrandom(`soak/${n}`);
  const right = (n % 10) + 1;
  // One in four takes a card that is not the right one.
  const pick = random() < 0.25 ? (right % 10) + 1 : right;
  const answer = random() < 0.1 ? stream([chunk(String(pick), 'stop'), END]) : says(String(pick));
  const outcome = pick === right ? 'selected' : 'wrong_selection';
  const pickFrom = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  if (random() >= FAULTY) return { play: () => answer, outcome };
  if (random() < HANGS) {
    const hang = pickFrom(HANGING);
    return { play: (attempt) => (attempt === 1 ? hang : answer), outcome };
  }
  if (random() < 0.6) {
    const fault = pickFrom(PASSING);
    return { play: (attempt) => (attempt === 1 ? fault : answer), outcome };
  }
  const [play, lasting] = pickFrom(LASTING);
  return { play: () => play, outcome: lasting };
}

export interface SoakResult {
  readonly queries: number;
  readonly faulty: number;
  readonly expected: Readonly<Record<string, number>>;
  readonly observed: Readonly<Record<string, number>>;
  /** Requests that the server got, and that the budget counted. */
  readonly served: number;
  readonly counted: number;
  /** Bytes in use after a fifth of the queries and at the end, garbage collected. */
  readonly heap: readonly [number, number];
}

/** Puts so many queries to a server that plays faults, and counts how each ended. */
export async function soakFaults(queries: number): Promise<SoakResult> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-soak-'));
  let served = 0;
  const numberOf = (asked: Asked) => Number(asked.query.slice(1));
  const server = await startFaultServer((asked) => {
    served++;
    return partOf(numberOf(asked)).play(asked.attempt);
  }, false);
  const journal = await Journal.open(join(folder, JOURNAL));
  try {
    const endpoint = makeEndpoint(server.url, 'sk-soak');
    if (endpoint === undefined) throw new Error('no endpoint');
    const budget = new Budget(
      { requests: undefined, tokens: undefined, cost: undefined },
      undefined,
      journal.spentBefore,
    );
    const model = new Model({
      endpoint,
      settings: { model: 'm', temperature: 0, maxTokens: 16, completionLimit: false, seed: undefined, stream: false },
      timeoutMs: 1000,
      concurrency: 16,
      retry: { retries: 2, firstMs: 4, longestMs: 20, patienceMs: 1000 },
      rate: new RateLimit({ requestsPerMinute: undefined, tokensPerMinute: undefined }, SYSTEM_CLOCK),
      budget,
      journal,
      clock: SYSTEM_CLOCK,
      signal: new AbortController().signal,
      seed: 'soak',
      countTokens: (text) => Math.ceil(text.length / 4),
      onCall: () => {},
    });
    const orchestrator = model.orchestrator('');
    const pool = Array.from({ length: 10 }, (_, i) => card(`c${i + 1}`, 'text '.repeat(20)));
    const ledger = new Ledger();
    const expected: Record<string, number> = {};
    let faulty = 0;
    const tasks = new BoundedTasks(16);
    const ask = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        const { outcome, play } = partOf(n);
        expected[outcome] = (expected[outcome] ?? 0) + 1;
        if (outcome === 'api_failure' || outcome === 'invalid_index' || play(1) !== play(2)) faulty++;
        const relevant = new Map([[`c${(n % 10) + 1}`, 1]]);
        await tasks.start(async () => {
          ledger.add((await judge(query(`q${n}`, `q${n}`), relevant, pool, orchestrator, 'ssr')).outcome);
        });
      }
      await tasks.finished();
    };
    const early = Math.floor(queries / 5);
    await ask(0, early);
    const before = heapInUse();
    await ask(early, queries);
    const heap = [before, heapInUse()] as const;
    const observed = Object.fromEntries(Object.entries(ledger.close(queries)).filter(([, count]) => count > 0));
    return { queries, faulty, expected, observed, served, counted: budget.spent.requests, heap };
  } finally {
    await journal.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
