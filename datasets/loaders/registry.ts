import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { invisibleInCard } from '../invisible.ts';
import { looksLikeA2a, namesAgentCard } from './a2a.ts';
import { A2A_LIST_KEYS, a2aFile, a2aFolder, type ForeignCards, type Skipped } from './a2a-files.ts';
import { pathError, shownPath } from './bytes.ts';
import { cardsOf, loadCanonicalCards } from './canonical.ts';
import { foreignFormat } from './foreign.ts';
import { Problems, plural } from './problems.ts';
import { openRecords } from './records.ts';

export { loadCanonicalQueries as loadQueries } from './canonical.ts';
export { loadQrels } from './qrels.ts';

/** A registry read from outside. */
export interface LoadedRegistry {
  /** The base name of the path. */
  readonly name: string;
  /** At least one; ids are unique. */
  readonly cards: readonly Card[];
  /** What the path was taken for, in words: `canonical JSON Lines`, `A2A folder`, ... */
  readonly format: string;
  /** What was left out, and why. Always empty for canonical files, where anything wrong is an error. */
  readonly skipped: readonly Skipped[];
  /** What somebody should know, one line each. */
  readonly notices: readonly string[];
  /** How many cards hold invisible characters in their texts, and how many such characters there are. */
  readonly invisible: { readonly cards: number; readonly characters: number };
}

const READ = 'canonical cards (JSON, JSON Lines) and A2A agent cards are';

/**
 * Reads a registry: a file of canonical cards, a folder that holds `cards.jsonl`, an A2A card, a list of them or a folder
 * of them. Which it is shows in the first card.
 *
 * @param options.strict a card that is left out is an error; default false.
 * @throws {InputError} where there is nothing, nothing readable, no card, or (canonical) anything wrong.
 */
export async function loadRegistry(path: string, options: { readonly strict?: boolean } = {}): Promise<LoadedRegistry> {
  const { strict = false } = options;
  const loaded = (await isFolder(path)) ? await loadFolder(path, strict) : await loadFile(path, strict);
  const bare = loaded.cards.filter(hasNoText).length;
  const hidden = loaded.cards.map(invisibleInCard).filter((count) => count > 0);
  return {
    name: basename(resolve(path)) || path,
    ...loaded,
    notices: bare === 0 ? loaded.notices : [...loaded.notices, `${plural(bare, 'card')} without any text`],
    invisible: { cards: hidden.length, characters: hidden.reduce((sum, count) => sum + count, 0) },
  };
}

function hasNoText(card: Card): boolean {
  const { name, description, skills, tags, examples, tools } = card;
  return name === '' && description === '' && [skills, tags, examples, tools].every((list) => !list.some(Boolean));
}

interface Loaded extends ForeignCards {
  readonly format: string;
}

async function isFolder(path: string): Promise<boolean> {
  let stats: Awaited<ReturnType<typeof stat>>;
  try {
    stats = await stat(path);
  } catch (error) {
    throw pathError(path, error);
  }
  // A registry is looked at before it is read, which a pipe does not allow.
  if (!stats.isDirectory() && !stats.isFile())
    throw new InputError(`${shownPath(path)}: is neither a file nor a folder`);
  return stats.isDirectory();
}

async function holdsFile(folder: string, name: string): Promise<boolean> {
  return stat(join(folder, name)).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function loadFolder(path: string, strict: boolean): Promise<Loaded> {
  if (await holdsFile(path, 'cards.jsonl')) {
    const cards = await loadCanonicalCards(join(path, 'cards.jsonl'));
    return { cards, format: 'canonical folder (cards.jsonl)', skipped: [], notices: [] };
  }
  if (await holdsFile(path, 'corpus.jsonl')) throw notReadYet(path, 'a BEIR collection');
  return { format: 'A2A folder', ...(await a2aFolder(path, { strict })) };
}

async function loadFile(path: string, strict: boolean): Promise<Loaded> {
  const problems = new Problems();
  const opened = await openRecords(path, problems, { listKeys: A2A_LIST_KEYS });
  if (opened.first !== undefined) {
    const { value } = opened.first;
    if (looksLikeA2a(value, namesAgentCard(path))) {
      const loaded = await a2aFile(path, basename(path), opened, problems, { strict });
      return { format: opened.several ? 'A2A file (a list)' : 'A2A file', ...loaded };
    }
    const foreign = foreignFormat(value);
    if (foreign !== undefined) throw notReadYet(path, foreign);
  }
  const cards = await cardsOf(opened.records, path, problems);
  return { cards, format: opened.lines ? 'canonical JSON Lines' : 'canonical JSON', skipped: [], notices: [] };
}

function notReadYet(path: string, format: string): InputError {
  const file = shownPath(path);
  if (format === 'queries') return new InputError(`${file}: holds queries, cards are expected`);
  return new InputError(`${file}: holds ${format}, which is not read yet; ${READ}`);
}
