import { McpServer as SdkServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAddress } from '../../../datasets/sources/address.ts';
import { meteredFetch } from '../../../datasets/sources/bounded-fetch.ts';
import { givenServers } from '../../../datasets/sources/given-servers.ts';
import { readMcpServer } from '../../../datasets/sources/live.ts';
import { Secrets } from '../../../datasets/sources/secrets.ts';
import { json, mcp, nobody, paged, serve, tools } from './servers.ts';

const PASSWORD = 'canary-Zq3v9Lx7Tb';

function read(url: string, timeoutMs = 5000) {
  const secrets = new Secrets();
  const [server] = givenServers(undefined, [parseAddress(url, { keyInPath: true })!], secrets);
  return readMcpServer(server!, { timeoutMs, signal: new AbortController().signal, secrets, version: '0.0.0' });
}

describe('an MCP server by streamable HTTP', () => {
  it.each([true, false])('is read to its last page (event streams: %s)', async (events) => {
    const { url } = await serve(mcp({ events, list: paged(120, 50) }));
    const { found, source } = await read(`${url}/mcp`);
    expect(found.map(({ card }) => card.id)).toEqual(Array.from({ length: 120 }, (_, i) => `web/tool${i}`));
    expect(found[100]?.origin).toEqual({ kind: 'mcp', server: 'web', transport: 'http', url: `${url}/mcp`, page: 3 });
    expect(source).toMatchObject({ server: 'web', version: '9', pages: 3, cards: 120 });
  });

  it('may be one of the SDK, with a session, which is told that it is over', async () => {
    const server = new SdkServer({ name: 'sdk', version: '1' });
    const inputSchema = { bookingId: z.string().describe('number of the booking') };
    server.registerTool('cancelBooking', { description: 'Cancel it.', inputSchema }, () => ({ content: [] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' });
    // The SDK's class and its interface disagree under exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    const { got, url } = await serve((request, response) => void transport.handleRequest(request, response));
    const { found } = await read(url);
    expect(found.map(({ card }) => card)).toEqual([
      {
        id: 'sdk/cancelBooking',
        name: 'cancel Booking',
        description: 'Cancel it.',
        skills: [],
        tags: [],
        examples: [],
        tools: ['booking Id number of the booking'],
      },
    ]);
    expect(got.at(-1)?.method).toBe('DELETE');
    await server.close();
  });

  it.each([
    ['repeats a cursor', 'page 2 of tools/list: expected a new cursor, received "again" a second time'],
    ['goes round in a circle', 'page 3 of tools/list: expected a new cursor, received "" a second time'],
    ['fails on page 2', 'page 2 of tools/list: expected an answer, received HTTP 500'],
    ['gives a list that is none', 'page 1 of tools/list: tools: expected an array, received object'],
    ['gives a cursor that is none', 'page 1 of tools/list: nextCursor: expected a string, received number'],
    ['answers in another form', 'page 1 of tools/list: expected JSON or an event stream, received neither'],
    ['answers what is not JSON', 'page 1 of tools/list: expected JSON, received another text'],
    ['leads elsewhere', 'page 1 of tools/list: expected an answer, received HTTP 307 (a redirect to another origin'],
    ['nests deeply', 'page 1 of tools/list, tool 1: nested deeper than 100 levels'],
  ])('that %s is read not at all', async (how, problem) => {
    const { url } = await serve(
      mcp({
        list: (cursor, response) => {
          if (how === 'repeats a cursor') return { tools: tools('a', 'b'), nextCursor: 'again' };
          if (how === 'goes round in a circle') {
            return { tools: tools(`after ${cursor}`), nextCursor: cursor === '' ? 'b' : '' };
          }
          if (how === 'gives a list that is none') return { tools: {} };
          if (how === 'gives a cursor that is none') return { tools: tools('a'), nextCursor: 5 };
          if (how === 'nests deeply') {
            return `{"tools":[{"name":"a","inputSchema":${'{"items":'.repeat(50_000)}{}${'}'.repeat(50_000)}}]}`;
          }
          if (how === 'fails on page 2') {
            if (cursor === undefined) return { tools: tools('a'), nextCursor: '1' };
            response.writeHead(500).end('out of order');
          } else if (how === 'answers in another form')
            response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
          else if (how === 'answers what is not JSON') {
            response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc');
          } else response.writeHead(307, { location: 'http://localhost:9/' }).end();
          return undefined;
        },
      }),
    );
    await expect(read(url)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(`--mcp-url ${url}/: ${problem}`),
    });
  });

  it('that stalls in the middle of an answer is waited for so long', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":');
    });
    await expect(read(url, 300)).rejects.toMatchObject({
      message: `--mcp-url ${url}/: initialize: expected an answer within 0.3 s, received none`,
    });
  });

  it('that is not there is named without its password, key and query', async () => {
    const { url } = await serve((_, response) => json(response, 401, { error: `no such user: ${PASSWORD}` }));
    const key = 'a1B2c3D4e5F6g7H8i9J0k1';
    const address = `${url.replace('http://', `http://me:${PASSWORD}@`)}/s/${key}/mcp?token=${PASSWORD}`;
    await expect(read(address)).rejects.toMatchObject({
      message: `--mcp-url ${url}/s/***/mcp?***: initialize: expected an answer, received HTTP 401`,
    });
    const host = await nobody();
    await expect(read(`http://me:${PASSWORD}@${host}/mcp`)).rejects.toMatchObject({
      message: `--mcp-url http://${host}/mcp: initialize: cannot be reached (ECONNREFUSED)`,
    });
  });

  it('is given user and password, which show nowhere', async () => {
    const { got, url } = await serve(mcp({ list: () => ({ tools: tools(`find ${PASSWORD}`) }) }));
    const reading = await read(url.replace('http://', `http://me:${PASSWORD}@`));
    const basic = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;
    expect(new Set(got.map((one) => one.authorization))).toEqual(new Set([basic]));
    expect(reading.found[0]?.card.id).toBe('web/find ***');
    expect(JSON.stringify(reading)).not.toContain(PASSWORD);
  });

  it('may send so much and no more, over all its answers', async () => {
    const { url } = await serve((_, response) => void response.end('x'.repeat(600)));
    const problems: string[] = [];
    const fetch = meteredFetch((problem) => problems.push(problem), 1000);
    expect(await (await fetch(url)).text()).toHaveLength(600);
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    expect(problems).toEqual(['longer than 1000 bytes']);
  });
});
