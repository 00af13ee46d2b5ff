import { asObject } from './a2a.ts';
import { formOf } from './tools.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Tools as a record lists them, and whose they are. */
export interface ToolList {
  /** The server that they belong to; undefined where the record names none. */
  readonly server: string | undefined;
  /** What stands in front of `[3]` in the path to a tool; undefined where the record is the tool itself. */
  readonly path: string | undefined;
  /** Undefined where something else stands in the place of a list. */
  readonly tools: readonly unknown[] | undefined;
  /** Whether the server had more to tell: the cursor to the next page is there. */
  readonly more: boolean;
  /** What the record says about the server. */
  readonly about: JsonObject;
}

/**
 * The lists of tools in a record: the record may be a tool, a list (`{tools: [...]}`, `{functions: [...]}`), the answer to
 * tools/list (`{result: {tools}}`), or servers by name (`{mail: {tools: [...]}, crm: {tools: [...]}}`, also under `servers`
 * or `mcpServers`). Undefined where it is none of these.
 */
export function toolLists(record: unknown): readonly ToolList[] | undefined {
  const object = asObject(record);
  if (object === undefined) return undefined;
  const { result, servers, mcpServers, tools } = object;
  const answer = asObject(result);
  if (answer !== undefined) return listed(answer, statedName(object), 'result.');
  const one = listed(object, statedName(object), '');
  if (one !== undefined) return one;
  for (const [key, map] of Object.entries({ servers, mcpServers, tools })) {
    const found = byServer(asObject(map), `${key}.`);
    if (found !== undefined) return found;
  }
  return byServer(object, '');
}

/** The name that a record states for its server. */
function statedName({ server, server_name, serverInfo, name }: JsonObject): string | undefined {
  const { name: inInfo } = asObject(serverInfo) ?? {};
  return [server, server_name, inInfo, name].find((each): each is string => typeof each === 'string' && each !== '');
}

/** The list under `tools` or `functions`. */
function listed(object: JsonObject, server: string | undefined, path: string): readonly ToolList[] | undefined {
  for (const key of ['tools', 'functions']) {
    const { [key]: tools } = object;
    if (!Array.isArray(tools)) continue;
    return [{ server, path: `${path}${key}`, tools, more: goesOn(object), about: object }];
  }
  return undefined;
}

/** Lists by the name of their server. What stands among them and is none has no `tools`; marks such as `$schema` are left out. */
export function byServer(map: JsonObject | undefined, path: string): readonly ToolList[] | undefined {
  const lists = Object.entries(map ?? {}).flatMap(([server, value]): readonly ToolList[] => {
    const inner = `${path}${server}`;
    if (Array.isArray(value) && value.some(formOf))
      return [{ server, path: inner, tools: value, more: false, about: {} }];
    const object = asObject(value);
    if (object === undefined) return [];
    const { result } = object;
    const answer = asObject(result);
    const found = answer ? listed(answer, server, `${inner}.result.`) : listed(object, server, `${inner}.`);
    if (found !== undefined || /^[$_]/.test(server)) return found ?? [];
    return [{ server, path: inner, tools: undefined, more: false, about: object }];
  });
  return lists.some(({ tools }) => tools !== undefined) ? lists : undefined;
}

/** Whether a page says that there is another one. */
export function goesOn(page: unknown): boolean {
  const { nextCursor, next_cursor, next, metadata } = asObject(page) ?? {};
  if ([nextCursor, next_cursor, next].some((cursor) => typeof cursor === 'string' && cursor !== '')) return true;
  return metadata !== undefined && goesOn(metadata);
}
