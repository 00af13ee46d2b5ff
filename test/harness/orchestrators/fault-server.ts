import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a request for a chat said. */
export interface Asked {
  /** The word of the query that begins with `q` and goes on in digits; '' where there is none. */
  readonly query: string;
  /** As the client counts, from 1. */
  readonly attempt: number;
  readonly prompt: string;
  readonly body: Record<string, unknown>;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Ids of the agents in the prompt, in their order. */
  readonly agents: readonly string[];
}

/** How the server answers a request: it may do anything to the response. */
export type Play = (response: ServerResponse, asked: Asked) => void | Promise<void>;

export interface FaultServer {
  /** `http://127.0.0.1:port/v1`. */
  readonly url: string;
  readonly origin: string;
  /** All that was asked, in order of arrival. */
  readonly asked: Asked[];
  readonly close: () => Promise<void>;
}

/**
 * A server on the loopback that plays every fault by script.
 *
 * @param script says what is played for a request.
 * @param remember whether what is asked is kept.
 */
export async function startFaultServer(script: (asked: Asked) => Play, remember = true): Promise<FaultServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const one = await readAsked(request);
    if (remember) asked.push(one);
    await script(one)(response, one);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/v1`,
    origin,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  const prompt: string = body.messages[0].content;
  const query = /^Request: (".*")$/m.exec(prompt)?.[1] ?? '""';
  return {
    query: /\bq[0-9]+\b/.exec(JSON.parse(query))?.[0] ?? '',
    attempt: Number(request.headers['x-shortlist-attempt']),
    prompt,
    body,
    path: request.url ?? '',
    authorization: request.headers.authorization,
    agents: [...prompt.matchAll(/^[0-9]+: (\{.*\})$/gm)].map((line) => JSON.parse(line[1] as string).id),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A body as it should be. */
export function chatBody(
  content: unknown,
  rest: { finish?: string | null; message?: object; extra?: object } = {},
): string {
  const { extra, finish = 'stop', message } = rest;
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 },
    ...extra,
  });
}

/** Status 200 and this body. */
export function body(text: string | Buffer, headers: Record<string, string> = JSON_TYPE): Play {
  return (response) => void response.writeHead(200, headers).end(text);
}

/** An answer, as it should be. */
export function says(content: unknown, rest: Parameters<typeof chatBody>[1] = {}): Play {
  return body(chatBody(content, rest));
}

/** Another status. */
export function status(code: number, text = '', headers: Record<string, string> = {}): Play {
  return (response) => void response.writeHead(code, { ...JSON_TYPE, ...headers }).end(text);
}

/** Takes the request and never says anything. */
export const silence: Play = () => {};

/** Status 200 and half a body, and then nothing more, with the connection open. */
export const stallInBody: Play = (response) => {
  const text = chatBody('1');
  response.writeHead(200, { ...JSON_TYPE, 'content-length': String(text.length) });
  response.write(text.slice(0, text.length / 2));
};

/** One byte at a time, for ever. */
export const drip: Play = async (response) => {
  response.writeHead(200, JSON_TYPE);
  for (const byte of chatBody('1')) {
    if (response.destroyed) return;
    response.write(byte);
    await sleep(50);
  }
};

/** A body that is shorter than it says. */
export const shortBody: Play = (response) => {
  const text = chatBody('1');
  response.writeHead(200, { ...JSON_TYPE, 'content-length': String(text.length + 50) });
  response.write(text, () => response.destroy());
};

/** The connection breaks: before anything was said. */
export const reset: Play = (response) => void response.socket?.resetAndDestroy();

/** A chunked body whose connection breaks in the middle. */
export const brokenBody: Play = (response) => {
  response.writeHead(200, JSON_TYPE);
  response.write(chatBody('1').slice(0, 30), () => response.destroy());
};

/** A stream of events, in pieces as given; the end of the list is the end of the stream. */
export function stream(pieces: readonly (string | Buffer)[]): Play {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const piece of pieces) {
      response.write(piece);
      await sleep(1);
    }
    response.end();
  };
}

/** An event of a stream. */
export function chunk(content: string | null, finish: string | null = null, rest: object = {}): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }], ...rest })}\n\n`;
}

export const END = 'data: [DONE]\n\n';
