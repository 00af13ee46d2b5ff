import { asObject } from './a2a.ts';
import { splitIdentifier } from './identifier.ts';

/** Parts of one parameter that are looked at for its description. Without a bound, many parameters could share many parts. */
const MOST_PARTS = 50;

type Schema = Readonly<Record<string, unknown>>;

/**
 * The parameters that a JSON schema describes, each as `name description`, the name split as identifiers are, in the order
 * of the schema. Parameters inside parameters are left out. `$ref` within the schema, `allOf`, `anyOf` and `oneOf` are
 * followed; each part of the schema is looked at once, so that circles end.
 */
export function parametersOf(schema: unknown): string[] {
  const found = new Map<string, string>();
  for (const part of partsOf(schema, schema)) {
    for (const [name, parameter] of Object.entries(asObject(part.properties) ?? {})) {
      if (!found.has(name)) found.set(name, describe(name, parameter, schema));
    }
  }
  return [...found.values()].filter((text) => text !== '');
}

function describe(name: string, parameter: unknown, root: unknown): string {
  let description = '';
  let looked = 0;
  for (const part of partsOf(parameter, root)) {
    if (typeof part.description === 'string') description = part.description;
    if (description !== '' || ++looked === MOST_PARTS) break;
  }
  return `${splitIdentifier(name)} ${description}`.trim();
}

/** A schema and what it stands for or is put together from, breadth first, each part once. */
function* partsOf(schema: unknown, root: unknown): Generator<Schema> {
  const queue: unknown[] = [schema];
  const seen = new Set<Schema>();
  for (const next of queue) {
    const part = asObject(next);
    if (part === undefined || seen.has(part)) continue;
    seen.add(part);
    yield part;
    const { $ref: reference, allOf, anyOf, oneOf } = part;
    if (typeof reference === 'string') queue.push(target(reference, root));
    for (const list of [allOf, anyOf, oneOf]) {
      if (!Array.isArray(list)) continue;
      for (const each of list) queue.push(each);
    }
  }
}

/** What a reference such as `#/$defs/Address` points to; undefined for one that leads nowhere or out of the schema. */
function target(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let here: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Schema)[key];
  }
  return here;
}
