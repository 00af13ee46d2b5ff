import { join } from 'node:path';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { shownPath } from './bytes.ts';
import { listFolder } from './folder.ts';
import { detectFormat } from './formats.ts';
import { Problems, plural } from './problems.ts';
import { type OpenedRecords, openRecords } from './records.ts';

/** A file, or a card in a file of several (`file.json:17`), that was left out, and why. Both are safe to print. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

/** Cards of a foreign format, with what was left out. */
export interface ForeignCards {
  readonly cards: readonly Card[];
  readonly skipped: readonly Skipped[];
  /** What somebody should know, one line each. */
  readonly notices: readonly string[];
}

const SERVERS = 'servers';
/** Keys under which a file may list its records. */
const LIST_KEYS = ['cards', 'agents', SERVERS];

/** A file that was opened, and the name its cards go by: its path below the folder, or its base name. */
export interface NamedRecords {
  readonly name: string;
  readonly inFolder: boolean;
  readonly opened: OpenedRecords;
  readonly problems: Problems;
  /** What stands around the list of records, once they have been read. */
  readonly frame: () => unknown;
}

/** What became of a file's records. */
export interface Gathered {
  /** How many of them gave something. */
  readonly kept: number;
  readonly skipped: readonly Skipped[];
}

/** Gathers the cards of a foreign format over files. */
export interface Gatherer {
  /** What a card is made from, as in `holds no A2A card`. */
  readonly noun: string;
  /**
   * Adds what a file holds.
   *
   * @throws {InputError} where the file cannot be read; then nothing of it was added.
   */
  add(file: NamedRecords): Promise<Gathered>;
  /**
   * The cards of all files, and what to say about them.
   *
   * @throws {InputError} where they cannot stand in one registry.
   */
  finish(): { readonly cards: readonly Card[]; readonly notices: readonly string[] };
}

/**
 * Opens a file that may hold records of any format, and keeps what stands around them. `servers` may carry the records or
 * be a field of one: that shows in what it lists.
 */
export async function openFile(path: string, name: string, inFolder: boolean): Promise<NamedRecords> {
  const file = await openWith(LIST_KEYS, path, name, inFolder);
  if (file.opened.listKey !== SERVERS) return file;
  const found = detectFormat(file.opened.first?.value, false);
  if (found !== undefined && found !== 'a2a' && found !== 'canonical') return file;
  await file.opened.close();
  const others = LIST_KEYS.filter((key) => key !== SERVERS);
  return openWith(others, path, name, inFolder);
}

async function openWith(
  listKeys: readonly string[],
  path: string,
  name: string,
  inFolder: boolean,
): Promise<NamedRecords> {
  const problems = new Problems();
  let frame: unknown;
  const onFrame = (found: unknown) => {
    frame = found;
  };
  const opened = await openRecords(path, problems, { listKeys, onFrame });
  return { name, inFolder, opened, problems, frame: () => frame };
}

/**
 * The cards of one file that was opened already.
 *
 * @throws {InputError} where the file is not JSON or holds no card; with `strict`, where any card is left out.
 */
export async function gatherFile(
  path: string,
  file: NamedRecords,
  gatherer: Gatherer,
  options: { readonly strict: boolean },
): Promise<ForeignCards> {
  const { skipped } = await gatherer.add(file);
  return checked(path, gatherer, skipped, options.strict);
}

/**
 * The cards of a folder and of the folders in it. Files come in the code point order of their paths.
 *
 * @throws {InputError} if the folder holds no card; with `strict`, if anything in it is left out.
 */
export async function gatherFolder(
  root: string,
  gatherer: Gatherer,
  options: { readonly strict: boolean },
): Promise<ForeignCards> {
  const listing = await listFolder(root);
  const skipped: Skipped[] = listing.unreadable.map(({ path, reason }) => ({ path: shownPath(path), reason }));
  for (const path of listing.json) {
    const whole = join(root, path);
    try {
      const file = await openFile(whole, path, true);
      if (file.opened.first === undefined && file.problems.count === 0) {
        file.problems.add(shownPath(whole), 'holds no card');
      }
      skipped.push(...leftOut(path, await gatherer.add(file)));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      skipped.push({ path: shownPath(path), reason: reasonIn(error, whole) });
    }
  }
  const found = checked(root, gatherer, skipped, options.strict);
  const notices = [...found.notices];
  if (listing.others > 0) notices.push(`${plural(listing.others, 'file')} not JSON by name, not read`);
  if (listing.links > 0) notices.push(`${plural(listing.links, 'symbolic link')} not followed`);
  return { ...found, notices };
}

/** What was left out of a file: a file of which nothing is of use is one thing, however many records it holds. */
function leftOut(path: string, { kept, skipped }: Gathered): readonly Skipped[] {
  const first = skipped[0];
  if (kept > 0 || first === undefined || skipped.length === 1) return skipped;
  return [
    { path: shownPath(path), reason: `none of its ${skipped.length} records is of use, the first: ${first.reason}` },
  ];
}

/** What was gathered, if it is enough. */
function checked(root: string, gatherer: Gatherer, skipped: readonly Skipped[], strict: boolean): ForeignCards {
  const { cards, notices } = gatherer.finish();
  const first = skipped[0];
  const told = first === undefined ? '' : `, the first ${first.path}: ${first.reason}`;
  const all = skipped.map(({ path, reason }) => `${path}: ${reason}`);
  if (cards.length === 0) {
    const left = first === undefined ? '' : ` (${skipped.length} left out${told})`;
    throw new InputError(`${shownPath(root)}: holds no ${gatherer.noun}${left}`, all.length > 0 ? all : undefined);
  }
  if (strict && first !== undefined) {
    throw new InputError(`${shownPath(root)}: ${skipped.length} of its cards left out${told}`, all);
  }
  return { cards, skipped, notices };
}

/** The message of an error about a file without the file's name, which stands beside it already. */
function reasonIn(error: InputError, path: string): string {
  const shown = shownPath(path);
  if (!error.message.startsWith(`${shown}:`)) return error.message;
  return error.message
    .slice(shown.length + 1)
    .replace(/^(\d+): /, 'line $1: ')
    .trimStart();
}
