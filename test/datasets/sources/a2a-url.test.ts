import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchAgentCard } from '../../../datasets/sources/a2a-url.ts';
import { parseAddress } from '../../../datasets/sources/address.ts';
import { json, nobody, serve } from './servers.ts';

const PASSWORD = 'canary-Zq3v9Lx7Tb';
const CARD = {
  protocolVersion: '0.3.0',
  name: 'Weather',
  description: 'Knows the weather.',
  url: 'https://weather.example',
  capabilities: {},
  skills: [{ id: 'f', name: 'Forecast', description: 'for a week', tags: ['rain'], examples: ['Will it rain?'] }],
};

function read(url: string, timeoutMs = 5000) {
  const address = parseAddress(url, { keyInPath: false })!;
  return fetchAgentCard(address, { timeoutMs, signal: new AbortController().signal });
}

describe('an A2A address', () => {
  it.each([
    ['', '/.well-known/agent-card.json'],
    ['/', '/.well-known/agent-card.json'],
    ['/agents/weather/', '/agents/weather/.well-known/agent-card.json'],
    ['/.well-known/agent-card.json', '/.well-known/agent-card.json'],
    ['', '/.well-known/agent.json'],
    ['/agents/weather', '/agents/weather/.well-known/agent.json'],
  ])('"%s" gives the card at %s', async (given, there) => {
    const { url } = await serve((request, response) => {
      if (request.url === there) json(response, 200, CARD);
      else response.writeHead(404).end('no such thing');
    });
    const { card, url: from, version } = await read(`${url}${given}`);
    expect({ from, version }).toEqual({ from: `${url}${there}`, version: '0.3.0' });
    expect(card).toEqual({
      id: `${url}${given.startsWith('/agents') ? '/agents/weather' : ''}`,
      name: 'Weather',
      description: 'Knows the weather.',
      skills: ['Forecast: for a week'],
      tags: ['rain'],
      examples: ['Will it rain?'],
      tools: [],
    });
  });

  it('that is its own file has the file for its id', async () => {
    const { url } = await serve((_, response) => json(response, 200, CARD));
    expect((await read(`${url}/cards/weather.json`)).card.id).toBe(`${url}/cards/weather.json`);
  });

  it('without a card names both places', async () => {
    const { url } = await serve((_, response) => void response.writeHead(404).end());
    await expect(read(url)).rejects.toMatchObject({
      name: 'InputError',
      message: `${url}/.well-known/agent-card.json and ${url}/.well-known/agent.json: expected an agent card, received HTTP 404`,
    });
  });

  it.each([
    ['fails', 'expected an agent card, received: HTTP 503'],
    ['is not JSON', "expected an agent card, received: not JSON: Unexpected token '<'"],
    ['is another JSON', 'expected an agent card, received: not an A2A card'],
    ['is of another form', 'expected an agent card, received: skills[0]: expected an object, received number'],
    ['nests deeply', 'expected an agent card, received: nested deeper than 100 levels'],
    ['is not UTF-8', 'not UTF-8'],
    ['is huge', 'longer than 4194304 bytes'],
    ['unpacks to something huge', 'longer than 4194304 bytes'],
    ['stalls', 'expected an answer within 0.3 s, received none in full'],
    ['redirects for ever', 'expected an answer, received more than 5 redirects'],
    ['redirects to a file', 'expected a redirect to http or https'],
  ])('whose card %s is an error', async (how, problem) => {
    const { url } = await serve((_, response) => {
      if (how === 'fails') response.writeHead(503).end(PASSWORD);
      else if (how === 'is not JSON') response.end('<html>');
      else if (how === 'is another JSON') json(response, 200, { name: 'somebody', description: 'something' });
      else if (how === 'is of another form') json(response, 200, { ...CARD, skills: [5] });
      else if (how === 'nests deeply') response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
      else if (how === 'is not UTF-8') response.end(Buffer.from([0x22, 0xff, 0x22]));
      else if (how === 'is huge') response.end('x'.repeat(5_000_000));
      else if (how === 'unpacks to something huge') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
      } else if (how === 'stalls') response.writeHead(200).write('{');
      else if (how === 'redirects for ever') response.writeHead(302, { location: '/again' }).end();
      else response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    });
    await expect(read(url, how === 'stalls' ? 300 : 5000)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(new RegExp(`^${url}/.well-known/agent-card.json: .*`)),
    });
    await expect(read(url, how === 'stalls' ? 300 : 5000)).rejects.toThrow(problem);
  });

  it('may lead on five times, and not six', async () => {
    const { url } = await serve((request, response) => {
      const left = Number(request.url?.slice(1, 2));
      if (left === 0) json(response, 200, CARD);
      else response.writeHead(302, { location: `/${left - 1}.json` }).end();
    });
    expect((await read(`${url}/5.json`)).url).toBe(`${url}/0.json`);
    await expect(read(`${url}/6.json`)).rejects.toThrow('more than 5 redirects');
  });

  it('may lead to another one, which does not get the password', async () => {
    const other = await serve((_, response) => json(response, 200, CARD));
    const { got, url } = await serve((request, response) => {
      const location = request.url === '/here.json' ? '/there.json' : `${other.url}/card.json`;
      response.writeHead(302, { location }).end();
    });
    const given = `${url.replace('http://', `http://me:${PASSWORD}@`)}/here.json`;
    const { card, url: from } = await read(given);
    expect(got.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill(`Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`),
    );
    expect(other.got.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect({ id: card.id, from }).toEqual({ id: `${url}/here.json`, from: `${other.url}/card.json` });
  });

  it('that nobody answers is named without its password', async () => {
    const host = await nobody();
    await expect(read(`http://me:${PASSWORD}@${host}/?token=${PASSWORD}`)).rejects.toMatchObject({
      message: `http://${host}/.well-known/agent-card.json?***: cannot be reached (ECONNREFUSED)`,
    });
  });
});
