import { counted } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { type RawOptions, UsageError } from '../config/options.ts';
import { readReplayConfig } from '../config/replay.ts';
import { replay as replayCase } from '../divergence.ts';
import type { Console } from '../screen/console.ts';
import { parseDivergenceFile } from './divergence-file.ts';
import { readTextFile } from './inputs.ts';
import { KNOWN, loadRetrievers } from './names.ts';

/**
 * Runs a case of `divergence.json` again.
 *
 * @returns the exit code: 1 where the two still part, 0 where they agree by now.
 */
export async function replay(raw: RawOptions, screen: Console): Promise<number> {
  const { path } = readReplayConfig(raw);
  const file = parseDivergenceFile(await readTextFile(path), path);
  for (const name of [file.retriever, file.oracle]) {
    const problem = KNOWN.retrievers.problem(name);
    if (problem !== undefined) throw new UsageError(`--case ${visible(path)}: retriever ${visible(name)}: ${problem}`);
  }
  const { retrievers } = await loadRetrievers([file.retriever, file.oracle]);
  const [retriever, oracle] = retrievers;
  if (retriever === undefined || oracle === undefined) throw new Error('a retriever did not load');
  const { cards, k, query, table } = file;
  const divergence = await replayCase({ retriever, oracle, options: { stopwords: table }, k, query, cards });
  const what = `${retriever.name} and ${oracle.name} on ${counted(cards.length, 'card')}, query "${visible(query)}"`;
  screen.out(
    divergence === undefined ? `equal: ${what}\n` : `different: ${what}\n  ${visible(divergence.difference, 300)}\n`,
  );
  return divergence === undefined ? 0 : 1;
}
