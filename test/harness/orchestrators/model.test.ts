import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BoundedTasks } from '../../../harness/orchestrators/bounded-tasks.ts';
import { SYSTEM_CLOCK } from '../../../harness/orchestrators/clock.ts';
import { ApiFailure, RunStopped } from '../../../harness/orchestrators/orchestrator.ts';
import { judge, Ledger } from '../../../harness/outcomes.ts';
import { card, query } from '../../support.ts';
import { type Asked, says, silence, stallInBody, status } from './fault-server.ts';
import { faults, makeModel } from './model.ts';

const pool = Array.from({ length: 10 }, (_, i) => card(`c${i + 1}`));
const request = (n: number) => ({ queryId: `q${n}`, query: `q${n}`, pool, retriever: 'r', repeat: 1 });
const numberOf = ({ query: id }: Asked) => Number(id.slice(1));

describe('a model', () => {
  it('is asked what it is to be asked, with the key', async () => {
    const server = await faults(() => says('1'));
    await makeModel(server.url, { key: 'sk-1' }).orchestrator.choose(request(1));
    expect(server.asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer sk-1',
        attempt: 1,
        agents: pool.map(({ id }) => id),
        body: { model: 'org/model:free', temperature: 0, max_tokens: 16 },
      },
    ]);
    expect(server.asked[0]?.body).not.toHaveProperty('seed');
    expect(server.asked[0]?.body).not.toHaveProperty('stream');
  });

  it.each([1, 4, 10])(
    'gives each query its own answer, %i at a time and in any order of coming',
    async (concurrency) => {
      // Answers come in reverse; one query fails; what is right differs for every query.
      const server = await faults((asked) => async (response, one) => {
        await sleep(60 - 5 * numberOf(asked));
        await (numberOf(asked) === 3 ? status(400) : says(String(numberOf(asked))))(response, one);
      });
      const { orchestrator } = makeModel(server.url);
      const outcomes: (string | undefined)[] = [];
      const tasks = new BoundedTasks(concurrency);
      for (let n = 1; n <= 10; n++) {
        const asked = query(`q${n}`, `q${n}`, [`c${n}`]);
        await tasks.start(async () => {
          const { outcome, pickedCard } = await judge(asked, new Map([[`c${n}`, 1]]), pool, orchestrator, 'r');
          outcomes[n - 1] = `${outcome} ${pickedCard}`;
        });
      }
      await tasks.finished();
      expect(outcomes).toEqual(
        Array.from({ length: 10 }, (_, i) => (i === 2 ? 'api_failure undefined' : `selected c${i + 1}`)),
      );
    },
  );

  it('that stalls for some loses nothing of the others, and takes as long as the time-outs', async () => {
    const server = await faults((asked) => ([5, 11].includes(numberOf(asked)) ? stallInBody : says('1')));
    const { orchestrator } = makeModel(server.url, { timeoutMs: 300 });
    const ledger = new Ledger();
    const tasks = new BoundedTasks(4);
    const started = SYSTEM_CLOCK.now();
    for (let n = 1; n <= 20; n++) {
      await tasks.start(async () => {
        ledger.add((await judge(query(`q${n}`, `q${n}`), new Map([['c1', 1]]), pool, orchestrator, 'r')).outcome);
      });
    }
    await tasks.finished();
    expect(ledger.close(20)).toMatchObject({ selected: 18, api_failure: 2 });
    // Three attempts of 300 ms each; the rest is what a busy machine may take.
    expect(SYSTEM_CLOCK.now() - started).toBeLessThan(10_000);
  });

  it('counts failures in the denominator', async () => {
    const plays = [...Array(6).fill(says('1')), ...Array(2).fill(says('2')), ...Array(2).fill(status(500))];
    const server = await faults((asked) => plays[numberOf(asked) - 1]);
    const { orchestrator } = makeModel(server.url);
    const ledger = new Ledger();
    for (let n = 1; n <= 10; n++) {
      ledger.add((await judge(query(`q${n}`, `q${n}`), new Map([['c1', 1]]), pool, orchestrator, 'r')).outcome);
    }
    expect(ledger.close(10)).toMatchObject({ selected: 6, wrong_selection: 2, api_failure: 2 });
  });

  it('is not called for an empty pool, and is for a pool of one', async () => {
    const server = await faults(() => says('1'));
    const { orchestrator } = makeModel(server.url);
    const asked = query('q1', 'q1', ['c1']);
    expect(await judge(asked, new Map([['c1', 1]]), [], orchestrator, 'r')).toMatchObject({ outcome: 'empty_pool' });
    expect(server.asked).toHaveLength(0);
    expect(await judge(asked, new Map([['c1', 1]]), [card('c1')], orchestrator, 'r')).toMatchObject({
      outcome: 'selected',
    });
    expect(server.asked).toHaveLength(1);
  });

  it('has a service time without waits, and a total with them', async () => {
    const server = await faults(({ attempt }) =>
      attempt === 1
        ? status(429, '', { 'retry-after': '2' })
        : async (response, asked) => {
            await sleep(50);
            await says('1')(response, asked);
          },
    );
    const { calls, orchestrator } = makeModel(server.url);
    await orchestrator.choose(request(1));
    const [call] = calls;
    expect(call?.attempts).toBe(2);
    // The clock of the test jumps over the wait of two seconds.
    expect(call?.service_ms).toBeGreaterThanOrEqual(49);
    expect(call?.service_ms).toBeLessThan(1500);
    expect(call?.total_ms).toBeGreaterThanOrEqual(2000 + (call?.service_ms ?? 0));
  });

  it('reports its usage beside our count', async () => {
    const server = await faults(() => says('1'));
    const { calls, orchestrator } = makeModel(server.url, { countTokens: () => 90 });
    await orchestrator.choose(request(1));
    expect(calls).toMatchObject([{ prompt_tokens: 90, reported_prompt_tokens: 100, reported_completion_tokens: 1 }]);
  });
});

