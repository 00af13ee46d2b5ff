import { z } from 'zod';
import type { Card } from '../card.ts';
import { text, texts } from './fields.ts';
import { parseJson } from './json.ts';
import { schemaProblem } from './problems.ts';

/** An A2A card as a canonical one, or in a few words why it is none. */
export type A2aResult =
  | { readonly ok: true; readonly card: Card; readonly version: string }
  | { readonly ok: false; readonly problem: string };

/** A skill is an object; some cards write its name alone. */
const skill = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  z.object({ name: text, description: text, tags: texts, examples: texts }),
);

const cardSchema = z.object({
  name: text,
  display_name: text,
  displayName: text,
  description: text,
  skills: z
    .array(skill)
    .nullish()
    .transform((value) => value ?? []),
  registryTags: texts,
  meta: z.object({ tags: texts }).nullish().catch(undefined),
});

/** Fields that stand in A2A cards and in no canonical card. */
const A2A_FIELDS = [
  'a2aAgentDefinition',
  'additionalInterfaces',
  'defaultInputModes',
  'defaultOutputModes',
  'displayName',
  'display_name',
  'preferredTransport',
  'protocolVersion',
  'supportedInterfaces',
];

/** Fields of A2A cards that other JSON may have too. */
const COMMON_FIELDS = ['capabilities', 'skills', 'url'];

type JsonObject = Readonly<Record<string, unknown>>;

/** The value as a JSON object, if it is one. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function has(object: JsonObject, fields: readonly string[]): boolean {
  return fields.some((field) => Object.hasOwn(object, field));
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

/** True for what can only be a canonical card: an id, and lists that A2A keeps elsewhere. */
export function looksCanonical(value: unknown): boolean {
  const object = asObject(value);
  if (object === undefined) return false;
  const { id, skills = null, tags, examples, tools } = object;
  if (typeof id !== 'string' || (skills !== null && !isTextList(skills))) return false;
  return [tags, examples, tools].some(isTextList);
}

/** True for what can only be an A2A card. */
export function surelyA2a(value: unknown): boolean {
  const object = asObject(value);
  if (object === undefined || looksCanonical(object)) return false;
  const { skills } = object;
  return has(object, A2A_FIELDS) || (Array.isArray(skills) && skills.some((one) => asObject(one)));
}

/**
 * True for what is an A2A card rather than a canonical one.
 *
 * @param namedCard whether the file's name says that it holds an agent card.
 */
export function looksLikeA2a(value: unknown, namedCard: boolean): boolean {
  const object = asObject(value);
  if (object === undefined || looksCanonical(object)) return false;
  return surelyA2a(object) || namedCard || (typeof object.id !== 'string' && has(object, COMMON_FIELDS));
}

/** True for the names under which A2A cards are published. */
export function namesAgentCard(path: string): boolean {
  return /(^|[/\\])agent(-card|_card)?\.json$/i.test(path);
}

/**
 * Maps an A2A card of any version, or a wrapper that carries one as a JSON string in
 * `a2aAgentDefinition.jsonAgentCard`. Fields that are not searched (addresses, transports, capabilities, unknown ones) are
 * ignored, so that the same agent reads the same in every version.
 *
 * @param id the card's id: A2A has none.
 * @param namedCard whether the file's name says that it holds an agent card; then no field need say so.
 */
export function a2aCard(value: unknown, id: string, namedCard: boolean): A2aResult {
  const unwrapped = unwrap(value);
  if (!unwrapped.ok) return unwrapped;
  const raw = unwrapped.value;
  const parsed = cardSchema.safeParse(raw);
  if (!parsed.success) return { ok: false, problem: `${unwrapped.path}${schemaProblem(parsed.error, raw)}` };

  const object = raw as JsonObject;
  if (!namedCard && !has(object, [...A2A_FIELDS, ...COMMON_FIELDS])) {
    return {
      ok: false,
      problem: 'not an A2A card: no skills, capabilities, url, supportedInterfaces or protocolVersion',
    };
  }
  const { name, display_name, displayName, description, skills, registryTags, meta } = parsed.data;
  const card: Card = {
    id,
    name: name || display_name || displayName,
    description,
    skills: skills.map((one) => [one.name, one.description].filter(Boolean).join(': ')).filter(Boolean),
    tags: [...new Set([...skills.flatMap((one) => one.tags), ...registryTags, ...(meta?.tags ?? [])])],
    examples: [...new Set(skills.flatMap((one) => one.examples))],
    tools: [],
  };
  if (card.name === '' && card.description === '' && card.skills.length === 0) {
    return { ok: false, problem: `${unwrapped.path}name: expected a name, a description or a skill, received nothing` };
  }
  return { ok: true, card, version: versionOf(object) };
}

const WRAPPED = 'a2aAgentDefinition.jsonAgentCard';

/** The card itself: what a wrapper carries, or the value as it is. `path` goes in front of problems. */
function unwrap(
  value: unknown,
):
  | { readonly ok: true; readonly value: unknown; readonly path: string }
  | { readonly ok: false; readonly problem: string } {
  const { a2aAgentDefinition } = asObject(value) ?? {};
  const definition = asObject(a2aAgentDefinition);
  if (definition === undefined) return { ok: true, value, path: '' };
  const { jsonAgentCard: carried } = definition;
  if (typeof carried !== 'string') {
    return { ok: false, problem: `${WRAPPED}: expected a card as a JSON string` };
  }
  const parsed = parseJson(carried);
  if (!parsed.ok) return { ok: false, problem: `${WRAPPED}: ${parsed.problem}` };
  return { ok: true, value: parsed.value, path: `${WRAPPED}: ` };
}

/** The protocol version a card states, in its root (0.x) or in its first interface (1.0); else `not stated`. */
function versionOf(card: JsonObject): string {
  const { protocolVersion, protocol_version, supportedInterfaces } = card;
  const first = Array.isArray(supportedInterfaces) ? asObject(supportedInterfaces[0]) : undefined;
  const { protocolVersion: ofInterface } = first ?? {};
  for (const stated of [protocolVersion, ofInterface, protocol_version]) {
    if (typeof stated === 'string' && stated !== '') return stated;
  }
  return Array.isArray(supportedInterfaces) ? '1.0' : 'not stated';
}
