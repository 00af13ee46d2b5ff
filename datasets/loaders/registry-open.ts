import { basename, join } from 'node:path';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { namesAgentCard } from './a2a.ts';
import { gatherA2a } from './a2a-files.ts';
import { gatherBfcl } from './bfcl.ts';
import { shownPath } from './bytes.ts';
import { type CollectionFormat, cardsOfCollection } from './collections.ts';
import { firstFile, listFolder } from './folder.ts';
import {
  detectFormat,
  type FormatName,
  formatWords,
  type Granularity,
  looksLikeClientConfig,
  looksLikeQuery,
} from './formats.ts';
import { type Gatherer, gatherFile, gatherFolder, openFile, type Skipped } from './gather.ts';
import { namesJsonLines } from './layout.ts';
import { gatherMcpRegistry } from './mcp-registry-files.ts';
import { ToolGatherer } from './tool-files.ts';
import { isTsv } from './tsv.ts';

/** A registry whose format is known, its cards still to be read. */
export interface OpenedRegistry {
  readonly format: string;
  readonly cards: AsyncIterable<Card> | Iterable<Card>;
  readonly skipped: readonly Skipped[];
  /** Complete once the cards have been read. */
  readonly notices: readonly string[];
}

/** How to read a registry. */
export interface RegistryOptions {
  /** A card that is left out is an error; default false. */
  readonly strict?: boolean;
  /** What the path is to be taken for; by default, what its first record looks like. */
  readonly format?: FormatName | undefined;
  /**
   * What a card stands for where servers are listed with their tools. By default a tool for MCP tools, whose lists say
   * nothing of the server, and a server for LiveMCPBench, whose records describe one each.
   */
  readonly granularity?: Granularity | undefined;
}

/** A file that a folder holds where the whole folder is a collection. */
const COLLECTION_FILES: readonly (readonly [name: string, format: CollectionFormat])[] = [
  ['cards.jsonl', 'canonical'],
  ['cards.jsonl.gz', 'canonical'],
  ['corpus.jsonl', 'beir'],
  ['corpus.jsonl.gz', 'beir'],
  ['collection.tsv', 'msmarco'],
  ['collection.tsv.gz', 'msmarco'],
];

/** The granularities of the formats that list tools or servers, the default first. Others have none. */
const GRANULARITY_OF: ReadonlyMap<FormatName, readonly Granularity[]> = new Map<FormatName, readonly Granularity[]>([
  ['mcp', ['tool', 'server']],
  ['livemcpbench', ['server', 'tool']],
  ['mcp-registry', ['server']],
  ['openai', ['tool']],
  ['anthropic', ['tool']],
  ['bfcl', ['tool']],
]);

/** Opens a folder. @throws {InputError} as `loadRegistry` does. */
export async function openRegistryFolder(path: string, options: RegistryOptions): Promise<OpenedRegistry> {
  const { strict = false } = options;
  const wanted = COLLECTION_FILES.filter(([, format]) => options.format === undefined || options.format === format);
  const name = await firstFile(
    path,
    wanted.map(([file]) => file),
  );
  const collection = wanted.find(([file]) => file === name);
  if (collection !== undefined) {
    const [file, format] = collection;
    return openCollection(join(path, file), format, `${folderWords(format)} folder (${file})`, options);
  }
  if (options.format !== undefined && isCollection(options.format)) {
    const expected = wanted.map(([file]) => file).join(' or ');
    throw new InputError(`${shownPath(path)}: expected a file ${expected} in it, or name the file itself`);
  }
  const format = options.format ?? (await formatOfFolder(path));
  const gathered = await gatherFolder(path, gathererOf(format, path, options), { strict });
  return { format: `${format === 'a2a' ? 'A2A' : formatWords(format)} folder`, ...gathered };
}

