import { describe, expect, it } from 'vitest';
import { ApiFailure, type Reply } from '../../../harness/orchestrators/orchestrator.ts';
import { parseReply } from '../../../harness/outcomes.ts';
import { card } from '../../support.ts';
import {
  body,
  brokenBody,
  chatBody,
  chunk,
  drip,
  END,
  type Play,
  reset,
  says,
  shortBody,
  silence,
  stallInBody,
  status,
  stream,
} from './fault-server.ts';
import { faults, makeModel, SETTINGS } from './model.ts';

const pool = Array.from({ length: 12 }, (_, i) => card(`c${i + 1}`));

/** Asks once, of a server that plays the same thing at every attempt, and says how it ended. */
async function outcomeOf(play: Play, wishes: Parameters<typeof makeModel>[1] = {}) {
  const server = await faults(() => play);
  const { calls, clock, orchestrator } = makeModel(server.url, wishes);
  const request = { queryId: 'q1', query: 'q1', pool, retriever: 'r', repeat: 1 };
  const ended = await Promise.resolve(orchestrator.choose(request)).then(
    (reply) => ({ reply: (reply as Reply).text, attempts: (reply as Reply).attempts }),
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      return { ...error.details, message: error.message };
    },
  );
  return { ended, calls, waits: clock.waits, asked: server.asked };
}

const error = (fields: object) => JSON.stringify({ error: fields });

describe('an answer', () => {
  it.each<[string, Play, string]>([
    ['is the text of the message', says('2'), '2'],
    ['beside "error": null is one', body(chatBody('2', { extra: { error: null } })), '2'],
    [
      'in several parts is their text',
      says([
        { type: 'text', text: '1' },
        { type: 'text', text: '2' },
      ]),
      '12',
    ],
    ['may be empty, which is a reply like any other', says(''), ''],
    ['without a reason to finish is whole where its JSON is', says('2', { finish: null }), '2'],
    ['may have been reasoned about', says('2', { message: { reasoning_content: 'hm, 3 or 4' } }), '2'],
    ['beside usage that is no usage is one', body(chatBody('2', { extra: { usage: 'much' } })), '2'],
    ['may come without usage', body(chatBody('2', { extra: { usage: null } })), '2'],
  ])('%s', async (_name, play, reply) => {
    expect((await outcomeOf(play)).ended).toEqual({ reply, attempts: 1 });
  });

  it('keeps characters that are split between two pieces of the body', async () => {
    const bytes = Buffer.from(chatBody('zwölf 😀'));
    const play: Play = async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    };
    expect((await outcomeOf(play)).ended).toEqual({ reply: 'zwölf 😀', attempts: 1 });
  });
});

describe('status 200 without an answer', () => {
  it.each<[string, Play, string, number]>([
    ['no choice', body('{"choices":[]}'), 'no_answer', 3],
    ['choices that are null', body('{"choices":null}'), 'no_answer', 3],
    ['no choices', body('{}'), 'no_answer', 3],
    ['a bare string', body('"2"'), 'no_answer', 3],
    ['a busy upstream', body(error({ code: 502, message: 'upstream busy, 2 waiting' })), 'error_in_body', 3],
    ['an error that is text', body('{"error":"2"}'), 'error_in_body', 3],
    ['an error that will last', body(error({ code: 400, message: 'bad 2' })), 'error_in_body', 1],
    ['an error of the type that lasts', body(error({ type: 'invalid_request_error' })), 'error_in_body', 1],
    ['a page', body('<html>2</html>', { 'content-type': 'text/html' }), 'unreadable_body', 3],
    ['nothing', body(''), 'unreadable_body', 3],
    ['half a document that ends in order', body('{"choices":[{"message":{"content":"2'), 'unreadable_body', 3],
    ['a body without end', body(`{"a":"${'2'.repeat(2_000_000)}"}`), 'unreadable_body', 1],
    ['no content', says(null, { finish: 'stop' }), 'no_answer', 1],
    ['a call of a tool', says(null, { finish: 'tool_calls', message: { tool_calls: [{ id: '2' }] } }), 'no_answer', 1],
    ['parts without text', says([{ type: 'image_url' }]), 'no_answer', 1],
    ['an answer that was cut', says('2', { finish: 'length' }), 'cut', 1],
    ['an answer that was filtered', says('', { finish: 'content_filter' }), 'filtered', 1],
    ['a refusal', says(null, { message: { refusal: 'I cannot pick 2' } }), 'filtered', 1],
    ['thoughts alone', says('', { message: { reasoning_content: 'so it is 2' } }), 'only_reasoned', 1],
    ['thoughts under the other name', says(null, { message: { reasoning: 'so it is 2' } }), 'only_reasoned', 1],
  ])('for %s', async (_name, play, kind, attempts) => {
    const { asked, calls, ended } = await outcomeOf(play);
    expect(ended).toMatchObject({ kind, attempts, httpStatus: 200 });
    expect(asked).toHaveLength(attempts);
    expect(calls).toMatchObject([{ answered: false, failure_kind: kind, attempts, http_status: 200 }]);
  });
});

