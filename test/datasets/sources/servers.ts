import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a server got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** An HTTP server on loopback that ends with the test. */
export async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly got: Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const { headers, method = '', url: path = '' } = request;
    got.push({ method, path, authorization: headers.authorization });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** An address on loopback where nobody listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** What a JSON-RPC request asks for. */
interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly cursor?: string; readonly protocolVersion?: string };
}

/** How a fake MCP server behaves. */
export interface McpBehaviour {
  readonly name?: string;
  /** As an event stream, where JSON would do. */
  readonly events?: boolean;
  /** The answer to tools/list: a result, the JSON text of one, or undefined where the response is written to. */
  readonly list: (cursor: string | undefined, response: ServerResponse) => unknown;
}

/** An MCP server by streamable HTTP, written without the SDK. */
export function mcp({ events = false, list, name = 'web' }: McpBehaviour): RequestListener {
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const asked = JSON.parse(await bodyOf(request)) as Asked;
    if (asked.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result =
      asked.method === 'initialize'
        ? {
            protocolVersion: asked.params?.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name, version: '9' },
          }
        : list(asked.params?.cursor, response);
    if (result === undefined) return;
    const written = typeof result === 'string' ? result : JSON.stringify(result);
    const message = `{"jsonrpc":"2.0","id":${asked.id},"result":${written}}`;
    if (events) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`: hello\n\nevent: message\ndata: ${message}\n\n`);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(message);
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Tools by name, as MCP lists them. */
export function tools(...names: string[]): readonly unknown[] {
  return names.map((name) => ({ name, description: `About ${name}.`, inputSchema: { type: 'object' } }));
}

/** A list of so many tools, so many a page; the cursor is the number of the next tool. */
export function paged(count: number, perPage: number): McpBehaviour['list'] {
  return (cursor) => {
    const from = Number(cursor ?? 0);
    const to = Math.min(count, from + perPage);
    const page = tools(...Array.from({ length: to - from }, (_, i) => `tool${from + i}`));
    return to < count ? { tools: page, nextCursor: `${to}` } : { tools: page };
  };
}
