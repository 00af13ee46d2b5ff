import { dirname } from 'node:path';
import { leftBehind } from '../left-behind.ts';
import { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';

/**
 * The folder of a run: the one that is named, or a new one that gets its last name in the end. Beside a new one, what runs
 * have left that were killed is removed where it holds no file, and else named on stderr.
 *
 * @param out of `--out`; undefined where none is named.
 * @param base the last name, but for what is put behind it.
 * @throws InputError where the folder cannot be had.
 */
export async function openRunFolder(
  out: string | undefined,
  base: string,
  screen: Pick<Console, 'err'>,
  quiet: boolean,
): Promise<RunFolder> {
  if (out !== undefined) return RunFolder.claim(out, screen.err);
  const left = await leftBehind(dirname(base));
  if (left !== undefined && !quiet) screen.err(`note: ${left}\n`);
  return RunFolder.claim(`${base}-unfinished-${process.pid}`);
}