describe('a wrong key', () => {
  it.each([
    ['status 401', status(401, '{"error":{"message":"no"}}')],
    ['a quota that is used up', status(429, '{"error":{"message":"no","code":"insufficient_quota"}}')],
    [
      'status 200 and an error that says so',
      (response: Parameters<typeof silence>[0]) => void response.end('{"error":{"code":"invalid_api_key"}}'),
    ],
  ])('told by %s stops everything, and keeps what was finished', async (_name, play) => {
    const server = await faults((asked) => (numberOf(asked) < 3 ? says('1') : play));
    const { calls, file, orchestrator } = makeModel(server.url);
    await orchestrator.choose(request(1));
    await orchestrator.choose(request(2));
    await expect(orchestrator.choose(request(3))).rejects.toThrow(RunStopped);
    await expect(orchestrator.choose(request(4))).rejects.toThrow('no request can be answered');
    expect(server.asked).toHaveLength(3);
    expect(calls).toHaveLength(2);
    expect(file.text.match(/"type":"answer"/g)).toHaveLength(2);
  });
});

describe('an interrupt', () => {
  it('sends nothing new, waits for what is on its way, and keeps it', async () => {
    const controller = new AbortController();
    const server = await faults(() => async (response, asked) => {
      controller.abort(new Error('interrupted'));
      await sleep(30);
      await says('1')(response, asked);
    });
    const { file, orchestrator } = makeModel(server.url, { signal: controller.signal });
    await expect(orchestrator.choose(request(1))).resolves.toMatchObject({ text: '1' });
    await expect(orchestrator.choose(request(2))).rejects.toThrow('interrupted');
    expect(server.asked).toHaveLength(1);
    expect(file.text.match(/"type":"answer"/g)).toHaveLength(1);
  });

  it('does not wait for the next attempt', async () => {
    const controller = new AbortController();
    const server = await faults(() => (response, asked) => {
      setTimeout(() => controller.abort(new Error('interrupted')), 20);
      return status(429, '', { 'retry-after': '50' })(response, asked);
    });
    const { orchestrator } = makeModel(server.url, { signal: controller.signal, clock: SYSTEM_CLOCK });
    await expect(orchestrator.choose(request(1))).rejects.toThrow('interrupted');
  });
});

