import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { InputError } from '../input-error.ts';
import { schemaProblem } from '../loaders/problems.ts';
import { visible } from '../visible.ts';
import type { Address } from './address.ts';
import { meteredFetch } from './bounded-fetch.ts';
import { reachProblem } from './http.ts';
import { ANSWERS_OF_TIME, MAX_PAGES, MAX_TOOLS } from './limits.ts';
import type { Secrets } from './secrets.ts';
import { type Program, ProgramTransport } from './stdio.ts';

/** An MCP server to read, and how to reach it. */
export interface McpServer {
  /** What it is called here; undefined = as it calls itself. */
  readonly name: string | undefined;
  /** How messages begin, safe to print: the option, and the server's name, program or address. */
  readonly label: string;
  readonly reach:
    | { readonly kind: 'stdio'; readonly program: Program }
    | { readonly kind: 'http'; readonly address: Address; readonly headers: Readonly<Record<string, string>> };
}

/** A tool as a server lists it, not checked yet. */
export interface ListedTool {
  readonly tool: unknown;
  /** The page of tools/list that it came on, from 1. */
  readonly page: number;
}

/** Everything that a server lists. */
export interface ListedTools {
  /** The name that the server goes by here. */
  readonly server: string;
  /** The version that the server states. */
  readonly version: string;
  readonly protocol: string | undefined;
  readonly pages: number;
  readonly tools: readonly ListedTool[];
}

/** Bounds of a reading. */
export interface McpOptions {
  /** Milliseconds that one answer may take, the start of a program included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Kept out of messages. */
  readonly secrets: Secrets;
  /** The version of Shortlist, told to the server. */
  readonly version: string;
}

/** How long a server that keeps a session may take to hear that it is over, in milliseconds. */
const FAREWELL_MS = 1000;

const pageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

/**
 * Lists the tools of an MCP server, every page. The connection is closed and a program ended before it returns or throws.
 *
 * @throws {InputError} beginning with the server's label where it cannot be reached, answers late, wrongly or beyond the
 * bounds, or gives a cursor that it gave before: what was read until then is not used. Rethrows the reason of the signal.
 */
export async function listTools(server: McpServer, options: McpOptions): Promise<ListedTools> {
  const { secrets, signal, timeoutMs } = options;
  const session = new Session(server, options);
  const whole = setTimeout(
    () => session.fail(`expected all its tools within ${(ANSWERS_OF_TIME * timeoutMs) / 1000} s, received a part`),
    ANSWERS_OF_TIME * timeoutMs,
  );
  try {
    return await session.list();
  } catch (error) {
    signal.throwIfAborted();
    throw new InputError(`${server.label}: ${visible(secrets.hide(session.problemOf(error)), 300)}`);
  } finally {
    clearTimeout(whole);
    await session.close();
  }
}

type Connection = Transport & { readonly protocolVersion?: string | undefined };

/** One connection to a server, from its start to its end. */
class Session {
  readonly #server: McpServer;
  readonly #options: McpOptions;
  readonly #client: Client;
  readonly #transport: Connection;
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  #step = 'initialize';

  constructor(server: McpServer, options: McpOptions) {
    this.#server = server;
    this.#options = options;
    this.#client = new Client({ name: 'shortlist', version: options.version });
    this.#transport = this.#connectTo(server);
    this.#signal = AbortSignal.any([options.signal, this.#broken.signal]);
  }

