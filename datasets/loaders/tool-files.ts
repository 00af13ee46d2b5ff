import type { Card } from '../card.ts';
import { visible } from '../visible.ts';
import { asObject } from './a2a.ts';
import { place, shownPath } from './bytes.ts';
import { detectFormat, formatWords, type Granularity } from './formats.ts';
import type { Gatherer, NamedRecords, Skipped } from './gather.ts';
import { splitIdentifier } from './identifier.ts';
import { Problems, plural } from './problems.ts';
import type { JsonRecord } from './records.ts';
import { type ToolList, toolLists } from './tool-lists.ts';
import { readTool, type Tool } from './tools.ts';

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
  readonly #servers = new Map<string, Server>();
  /** Tool cards by id, and where each stands. */
  readonly #tools = new Map<string, { readonly card: Card; readonly where: string }>();
  /** What makes the registry one that cannot be loaded, in whatever file it stands. */
  readonly #clashes: (readonly [where: string, what: string])[] = [];

  constructor(format: ToolFormat, granularity: Granularity) {
    this.#format = format;
    this.#granularity = granularity;
  }

  async add(file: NamedRecords): Promise<readonly Skipped[]> {
    const { opened, problems } = file;
    const records: JsonRecord[] = [];
    for await (const record of opened.records) records.push(record);
    problems.throwIfAny();
    return records.flatMap((record) => this.#addRecord(file, record));
  }

  #addRecord(file: NamedRecords, { line, value }: JsonRecord): readonly Skipped[] {
    const at = file.opened.several ? place(file.name, line) : shownPath(file.name);
    const skipped: Skipped[] = [];
    const leaveOut = (path: string, reason: string): void => {
      skipped.push({ path: path === '' ? at : `${at} ${visible(path, 80)}`, reason });
    };
    const whole = { server: undefined, path: undefined, tools: [value], more: false, about: {} };
    const lists: readonly ToolList[] = toolLists(value) ?? [whole];
    const { error } = asObject(value) ?? {};
    if (lists[0] === whole && asObject(error)) {
      leaveOut('', 'expected a list of tools, received an error answer');
      return skipped;
    }
    for (const list of lists) {
      if (list.tools === undefined) {
        leaveOut(list.path ?? '', 'expected a list of tools');
        continue;
      }
      const server = this.#serverOf(list, value, file, at);
      server.more = list.more;
      for (const [i, each] of list.tools.entries()) {
        const path = list.path === undefined ? '' : `${list.path}[${i}]`;
        const result = readTool(each, TOOL_FORMATS[this.#format]);
        if (result.ok)
          this.#keep(
            result.tool,
            server,
            list.server ?? fileServer(file),
            path === '' ? at : `${at} ${visible(path, 80)}`,
          );
        else leaveOut(path, list.path === undefined ? this.#refusal(value, result.problem) : result.problem);
      }
    }
    return skipped;
  }

  /** Why a record is no tool: what it is instead, if that can be told. */
  #refusal(record: unknown, problem: string): string {
    const found = detectFormat(record, false);
    return found === undefined || found in TOOL_FORMATS ? problem : `holds ${formatWords(found)}, not tools`;
  }

  /** The server that a list belongs to. Pages of the same server come together. */
  #serverOf(list: ToolList, record: unknown, file: NamedRecords, at: string): Server {
    const key = list.server ?? fileServer(file) ?? stem(file.name);
    // In LiveMCPBench the record describes the server, and the key under `tools` is the name that its tools go by.
    const {
      name: title,
      description: said,
      category,
    } = this.#format === 'livemcpbench' ? (asObject(record) ?? {}) : list.about;
    const described = this.#format === 'livemcpbench' && typeof title === 'string' && title !== '';
    const id = described ? title : key;
    const known = this.#servers.get(id);
    if (known !== undefined) {
      if (described && known.record !== record) {
        this.#clashes.push([at, `the server "${visible(id)}" is described already`]);
      }
      return known;
    }
    const server: Server = {
      id,
      name: described ? title : splitIdentifier(key),
      description: typeof said === 'string' ? said : '',
      tags: typeof category === 'string' && category !== '' ? [category] : [],
      tools: [],
      record,
      more: false,
    };
    this.#servers.set(id, server);
    return server;
  }

  #keep(tool: Tool, server: Server, prefix: string | undefined, where: string): void {
    const id = prefix === undefined ? tool.name : `${prefix}/${tool.name}`;
    const first = this.#tools.get(id);
    if (first !== undefined) {
      this.#clashes.push([where, `the card id "${visible(id)}" is already at ${first.where}`]);
      return;
    }
    const { name, description, parameters } = tool;
    const card = {
      id,
      name: splitIdentifier(name),
      description,
      skills: [],
      tags: server.tags,
      examples: [],
      tools: parameters,
    };
    this.#tools.set(id, { card, where });
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