/** Opens a file. @throws {InputError} as `loadRegistry` does. */
export async function openRegistryFile(path: string, options: RegistryOptions): Promise<OpenedRegistry> {
  const { strict = false } = options;
  const forced = options.format;
  if (forced === 'msmarco' || (forced === undefined && (await isTsv(path)))) {
    return openCollection(path, 'msmarco', formatWords('msmarco'), options);
  }
  const file = await openFile(path, basename(path), false);
  const { first, lines, several } = file.opened;
  const format = forced ?? detected(path, first?.value);
  if (isCollection(format)) {
    // Opened anew, for a duplicate id makes it be read again.
    await file.opened.close();
    const canonical = lines ? 'canonical JSON Lines' : 'canonical JSON';
    return openCollection(path, format, format === 'canonical' ? canonical : formatWords(format), options);
  }
  const gathered = await gatherFile(path, file, gathererOf(format, path, options), { strict });
  const words = format === 'a2a' ? 'A2A file' : formatWords(format);
  return { format: several ? `${words} (a list)` : words, ...gathered };
}

function detected(path: string, first: unknown): FormatName {
  const format = detectFormat(first, namesAgentCard(path) && !namesJsonLines(path));
  if (format !== undefined) return format;
  if (looksLikeQuery(first)) throw new InputError(`${shownPath(path)}: holds queries, cards are expected`);
  if (looksLikeClientConfig(first)) {
    throw new InputError(
      `${shownPath(path)}: holds the configuration of an MCP client, which names servers and not their tools`,
    );
  }
  // What tells nothing gets the messages of our own format.
  return 'canonical';
}

/** The format of most files in a folder; of as many, the one that comes first in the table. Without any, A2A. */
async function formatOfFolder(root: string): Promise<FormatName> {
  const counts = new Map<FormatName, number>();
  for (const path of (await listFolder(root)).json) {
    const found = await formatOfFile(join(root, path));
    if (found !== undefined && !isCollection(found)) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...GRANULARITY_OF.keys()].reduce<FormatName>(
    (best, format) => (counts.get(format) === most && counts.get(best) !== most ? format : best),
    'a2a',
  );
}

async function formatOfFile(path: string): Promise<FormatName | undefined> {
  try {
    const { opened } = await openFile(path, basename(path), true);
    await opened.close();
    return detectFormat(opened.first?.value, !opened.several && namesAgentCard(path));
  } catch (error) {
    // The reason is told when the file is read.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function openCollection(
  path: string,
  format: CollectionFormat,
  words: string,
  options: RegistryOptions,
): OpenedRegistry {
  granularityOf(format, path, options);
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  return { format: words, cards: cardsOfCollection(path, format, { onNotice }), skipped: [], notices };
}

function isCollection(format: FormatName): format is CollectionFormat {
  return format === 'canonical' || format === 'beir' || format === 'msmarco';
}

function folderWords(format: CollectionFormat): string {
  return { canonical: 'canonical', beir: 'BEIR', msmarco: 'MS MARCO' }[format];
}

function gathererOf(format: FormatName, path: string, options: RegistryOptions): Gatherer {
  const granularity = granularityOf(format, path, options);
  switch (format) {
    case 'mcp':
    case 'livemcpbench':
    case 'openai':
    case 'anthropic':
      return new ToolGatherer(format, granularity ?? 'tool', options.format === format);
    case 'mcp-registry':
      return gatherMcpRegistry();
    case 'bfcl':
      return gatherBfcl();
    default:
      return gatherA2a(options.format === 'a2a');
  }
}

/** @throws {InputError} where the format does not have the granularity that was asked for. */
function granularityOf(format: FormatName, path: string, options: RegistryOptions): Granularity | undefined {
  const known = GRANULARITY_OF.get(format) ?? [];
  const { granularity = known[0] } = options;
  if (granularity !== undefined && !known.includes(granularity)) {
    const reason =
      known.length === 0 ? 'has neither tools nor servers' : `knows no ${granularity}s with their own text`;
    throw new InputError(
      `${shownPath(path)}: --granularity ${granularity}: read as ${formatWords(format)}, which ${reason}`,
    );
  }
  return granularity;
}