  #connectTo({ reach }: McpServer): Connection {
    const onProblem = (problem: string) => this.fail(problem);
    if (reach.kind === 'stdio') return new ProgramTransport(reach.program, onProblem);
    const transport = new StreamableHTTPClientTransport(reach.address.url, {
      requestInit: { headers: { ...reach.address.headers, ...reach.headers } },
      fetch: meteredFetch(onProblem),
    });
    // The SDK's class says `sessionId: string | undefined` where its interface says `sessionId?: string`.
    return transport as Connection;
  }

  /** Breaks the connection off, for a reason in a few words; the first one counts. */
  fail(problem: string): void {
    this.#broken.abort(problem);
  }

  async list(): Promise<ListedTools> {
    await this.#answer((timeout) => this.#client.connect(this.#transport, { timeout }));
    const stated = this.#client.getServerVersion();
    const tools: ListedTool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    let page = 0;
    do {
      page++;
      this.#step = `page ${page} of tools/list`;
      if (page > MAX_PAGES) throw new InputError(`expected at most ${MAX_PAGES} pages, received another`);
      const listed = await this.#page(cursor).catch((error: unknown) => {
        if (page === 1 && this.#hasNoTools(error)) return { tools: [], nextCursor: undefined };
        throw error;
      });
      for (const tool of listed.tools) tools.push({ tool, page });
      if (tools.length > MAX_TOOLS) throw new InputError(`expected at most ${MAX_TOOLS} tools, received more`);
      // The empty text is a cursor like any other: only a missing one ends the list.
      cursor = listed.nextCursor ?? undefined;
      if (cursor !== undefined) {
        if (seen.has(cursor)) {
          throw new InputError(`expected a new cursor, received "${visible(cursor, 60)}" a second time`);
        }
        seen.add(cursor);
      }
    } while (cursor !== undefined);
    return {
      server: this.#server.name ?? stated?.name ?? '',
      version: stated?.version ?? '',
      protocol: this.#transport.protocolVersion,
      pages: page,
      tools,
    };
  }

  /** A server of prompts or resources alone: it names no tools among its capabilities, and does not know the method. */
  #hasNoTools(error: unknown): boolean {
    const unknown = error instanceof McpError && error.code === ErrorCode.MethodNotFound;
    return unknown && this.#client.getServerCapabilities()?.tools === undefined;
  }

  async #page(cursor: string | undefined): Promise<z.infer<typeof pageSchema>> {
    // Not the SDK's listTools: it compiles every output schema, and rejects a page for the form of one tool.
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const result = await this.#answer((timeout) => this.#client.request(request, z.looseObject({}), { timeout }));
    const parsed = pageSchema.safeParse(result);
    if (!parsed.success) throw new InputError(schemaProblem(parsed.error, result));
    return parsed.data;
  }

  /**
   * Waits for one answer. The SDK is given a longer time and no signal: it would keep a listener for every page, and its
   * timers do not reach a body that stalls or a program that does not start. Closing the connection ends what it waits for.
   */
  async #answer<T>(ask: (sdkTimeoutMs: number) => Promise<T>): Promise<T> {
    const { timeoutMs } = this.#options;
    const signal = this.#signal;
    const late = () => this.fail(`expected an answer within ${timeoutMs / 1000} s, received none`);
    const timer = setTimeout(late, timeoutMs);
    let stop = () => {};
    try {
      signal.throwIfAborted();
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop);
      });
      return await Promise.race([ask(timeoutMs + 60_000), stopped]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** What went wrong, in a line that does not hold what the server wrote, its error message aside. */
  problemOf(error: unknown): string {
    const { aborted, reason } = this.#broken.signal;
    const problem = aborted ? String(reason) : describe(error);
    return `${this.#step}: ${problem}`;
  }

  /** Ends the connection. Never throws. */
  async close(): Promise<void> {
    if (this.#transport instanceof StreamableHTTPClientTransport && !this.#signal.aborted) {
      await within(FAREWELL_MS, this.#transport.terminateSession());
    }
    await this.#transport.close().catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }
}

/** Waits for a promise, so long at most, whatever becomes of it. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}

function describe(error: unknown): string {
  if (error instanceof InputError) return error.message;
  if (error instanceof StreamableHTTPError) {
    if (error.code === undefined || error.code < 0) return 'expected JSON or an event stream, received neither';
    const redirect = error.code >= 300 && error.code < 400 ? ' (a redirect to another origin, or one too many)' : '';
    return `expected an answer, received HTTP ${error.code}${redirect}`;
  }
  if (error instanceof McpError) {
    const text = error.message.replace(/^MCP error -?[0-9]+: /, '');
    return `expected an answer, received error ${error.code}: ${visible(text, 120)}`;
  }
  if (error instanceof z.core.$ZodError) return 'expected an answer of the protocol, received another form';
  if (error instanceof SyntaxError) return 'expected JSON, received another text';
  if (error instanceof TypeError) return reachProblem(error);
  return 'expected an answer of the protocol, received another';
}
