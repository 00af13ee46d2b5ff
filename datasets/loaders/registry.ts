import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { invisibleInCard } from '../invisible.ts';
import { pathError, shownPath } from './bytes.ts';
import type { Skipped } from './gather.ts';
import { plural } from './problems.ts';
import { type OpenedRegistry, openRegistryFile, openRegistryFolder, type RegistryOptions } from './registry-open.ts';

export { loadQrels } from './qrels.ts';
export { loadQueries } from './queries.ts';
export type { RegistryOptions } from './registry-open.ts';

/** What is known of a registry once it was read to its end. */
export interface RegistryDetails {
  /** The base name of the path. */
  readonly name: string;
  /** What the path was taken for, in words: `canonical JSON Lines`, `A2A folder`, ... */
  readonly format: string;
  /** What was left out, and why. Always empty for collections, where anything wrong is an error. */
  readonly skipped: readonly Skipped[];
  /** What somebody should know, one line each. */
  readonly notices: readonly string[];
  /** How many cards hold invisible characters in their texts, and how many such characters there are. */
  readonly invisible: { readonly cards: number; readonly characters: number };
}

/** A registry read from outside. */
export interface LoadedRegistry extends RegistryDetails {
  /** At least one; ids are unique. */
  readonly cards: readonly Card[];
}

/**
 * Reads a registry into memory, in any of the formats of `FORMAT_NAMES`: a file, packed with gzip or not, or a folder.
 *
 * @throws {InputError} where there is nothing, nothing readable, no card, or (collections) anything wrong.
 */
export async function loadRegistry(path: string, options: RegistryOptions = {}): Promise<LoadedRegistry> {
  let details: RegistryDetails | undefined;
  const cards: Card[] = [];
  const onEnd = (found: RegistryDetails) => {
    details = found;
  };
  for await (const card of cardStream(path, { ...options, onEnd })) cards.push(card);
  return { ...details!, cards };
}

/** How to stream a registry. */
export interface StreamOptions extends RegistryOptions {
  /** Called with the format in words, before the first card. */
  readonly onFormat?: (format: string) => void;
  /** Called after the last card. */
  readonly onEnd?: (details: RegistryDetails) => void;
}

/**
 * Reads a registry a card at a time, for collections that are larger than memory: canonical cards, BEIR and MS MARCO, packed
 * with gzip or not, are never held (what is held of their ids is a few bytes each, nothing where they count upwards). The
 * cards of other formats are gathered first.
 *
 * @throws {InputError} as `loadRegistry` does; where a collection holds something wrong, after its good cards.
 */
export async function* cardStream(path: string, options: StreamOptions = {}): AsyncGenerator<Card> {
  const opened = await openRegistry(path, options);
  options.onFormat?.(opened.format);
  let bare = 0;
  let hiding = 0;
  let characters = 0;
  for await (const card of opened.cards) {
    const hidden = invisibleInCard(card);
    if (hidden > 0) hiding++;
    characters += hidden;
    if (hasNoText(card)) bare++;
    yield card;
  }
  const { format, skipped, notices } = opened;
  options.onEnd?.({
    name: basename(resolve(path)) || path,
    format,
    skipped,
    notices: bare === 0 ? notices : [...notices, `${plural(bare, 'card')} without any text`],
    invisible: { cards: hiding, characters },
  });
}

async function openRegistry(path: string, options: RegistryOptions): Promise<OpenedRegistry> {
  let stats: Awaited<ReturnType<typeof stat>>;
  try {
    stats = await stat(path);
  } catch (error) {
    throw pathError(path, error);
  }
  if (stats.isDirectory()) return openRegistryFolder(path, options);
  // A registry is looked at before it is read, which a pipe does not allow.
  if (!stats.isFile()) throw new InputError(`${shownPath(path)}: is neither a file nor a folder`);
  return openRegistryFile(path, options);
}

function hasNoText(card: Card): boolean {
  const { name, description, skills, tags, examples, tools } = card;
  return name === '' && description === '' && [skills, tags, examples, tools].every((list) => !list.some(Boolean));
}
