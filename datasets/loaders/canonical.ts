import { z } from 'zod';
import type { Card } from '../card.ts';
import type { Query } from '../dataset.ts';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { place, shownPath } from './bytes.ts';
import { Problems, schemaProblem } from './problems.ts';
import { type JsonRecord, openRecords, type RecordOptions } from './records.ts';

/** A half of a character (a lone surrogate) has no UTF-8, so two such ids would be one in every file we write. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const HALVED = 'holds half a character (a lone surrogate), which no UTF-8 file can carry';

const wellFormed = z.string().refine((text) => !LONE_SURROGATE.test(text), HALVED);
const id = wellFormed.min(1, 'is empty');
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);

const cardSchema = z.object({
  id,
  name: text,
  description: text,
  skills: texts,
  tags: texts,
  examples: texts,
  tools: texts,
});

const querySchema = z
  .object({
    id,
    text: z.string(),
    relevant: z.array(z.string()).nullish(),
    kind: wellFormed.nullish(),
  })
  .transform(
    (query): Query => ({
      id: query.id,
      text: query.text,
      relevant: query.relevant ? new Map(query.relevant.map((card) => [card, 1])) : undefined,
      kind: query.kind ?? undefined,
    }),
  );

/**
 * Reads a file of canonical cards: JSON Lines, a JSON array, or `{"cards": [...]}`. Texts are taken as they are.
 *
 * @throws {InputError} naming file and line(s) for anything that is not a canonical card, for an id that comes twice, and
 * for a file without a card.
 */
export async function loadCanonicalCards(path: string, options: Partial<RecordOptions> = {}): Promise<Card[]> {
  const problems = new Problems();
  const { records } = await openRecords(path, problems, { listKeys: ['cards'], ...options });
  return cardsOf(records, path, problems);
}

/**
 * Reads a file of canonical queries: JSON Lines, a JSON array, or `{"queries": [...]}`.
 * A missing or null `relevant` means not judged; an empty one, that nothing is right.
 *
 * @throws {InputError} as `loadCanonicalCards` does.
 */
export async function loadCanonicalQueries(path: string, options: Partial<RecordOptions> = {}): Promise<Query[]> {
  const problems = new Problems();
  const { records } = await openRecords(path, problems, { listKeys: ['queries'], ...options });
  return collect(records, path, problems, querySchema, 'query');
}

/** The cards of records that are canonical cards already parsed. Throws as `loadCanonicalCards` does. */
export function cardsOf(records: AsyncIterable<JsonRecord>, path: string, problems: Problems): Promise<Card[]> {
  return collect(records, path, problems, cardSchema, 'card');
}

async function collect<T extends { readonly id: string }>(
  records: AsyncIterable<JsonRecord>,
  path: string,
  problems: Problems,
  schema: z.ZodType<T>,
  noun: string,
): Promise<T[]> {
  const found: T[] = [];
  const lineOf = new Map<string, number>();
  for await (const { line, value } of records) {
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      problems.add(place(path, line), schemaProblem(parsed.error, value));
      continue;
    }
    const first = lineOf.get(parsed.data.id);
    if (first !== undefined) {
      problems.add(place(path, line), `the ${noun} id "${visible(parsed.data.id)}" is already on line ${first}`);
      continue;
    }
    lineOf.set(parsed.data.id, line);
    found.push(parsed.data);
  }
  problems.throwIfAny();
  if (found.length === 0) throw new InputError(`${shownPath(path)}: holds no ${noun}`);
  return found;
}
