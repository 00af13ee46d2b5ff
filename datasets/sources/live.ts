import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { id } from '../loaders/fields.ts';
import { splitIdentifier } from '../loaders/identifier.ts';
import { MAX_DEPTH } from '../loaders/json.ts';
import { plural, schemaProblem } from '../loaders/problems.ts';
import { readTool, type Tool } from '../loaders/tools.ts';
import { visible } from '../visible.ts';
import { fetchAgentCard } from './a2a-url.ts';
import type { Address } from './address.ts';
import { isDeeperThan } from './limits.ts';
import { listTools, type McpOptions, type McpServer } from './mcp.ts';
import { programName } from './program-name.ts';

/** Where a card came from: a row of `sources.jsonl`, its id aside. No part of it is secret. */
export type Origin = Readonly<Record<string, string | number>>;

/** A card and where it came from. */
export interface Found {
  readonly card: Card;
  readonly origin: Origin;
}

/** What a live source gave, all of it. */
export interface Reading {
  readonly found: readonly Found[];
  /** The source itself, for `import.json`. */
  readonly source: Origin;
  /** What somebody should know, one line each, safe to print. */
  readonly notices: readonly string[];
}

/**
 * The tools of an MCP server as cards, `server/tool` each.
 *
 * @throws {InputError} as `listTools` does, and for a tool that is none or comes twice: a server is read whole or not.
 */
export async function readMcpServer(server: McpServer, options: McpOptions): Promise<Reading> {
  const listed = await listTools(server, options);
  const named = id.safeParse(listed.server);
  if (!named.success) {
    throw new InputError(
      `${server.label}: its name: ${schemaProblem(named.error, listed.server)}; --mcp-config gives names`,
    );
  }
  const reached = reachedBy(server);
  const lineOf = new Map<string, number>();
  const found: Found[] = [];
  let hidden = 0;
  for (const [i, { page, tool }] of listed.tools.entries()) {
    const where = `${server.label}: page ${page} of tools/list, tool ${i + 1}`;
    const { name, ...rest } = checked(tool, where);
    const first = lineOf.get(name);
    if (first !== undefined) {
      throw new InputError(
        `${where}: expected a new tool, received "${visible(name)}", which is tool ${first} already`,
      );
    }
    lineOf.set(name, i + 1);
    const card = toolCard(listed.server, { name, ...rest });
    const clean = options.secrets.hideInCard(card);
    if (clean !== card) hidden++;
    const origin = { kind: 'mcp', server: listed.server, ...reached, page };
    found.push({ card: clean, origin: { ...origin, server: options.secrets.hide(listed.server) } });
  }
  const name = options.secrets.hide(listed.server);
  const notices = [`${visible(name)}: ${plural(found.length, 'tool')} on ${plural(listed.pages, 'page')}`];
  if (hidden > 0) notices.push(`${visible(name)}: ${plural(hidden, 'tool')} showed a secret, which is now ***`);
  const { pages, protocol = '', version } = listed;
  const source = { kind: 'mcp', server: name, ...reached, version: options.secrets.hide(version), protocol, pages };
  return { found, source: { ...source, cards: found.length }, notices };
}

/** How a server was reached, without what may be secret: of a program, its name alone. */
function reachedBy({ reach }: McpServer): Origin {
  if (reach.kind === 'http') return { transport: 'http', url: reach.address.shown };
  return { transport: 'stdio', command: programName(reach.program.command) };
}

function checked(value: unknown, where: string): Tool {
  if (isDeeperThan(value, MAX_DEPTH)) throw new InputError(`${where}: nested deeper than ${MAX_DEPTH} levels`);
  const result = readTool(value, 'mcp');
  if (!result.ok) throw new InputError(`${where}: ${result.problem}`);
  return result.tool;
}

function toolCard(server: string, { description, name, parameters }: Tool): Card {
  const empty = { skills: [], tags: [], examples: [] };
  return { id: `${server}/${name}`, name: splitIdentifier(name), description, ...empty, tools: parameters };
}

/** The card of an A2A agent. Throws as `fetchAgentCard` does. */
export async function readAgent(
  address: Address,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Reading> {
  const { card, url, version } = await fetchAgentCard(address, options);
  const origin = { kind: 'a2a', url };
  return {
    found: [{ card, origin }],
    source: { ...origin, version, cards: 1 },
    notices: [`${url}: A2A ${visible(version, 20)}`],
  };
}
