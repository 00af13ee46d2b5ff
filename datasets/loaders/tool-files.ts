import type { Card } from '../card.ts';
import { visible } from '../visible.ts';
import { asObject, namesAgentCard } from './a2a.ts';
import { place, shownPath } from './bytes.ts';
import { id } from './fields.ts';
import { detectFormat, formatWords, type Granularity } from './formats.ts';
import type { Gathered, Gatherer, NamedRecords, Skipped } from './gather.ts';
import { splitIdentifier } from './identifier.ts';
import { Problems, plural, schemaProblem } from './problems.ts';
import type { JsonRecord } from './records.ts';
import { type ToolList, toolLists } from './tool-lists.ts';
import { readTool, SCHEMA_FIELDS, type Tool } from './tools.ts';

/** The formats whose files list tools, with the form that their tools have. */
export const TOOL_FORMATS = { mcp: 'mcp', livemcpbench: 'mcp', openai: 'openai', anthropic: 'anthropic' } as const;
export type ToolFormat = keyof typeof TOOL_FORMATS;

/** Incomplete servers that are named; of the others, the number is told. */
const MOST_NAMED = 5;

/** A server as its card will show it. */
interface Server {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly tools: Tool[];
  /** The record that describes it, where only one may. */
  readonly record: unknown;
  /** Whether the last page that was read says that there is another one. */
  more: boolean;
}

/** Gathers tools: a card for each, or one for each server. */
export class ToolGatherer implements Gatherer {
  readonly noun = 'tool';
  readonly #format: ToolFormat;
  readonly #granularity: Granularity;
  readonly #forced: boolean;
  readonly #servers = new Map<string, Server>();
  /** Tool cards by id, and where each stands. */
  readonly #tools = new Map<string, { readonly card: Card; readonly where: string }>();
  /** What makes the registry one that cannot be loaded, in whatever file it stands. */
  readonly #clashes: (readonly [where: string, what: string])[] = [];

  /** @param forced whether somebody said that these are tools; then a name is enough for one. */
  constructor(format: ToolFormat, granularity: Granularity, forced: boolean) {
    this.#format = format;
    this.#forced = forced;
    this.#granularity = granularity;
  }

