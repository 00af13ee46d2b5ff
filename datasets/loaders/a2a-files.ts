import { join } from 'node:path';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { type A2aResult, a2aCard, looksCanonical, looksLikeA2a, namesAgentCard } from './a2a.ts';
import { shownPath } from './bytes.ts';
import { listFolder } from './folder.ts';
import { foreignFormat } from './foreign.ts';
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

/** Keys under which a file may list its cards. */
export const A2A_LIST_KEYS = ['cards', 'agents'];

/** Gathers cards over files, and counts the versions they state. */
class Gathering {
  readonly cards: Card[] = [];
  readonly skipped: Skipped[] = [];
  readonly #versions = new Map<string, number>();

  /**
   * Adds the cards of a file. In a list each card has a number (`id#0`) and a place (`file:line`).
   *
   * @throws {InputError} where the file is not JSON or empty; then nothing of it was added.
   */
  async add(path: string, opened: OpenedRecords, problems: Problems): Promise<void> {
    const { several } = opened;
    const results: { readonly line: number; readonly result: A2aResult }[] = [];
    for await (const { line, value } of opened.records) {
      const id = several ? `${path}#${results.length}` : path;
      results.push({ line, result: asCard(value, id, !several && namesAgentCard(path)) });
    }
    problems.throwIfAny();
    for (const { line, result } of results) {
      if (result.ok) this.#keep(result.card, visible(result.version, 20));
      else this.skipped.push({ path: `${shownPath(path)}${several ? `:${line}` : ''}`, reason: result.problem });
    }
  }

  #keep(card: Card, version: string): void {
    this.cards.push(card);
    this.#versions.set(version, (this.#versions.get(version) ?? 0) + 1);
  }

  /** One line with the versions, the most frequent first. */
  versions(): string {
    const sorted = [...this.#versions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const shown = sorted.slice(0, 12).map(([version, count]) => `${version} (${count})`);
    const rest = sorted.length > 12 ? `, and ${sorted.length - 12} others` : '';
    return `A2A protocol versions: ${shown.join(', ')}${rest}`;
  }

  /** @throws {InputError} if nothing was loaded, or something was left out and must not be. */
  check(root: string, strict: boolean): void {
    const { skipped } = this;
    if (skipped.length === 0 && this.cards.length > 0) return;
    const first = skipped[0];
    const told = first === undefined ? '' : `, the first ${first.path}: ${first.reason}`;
    const all = skipped.map(({ path, reason }) => `${path}: ${reason}`);
    if (this.cards.length === 0) {
      const left = first === undefined ? '' : ` (${skipped.length} left out${told})`;
      throw new InputError(`${shownPath(root)}: holds no A2A card${left}`, all.length > 0 ? all : undefined);
    }
    if (strict) throw new InputError(`${shownPath(root)}: ${skipped.length} of its cards left out${told}`, all);
  }
}

function asCard(value: unknown, id: string, namedCard: boolean): A2aResult {
  if (!looksLikeA2a(value, namedCard)) {
    const foreign = foreignFormat(value);
    if (foreign !== undefined) return { ok: false, problem: `holds ${foreign}, not an A2A card` };
    if (looksCanonical(value)) {
      return { ok: false, problem: 'holds a canonical card; a folder of those keeps them in cards.jsonl' };
    }
  }
  return a2aCard(value, id, namedCard);
}

/**
 * The A2A cards of one file that was opened already. Its cards go by `name`.
 *
 * @throws {InputError} where the file is not JSON or holds no card; with `strict`, where any card is left out.
 */
export async function a2aFile(
  path: string,
  name: string,
  opened: OpenedRecords,
  problems: Problems,
  options: { readonly strict: boolean },
): Promise<ForeignCards> {
  const gathering = new Gathering();
  await gathering.add(name, opened, problems);
  gathering.check(path, options.strict);
  return { cards: gathering.cards, skipped: gathering.skipped, notices: [gathering.versions()] };
}

/**
 * The A2A cards of a folder and of the folders in it. A card's id is its path below the folder, with forward slashes;
 * in a file that lists several, `path#0`, `path#1`, ... Cards come in the code point order of their paths.
 *
 * @throws {InputError} if the folder holds no card; with `strict`, if anything in it is left out.
 */
export async function a2aFolder(root: string, options: { readonly strict: boolean }): Promise<ForeignCards> {
  const listing = await listFolder(root);
  const gathering = new Gathering();
  gathering.skipped.push(...listing.unreadable.map(({ path, reason }) => ({ path: shownPath(path), reason })));
  for (const path of listing.json) await gatherFile(gathering, root, path);
  gathering.check(root, options.strict);

  const notices = [gathering.versions()];
  if (listing.others > 0) notices.push(`${plural(listing.others, 'file')} not JSON by name, not read`);
  if (listing.links > 0) notices.push(`${plural(listing.links, 'symbolic link')} not followed`);
  return { cards: gathering.cards, skipped: gathering.skipped, notices };
}

async function gatherFile(gathering: Gathering, root: string, path: string): Promise<void> {
  const whole = join(root, path);
  try {
    const problems = new Problems();
    const opened = await openRecords(whole, problems, { listKeys: A2A_LIST_KEYS });
    if (opened.first === undefined && problems.count === 0) problems.add(shownPath(whole), 'holds no card');
    await gathering.add(path, opened, problems);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    gathering.skipped.push({ path: shownPath(path), reason: reasonIn(error, whole) });
  }
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
