import { z } from 'zod';
import type { Card } from '../card.ts';
import { asObject } from './a2a.ts';
import { id, text } from './fields.ts';
import { splitIdentifier } from './identifier.ts';
import { schemaProblem } from './problems.ts';

/** A version of a server in an MCP registry, or in a few words why it is none. */
export type RegistryResult =
  | {
      readonly ok: true;
      readonly card: Card;
      /** Whether the registry says that this is the version to use. */
      readonly latest: boolean;
    }
  | { readonly ok: false; readonly problem: string };

const serverSchema = z.object({ name: id, title: text, description: text });

/** True for an entry of an MCP registry: `{server: {...}, _meta}`, or a `server.json` as it is. */
export function looksLikeRegistryEntry(value: unknown): boolean {
  const object = asObject(value);
  if (object === undefined) return false;
  const { server, name, id: ownId, version_detail, packages, remotes, $schema } = object;
  if (typeof asObject(server)?.name === 'string') return true;
  if (typeof name !== 'string') return false;
  if (asObject(version_detail)) return true;
  if (typeof ownId === 'string') return false;
  return Array.isArray(packages) || Array.isArray(remotes) || /server\.schema\.json$/.test(String($schema));
}

/**
 * Maps an entry of an MCP registry. The id is the server's name (`com.example/weather`); the card's name its title, or the
 * name split as identifiers are. Where it is installed from and reached at is not searched.
 */
export function registryServer(value: unknown): RegistryResult {
  const { server: inner } = asObject(value) ?? {};
  const nested = asObject(inner) !== undefined;
  const server = nested ? inner : value;
  const parsed = serverSchema.safeParse(server);
  const path = nested ? 'server.' : '';
  if (!parsed.success) {
    const problem = schemaProblem(parsed.error, server);
    return { ok: false, problem: problem.startsWith('expected') ? problem : `${path}${problem}` };
  }
  const { name, title, description } = parsed.data;
  const { status, isLatest } = published(value, server);
  if (status === 'deleted') return { ok: false, problem: `${path}status: the registry says that it is deleted` };
  const words = title === '' ? splitIdentifier(name) : title;
  return {
    ok: true,
    latest: isLatest === true,
    card: { id: name, name: words, description, skills: [], tags: [], examples: [], tools: [] },
  };
}

/** What the registry itself says about a version: beside the server, in it, or (the oldest form) in `version_detail`. */
function published(entry: unknown, server: unknown): { readonly status: unknown; readonly isLatest: unknown } {
  const { _meta: beside } = asObject(entry) ?? {};
  const { _meta: inside, status: own, version_detail } = asObject(server) ?? {};
  const OFFICIAL = 'io.modelcontextprotocol.registry/official';
  const { [OFFICIAL]: noted = asObject(inside)?.[OFFICIAL] } = asObject(beside) ?? {};
  const { status = own, isLatest, is_latest } = asObject(noted) ?? {};
  const { is_latest: oldest } = asObject(version_detail) ?? {};
  return { status, isLatest: isLatest ?? is_latest ?? oldest };
}
