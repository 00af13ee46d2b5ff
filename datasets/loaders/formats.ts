import { asObject, looksCanonical, looksLikeA2a, surelyA2a } from './a2a.ts';
import { looksLikeRegistryEntry } from './mcp-registry.ts';
import { byServer, toolLists } from './tool-lists.ts';
import { formOf } from './tools.ts';

/** The formats of a registry by the names that `--format` takes, with what is said about them. */
const FORMATS = {
  canonical: 'canonical cards',
  a2a: 'A2A agent cards',
  mcp: 'MCP tools (tools/list)',
  'mcp-registry': 'MCP registry entries (server.json)',
  livemcpbench: 'LiveMCPBench servers',
  openai: 'OpenAI tool definitions',
  anthropic: 'Anthropic tool definitions',
  bfcl: 'BFCL requests',
  beir: 'a BEIR collection',
  msmarco: 'MS MARCO passages',
} as const;

/** The name of a format. */
export type FormatName = keyof typeof FORMATS;

/** Every name that `--format` takes. */
export const FORMAT_NAMES: readonly FormatName[] = Object.keys(FORMATS) as FormatName[];

/** A format in words. */
export function formatWords(format: FormatName): string {
  return FORMATS[format];
}

/** What a card stands for, where a format lists servers with their tools. */
export const GRANULARITIES = ['tool', 'server'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** True for a query, which people give for a registry. */
export function looksLikeQuery(record: unknown): boolean {
  const { text, name, description, _id } = asObject(record) ?? {};
  return typeof text === 'string' && name === undefined && description === undefined && _id === undefined;
}

/** True for the configuration of an MCP client, which names servers and not their tools. */
export function looksLikeClientConfig(record: unknown): boolean {
  return asObject(asObject(record)?.mcpServers) !== undefined;
}

/**
 * The format of a record; undefined where nothing tells.
 *
 * @param namedCard whether the file's name says that it holds an agent card.
 */
export function detectFormat(record: unknown, namedCard: boolean): FormatName | undefined {
  const object = asObject(record);
  if (object === undefined) return undefined;
  if (looksCanonical(object)) return 'canonical';
  const { _id, text, question, function: definition, servers, jsonrpc, error } = object;
  if (_id !== undefined && typeof text === 'string') return 'beir';
  if (Array.isArray(question) && Array.isArray(definition)) return 'bfcl';
  if (surelyA2a(object)) return 'a2a';
  const found = namedCard ? undefined : toolFormat(object);
  if (found !== undefined) return found;
  if (looksLikeA2a(object, namedCard)) return 'a2a';
  // A list of nothing says little, but it says of what.
  if (Array.isArray(servers)) return 'mcp-registry';
  if (typeof jsonrpc === 'string' && asObject(error)) return 'mcp';
  return toolLists(object)?.every(({ tools }) => tools?.length === 0) ? 'mcp' : undefined;
}

function toolFormat(object: Readonly<Record<string, unknown>>): FormatName | undefined {
  if (looksLikeRegistryEntry(object)) return 'mcp-registry';
  const { id, name, tools } = object;
  if (typeof name === 'string' && byServer(asObject(tools), '') !== undefined) return 'livemcpbench';
  const form = typeof id === 'string' ? undefined : formOf(object);
  if (form !== undefined) return form;
  for (const list of toolLists(object) ?? []) {
    const first = list.tools?.find((tool) => asObject(tool));
    if (first !== undefined) return formOf(first) ?? 'mcp';
  }
  return undefined;
}