describe('a budget', () => {
  it('of requests is kept to the last one, retries included', async () => {
    const server = await faults(({ attempt }) => (attempt === 1 ? status(500) : says('1')));
    const { orchestrator } = makeModel(server.url, { limits: { requests: 5 } });
    const ended = [];
    for (let n = 1; n <= 4; n++)
      ended.push(await Promise.resolve(orchestrator.choose(request(n))).catch((error: Error) => error));
    expect(ended.map((each) => (each instanceof Error ? each.name : 'answer'))).toEqual([
      'answer',
      'answer',
      'RunStopped',
      'RunStopped',
    ]);
    expect(server.asked).toHaveLength(5);
  });

  it.each([
    [{ tokens: 317 }, undefined, 2],
    [{ cost: 0.0001 * 3 + 0.000_01 }, { in: 1, out: 0 }, 3],
  ])('of %j is not passed', async (limits, prices, answered) => {
    // The server says 100 + 1 tokens for each; we reckon with 100 + 16 before.
    const server = await faults(() => says('1'));
    const { budget, orchestrator } = makeModel(server.url, {
      limits,
      countTokens: () => 100,
      ...(prices === undefined ? {} : { prices }),
    });
    for (let n = 1; n <= answered; n++) await orchestrator.choose(request(n));
    expect(budget.spent).toEqual({ requests: answered, input_tokens: answered * 100, output_tokens: answered });
    await expect(orchestrator.choose(request(9))).rejects.toThrow(/^the next request could pass the budget of/);
    expect(server.asked).toHaveLength(answered);
  });

  it('counts a request that was cut off as the most it may have cost, and a refused one as nothing', async () => {
    const server = await faults((asked) => (numberOf(asked) === 1 ? silence : status(400)));
    const { budget, orchestrator } = makeModel(server.url, {
      timeoutMs: 50,
      countTokens: () => 100,
      retry: { retries: 0, firstMs: 1, longestMs: 1, patienceMs: 1 },
    });
    for (const n of [1, 2]) await expect(orchestrator.choose(request(n))).rejects.toThrow(ApiFailure);
    expect(budget.spent).toEqual({ requests: 2, input_tokens: 100, output_tokens: 16 });
  });
});

describe('a key', () => {
  it('is in no message, no row and no journal, whatever the server echoes', async () => {
    const key = 'sk-test-CANARY/123+';
    const echo = `bad key Bearer ${key} ${encodeURIComponent(key)} ${btoa(key)} ${key.replace('/', '\\/')}`;
    const plays = [
      status(400, JSON.stringify({ error: { message: `${'x'.repeat(190)} ${echo}` } })),
      status(500, echo),
      status(429, echo),
      says(echo),
      (response: Parameters<typeof silence>[0]) => void response.writeHead(200).end(echo),
      says(null, { message: { refusal: echo } }),
      status(401, echo),
    ];
    const server = await faults((asked) => plays[numberOf(asked) - 1] as ReturnType<typeof says>);
    const { calls, file, orchestrator } = makeModel(server.url, { key });
    const seen: unknown[] = [];
    for (let n = 1; n <= plays.length; n++) {
      await Promise.resolve(orchestrator.choose(request(n))).then(
        (reply) => seen.push(reply),
        (error: Error) => seen.push(error.message, error.stack, { ...error }),
      );
    }
    expect(server.asked.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
    const all = JSON.stringify([seen, calls, file.text]);
    expect(all).toContain('***');
    expect(all).not.toMatch(/CANARY|Q0FOQVJZ|test-CAN/);
  });
});
