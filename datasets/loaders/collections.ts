import { z } from 'zod';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { place, shownPath } from './bytes.ts';
import { canonicalCard } from './canonical.ts';
import { id, text } from './fields.ts';
import { Problems, schemaProblem } from './problems.ts';
import { openRecords, type RecordOptions } from './records.ts';
import { SeenIds } from './seen-ids.ts';
import { readTsv } from './tsv.ts';
import { UnknownFields } from './unknown-fields.ts';

/** A card and the line it stands on. */
interface CardRow {
  readonly line: number;
  readonly card: Card;
}

/** How to read a collection. */
export interface CollectionOptions extends Partial<RecordOptions> {
  /** Called after the last card with what somebody should know, a line at a time. */
  readonly onNotice?: (notice: string) => void;
}

/** Reads the rows of a collection, one at a time, from the start each time it is called. */
type Reader = (path: string, problems: Problems, options: CollectionOptions) => AsyncIterable<CardRow>;

const passage = z.object({ _id: id, title: text, text });
/** Cards of passages have no lists; millions of them share the one that is empty. */
const NONE: readonly string[] = Object.freeze([]);

function passageCard(cardId: string, name: string, description: string): Card {
  return { id: cardId, name, description, skills: NONE, tags: NONE, examples: NONE, tools: NONE };
}

/** @param known the fields that have a meaning, where any other is to be told of. */
function readerOf<T>(
  listKeys: readonly string[],
  schema: z.ZodType<T>,
  toCard: (record: T) => Card,
  known?: readonly string[],
): Reader {
  return async function* (path, problems, options) {
    const { records } = await openRecords(path, problems, { listKeys, ...options });
    const unknown = known && new UnknownFields('card', known);
    for await (const { line, value } of records) {
      const parsed = schema.safeParse(value);
      unknown?.add(value, line);
      if (parsed.success) yield { line, card: toCard(parsed.data) };
      else problems.add(place(path, line), schemaProblem(parsed.error, value));
    }
    const notice = unknown?.notice(path);
    if (notice !== undefined) options.onNotice?.(notice);
  };
}

const canonical = readerOf(['cards', 'agents'], canonicalCard, (card) => card, Object.keys(canonicalCard.shape));
const beir = readerOf([], passage, (one) => passageCard(one._id, one.title, one.text));
const msmarco: Reader = async function* (path, problems) {
  for await (const row of readTsv(path, problems)) yield { line: row.line, card: passageCard(row.id, '', row.text) };
};

const READERS = { canonical, beir, msmarco } as const satisfies Record<string, Reader>;

/** A format that is read a card at a time. */
export type CollectionFormat = keyof typeof READERS;

/**
 * The cards of a collection as they are read: of canonical cards (JSON Lines, a JSON array, or one under `cards` or `agents`), of
 * BEIR's `corpus.jsonl` (title as name, text as description), or of MS MARCO's `collection.tsv` (text as description).
 * Memory holds a card, a chunk and what `SeenIds` keeps of the ids.
 *
 * @throws {InputError} at the end, naming file and line(s), for anything that is no card, for an id that comes twice and
 * for a file without a card; at once where ten of them came together or the file cannot be read. By then good cards have
 * been handed out.
 */
export async function* cardsOfCollection(
  path: string,
  format: CollectionFormat,
  options: CollectionOptions = {},
): AsyncGenerator<Card> {
  const reader: Reader = READERS[format];
  const problems = new Problems();
  const seen = new SeenIds();
  let read = 0;
  let none = true;
  for await (const { line, card } of reader(path, problems, options)) {
    const first = seen.has(card.id) ? await firstLine(reader, path, card.id, read) : undefined;
    read++;
    if (first !== undefined) {
      problems.add(place(path, line), `the card id "${visible(card.id)}" is already on line ${first}`);
      continue;
    }
    seen.add(card.id);
    none = false;
    yield card;
  }
  problems.throwIfAny();
  if (none) throw new InputError(`${shownPath(path)}: holds no card`);
}

/**
 * The line of the card with an id among the first `count` that are read; undefined where it is not among them. The file is
 * read again, which only a mistake in it costs.
 */
async function firstLine(reader: Reader, path: string, cardId: string, count: number): Promise<number | undefined> {
  let read = 0;
  for await (const { line, card } of reader(path, new Problems(), {})) {
    if (read++ === count) return undefined;
    if (card.id === cardId) return line;
  }
  return undefined;
}
