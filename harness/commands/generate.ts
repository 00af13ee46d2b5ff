import { performance } from 'node:perf_hooks';
import { counted, countedQueries } from '../../datasets/counted.ts';
import { cardLine, queryLine } from '../../datasets/loaders/canonical-write.ts';
import { syntheticCards, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { readGenerateConfig } from '../config/generate.ts';
import type { RawOptions } from '../config/options.ts';
import { makePause } from '../pause.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';

/** Lines that are written at a time. */
const LINES_AT_A_TIME = 1000;

/**
 * Writes a synthetic registry and its queries as canonical JSONL, `cards.jsonl` and `queries.jsonl`. Streamed: memory
 * does not grow with the number of cards.
 *
 * @returns the exit code: 0, or 130 where it was interrupted.
 */
export async function generate(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readGenerateConfig(raw);
  const { cards, out, queries, quiet, seed } = config;
  const folder = await RunFolder.claim(out, screen.err);
  const progress = new Progress(screen.progress && !quiet, () => performance.now());
  const pause = makePause(signal);

  async function* cardLines(): AsyncGenerator<string> {
    let lines: string[] = [];
    let done = 0;
    for (const card of syntheticCards(seed, cards)) {
      lines.push(`${cardLine(card)}\n`);
      done++;
      if (lines.length < LINES_AT_A_TIME) continue;
      progress.report('generating cards', done, cards);
      await pause();
      yield lines.join('');
      lines = [];
    }
    yield lines.join('');
  }

  try {
    await folder.write('cards.jsonl', cardLines());
    const lines = syntheticQueries(seed, cards, queries).map((query) => `${queryLine(query)}\n`);
    await folder.write('queries.jsonl', [lines.join('')]);
  } catch (error) {
    if (!signal.aborted) {
      await folder.abandon();
      throw error;
    }
    progress.stop();
    screen.err(`interrupted; what was finished is in ${visible(await folder.interrupt(), 200)}\n`);
    return 130;
  } finally {
    progress.stop();
  }
  const path = await folder.finish();
  if (!quiet)
    screen.out(
      `${counted(cards, 'card')} and ${countedQueries(queries)} of seed ${seed} in ${visible(path, 200)}: ${folder.names.join(', ')}\n`,
    );
  return 0;
}