describe('a stream', () => {
  const streaming = { settings: { ...SETTINGS, stream: true } };

  it.each<[string, Play, string]>([
    ['ends with its mark', stream([chunk('1'), chunk('2'), END]), '12'],
    ['ends with a reason to finish', stream([chunk('1'), chunk('2', 'stop')]), '12'],
    ['may end without a last line feed', stream([chunk('12'), 'data: [DONE]']), '12'],
    [
      'may keep the line alive',
      stream([': alive\n\n', '\n', chunk('1'), ': alive\n\n', '\n\n', chunk('2'), END]),
      '12',
    ],
    [
      'may tell usage in a piece without a choice',
      stream([chunk('12', 'stop'), 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}\n\n', END]),
      '12',
    ],
    ['may have CRLF', stream([chunk('12').replaceAll('\n', '\r\n'), END.replaceAll('\n', '\r\n')]), '12'],
    [
      'may be split anywhere',
      stream([...Buffer.from(`${chunk('zw😀', 'stop')}${END}`)].map((byte) => Buffer.from([byte]))),
      'zw😀',
    ],
    ['may come as one document after all', says('12'), '12'],
  ])('%s', async (_name, play, reply) => {
    const { asked, ended } = await outcomeOf(play, streaming);
    expect(ended).toEqual({ reply, attempts: 1 });
    expect(asked[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it.each<[string, Play, string, number]>([
    ['broke off before its end mark', stream([chunk('1')]), 'network', 3],
    ['broke off within an event', stream([chunk('1'), chunk('2', 'stop').slice(0, 20)]), 'network', 3],
    ['broke off within the end mark', stream([chunk('1'), 'data: [DO']), 'network', 3],
    ['was empty', stream([]), 'network', 3],
    ['was nothing but comments', stream([': alive\n\n', ': alive\n\n']), 'network', 3],
    ['held an error', stream([chunk('1'), `data: ${error({ code: 503, message: 'busy' })}\n\n`]), 'error_in_body', 3],
    ['was cut at the limit', stream([chunk('1', 'length'), END]), 'cut', 1],
    ['said nothing before its end mark', stream([END]), 'no_answer', 3],
  ])('that %s is no answer', async (_name, play, kind, attempts) => {
    expect((await outcomeOf(play, streaming)).ended).toMatchObject({ kind, attempts });
  });

  it('whose connection stays open is read to its end mark', async () => {
    const play: Play = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk('12') + END);
    };
    expect((await outcomeOf(play, streaming)).ended).toEqual({ reply: '12', attempts: 1 });
  });

  it('that nobody asked for is read all the same', async () => {
    expect((await outcomeOf(stream([chunk('12'), END]))).ended).toEqual({ reply: '12', attempts: 1 });
  });
});

describe('a connection', () => {
  it.each<[string, Play]>([
    ['reset before an answer', reset],
    ['broken in the middle of a body', brokenBody],
    ['with a body shorter than its length', shortBody],
  ])('%s is a network failure, after its retries', async (_name, play) => {
    expect((await outcomeOf(play)).ended).toMatchObject({ kind: 'network', attempts: 3 });
  });

  it('that nobody takes is a network failure', async () => {
    const server = await faults(() => says('1'));
    await server.close();
    const { orchestrator } = makeModel(server.url);
    const asking = orchestrator.choose({ queryId: 'q1', query: 'q1', pool, retriever: 'r', repeat: 1 });
    await expect(asking).rejects.toMatchObject({
      message: 'no answer: ECONNREFUSED',
      details: { kind: 'network', attempts: 3, httpStatus: undefined },
    });
  });

  it.each<[string, Play, number | undefined]>([
    ['says nothing', silence, undefined],
    ['stops in the middle of the body', stallInBody, 200],
    ['sends a byte now and then', drip, 200],
  ])('that %s is a time-out', async (_name, play, httpStatus) => {
    const { ended } = await outcomeOf(play, { timeoutMs: 150 });
    expect(ended).toMatchObject({ kind: 'timeout', attempts: 3, httpStatus });
  });
});

describe('another status', () => {
  it.each<[number, string, number]>([
    [400, 'refused', 1],
    [403, 'refused', 1],
    [404, 'refused', 1],
    [422, 'refused', 1],
    [301, 'refused', 1],
    [204, 'refused', 1],
    [408, 'server_error', 3],
    [409, 'server_error', 3],
    [425, 'server_error', 3],
    [429, 'rate_limited', 3],
    [500, 'server_error', 3],
    [502, 'server_error', 3],
    [503, 'server_error', 3],
    [529, 'server_error', 3],
  ])('%i is %s, after %i attempts', async (code, kind, attempts) => {
    const { asked, ended } = await outcomeOf(status(code, code === 204 ? '' : error({ message: 'take 2' })));
    expect(ended).toMatchObject({ kind, attempts, httpStatus: code });
    expect(asked.map((one) => one.attempt)).toEqual([1, 2, 3].slice(0, attempts));
  });

  it('does not lead the key to another address', async () => {
    const other = await faults(() => says('1'));
    const { ended } = await outcomeOf(status(307, '', { location: `${other.url}/chat/completions` }), {
      key: 'sk-secret',
    });
    expect(ended).toMatchObject({ kind: 'refused', httpStatus: 307 });
    expect(other.asked).toEqual([]);
  });

  it('is waited after as long as the server asks', async () => {
    const { waits } = await outcomeOf(status(429, '', { 'retry-after': '2' }));
    expect(waits).toHaveLength(2);
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(2000);
      expect(wait).toBeLessThanOrEqual(2250);
    }
  });

  it('is the last where the server asks for more patience than there is', async () => {
    const { ended } = await outcomeOf(status(429, '', { 'retry-after': '3600' }));
    expect(ended).toMatchObject({ kind: 'rate_limited', attempts: 1 });
  });

  it('gives way to an answer', async () => {
    const server = await faults(({ attempt }) => (attempt < 3 ? status(503) : says('7')));
    const { calls, orchestrator } = makeModel(server.url);
    const asking = orchestrator.choose({ queryId: 'q1', query: 'q1', pool, retriever: 'r', repeat: 1 });
    await expect(asking).resolves.toEqual({ text: '7', attempts: 3, httpStatus: 200 });
    expect(calls).toHaveLength(1);
  });
});

describe('the text of an error', () => {
  it('is never read as an answer', async () => {
    const text = 'Error 4: rate limit exceeded, retry in 2 s';
    for (const play of [status(429, error({ message: text })), body(error({ message: text })), body(text)]) {
      const { ended } = await outcomeOf(play);
      expect(ended).not.toHaveProperty('reply');
      expect('message' in ended ? parseReply(ended.message, 12) : 'answered').toBeUndefined();
    }
  });

  it('is one short line, safe to print', async () => {
    const { ended } = await outcomeOf(status(400, error({ message: `a\n\u001b[31m\u202e${'x'.repeat(1000)}` })));
    expect(ended).toHaveProperty('message', expect.stringMatching(/^status 400: a\\n\\u\{1b\}\[31m\\u\{202e\}x+…$/));
    expect('message' in ended ? [...ended.message].length : 0).toBeLessThanOrEqual(200);
  });
});
