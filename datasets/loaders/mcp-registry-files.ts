import type { Card } from '../card.ts';
import { asObject } from './a2a.ts';
import { place, shownPath } from './bytes.ts';
import { detectFormat, formatWords } from './formats.ts';
import type { Gathered, Gatherer, NamedRecords, Skipped } from './gather.ts';
import { registryServer } from './mcp-registry.ts';
import { plural } from './problems.ts';
import { goesOn } from './tool-lists.ts';

/**
 * Gathers the entries of MCP registries: answers of a registry's list of servers, or `server.json` files. A registry
 * lists every version of a server: the one that it calls the latest is taken, else the one that comes last.
 */
export function gatherMcpRegistry(): Gatherer {
  const servers = new Map<string, { readonly card: Card; readonly latest: boolean }>();
  let older = 0;
  let more = false;

  function take(entry: unknown, at: string): readonly Skipped[] {
    const result = registryServer(entry);
    if (!result.ok) {
      const found = detectFormat(entry, false);
      const foreign = found !== undefined && found !== 'mcp-registry';
      return [{ path: at, reason: foreign ? `holds ${formatWords(found)}, not a server` : result.problem }];
    }
    const { id } = result.card;
    const known = servers.get(id);
    if (known !== undefined) older++;
    if (known === undefined || result.latest || !known.latest) servers.set(id, result);
    return [];
  }

  async function add({ name, opened, problems, frame }: NamedRecords): Promise<Gathered> {
    const entries: { readonly at: string; readonly value: unknown }[] = [];
    for await (const { line, value } of opened.records) {
      const at = opened.several ? place(name, line) : shownPath(name);
      // A page among others, one a line, say; of a page alone, the reader has taken the frame away.
      const { servers: listed } = asObject(value) ?? {};
      if (Array.isArray(listed)) {
        more = goesOn(value);
        entries.push(...listed.map((entry, i) => ({ at: `${at} servers[${i}]`, value: entry })));
      } else {
        entries.push({ at, value });
      }
    }
    problems.throwIfAny();
    if (frame() !== undefined) more = goesOn(frame());
    const skipped = entries.flatMap(({ at, value }) => take(value, at));
    return { kept: entries.length - skipped.length, skipped };
  }

  function finish() {
    const notices: string[] = [];
    if (older > 0) notices.push(`${plural(older, 'other version')} of the same servers left aside`);
    if (more) notices.push('incomplete: the last page read names another one (nextCursor)');
    return { cards: [...servers.values()].map(({ card }) => card), notices };
  }

  return { noun: 'MCP server', add, finish };
}