  async add(file: NamedRecords): Promise<Gathered> {
    const { opened, problems } = file;
    const records: JsonRecord[] = [];
    for await (const record of opened.records) records.push(record);
    problems.throwIfAny();
    const before = this.#tools.size;
    const skipped = records.flatMap((record) => this.#addRecord(file, record));
    return { kept: this.#tools.size - before, skipped };
  }

  #addRecord(file: NamedRecords, { line, value }: JsonRecord): readonly Skipped[] {
    const start = file.opened.several ? place(file.name, line) : shownPath(file.name);
    const at = (path: string): string => (path === '' ? start : `${start} ${visible(path, 80)}`);
    const { error } = asObject(value) ?? {};
    const lists = toolLists(value);
    if (lists === undefined && asObject(error)) {
      return [{ path: start, reason: 'expected a list of tools, received an error answer' }];
    }
    if (lists === undefined) {
      const refusal = this.#refusal(value, !file.opened.several && namesAgentCard(file.name));
      if (refusal !== undefined) return [{ path: start, reason: refusal }];
    }
    const alone: ToolList = { server: undefined, path: undefined, tools: [value], more: false, about: {} };
    return (lists ?? [alone]).flatMap((list): readonly Skipped[] => {
      const { path = '', server: name, tools } = list;
      const named = id.optional().safeParse(name);
      if (!named.success) return [{ path: at(path), reason: `server: ${schemaProblem(named.error, name)}` }];
      if (tools === undefined) return [{ path: at(path), reason: 'expected a list of tools' }];
      const server = this.#serverOf(list, value, file, start);
      server.more = list.more;
      return tools.flatMap((each, i): readonly Skipped[] => {
        const where = at(list.path === undefined ? '' : `${path}[${i}]`);
        const result = readTool(each, TOOL_FORMATS[this.#format]);
        if (!result.ok) return [{ path: where, reason: result.problem }];
        this.#keep(result.tool, server, name ?? fileServer(file), where);
        return [];
      });
    });
  }

  /** Why a record that lists no tools cannot be one itself; undefined where it can. */
  #refusal(record: unknown, namedCard: boolean): string | undefined {
    const found = detectFormat(record, namedCard);
    if (found !== undefined && !Object.hasOwn(TOOL_FORMATS, found)) return `holds ${formatWords(found)}, not tools`;
    // Many things have a name and a description. Something must say that this is a tool.
    if (found !== undefined || this.#forced || asObject(record) === undefined) return undefined;
    return `not a tool: no ${SCHEMA_FIELDS[TOOL_FORMATS[this.#format]]}`;
  }

  /** The server that a list belongs to. Pages of the same server come together. */
  #serverOf(list: ToolList, record: unknown, file: NamedRecords, at: string): Server {
    const key = list.server ?? fileServer(file) ?? stem(file.name);
    // In LiveMCPBench the record describes the server, and the key under `tools` is the name that its tools go by.
    const describes = this.#format === 'livemcpbench';
    const { name: title, description, category } = describes ? (asObject(record) ?? {}) : list.about;
    const entitled = describes && id.safeParse(title).success ? (title as string) : undefined;
    const known = this.#servers.get(entitled ?? key);
    if (known !== undefined) {
      if (entitled !== undefined && known.record !== record) {
        this.#clashes.push([at, `the server "${visible(entitled)}" is described already`]);
      }
      return known;
    }
    const server: Server = {
      id: entitled ?? key,
      name: entitled ?? splitIdentifier(key),
      description: typeof description === 'string' ? description : '',
      tags: typeof category === 'string' && category !== '' ? [category] : [],
      tools: [],
      record,
      more: false,
    };
    this.#servers.set(server.id, server);
    return server;
  }

  #keep(tool: Tool, server: Server, prefix: string | undefined, where: string): void {
    const cardId = prefix === undefined ? tool.name : `${prefix}/${tool.name}`;
    const first = this.#tools.get(cardId);
    if (first !== undefined) {
      this.#clashes.push([where, `the card id "${visible(cardId)}" is already at ${first.where}`]);
      return;
    }
    const { name, description, parameters } = tool;
    const card = {
      id: cardId,
      name: splitIdentifier(name),
      description,
      skills: [],
      tags: server.tags,
      examples: [],
      tools: parameters,
    };
    this.#tools.set(cardId, { card, where });
    server.tools.push(tool);
  }

  /** @throws {InputError} where two tools would have the same id: then neither can be the right answer to anything. */
  finish(): { readonly cards: readonly Card[]; readonly notices: readonly string[] } {
    const clashes = new Problems();
    for (const [where, what] of this.#clashes) clashes.add(where, what);
    clashes.throwIfAny();
    const servers = [...this.#servers.values()];
    const notices: string[] = [];
    if (this.#format === 'mcp' || this.#format === 'livemcpbench') {
      const other = this.#granularity === 'tool' ? 'server' : 'tool';
      const count = `${plural(this.#tools.size, 'tool')} of ${plural(servers.length, 'server')}`;
      notices.push(
        `${count}, a card for each ${this.#granularity}; --granularity ${other} makes one for each ${other}`,
      );
    }
    const unfinished = servers.filter(({ more }) => more).map(({ id }) => visible(id, 60));
    if (unfinished.length > 0) {
      const named = unfinished.slice(0, MOST_NAMED).join(', ');
      const rest = unfinished.length > MOST_NAMED ? ` and ${unfinished.length - MOST_NAMED} more` : '';
      notices.push(`incomplete: the last page read names another one (nextCursor), of ${named}${rest}`);
    }
    return {
      cards:
        this.#granularity === 'tool' ? [...this.#tools.values()].map(({ card }) => card) : servers.flatMap(serverCard),
      notices,
    };
  }
}

function serverCard({ id, name, description, tags, tools }: Server): readonly Card[] {
  if (tools.length === 0) return [];
  const texts = tools.map((tool) => [splitIdentifier(tool.name), tool.description].filter(Boolean).join(': '));
  return [{ id, name, description, skills: [], tags, examples: [], tools: texts }];
}

/** In a folder, each file is a server of its own: it goes by the file's path without its ending. */
function fileServer({ inFolder, name }: NamedRecords): string | undefined {
  return inFolder ? stem(name) : undefined;
}

function stem(name: string): string {
  return name.replace(/\.(json|jsonl|ndjson)(\.gz)?$/i, '');
}
