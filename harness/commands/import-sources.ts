import { InputError } from '../../datasets/input-error.ts';
import { cardStream, type RegistryDetails } from '../../datasets/loaders/registry.ts';
import { givenServers } from '../../datasets/sources/given-servers.ts';
import type { Found, Origin, Reading } from '../../datasets/sources/live.ts';
import { readMcpConfig } from '../../datasets/sources/mcp-config.ts';
import { Secrets } from '../../datasets/sources/secrets.ts';
import { visible } from '../../datasets/visible.ts';
import type { ImportConfig } from '../config/import.ts';
import { VERSION } from '../version.ts';
import { ofOption, registryNotices } from './inputs.ts';

/** What gathering needs from outside, and what it fills. */
interface Gathering {
  readonly signal: AbortSignal;
  readonly onProgress: (stage: string, done: number, total: number) => void;
  /** Is added what somebody should know, one line each. */
  readonly notices: string[];
  /** Is added each source that was read, in the order of its cards. */
  readonly sources: Origin[];
}

/**
 * Reads every source: live ones to their end, one after another, before the first card comes out; files a card at a time.
 *
 * @returns the cards: of files first, then of servers and agents, in the order of the options.
 * @throws {InputError} naming the source that cannot be read, here or while the cards are taken.
 */
export async function gather(config: ImportConfig, world: Gathering): Promise<AsyncIterable<Found>> {
  const live = await readLive(config, world);
  const ids = liveIds(live);
  async function* all(): AsyncGenerator<Found> {
    if (config.from !== undefined) yield* fromFiles(config.from, ids, world);
    for (const { found, notices, source } of live) {
      world.notices.push(...notices);
      world.sources.push(source);
      yield* found;
    }
  }
  return all();
}

/** Reads all live sources. */
async function readLive(config: ImportConfig, world: Gathering): Promise<Reading[]> {
  const { a2aUrls, mcpCommand, mcpConfig, mcpUrls, timeoutMs } = config;
  const { signal } = world;
  const secrets = new Secrets();
  const servers = [];
  if (mcpConfig !== undefined) {
    const read = await ofOption('mcp-config', () => readMcpConfig(mcpConfig, process.env, secrets));
    for (const server of read.servers) servers.push({ ...server, label: `--mcp-config ${server.label}` });
    for (const name of read.disabled) world.notices.push(`${visible(name)}: disabled in --mcp-config, not read`);
  }
  servers.push(...givenServers(mcpCommand, mcpUrls, secrets));
  const total = servers.length + a2aUrls.length;
  if (total === 0) return [];
  // Loaded here alone: a bench has no use for the protocol.
  const { readAgent, readMcpServer } = await import('../../datasets/sources/live.ts');

  const readings: Reading[] = [];
  const labels = new Map<string, string>();
  for (const server of servers) {
    world.onProgress('reading MCP servers and agents', readings.length, total);
    const reading = await readMcpServer(server, { timeoutMs, signal, secrets, version: VERSION });
    const name = String(reading.source.server);
    const other = labels.get(name);
    if (other !== undefined) {
      throw new InputError(
        `${server.label}: expected a server of another name than "${visible(name, 60)}", which is that of ${other}; --mcp-config gives names`,
      );
    }
    labels.set(name, server.label);
    readings.push(reading);
  }
  for (const address of a2aUrls) {
    world.onProgress('reading MCP servers and agents', readings.length, total);
    readings.push(await ofOption('a2a-url', () => readAgent(address, { timeoutMs, signal })));
  }
  return readings;
}

/** The ids of all live cards. @throws {InputError} where two have the same. */
function liveIds(readings: readonly Reading[]): Set<string> {
  const ids = new Set<string>();
  for (const { found } of readings) {
    for (const { card } of found) {
      if (ids.has(card.id)) throw sameId(card.id);
      ids.add(card.id);
    }
  }
  return ids;
}

function sameId(id: string): InputError {
  return new InputError(`expected each card id once, received "${visible(id)}" from two sources`);
}

/** The cards of --from as they are read. @throws {InputError} as `cardStream` does, and for an id of a live card. */
async function* fromFiles(
  { format, granularity, path, strict }: NonNullable<ImportConfig['from']>,
  taken: ReadonlySet<string>,
  { notices, sources }: Gathering,
): AsyncGenerator<Found> {
  const origin = { kind: 'file', path };
  let cards = 0;
  const onEnd = (details: RegistryDetails) => {
    notices.push(...registryNotices(details, false));
    sources.push({ ...origin, format: details.format, cards, skipped: details.skipped.length });
  };
  const stream = cardStream(path, { strict, format, granularity, onEnd });
  for (;;) {
    const step = await ofOption('from', () => stream.next());
    if (step.done) return;
    cards++;
    if (taken.has(step.value.id)) throw sameId(step.value.id);
    yield { card: step.value, origin };
  }
}
