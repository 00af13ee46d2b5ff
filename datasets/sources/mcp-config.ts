import { z } from 'zod';
import { InputError } from '../input-error.ts';
import { asObject } from '../loaders/a2a.ts';
import { readPrefix, shownPath } from '../loaders/bytes.ts';
import { parseJson } from '../loaders/json.ts';
import { decodeUtf8 } from '../loaders/lines.ts';
import { schemaProblem } from '../loaders/problems.ts';
import { visible } from '../visible.ts';
import { parseAddress } from './address.ts';
import type { McpServer } from './mcp.ts';
import type { Secrets } from './secrets.ts';

/** Bytes of the longest configuration that is read: 1 MiB. */
const MAX_CONFIG_BYTES = 1024 * 1024;

const textsByName = z.record(z.string(), z.string()).optional();

const serverSchema = z.object({
  type: z.string().optional(),
  command: z.string().min(1, 'is empty').optional(),
  args: z.array(z.string()).optional(),
  env: textsByName,
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: textsByName,
  disabled: z.boolean().optional(),
});

/** Ways of reaching a server by address that we speak. */
const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp'];

/** The servers of a configuration, in its order, and the names of those that it switches off. */
export interface McpConfig {
  readonly servers: readonly McpServer[];
  readonly disabled: readonly string[];
}

/**
 * Reads a configuration of MCP servers as Claude, Cursor and others keep it: `{"mcpServers": {name: {command, args, env,
 * cwd} or {url, headers}}}`. `${NAME}` and `${NAME:-default}` in any of these texts are taken from `environment`.
 *
 * @param secrets is told every value that must not be shown.
 * @throws {InputError} naming file and server, and no value, where this is anything else.
 */
export async function readMcpConfig(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Secrets,
): Promise<McpConfig> {
  const { bytes, whole } = await readPrefix(path, MAX_CONFIG_BYTES);
  if (!whole) throw new InputError(`${shownPath(path)}: longer than ${MAX_CONFIG_BYTES} bytes`);
  const parsed = parseJson(decodeUtf8(bytes, path, 1).replace(/^\ufeff/, ''));
  if (!parsed.ok) throw new InputError(`${shownPath(path)}:${1 + parsed.linesDown}: ${parsed.problem}`);
  const { mcpServers } = asObject(parsed.value) ?? {};
  const entries = Object.entries(asObject(mcpServers) ?? {});
  if (entries.length === 0) {
    throw new InputError(`${shownPath(path)}: expected {"mcpServers": {"name": {...}}} with a server, received none`);
  }
  const servers: McpServer[] = [];
  const disabled: string[] = [];
  for (const [name, value] of entries) {
    const label = `${shownPath(path)}: server "${visible(name, 60)}"`;
    const one = serverSchema.safeParse(value);
    if (!one.success) throw new InputError(`${label}: ${schemaProblem(one.error, value)}`);
    if (one.data.disabled === true) disabled.push(name);
    else servers.push(serverOf(name, label, one.data, environment, secrets));
  }
  return { servers, disabled };
}

function serverOf(
  name: string,
  label: string,
  entry: z.infer<typeof serverSchema>,
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Secrets,
): McpServer {
  const fill = (text: string) => expand(text, environment, label);
  const fillAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)]));
  const { command, type, url } = entry;
  if (name === '') throw new InputError(`${label}: the name is empty`);
  if ((command === undefined) === (url === undefined)) {
    throw new InputError(`${label}: expected command or url, received ${command === undefined ? 'neither' : 'both'}`);
  }
  if (url !== undefined) {
    if (type !== undefined && !HTTP_TYPES.includes(type)) {
      throw new InputError(`${label}: expected streamable HTTP (type "http"), received type "${visible(type, 40)}"`);
    }
    const headers = fillAll(entry.headers ?? {});
    for (const [key, value] of Object.entries(headers)) secrets.add(`${key} header key`, value);
    const address = parseAddress(fill(url), { keyInPath: true });
    if (address === undefined) throw new InputError(`${label}: url: expected an http or https address`);
    for (const [key, value] of address.secrets) secrets.add(key, value);
    checkHeaders(headers, label);
    return { name, label, reach: { kind: 'http', address, headers } };
  }
  if (type !== undefined && type !== 'stdio') {
    throw new InputError(`${label}: a command goes with type "stdio", received type "${visible(type, 40)}"`);
  }
  const env = fillAll(entry.env ?? {});
  for (const [key, value] of Object.entries(env)) secrets.add(key, value);
  const args = (entry.args ?? []).map(fill);
  secrets.addArguments(args);
  const cwd = entry.cwd === undefined ? undefined : fill(entry.cwd);
  return { name, label, reach: { kind: 'stdio', program: { command: fill(command!), args, env, cwd } } };
}

/** What `fetch` would say of a bad header holds the header. */
function checkHeaders(headers: Readonly<Record<string, string>>, label: string): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new InputError(`${label}: headers.${visible(name, 40)}: is no HTTP header`);
    }
  }
}

function expand(text: string, environment: Readonly<Record<string, string | undefined>>, label: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const value = environment[name] ?? otherwise;
    if (value === undefined) throw new InputError(`${label}: expected the environment variable ${name}, received none`);
    return value;
  });
}
