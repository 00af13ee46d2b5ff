import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { InputError } from '../../datasets/input-error.ts';
import { cardLine } from '../../datasets/loaders/canonical-write.ts';
import { plural } from '../../datasets/loaders/problems.ts';
import type { Found, Origin } from '../../datasets/sources/live.ts';
import { visible } from '../../datasets/visible.ts';
import { readImportConfig } from '../config/import.ts';
import type { RawOptions } from '../config/options.ts';
import { makePause } from '../pause.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { VERSION } from '../version.ts';
import { Handover } from './handover.ts';
import { gather } from './import-sources.ts';

/** Cards that are written at a time. */
const CARDS_AT_A_TIME = 1000;

/**
 * Writes the cards of files, MCP servers and A2A agents as canonical JSONL: `cards.jsonl`, with `sources.jsonl` (where each
 * card came from, in the same order) and `import.json` (what was read, and the hashes of both). All of it or nothing: a
 * source that cannot be read to its end leaves no file.
 *
 * @returns the exit code: 0, or 130 where it was interrupted.
 */
export async function importCards(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readImportConfig(raw);
  const started = new Date();
  const folder = await RunFolder.claim(config.out, screen.err);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const notices: string[] = [];
  const sources: Origin[] = [];
  let cards = 0;
  try {
    const found = await gather(config, { signal, onProgress: progress.report, notices, sources });
    const written = await writeCards(folder, found, { signal, onProgress: progress.report });
    cards = written.cards;
    const about = { shortlist: VERSION, started, ended: new Date(), cards, sources, sha256: written.sha256 };
    await folder.write('import.json', [`${JSON.stringify(about, null, 2)}\n`]);
  } catch (error) {
    // Half a registry would look like a whole one.
    for (const name of folder.names) await rm(join(folder.path, name), { force: true });
    await folder.abandon();
    if (!signal.aborted) throw error;
    progress.stop();
    screen.err('interrupted; nothing was written\n');
    return 130;
  } finally {
    progress.stop();
  }
  const path = await folder.finish();
  if (!config.quiet) {
    screen.err(notices.map((notice) => `${notice}\n`).join(''));
    screen.out(`${plural(cards, 'card')} in ${visible(path, 200)}: ${folder.names.join(', ')}\n`);
  }
  return 0;
}

interface Surroundings {
  readonly signal: AbortSignal;
  readonly onProgress: (stage: string, done: number, total: number) => void;
}

/** Writes `cards.jsonl` and `sources.jsonl` side by side, in one pass over the cards. */
async function writeCards(
  folder: RunFolder,
  found: AsyncIterable<Found>,
  { onProgress, signal }: Surroundings,
): Promise<{ readonly cards: number; readonly sha256: Readonly<Record<string, string>> }> {
  const pause = makePause(signal);
  const rows = new Handover();
  const origins = folder.write('sources.jsonl', rows.pieces());
  // Where the second file fails, nobody takes its rows any more.
  const failed = new Promise<never>((_, reject) => {
    origins.catch(reject);
  });
  failed.catch(() => undefined);
  let cards = 0;

  async function* lines(): AsyncGenerator<string> {
    let batch: Found[] = [];
    const flush = async () => {
      const sources = batch.map(({ card, origin }) => `${JSON.stringify({ id: card.id, ...origin })}\n`).join('');
      const text = batch.map(({ card }) => `${cardLine(card)}\n`).join('');
      batch = [];
      await Promise.race([rows.put(sources), failed]);
      return text;
    };
    for await (const each of found) {
      batch.push(each);
      cards++;
      await pause();
      if (batch.length < CARDS_AT_A_TIME) continue;
      onProgress('writing cards', cards, 0);
      yield await flush();
    }
    if (cards === 0) throw new InputError('expected a card, received none: no source has any');
    if (batch.length > 0) yield await flush();
  }

  try {
    const cardsHash = await folder.write('cards.jsonl', lines());
    rows.end();
    return { cards, sha256: { 'cards.jsonl': cardsHash, 'sources.jsonl': await origins } };
  } catch (error) {
    rows.end(error);
    await origins.catch(() => undefined);
    throw error;
  }
}
