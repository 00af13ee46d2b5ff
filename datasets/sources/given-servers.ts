import type { Address } from './address.ts';
import type { McpServer } from './mcp.ts';
import { programName } from './program-name.ts';
import type { Secrets } from './secrets.ts';

/**
 * The MCP servers that were given on the command line, without a name: they go by the one that they state.
 *
 * @param command the words of the program that is a server, if there is one.
 * @param addresses those of the servers that are reached by HTTP.
 * @param secrets is told every value that must not be shown.
 */
export function givenServers(
  command: readonly string[] | undefined,
  addresses: readonly Address[],
  secrets: Secrets,
): McpServer[] {
  const servers: McpServer[] = [];
  const [program, ...args] = command ?? [];
  if (program !== undefined) {
    secrets.addArguments(args);
    const label = `--mcp-command ${programName(program)}`;
    servers.push({
      name: undefined,
      label,
      reach: { kind: 'stdio', program: { command: program, args, env: {}, cwd: undefined } },
    });
  }
  for (const address of addresses) {
    for (const [name, value] of address.secrets) secrets.add(name, value);
    servers.push({
      name: undefined,
      label: `--mcp-url ${address.shown}`,
      reach: { kind: 'http', address, headers: {} },
    });
  }
  return servers;
}
