import { FORMAT_NAMES, type FormatName, GRANULARITIES, type Granularity } from '../../datasets/loaders/formats.ts';
import { type Address, parseAddress } from '../../datasets/sources/address.ts';
import { commandWords } from '../../datasets/sources/command-words.ts';
import { visible } from '../../datasets/visible.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';

/** Seconds that one answer of a live source may take, where `--timeout` does not say. */
const TIMEOUT_S = 30;
const LONGEST_TIMEOUT_S = 3600;

/** The options that name a source, of which one is needed. */
const LIVE = ['mcp-config', 'mcp-command', 'mcp-url', 'a2a-url'];

export const IMPORT_OPTIONS: readonly OptionSpec[] = [
  { name: 'from', value: 'PATH', description: 'cards in a file or a folder, of any format that --registry takes' },
  {
    name: 'strict',
    flag: true,
    description: 'stop at the first card of --from that cannot be read, where it would be listed and left out',
  },
  {
    name: 'format',
    value: 'NAME',
    description: `what --from is to be taken for (default: what it looks like): ${FORMAT_NAMES.join(', ')}`,
  },
  {
    name: 'granularity',
    value: 'tool|server',
    description: 'what a card of --from stands for where servers are listed with their tools',
  },
  {
    name: 'mcp-config',
    value: 'FILE',
    description: 'MCP servers as {"mcpServers": {name: {command, args, env} or {url, headers}}}',
  },
  {
    name: 'mcp-command',
    value: '"CMD ARG ..."',
    description: 'an MCP server that is a program; quotes hold words together, no shell is asked',
  },
  { name: 'mcp-url', value: 'URL,URL', description: 'MCP servers that are reached by streamable HTTP' },
  {
    name: 'a2a-url',
    value: 'URL,URL',
    description: 'A2A agents: their /.well-known/agent-card.json (else agent.json), or a URL that ends in .json',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    description: `how long one answer of a live source may take (default ${TIMEOUT_S})`,
  },
  { name: 'out', value: 'DIR', description: 'where cards.jsonl and its sources go, absent or empty (required)' },
  { name: 'quiet', flag: true, description: 'no progress, no report; errors still print' },
];

/** The options of `import`, checked. */
export interface ImportConfig {
  readonly from:
    | {
        readonly path: string;
        readonly format: FormatName | undefined;
        readonly granularity: Granularity | undefined;
        readonly strict: boolean;
      }
    | undefined;
  readonly mcpConfig: string | undefined;
  /** The words of the command; the first is the program. */
  readonly mcpCommand: readonly string[] | undefined;
  readonly mcpUrls: readonly Address[];
  readonly a2aUrls: readonly Address[];
  readonly timeoutMs: number;
  readonly out: string;
  readonly quiet: boolean;
}

/** @throws UsageError for the first mistake found, which shows no user, password or query of an address. */
export function readImportConfig(raw: RawOptions): ImportConfig {
  const options = new Options(raw, IMPORT_OPTIONS);
  const from = fileSource(options);
  if (from === undefined && !LIVE.some((name) => options.given(name))) {
    throw new UsageError(`give a source: --from, ${LIVE.map((name) => `--${name}`).join(', ')}`);
  }
  const command = options.text('mcp-command');
  const mcpCommand = command === undefined ? undefined : commandWords(command);
  if (command !== undefined && mcpCommand === undefined) {
    throw new UsageError('--mcp-command: expected a program and its arguments, with every quote closed');
  }
  const seconds = options.integer('timeout', 1) ?? TIMEOUT_S;
  if (seconds > LONGEST_TIMEOUT_S) {
    throw new UsageError(`--timeout ${seconds}: expected an integer from 1 to ${LONGEST_TIMEOUT_S}, in seconds`);
  }
  return Object.freeze({
    from,
    mcpConfig: options.text('mcp-config'),
    mcpCommand,
    mcpUrls: addresses(options, 'mcp-url', true),
    a2aUrls: addresses(options, 'a2a-url', false),
    timeoutMs: seconds * 1000,
    out: options.required('out'),
    quiet: options.flag('quiet'),
  });
}

function fileSource(options: Options): ImportConfig['from'] {
  const path = options.text('from');
  const format = oneOf(options, 'format', FORMAT_NAMES);
  const granularity = oneOf(options, 'granularity', GRANULARITIES);
  if (path !== undefined) return { path, format, granularity, strict: options.flag('strict') };
  for (const name of ['format', 'granularity', 'strict']) {
    if (options.given(name)) throw new UsageError(`--${name} needs --from`);
  }
  return undefined;
}

function oneOf<T extends string>(options: Options, name: string, known: readonly T[]): T | undefined {
  const given = options.text(name);
  const found = known.find((each) => each === given);
  if (given !== undefined && found === undefined) {
    throw new UsageError(`--${name} ${visible(given)}: unknown; known are ${known.join(', ')}`);
  }
  return found;
}

/** Addresses between commas. `%2C` stands for a comma inside one. */
function addresses(options: Options, name: string, keyInPath: boolean): Address[] {
  const parts = options.text(name)?.split(',') ?? [];
  const found = parts.map((part) => {
    const address = parseAddress(part.trim(), { keyInPath });
    if (address !== undefined) return address;
    // It may be a mistyped address with a password in it.
    const shown = part.replace(/^.*@/s, '***@').replace(/\?.*$/s, '?***');
    throw new UsageError(`--${name} ${visible(shown)}: expected http:// or https:// addresses, a comma between two`);
  });
  const twice = found.find((one, i) => found.findIndex((other) => other.url.href === one.url.href) !== i);
  if (twice !== undefined) throw new UsageError(`--${name} ${twice.shown}: is given twice`);
  return found;
}
