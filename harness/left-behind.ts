import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { visible } from '../datasets/visible.ts';
import { holderOf, reclaimFolder } from './folder-claim.ts';
import { JOURNAL } from './orchestrators/journal.ts';
import { isRemains } from './run-folder.ts';

/** How folders end whose name is given at the end of a run: with the number of the process. */
const UNFINISHED = /-unfinished-[0-9]+$/;

/**
 * Looks for folders of runs whose process is gone, and removes those without a file.
 *
 * @param parent the folder of the runs; it need not be there.
 * @returns in one line which others there are, and what can be done; undefined where there is none.
 */
export async function leftBehind(parent: string): Promise<string | undefined> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => UNFINISHED.test(name)).sort();
  const found: string[] = [];
  for (const name of names) {
    const path = join(parent, name);
    // Whatever cannot be read or removed is no matter of the run that looks.
    const files = await filesLeft(path).catch(() => undefined);
    if (files === undefined || files.length === 0) continue;
    found.push(`${visible(path)}${files.includes(JOURNAL) ? ' (--resume goes on with it)' : ''}`);
  }
  return found.length === 0 ? undefined : `left behind by runs that are gone, to be removed: ${found.join(', ')}`;
}

/** The files of a folder whose process is gone; without any, the folder is removed. Undefined where it is not gone. */
async function filesLeft(path: string): Promise<readonly string[] | undefined> {
  if ((await holderOf(path)).state !== 'gone') return undefined;
  const names = await readdir(path);
  const files = names.filter((name) => !isRemains(name));
  if (files.length > 0) return files;
  const taken = await reclaimFolder(path);
  if ('owner' in taken) return undefined;
  for (const name of await readdir(path)) if (isRemains(name)) await rm(join(path, name), { force: true });
  // Where a file has come meanwhile it stays.
  await rmdir(path);
  return [];
}
