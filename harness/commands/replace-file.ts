import { rename, rm, writeFile } from 'node:fs/promises';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { writeProblem } from '../write-problem.ts';

/**
 * Writes a file that an option names, in the place of one that may be there: whole or not at all, written beside and then
 * renamed.
 *
 * @throws InputError that names the option where it cannot be written.
 */
export async function replaceFile(option: string, path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, text, { flag: 'wx' });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new InputError(`--${option} ${visible(path, 200)}: cannot be written: ${writeProblem(error)}`);
  }
}
